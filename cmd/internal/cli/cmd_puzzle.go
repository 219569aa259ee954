package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/puzzle"
)

func newPuzzleCmd() *cobra.Command {
	var asJSON bool
	least, turns := 2, 3
	cmd := &cobra.Command{
		Use:   "puzzle FILE",
		Short: "Find positions in games of Trax that one move alone wins",
		Long: `Puzzle finds positions in games of Trax in which the side to move wins within a
few of its turns, whatever the other plays, by one move alone: puzzles, with
their answers and how hard they are, from 1 to 10. Every move and every answer is
looked at, on boards of up to 80 tiles. On those of 25 that takes a millisecond
a position for two turns, and about 60 times as long for each turn more.

` + gamefile.Help,
		Example: "  loopline puzzle match.jsonl --max-turns 2",
		Args:    wantArgs(1, 1, "the FILE of games to look in"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if turns < 1 || turns > 4 {
				return &usageError{cmd.CommandPath(), "--max-turns is 1, 2, 3 or 4"}
			}
			if !cmd.Flags().Changed("min-turns") {
				least = min(least, turns)
			}
			if least < 1 || least > turns {
				return &usageError{cmd.CommandPath(), fmt.Sprintf("--min-turns is from 1 to --max-turns, which is %d", turns)}
			}
			s, err := openGames(cmd, args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			find := func(dst []byte, g *gamefile.Game) ([]byte, error) {
				return puzzle.Append(cmd.Context(), dst, g.ID, g.Moves, least, turns, asJSON)
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), outputBuffer)
			return flush(out, s.AnswerAll(cmd.Context(), out, find, func() gamefile.Handler { return find }))
		},
	}
	cmd.Flags().IntVar(&turns, "max-turns", turns, "turns that a win may take, 1 to 4")
	cmd.Flags().IntVar(&least, "min-turns", least, "turns that a win takes at least; 1 for wins at once, too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a puzzle")
	return cmd
}
