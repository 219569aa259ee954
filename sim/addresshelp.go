package sim

import (
	"os"
	"strings"
)

// AddressHelp explains for users the addresses of simulated boards.
const AddressHelp = `BOARD is reference (our own board, the default) or DIR?OPTION&OPTION: a
directory with Verilog, SystemVerilog or VHDL, and options that say what its
pins are:

  top=MODULE         the top module; needed if several are used by no other
  clk=50MHz          the clock; 12 MHz is assumed if it is not given
  baud=115200        the bit rate of the serial line
  clock= rx= tx=     the pins: inputs, outputs or inouts of one bit; if left
                     out, the usual names are tried
  rst=PIN, rst=!PIN  the reset, active high or low; rst=none for none
                     (clock= and rst= take several pins, with commas)
  high=PIN,PIN       inputs to hold high; all others are held low
  param.NAME=VALUE   a parameter of the top module
  skew=0.02          our end's clock is 2 % too fast
  seed=1             selects the power-up state
  paced=1            run in real time; the wall clock judges
  wave=FILE          write a waveform (FST)

Modules are searched for in all .v and .sv files of the directory and its
subdirectories, whatever the files are called; files.f can list them instead.
reference takes clk, baud, skew, seed, paced, wave and param.`

// NamesBoard tells a board, by its address with or without "sim:", from another
// argument.
func NamesBoard(arg string) bool {
	info, err := os.Stat(arg)
	return arg == Reference || strings.Contains(arg, "?") || strings.HasPrefix(arg, "sim:") ||
		err == nil && info.IsDir()
}
