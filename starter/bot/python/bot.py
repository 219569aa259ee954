#!/usr/bin/env python3
"""A Trax player on standard input and output.

It knows no rules, and yet its moves are legal: a tile on top of the highest tile
touches that tile alone, so each shape fits; and in the new row, above which there
is nothing, no cell is entered by more than two tracks, so forced play cannot
contradict itself.
"""
import re
import sys

TEAM = "PY"  # your team code: two characters

MOVE = re.compile(r"(@|[A-Z]+)(0|[1-9][0-9]*)([+/\\])$")


def column_number(name):
    """@ is 0, A 1, Z 26, AA 27."""
    number = 0
    for letter in name.replace("@", ""):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def column_name(number):
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name or "@"


class Game:
    """What is known of a game. Rows and columns are named as before each move."""

    def __init__(self):
        self.top = None  # the column of a tile in the highest row, or None

    def play(self, column, row, shape):
        """Takes in a move of either side.

        TODO: keep the tiles, and play those that this one forces: the host does
        not send them. Look for loops and lines: whoever has one has won.
        """
        if self.top is None or (row == 0 and column == 0):
            self.top = 1
        elif row == 0:
            self.top = column
        elif column == 0:
            self.top += 1

    def choose(self):
        """Returns column, row and shape.

        TODO: of all legal moves take one that wins, or else one after which
        the opponent cannot.
        """
        return (0 if self.top is None else self.top), 0, "+"

    def answer(self):
        column, row, shape = self.choose()
        self.play(column, row, shape)
        return f"{column_name(column)}{row}{shape}"


def main():
    game = Game()
    for line in sys.stdin:
        line = line.strip()
        move = MOVE.match(line)
        if line == "-T":
            print(TEAM, flush=True)
        elif line == "-B":  # we are red and wait
            game = Game()
        elif line == "-W":  # we are white and begin
            game = Game()
            print(game.answer(), flush=True)
        elif move:
            game.play(column_number(move[1]), int(move[2]), move[3])
            print(game.answer(), flush=True)


if __name__ == "__main__":
    main()
