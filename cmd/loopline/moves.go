package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/spf13/cobra"
)

func newMovesCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "moves MOVES|FILE",
		Short: "List the legal moves after a list of moves",
		Long: `Moves lists the legal moves after the given ones, and those that fit their
neighbours and that only forced play forbids. Both are sorted by their bytes.
MOVES is one argument, such as "@0/ A2\\"; "" is the empty board. An argument
that does not begin like a move and names a file is a FILE.

` + formatHelp + `

With --json it prints one object a game: "id" if it was given, "legal",
"forced_illegal", and "illegal" {"ply","move","reason"} if a move of the list
is not legal; the lists are empty then, as they are after the end of a game.`,
		Example: `  loopline moves "@0/ A2\\"
  loopline moves --json positions.jsonl`,
		Args: wantArgs(1, 1, `the MOVES to start from ("" is the empty board)`),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriterSize(cmd.OutOrStdout(), readBuffer)
			err := listMoves(cmd.Context(), cmd, out, args[0], asJSON)
			return flush(out, err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func listMoves(ctx context.Context, cmd *cobra.Command, out *bufio.Writer, arg string, asJSON bool) error {
	l := newLister(asJSON)
	if !isFile(arg) {
		q := &question{}
		q.setText(arg)
		answer := l.answer(nil, q)
		if l.r.illegal != nil {
			return fmt.Errorf("ply %d %w", l.r.pos.Ply()+1, l.r.illegal)
		}
		_, err := out.Write(answer)
		return err
	}
	s, err := openSource(ctx, arg, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer s.Close()
	if s.format == formatLines {
		return answerLines(ctx, s, out, func() answerer { return newLister(asJSON).answerLine })
	}
	return eachGame(s, func(_ string, q *question) error {
		_, err := out.Write(l.answer(nil, q))
		return err
	})
}

// isFile tells a file's name, or -, from a list of moves.
func isFile(arg string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(arg), " ")
	if _, err := trax.ParseMove(first); err == nil || first == "" {
		return false
	}
	if arg == "-" {
		return true
	}
	_, err := os.Stat(arg)
	return err == nil
}

// lister lists legal moves. It is reused from game to game.
type lister struct {
	asJSON  bool
	r       *replayer
	q       question
	scratch jsonScanner
	moves   []trax.Move
	texts   []string
}

func newLister(asJSON bool) *lister { return &lister{asJSON: asJSON, r: newReplayer()} }

// answerLine answers a line of JSON Lines.
func (l *lister) answerLine(dst, line []byte) ([]byte, error) {
	if err := l.q.decode(line, &l.scratch); err != nil {
		return dst, err
	}
	return l.answer(dst, &l.q), nil
}

// answer appends what may be played after q's moves.
func (l *lister) answer(dst []byte, q *question) []byte {
	l.r.play(q)
	l.moves = l.moves[:0]
	if l.r.illegal == nil {
		l.moves = l.r.pos.AppendMoves(l.moves)
	}
	legal := slices.Clone(l.sorted())
	l.moves = l.moves[:0]
	if l.r.illegal == nil {
		l.moves = l.r.pos.AppendForcedIllegal(l.moves)
	}
	forced := l.sorted()
	if l.asJSON {
		return l.appendJSON(dst, q.id, legal, forced)
	}
	return l.appendText(dst, legal, forced)
}

// sorted is l.moves in notation, sorted by bytes.
func (l *lister) sorted() []string {
	l.texts = l.texts[:0]
	for _, m := range l.moves {
		l.texts = append(l.texts, m.String())
	}
	slices.Sort(l.texts)
	return l.texts
}

func (l *lister) appendJSON(dst, id []byte, legal, forced []string) []byte {
	dst = append(dst, '{')
	if id != nil {
		dst = append(append(append(dst, `"id":`...), id...), ',')
	}
	dst = appendMoves(append(dst, `"legal":`...), legal)
	dst = appendMoves(append(dst, `,"forced_illegal":`...), forced)
	if l.r.illegal != nil {
		out := l.r.replayed()
		dst = out.appendIllegal(append(dst, `,"illegal":`...))
	}
	return append(dst, "}\n"...)
}

// appendMoves appends a JSON list of moves.
func appendMoves(dst []byte, moves []string) []byte {
	dst = append(dst, '[')
	for i, m := range moves {
		dst = append(comma(dst, i), '"')
		if n := len(m) - 1; m[n] == '\\' {
			dst = append(append(dst, m[:n]...), `\\`...)
		} else {
			dst = append(dst, m...)
		}
		dst = append(dst, '"')
	}
	return append(dst, ']')
}

func (l *lister) appendText(dst []byte, legal, forced []string) []byte {
	if l.r.illegal != nil {
		return fmt.Appendf(dst, "ply %d %s\n", l.r.pos.Ply()+1, l.r.illegal)
	}
	out := l.r.replayed()
	dst = fmt.Appendf(dst, "%s, %s\n", out.words(), plural(len(legal), "legal move", "legal moves"))
	if len(legal) > 0 {
		dst = fmt.Appendf(dst, "legal: %s\n", strings.Join(legal, " "))
	}
	if len(forced) > 0 {
		dst = fmt.Appendf(dst, "only forced play forbids: %s\n", strings.Join(forced, " "))
	}
	return dst
}
