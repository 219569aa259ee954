package main

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host/tournament"
)

func newRateCmd() *cobra.Command {
	var sprt string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "rate RECORD|DAY...",
		Short:   "Say how strong players are, from the records of their games",
		Long:    tournament.RateHelp,
		Example: tournament.RateExamples,
		Args:    wantArgs(1, -1, "the RECORD or DAY"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			var r tournament.Rates
			if r.SPRT, err = tournament.ParseSPRT(sprt); err != nil {
				return &usageError{cmd.CommandPath(), "--sprt: " + err.Error()}
			}
			for _, name := range args {
				if err := r.AddFile(name); err != nil {
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
