package cli

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/gamefile"
)

func newReplayCmd() *cobra.Command {
	var asJSON bool
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "replay FILE|MOVES...",
		Short: "Replay games and print their outcomes and boards",
		Long: `Replay plays the moves of games by the rules and prints how each came out, and
its last board. MOVES is a list of moves as one argument, such as '@0/ A2\';
an argument that names a file is that FILE.

` + gamefile.Help + `

With --json it prints one object a game, in order: id, plies, winner, reason,
completed, width, height, tiles, forced, board, illegal. An illegal move ends
the game: its mover loses, and the board is the one before it. That is an
answer, and the exit status is 0. A line that is not a question ends the run with
status 1; the answers before it are printed. A game of more than 1,048,576 tiles
ends the run likewise.

The board is null where its box has more than 4,194,304 cells. For people, a
board of more than 1,048,576 cells is cut, and the last lines tell how many rows
and columns there are more.

With --game NAME, FILE is a record of that game or JSON Lines of its questions;
an argument that begins with { is such a question itself.`,
		Example: `  loopline replay game.trx
  loopline replay '@0/ A2\ B1\'
  loopline replay --json games.jsonl | jq .winner
  echo '{"moves":"@0/ A2\\ B1\\"}' | loopline replay -`,
		Args: wantArgs(1, -1, "the FILE to replay (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			saveMemory()
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			can, err := o.game.ReplayAll(cmd.Context(), files(cmd, args, asJSON))
			if !can {
				return &usageError{cmd.CommandPath(), o.cannot("replay")}
			}
			return err
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}
