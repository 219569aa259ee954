package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/trax/analysis"
)

func newAnalyseCmd() *cobra.Command {
	o := analysis.Options{Seat: analysis.Both, Comments: true}
	cmd := &cobra.Command{
		Use:     "analyse RECORD",
		Short:   "Say what every move of a game of Trax is worth, the best one, and what was missed",
		Long:    analysis.AnalyseHelp,
		Example: "  loopline analyse match.jsonl --depth 4",
		Args:    wantArgs(1, 1, "the RECORD, or FILE of games,"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			o.Subject, o.Bot = args[0], fmt.Sprintf("search?depth=%d", o.Depth)
			if o.Spec, o.Depth, err = analysis.ParseBot(o.Bot, o.Depth); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
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
	cmd.Flags().IntVar(&o.Depth, "depth", 3, "plies that moves are valued by")
	cmd.Flags().BoolVar(&o.JSON, "json", false, "print JSON Lines, as compare does")
	return cmd
}
