package cli

import (
	"bufio"
	"sync"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/rtl"
)

func newSimReplayCmd() *cobra.Command {
	var o coreOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Replay games on a simulated core",
		Long: `Replay plays the moves of games on a Trax core and prints what the core makes
of them: the outcome by its answers, the board by its traces. With --json the
objects equal the output of "loopline replay --json", so you can compare both.
Only how moves are written is read by this program; the rules are the core's.

A core has a finite board: a move that it has no room for ends the game with
the reason board-full, and without a loser. A game that does not fit 32 x 32 is
played again on our core with a board of 256 x 256, unless --size or --core says
what to play on.

` + gamefile.Help,
		Example: `  loopline sim replay game.trx
  loopline sim replay --json games.jsonl --core path/to/dir`,
		Args: wantArgs(1, -1, "the FILE to replay (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			grow := !cmd.Flags().Changed("size") && o.dir == ""
			return simReplay(cmd, &o, args, asJSON, grow)
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func simReplay(cmd *cobra.Command, o *coreOptions, names []string, asJSON, grow bool) error {
	model, err := o.build(cmd, false)
	if err != nil {
		return err
	}
	cores := &rtl.Replayers{Model: model}
	if grow {
		large := *o
		large.size = 1 << rtl.MaxLogSize
		cores.Large = sync.OnceValues(func() (*rtl.CoreModel, error) { return large.build(cmd, false) })
	}
	defer cores.Close()
	answerer := func() gamefile.Handler { return cores.New().Handler(cmd.Context(), asJSON) }
	out := bufio.NewWriterSize(cmd.OutOrStdout(), outputBuffer)
	for _, name := range names {
		s, err := openGames(cmd, name)
		if err == nil {
			err = s.AnswerAll(cmd.Context(), out, answerer(), answerer)
			s.Close()
		}
		if err != nil {
			return flush(out, err)
		}
	}
	return flush(out, nil)
}
