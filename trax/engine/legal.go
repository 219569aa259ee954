package engine

import (
	"time"

	"github.com/loopline/loopline/trax"
)

// shapes lists the shapes in the order of notation.
var shapes = [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash}

// anyMove returns a legal move of p found as fast as can be: most boards take
// a tile above a tile of their top row. It is the answer if time is up before
// there is a better one.
func anyMove(p *trax.Position) (trax.Move, error) {
	if p.Outcome().Over {
		return trax.Move{}, ErrOver
	}
	for col := 1; col <= p.Width(); col++ {
		if p.At(trax.Cell{Col: col, Row: 1}) == trax.Empty {
			continue
		}
		for _, s := range shapes {
			m := trax.Move{Cell: trax.Cell{Col: col}, Shape: s}
			if p.Play(m) == nil {
				p.Undo()
				return m, nil
			}
		}
	}
	if moves := p.AppendMoves(nil); len(moves) > 0 {
		return moves[0], nil
	}
	return trax.Move{}, ErrNoMove
}

// appendMoves appends the legal moves of p to dst in p's order, all or, when
// the time is up, those found by then.
func (b *limits) appendMoves(dst []trax.Move, p *trax.Position) []trax.Move {
	if b.canListAll(p) {
		return p.AppendMoves(dst)
	}
	return b.appendCells(dst, p)
}

// appendEvasions appends the legal moves that may parry the threats, or more of them
// where it is too late to find out, and when the time is up those found by then.
func (b *limits) appendEvasions(dst []trax.Move, p *trax.Position, threats []trax.EndingMove) []trax.Move {
	if b.canListAll(p) {
		return p.Tactics().AppendEvasionMoves(dst, threats)
	}
	return b.appendCells(dst, p)
}

// canListAll reports whether there is time to list moves at once, which is then accounted
// for.
func (b *limits) canListAll(p *trax.Position) bool {
	n := p.Tiles()
	work := n * n * listingWork
	if n >= smallBoard && (work >= b.workLeft/4 || !b.affords(time.Duration(n*n)*listingTime)) {
		return false
	}
	b.addWork(work)
	return true
}

func (b *limits) appendCells(dst []trax.Move, p *trax.Position) []trax.Move {
	for row := 0; row <= p.Height()+1; row++ {
		for col := 0; col <= p.Width()+1; col++ {
			if b.addWork(1) {
				return dst
			}
			dst = b.appendCell(dst, p, trax.Cell{Col: col, Row: row})
		}
	}
	return dst
}

// Listing all moves at once takes, where every move forces a chain as long as
// the board, time in proportion to the square of its tiles: 150 ms with 1,200
// measured. Below smallBoard tiles that is less than a millisecond or two.
const (
	smallBoard  = 100
	listingTime = 100 * time.Nanosecond
	listingWork = 10 // the same as work
)

// appendCell appends the legal moves at c.
func (b *limits) appendCell(dst []trax.Move, p *trax.Position, c trax.Cell) []trax.Move {
	for _, s := range shapes {
		m := trax.Move{Cell: c, Shape: s}
		if !touches(p, c) {
			return dst
		}
		b.addWork(cost(p))
		if p.Play(m) != nil {
			continue
		}
		dst = append(dst, m)
		b.addWork(chainCost * p.Forced())
		p.Undo()
	}
	return dst
}

// touches reports whether c is empty and has a neighbour, before an error says
// so at some cost.
func touches(p *trax.Position, c trax.Cell) bool {
	if p.At(c) != trax.Empty {
		return false
	}
	for s := trax.Right; s <= trax.Bottom; s++ {
		if p.At(ahead(trax.End{Cell: c, Side: s})) != trax.Empty {
			return true
		}
	}
	return false
}
