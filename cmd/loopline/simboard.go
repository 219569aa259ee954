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
	"github.com/loopline/loopline/sim"
)

// simAddressHelp explains the addresses of simulated boards.
const simAddressHelp = `BOARD is reference, our own board (the default), or DIR?OPTION&OPTION, a
directory with somebody's Verilog or SystemVerilog, of which nothing is known
but its pins:

  top=MODULE         the top; needed unless there is one file, or one named top
  clk=12e6           the clock in Hz
  baud=115200        of the serial line
  clock= rx= tx=     the pins; left out, the usual names are looked for
  rst=PIN, rst=!PIN  the reset, active high or low; rst=none for none
  high=PIN,PIN       inputs that are held high; the others are low
  param.NAME=VALUE   a parameter of the top
  skew=0.02          our end's clock is 2 % too fast
  seed=1             of the power-up state
  paced=1            run as fast as real time, which then judges it
  wave=FILE          write a waveform (FST)

The module named by top is looked for in a file of its name, and those it needs
in files of theirs; or files.f lists the files. reference knows clk, baud, skew,
seed, paced, wave and param.`

type simBoardOptions struct {
	pty   string
	paced bool
}

func newSimBoardCmd() *cobra.Command {
	var o simBoardOptions
	cmd := &cobra.Command{
		Use:   "board [BOARD]",
		Short: "Run a simulated board on a pseudo-terminal or a pipe",
		Long: `Board clocks a board in Verilator and speaks with it over its serial pins, bit by
bit. The bytes pass over standard input and output, or with --pty over a
pseudo-terminal, as those of a board behind a serial port do: its path is the
only line on standard output, and it stays until it is killed. With --pty LINK
there is a link of that name to it meanwhile.

The board runs as fast as it can, or with --paced as fast as real time; three
seconds of its time after the last byte its clock stops until the next one.

` + simAddressHelp,
		Example: `  loopline sim board --pty /tmp/board &         # is there when its path is printed
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
	f.StringVar(&o.pty, "pty", "", "play on a pseudo-terminal, with a `LINK` to it if given")
	f.Lookup("pty").NoOptDefVal = noLink
	f.BoolVar(&o.paced, "paced", false, "run as fast as real time")
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
	board, a, err := startBoard(cmd.Context(), newBuilder(cmd.ErrOrStderr()), name)
	if err != nil {
		return err
	}
	conn := sim.NewConn(board, a.Paced || o.paced)
	far, err := o.open(cmd)
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

// open opens what the board speaks over.
func (o *simBoardOptions) open(cmd *cobra.Command) (io.ReadWriteCloser, error) {
	if o.pty == "" {
		return &stdio{interruptible(cmd.Context(), cmd.InOrStdin()), cmd.OutOrStdout()}, nil
	}
	link := o.pty
	if link == noLink {
		link = ""
	}
	far, err := openBoard(link)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), far.Path()); err != nil {
		return nil, errors.Join(err, far.Close())
	}
	return far, nil
}

func newSimCheckCmd() *cobra.Command {
	cmd := newCheckCmd()
	cmd.Use = "check BOARD"
	cmd.Short = "Check that a simulated board keeps to the protocol and rules"
	cmd.Long = `Check runs the steps of "loopline check" on a simulated board. The move clock is
the board's own.

` + simAddressHelp
	cmd.Example = `  loopline sim check reference
  loopline sim check 'path/to/dir?top=my_top&clk=25e6&rst=!rst_n'`
	run := cmd.RunE
	cmd.ValidArgsFunction = nil
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		args[0] = bridge.SchemeSim + ":" + strings.TrimPrefix(args[0], bridge.SchemeSim+":")
		return run(cmd, args)
	}
	return cmd
}
