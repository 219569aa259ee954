package cli

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/say"
)

func newGamesCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "games [NAME]",
		Short: "List the games, or describe one",
		Long: `Games lists the games that can be refereed, with their seats and options. With
a NAME it describes that game on one page. --json prints one object a game:
name, title, seats, min_seats, options (name, default, meaning), bots.`,
		Example: `  loopline games
  loopline games trax`,
		Args:      wantArgs(0, 1, ""),
		ValidArgs: games.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows := games.All()
			if len(args) == 1 {
				g, err := games.ByName(args[0])
				if err != nil {
					return &usageError{cmd.CommandPath(), say.TextOf(err)}
				}
				rows = []descriptor.Descriptor{g}
			}
			out := cmd.OutOrStdout()
			switch {
			case asJSON:
				return descriptor.WriteJSON(out, rows)
			case len(args) == 1:
				return rows[0].WritePage(out)
			}
			return descriptor.WriteList(out, rows)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	for _, g := range games.All() {
		if len(g.Subcommands) > 0 {
			cmd.AddCommand(newGameCmd(g))
		}
	}
	return cmd
}
