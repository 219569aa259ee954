package starter

import "strings"

// Help is what people read of loopline new.
func Help() string {
	return `New writes a project for Trax into a directory. It plays at once, and says what
is left to you: make check there passes as far as that.

  board   in Verilog (v), SystemVerilog (sv) or VHDL: UART, reader and writer of
          lines, a player, test bench, and the pins and build of --board
  bot     in python, c or go, on standard input and output
  core    in sv or vhdl, behind the command port

Boards: ` + strings.Join(Boards(), ", ") + "."
}
