package bots

import (
	"time"

	"github.com/loopline/loopline/games/dpt"
)

// endgame tries every way to play the last turns against an opponent who does
// what is best at once. The values that are shown now count if this is the last
// turn; those to come are not known: an enclosed cell is worth what it is on
// average.
type endgame struct{ boards []*dpt.Position } // two by turns left, to try on

func endgameTurns(limit time.Duration) int {
	switch {
	case limit >= 2*time.Second:
		return 4
	case limit >= 200*time.Millisecond:
		return 3
	}
	return 2
}

// sensible are the legal actions. To take away one's own tile makes sense only
// where its value is known.
func sensible(p *dpt.Position, team int, shown bool) []dpt.Action {
	all := legalActions(p, team, 0)
	if shown {
		return all
	}
	kept := all[:0]
	from := p.Agents(team)[0]
	for _, a := range all {
		if a.Type != dpt.Remove || p.Tile(dpt.Point{X: from.X + a.DX, Y: from.Y + a.DY}) != uint8(team)+1 {
			kept = append(kept, a)
		}
	}
	return kept
}

// Worth of cells, so that whole numbers do.
const (
	known   = 10 // a point
	average = 12 // an enclosed cell whose value is not known
)

func newEndgame(f *dpt.Field, turns int) *endgame {
	e := &endgame{}
	for range 2*turns + 1 {
		e.boards = append(e.boards, dpt.NewPosition(f, false))
	}
	return e
}

func eval(p *dpt.Position, shown bool) int {
	if shown {
		return known * lead(p)
	}
	return average * (p.EnclosedCells(0) - p.EnclosedCells(1))
}

func (e *endgame) reply(at int, p *dpt.Position, shown bool) (best dpt.Action) {
	try, low := e.boards[at], 1<<62
	for _, a := range sensible(p, 1, shown) {
		p.CopyTo(try)
		if try.Play([2][]dpt.Action{nil, {a}})[1][0] != dpt.Done {
			continue
		}
		if v := eval(try, shown); v < low {
			low, best = v, a
		}
	}
	return best
}

// best is the best action with the given number of turns left, and what it comes to. Shown
// reports whether the values are of this turn.
func (e *endgame) best(p *dpt.Position, left int, shown bool) (best dpt.Action, value int) {
	at := 2 * left
	reply := e.reply(at, p, shown)
	next := e.boards[at-1]
	value = -1 << 62
	for _, a := range sensible(p, 0, shown) {
		p.CopyTo(next)
		next.Play([2][]dpt.Action{{a}, {reply}})
		v := 0
		if left == 1 {
			v = eval(next, shown)
		} else {
			_, v = e.best(next, left-1, false)
		}
		if v > value {
			best, value = a, v
		}
	}
	return best, value
}
