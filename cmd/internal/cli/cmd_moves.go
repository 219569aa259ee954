package cli

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/gamefile"
)

func newMovesCmd() *cobra.Command {
	var asJSON bool
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "moves MOVES|FILE",
		Short: "List the legal moves after a list of moves",
		Long: `Moves lists the legal moves after the given ones, and those that fit their
neighbours and that only forced play forbids. Both are sorted by their bytes.
MOVES is one argument, such as "@0/ A2\\"; "" is the empty board. An argument
that does not begin like a move and names a file is a FILE.

` + gamefile.Help + `

With --json it prints one object a game: "id" if it was given, "legal",
"forced_illegal", and "illegal" {"ply","move","reason"} if a move of the list
is not legal; the lists are empty then, as they are after the end of a game.

With --game NAME the argument is a question of that game as JSON, or a FILE with
such questions, a line each.`,
		Example: `  loopline moves "@0/ A2\\"
  loopline moves --json positions.jsonl`,
		Args: wantArgs(1, 1, `the MOVES to start from ("" is the empty board)`),
		RunE: func(cmd *cobra.Command, args []string) error {
			saveMemory()
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			can, err := o.game.MovesAfter(cmd.Context(), args[0], files(cmd, nil, asJSON))
			if !can {
				return &usageError{cmd.CommandPath(), o.cannot("moves")}
			}
			return err
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}
