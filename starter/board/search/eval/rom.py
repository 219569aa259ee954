#!/usr/bin/env python3
"""Writes the weights of the board's evaluation into its module, which is otherwise left as it is.

    python3 eval/rom.py eval/tracks.txt rtl/loopline/ll_eval_rom.sv

tracks.txt says what the weights mean. An index of the table has ten bits:

    bit 9      0 for the side to move's own colour, 1 for the other
    bits 8, 7  side of the other end: 0 right, 1 top, 2 left, 3 bottom
    bits 6..3  columns to it, -8 to 7
    bits 2..0  rows to it, 0 to 7
"""

import re
import sys

COLOURS = ["own", "other"]
SIDES = ["right", "top", "left", "bottom"]
COLUMNS = range(-8, 8)
ROWS = range(8)

# The table in the module: what is between these stays as it is.
TABLE = re.compile(r"(?<=  localparam logic \[8191:0\] Weights = \{\n).*?(?=\n  \};\n)", re.DOTALL)


class Fault(Exception):
    """What is wrong with the table, and where."""


def index(colour, side, column, row):
    """The place of a weight in the table."""
    return COLOURS.index(colour) << 9 | SIDES.index(side) << 7 | (column & 15) << 3 | row


def read(name):
    """The weights of a file, by index."""
    weights, seen, table, row = [0] * 1024, set(), None, 0

    def finish():
        if table and row != len(ROWS):
            raise Fault(f"{name}: the table {' '.join(table)} has {row} rows, not {len(ROWS)}")

    with open(name, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            try:
                if words[0] in COLOURS:
                    finish()
                    if len(words) != 2 or words[1] not in SIDES:
                        raise Fault(f"a table is called own or other, and {', '.join(SIDES)}")
                    table, row = tuple(words), 0
                    if table in seen:
                        raise Fault(f"the table {' '.join(table)} is there twice")
                    seen.add(table)
                    continue
                if table is None or words[0] != f"{row}:":
                    raise Fault(f"{words[0]} is neither the beginning of a table, such as own right, nor of its next row, {row}:")
                if len(words) != 1 + len(COLUMNS):
                    raise Fault(f"the row has {len(words) - 1} weights, not {len(COLUMNS)}")
                for column, word in zip(COLUMNS, words[1:]):
                    weight = int(word)
                    if not -128 <= weight <= 127:
                        raise Fault(f"the weight {weight} is outside -128 to 127")
                    weights[index(*table, column, row)] = weight
                row += 1
            except (Fault, ValueError) as fault:
                if str(fault).startswith(f"{name}:"):
                    raise
                raise Fault(f"{name}:{number}: {fault}") from None
    finish()
    for colour in COLOURS:
        for side in SIDES:
            if (colour, side) not in seen:
                raise Fault(f"{name}: the table {colour} {side} is missing")
    return weights


def module(text, weights):
    """The module with the weights: in a concatenation the last index comes first."""
    lines = []
    for first in range(1024 - 32, -1, -32):
        digits = "".join(f"{weights[i] & 255:02x}" for i in range(first + 31, first - 1, -1))
        lines.append(f"    256'h{digits}")
    return TABLE.sub(",\n".join(lines), text)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: python3 eval/rom.py TABLE MODULE")
    try:
        weights = read(sys.argv[1])
        with open(sys.argv[2], encoding="utf-8") as file:
            text = file.read()
        if not TABLE.search(text):
            raise Fault(f"{sys.argv[2]}: the module has no table Weights any more; take it from a new project")
        text = module(text, weights)
    except (Fault, OSError, UnicodeDecodeError) as fault:
        sys.exit(f"rom.py: {fault}")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
