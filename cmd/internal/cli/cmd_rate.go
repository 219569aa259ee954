package cli

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/contest/report"
)

func newRateCmd() *cobra.Command {
	var sprt string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rate RECORD|DIR...",
		Short: "Estimate Elo ratings from game records",
		Long: `Rate takes the games of records, or of the folders of contest days, and fits the
strengths of the players by the model of Bradley and Terry, with a term for moving
first; margins are 95 % intervals. Players are told apart by their addresses in the
record, in a day by their names.

Of two players it also says Elo and nElo of pairs of games, and how likely the first
is the stronger; --sprt tests whether it is better by ELO1 or only by ELO0. Below 30
games the interval is exact. Games that are equal answer by answer count once. Groups
of players that never met are not comparable.`,
		Example: `  loopline play bot bot:greedy --games 40 --record r.jsonl && loopline rate r.jsonl --sprt 0,10
  loopline rate cup/`,
		Args: wantArgs(1, -1, "the RECORD or DIR"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			var r report.RatingTable
			if r.SPRT, err = report.ParseSPRT(sprt); err != nil {
				return &usageError{cmd.CommandPath(), "--sprt: " + err.Error()}
			}
			for _, name := range args {
				if err := r.AddFile(cmd.Context(), name); err != nil {
					return err
				}
			}
			if asJSON {
				return r.WriteJSON(cmd.OutOrStdout())
			}
			return r.WriteText(cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&sprt, "sprt", "", "test the first player against the second: `ELO0,ELO1`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a player, then one of the comparison")
	return cmd
}
