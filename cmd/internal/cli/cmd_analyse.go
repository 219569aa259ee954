package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/trax/analysis"
)

func newAnalyseCmd() *cobra.Command {
	o := analysis.Options{Seat: analysis.Both, Comments: true}
	cmd := &cobra.Command{
		Use:   "analyse RECORD",
		Short: "Annotate a Trax game: evals, best moves, missed wins",
		Long: `Analyse goes through the games of a RECORD, or of any other FILE that "loopline
replay" reads. For every move it prints the eval, the move that search prefers with
its eval, and a comment: a missed win and its length in turns, a blunder that lets
the opponent force a win, a mistake that loses 20 % of the chance to win.

Evals are the same as in "loopline compare": the chance to win of the side that
moves, by search of --depth plies. Threats and their evasions are searched deeper,
so that it finds longer forced wins.

With --json it prints JSON Lines, as compare does, with the comment of each move.
The status is 3 if a move is illegal, or if the record was changed.

`,
		Example: "  loopline analyse match.jsonl --depth 4",
		Args:    wantArgs(1, 1, "the RECORD, or FILE of games,"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			o.Subject, o.Bot = args[0], fmt.Sprintf("search?depth=%d", o.Depth)
			if o.Spec, o.Depth, err = analysis.ParseBot(o.Bot, o.Depth); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			out := &stream.FirstError{W: cmd.OutOrStdout()}
			c, err := analysis.New(o, out)
			if err != nil {
				return err
			}
			wrong, err := c.End(c.File(cmd.Context(), gamesOpener(cmd)), describe)
			return cmp.Or(err, out.Err(), found(wrong))
		},
	}
	cmd.Flags().IntVar(&o.Depth, "depth", 3, "search depth of the evals, in plies")
	cmd.Flags().BoolVar(&o.JSON, "json", false, "print JSON Lines, as compare does")
	return cmd
}
