package book

import (
	"container/heap"

	"github.com/loopline/loopline/trax"
)

// Line is a move of a tree of openings.
type Line struct {
	Moves []string // to it from the empty board, and it
	Move
}

// Results returns how many games white won, and how many red.
func (l *Line) Results() (white, red uint64) {
	if len(l.Moves)%2 == 0 {
		return l.Losses, l.Wins
	}
	return l.Wins, l.Losses
}

// Tree limits what Walk walks.
type Tree struct {
	Depth    int                        // in plies, from the position on
	MinGames uint64                     // of a move
	Top      int                        // moves of a position, those of most games; 0 is all
	Only     func(from, to uint64) bool // moves by their keys; nil is all
}

// Walk calls f with the moves that were played after a list of moves, which have to be legal, each
// before those that follow it. Of moves that are equal up to symmetry the first stands for all.
func (b *Book) Walk(after []string, t Tree, f func(Line) error) error {
	p := trax.NewPosition()
	for _, m := range after {
		if err := p.PlayText(m); err != nil {
			return err
		}
	}
	return b.walk(p, after[:len(after):len(after)], t, f)
}

func (b *Book) walk(p *trax.Position, path []string, t Tree, f func(Line) error) error {
	if t.Depth == 0 {
		return nil
	}
	t.Depth--
	from := p.SymmetryKey()
	moves, err := b.Moves(p)
	if err != nil {
		return err
	}
	if t.Top > 0 && len(moves) > t.Top {
		moves = moves[:t.Top]
	}
	for _, m := range moves {
		if m.Games < t.MinGames || t.Only != nil && !t.Only(from, m.To) {
			continue
		}
		at := append(path[:len(path):len(path)], m.Alike[0].String())
		if err := f(Line{at, m}); err != nil {
			return err
		}
		if err := p.Play(m.Alike[0]); err != nil {
			return err
		}
		if err := b.walk(p, at, t, f); err != nil {
			return err
		}
		p.Undo()
	}
	return nil
}

// Top returns the n entries of most games such that the position before each is the empty board or
// follows by another of them.
func (b *Book) Top(n int) ([]Entry, error) {
	var all []Entry
	var open frontier
	known := map[uint64]bool{}
	expand := func(key uint64) error {
		if known[key] {
			return nil
		}
		known[key] = true
		next, err := b.From(key)
		for _, e := range next {
			heap.Push(&open, e)
		}
		return err
	}
	err := expand(trax.NewPosition().SymmetryKey())
	for err == nil && len(open) > 0 && len(all) < n {
		e := heap.Pop(&open).(Entry)
		all = append(all, e)
		err = expand(e.To)
	}
	return all, err
}

// frontier is entries, that of most games first.
type frontier []Entry

func (s frontier) Len() int { return len(s) }
func (s frontier) Less(i, j int) bool {
	return s[i].Games > s[j].Games || s[i].Games == s[j].Games && compare(s[i], s[j]) < 0
}
func (s frontier) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *frontier) Push(x any)   { *s = append(*s, x.(Entry)) }
func (s *frontier) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
