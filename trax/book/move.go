package book

import (
	"cmp"
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
)

// Move is a move of a position, and those that are the same up to symmetry.
type Move struct {
	Alike []trax.Move // sorted by their text; the first stands for all
	To    uint64      // the key of the position after it
	Counts
}

// Moves returns the moves that were played from a position, those of most games first. It leaves the
// position as it was. A finished game has none.
func (b *Book) Moves(p *trax.Position) ([]Move, error) {
	if p.Outcome().Over {
		return nil, nil
	}
	entries, err := b.From(p.SymmetryKey())
	if err != nil {
		return nil, err
	}
	known := make(map[uint64]int, len(entries))
	all := make([]Move, len(entries))
	for i, e := range entries {
		known[e.To], all[i] = i, Move{To: e.To, Counts: e.Counts}
	}
	for _, c := range Classes(p) {
		if i, ok := known[c.To]; ok {
			all[i].Alike = c.Alike
		}
	}
	all = slices.DeleteFunc(all, func(m Move) bool { return len(m.Alike) == 0 })
	order := func(x, y Move) int {
		return cmp.Or(cmp.Compare(y.Games, x.Games), strings.Compare(x.Alike[0].String(), y.Alike[0].String()))
	}
	slices.SortFunc(all, order)
	return all, nil
}

// Classes returns the legal moves of a position without counts, those that are the same up to
// symmetry as one, sorted by their text. It leaves the position as it was.
func Classes(p *trax.Position) []Move {
	var all []Move
	index := map[uint64]int{}
	legal := p.AppendMoves(nil)
	slices.SortFunc(legal, func(a, b trax.Move) int { return strings.Compare(a.String(), b.String()) })
	for _, m := range legal {
		if p.Play(m) != nil { // the board would be too large
			continue
		}
		to := p.SymmetryKey()
		p.Undo()
		i, ok := index[to]
		if !ok {
			i = len(all)
			index[to] = i
			all = append(all, Move{To: to})
		}
		all[i].Alike = append(all[i].Alike, m)
	}
	return all
}
