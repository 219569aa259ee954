package sim

// BoardHelp is what people read of loopline sim board.
const BoardHelp = `Board simulates a board with Verilator and connects its serial pins to standard
input and output, or with --pty to a pseudo-terminal, which looks like the
serial port of a real board. The path of the pseudo-terminal is the only line on
standard output; it exists until the command is killed. --pty LINK also makes a
link of that name to it.

The board runs as fast as it can, or with --paced in real time. Its clock stops
three seconds of its own time after the last byte, until the next one.

`
