package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/trax"
)

// Lister lists what may be played after lists of moves. It is reused from game
// to game. Make one with [NewLister]; it is for one goroutine.
type Lister struct {
	r     *Replayer
	moves []trax.Move
	texts []string
}

// NewLister returns a lister.
func NewLister() *Lister { return &Lister{r: New()} }

// Illegal is [Replayer.Illegal] of the last list.
func (l *Lister) Illegal() error { return l.r.Illegal() }

// AppendJSON appends what may be played after moves as an object, and a line
// feed. Id is a JSON value, or nil. Its error comes from [Replayer.Play].
func (l *Lister) AppendJSON(dst, id []byte, moves []string) ([]byte, error) {
	legal, forced, err := l.list(moves)
	if err != nil {
		return dst, err
	}
	return l.appendJSON(dst, id, legal, forced), nil
}

// AppendText is AppendJSON as text.
func (l *Lister) AppendText(dst []byte, moves []string) ([]byte, error) {
	legal, forced, err := l.list(moves)
	if err != nil {
		return dst, err
	}
	return l.appendText(dst, legal, forced), nil
}

// list returns what may be played after moves, and what only forced play
// forbids, both sorted by bytes. Forced holds until the next call.
func (l *Lister) list(moves []string) (legal, forced []string, err error) {
	if err := l.r.Play(moves); err != nil {
		return nil, nil, err
	}
	l.moves = l.moves[:0]
	if l.r.illegal == nil {
		l.moves = l.r.pos.AppendMoves(l.moves)
	}
	legal = slices.Clone(l.sorted())
	l.moves = l.moves[:0]
	if l.r.illegal == nil {
		l.moves = l.r.pos.AppendForcedIllegal(l.moves)
	}
	return legal, l.sorted(), nil
}

// sorted is l.moves in notation, sorted by bytes.
func (l *Lister) sorted() []string {
	l.texts = l.texts[:0]
	for _, m := range l.moves {
		l.texts = append(l.texts, m.String())
	}
	slices.Sort(l.texts)
	return l.texts
}

func (l *Lister) appendJSON(dst, id []byte, legal, forced []string) []byte {
	dst = append(dst, '{')
	if id != nil {
		dst = append(append(append(dst, `"id":`...), id...), ',')
	}
	dst = appendMoves(append(dst, `"legal":`...), legal)
	dst = appendMoves(append(dst, `,"forced_illegal":`...), forced)
	if l.r.illegal != nil {
		out := l.r.Result()
		dst = out.appendIllegal(append(dst, `,"illegal":`...))
	}
	return append(dst, "}\n"...)
}

// appendMoves appends a JSON list of moves.
func appendMoves(dst []byte, moves []string) []byte {
	dst = append(dst, '[')
	for i, m := range moves {
		dst = append(appendMove(append(comma(dst, i), '"'), m), '"')
	}
	return append(dst, ']')
}

// appendMove appends a legal move as a part of a JSON string.
func appendMove(dst []byte, m string) []byte {
	if n := len(m) - 1; m[n] == '\\' {
		return append(append(dst, m[:n]...), `\\`...)
	}
	return append(dst, m...)
}

func (l *Lister) appendText(dst []byte, legal, forced []string) []byte {
	if err := l.r.Illegal(); err != nil {
		return fmt.Appendf(dst, "%s\n", err)
	}
	out := l.r.Result()
	dst = fmt.Appendf(dst, "%s, %s\n", out.Words(), humanize.Plural(len(legal), "legal move", "legal moves"))
	if len(legal) > 0 {
		dst = fmt.Appendf(dst, "legal: %s\n", strings.Join(legal, " "))
	}
	if len(forced) > 0 {
		dst = fmt.Appendf(dst, "only forced play forbids: %s\n", strings.Join(forced, " "))
	}
	return dst
}
