package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
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
is not legal; the lists are empty then, as they are after the end of a game.`,
		Example: `  loopline moves "@0/ A2\\"
  loopline moves --json positions.jsonl`,
		Args: wantArgs(1, 1, `the MOVES to start from ("" is the empty board)`),
		RunE: func(cmd *cobra.Command, args []string) error {
			saveMemory()
			switch err := o.check(); {
			case err != nil:
				return &usageError{cmd.CommandPath(), err.Error()}
			case o.game.Moves != nil:
				return games.AnswerFiles(cmd.Context(), args, stream.Interruptible(cmd.Context(), cmd.InOrStdin()), cmd.OutOrStdout(), o.game.Moves)
			case o.game.Name != games.Default:
				return &usageError{cmd.CommandPath(), o.cannot("moves")}
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), outputBuffer)
			err := listMoves(cmd, out, args[0], asJSON)
			return flush(out, err)
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func listMoves(cmd *cobra.Command, out *bufio.Writer, arg string, asJSON bool) error {
	l := replay.NewLister()
	list := moveAnswerer(l, asJSON)
	if !gamefile.IsFile(arg) {
		answer, err := list(nil, gamefile.FromText(arg))
		if err == nil {
			err = l.Illegal()
		}
		if err == nil {
			_, err = out.Write(answer)
		}
		return err
	}
	s, err := openGames(cmd, arg)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.AnswerAll(cmd.Context(), out, list, func() gamefile.Answerer {
		return moveAnswerer(replay.NewLister(), asJSON)
	})
}

// moveAnswerer answers games with what may be played after them.
func moveAnswerer(l *replay.Lister, asJSON bool) gamefile.Answerer {
	return func(dst []byte, g *gamefile.Game) ([]byte, error) {
		if asJSON {
			return l.AppendJSON(dst, g.ID, g.Moves)
		}
		return l.AppendText(dst, g.Moves)
	}
}
