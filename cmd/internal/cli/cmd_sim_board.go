package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
)

type simBoardOptions struct {
	game  gameOptions
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

` + sim.AddressHelp,
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
				name = strings.TrimPrefix(args[0], addr.SchemeSim+":")
			}
			_, err := sim.ParseBoard(name)
			if err = cmp.Or(err, o.game.check()); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return o.run(cmd, name)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.pty, "pty", "", "use a pseudo-terminal, with a `LINK` to it if given")
	f.Lookup("pty").NoOptDefVal = player.NoLink
	f.BoolVar(&o.paced, "paced", false, "run in real time")
	o.trust.flagsRTL(f)
	o.game.flagName(cmd)
	return cmd
}

// takeLink takes the link from the arguments behind a bare --pty: the one that
// names no board.
func (o *simBoardOptions) takeLink(args []string) []string {
	if o.pty != player.NoLink {
		return args
	}
	for i, arg := range args {
		if !sim.NamesBoard(arg) {
			o.pty = arg
			return slices.Delete(slices.Clone(args), i, i+1)
		}
	}
	return args
}

func (o *simBoardOptions) run(cmd *cobra.Command, name string) error {
	board, a, err := player.StartBoard(cmd.Context(), newBuilder(cmd, &o.trust), name, o.game.game.BoardDesign, remarks(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	conn := sim.NewConn(board, a.RealTime || o.paced)
	far, err := openFarEnd(cmd, o.pty, stream.Interruptible(cmd.Context(), cmd.InOrStdin()))
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	return player.RelayBoard(cmd.Context(), far, conn)
}

// remarks shows people what is to say of a board, and what its design prints.
func remarks(stderr io.Writer) player.Notices {
	say := stream.NewNotifier(stderr, "loopline").Notify
	return player.Notices{Notify: say, Print: func(text string, _ bool) { say(text) }}
}
