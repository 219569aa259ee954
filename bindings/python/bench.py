#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays random games on a core and compares it with the rules after each turn.

    bench.py [--turns N] [--seed N] [--plies N] [--without undo,try,gen] -- SIMULATOR...

SIMULATOR runs ports.sv around the core, such as "vvp ports". The exit status is 0 if all
turns agree.
"""
import argparse
import subprocess
import sys
import tempfile

import loopline


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--without", default="")
    parser.add_argument("--log-size", type=int, default=5)
    parser.add_argument("simulator", nargs="+")
    options = parser.parse_args()
    without = [loopline.OPERATIONS.index(name.upper()) for name in options.without.split(",") if name]

    scoreboard = loopline.Scoreboard(options.log_size)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as commands:
        turns = 0
        for command in loopline.Stimulus(options.seed, options.log_size, without, options.plies):
            turns += command[0] in (loopline.PLAY, loopline.TRY)
            print(*command, file=commands)
            if turns >= options.turns:
                break
        commands.flush()
        core = subprocess.Popen(options.simulator + ["+commands=" + commands.name], stdout=subprocess.PIPE, text=True)
        ended = follow(scoreboard, core.stdout)
        core.kill()
        core.wait()
    agrees, text = scoreboard.report()
    if agrees and not ended:
        agrees = False
        text = "FAIL: the simulator ended before the last command\n" + text.partition("\n")[2]
    print(text, end="")
    return 0 if agrees else 1


def follow(scoreboard, lines):
    """Tells the scoreboard what ports.sv prints, up to the first difference. Returns whether
    all commands have passed."""
    for line in lines:
        kind, *words = line.split() or [""]
        if kind not in ("R", "T", "G", "A", "I", "C", "W", "E"):
            print(line, end="")  # of the core or the simulator
            continue
        if kind == "E":
            print(" ".join(words), end="")
            return not words
        try:
            n = [int(word) for word in words]
        except ValueError:
            print("FAIL: a port is x or z: " + line, end="")
            return False
        if kind == "R":
            scoreboard.reset()
        elif kind == "T":
            scoreboard.trace(*n)
        elif kind == "G":
            scoreboard.gen(*n)
        elif kind == "A":
            scoreboard.state(*n[:8])
            scoreboard.response(*n[8:])
        elif kind == "I":
            scoreboard.state(*n)
            scoreboard.ready()
        elif kind == "C":
            scoreboard.command(*n)
        else:
            scoreboard.timeout()
        if scoreboard.differs():
            break
    return False


if __name__ == "__main__":
    sys.exit(main())
