package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
)

// simAddressHelp explains the addresses of simulated boards.
const simAddressHelp = `BOARD is reference (our own board, the default) or DIR?OPTION&OPTION: a
directory with Verilog or SystemVerilog, and options that say what its pins are:

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

type simBoardOptions struct {
	pty   string
	paced bool
	trust trustOptions
}

func newSimBoardCmd() *cobra.Command {
	var o simBoardOptions
	cmd := &cobra.Command{
		Use:   "board [BOARD]",
		Short: "Run a simulated board on a pseudo-terminal or a pipe",
		Long: `Board simulates a board with Verilator and connects its serial pins to standard
input and output, or with --pty to a pseudo-terminal, which looks like the
serial port of a real board. The path of the pseudo-terminal is the only line on
standard output; it exists until the command is killed. --pty LINK also makes a
link of that name to it.

The board runs as fast as it can, or with --paced in real time. Its clock stops
three seconds of its own time after the last byte, until the next one.

` + simAddressHelp,
		Example: `  loopline sim board --pty /tmp/board &         # ready when its path is printed
  loopline play --white bot --red serial:/tmp/board
  loopline sim board 'path/to/dir?top=my_top&clk=25e6&rst=!rst_n' --pty`,
		Args: wantArgs(0, 2, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			args = o.takeLink(args)
			if len(args) > 1 {
				return &usageError{cmd.CommandPath(), fmt.Sprintf("unexpected argument %.40q", args[1])}
			}
			name := sim.Reference
			if len(args) == 1 {
				name = strings.TrimPrefix(args[0], bridge.SchemeSim+":")
			}
			if _, err := sim.ParseAddress(name); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, name)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.pty, "pty", "", "use a pseudo-terminal, with a `LINK` to it if given")
	f.Lookup("pty").NoOptDefVal = noLink
	f.BoolVar(&o.paced, "paced", false, "run in real time")
	o.trust.flagsRTL(f)
	return cmd
}

// takeLink takes the link from the arguments behind a bare --pty: the one that
// names no board.
func (o *simBoardOptions) takeLink(args []string) []string {
	if o.pty != noLink {
		return args
	}
	for i, arg := range args {
		if !namesBoard(arg) {
			o.pty = arg
			return slices.Delete(slices.Clone(args), i, i+1)
		}
	}
	return args
}

// namesBoard tells a board from a link that is to be made.
func namesBoard(arg string) bool {
	info, err := os.Stat(arg)
	return arg == sim.Reference || strings.Contains(arg, "?") || strings.HasPrefix(arg, bridge.SchemeSim+":") ||
		err == nil && info.IsDir()
}

func (o *simBoardOptions) run(cmd *cobra.Command, name string) error {
	board, a, err := player.StartBoard(cmd.Context(), newBuilder(cmd.ErrOrStderr(), &o.trust), name, boardDesign, remarks(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	conn := sim.NewConn(board, a.Paced || o.paced)
	far, err := openFarEnd(cmd, o.pty, stream.Interruptible(cmd.Context(), cmd.InOrStdin()))
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	end := bridge.Relay(cmd.Context(), far, conn)
	var crash *sim.CrashError
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case end.Ended == "b" && (errors.As(end.Err, &crash) || errors.Is(end.Err, sim.ErrFinished)):
		return end.Err
	case end.Err == nil || errors.Is(end.Err, io.EOF):
		return nil
	}
	return end.Err
}

// remarks shows people what is to say of a board, and what its design prints.
func remarks(stderr io.Writer) player.Remarks {
	say := stream.NewSayer(stderr, "loopline").Say
	return player.Remarks{Say: say, Print: func(text string, _ bool) { say(text) }}
}
