package playertest

import (
	"math/bits"

	"github.com/loopline/loopline/trax"
)

// Baiting prefers moves that leave the player a bait: a move that only forced play forbids, and that
// would close a loop of its colour otherwise. A player that ignores contradictions and takes a win
// when it sees one plays it.
func Baiting() Policy {
	var moves []trax.Move
	var l bait
	return func(_ trax.Move, _ int, after *trax.Position) int {
		moves = after.AppendForcedIllegal(moves[:0])
		value := min(len(moves), 999)
		if n := l.count(after, moves); n > 0 {
			value += 1000 * (1 + n)
		}
		return value
	}
}

// bait finds forbidden moves that look like wins. It plays a turn like a player that leaves a cell
// with a contradiction empty.
type bait struct {
	position *trax.Position
	tiles    map[trax.Cell]trax.Tile // of the turn
	placed   []trax.Cell
}

// count returns how many of the moves, all forbidden by forced play alone, look like a win for the side
// to move.
func (l *bait) count(p *trax.Position, forbidden []trax.Move) (n int) {
	l.position = p
	for _, m := range forbidden {
		if l.looksWinning(m, p.Turn()) {
			n++
		}
	}
	return n
}

func (l *bait) looksWinning(m trax.Move, color trax.Color) bool {
	if l.tiles == nil {
		l.tiles = map[trax.Cell]trax.Tile{}
	}
	clear(l.tiles)
	l.placed = l.placed[:0]
	l.put(m.Cell, l.oriented(m))
	for i := 0; i < len(l.placed) && i < maxTrail; i++ {
		for s := range trax.Side(sides) {
			l.force(step(l.placed[i], s))
		}
	}
	for _, c := range l.placed {
		if l.loop(c, color) {
			return true
		}
	}
	return false
}

// sides counts the edges of a cell; maxTrail bounds the search.
const (
	sides    = 4
	maxTrail = 1000
)

func step(c trax.Cell, s trax.Side) trax.Cell {
	switch s {
	case trax.Right:
		c.Col++
	case trax.Left:
		c.Col--
	case trax.Top:
		c.Row--
	default:
		c.Row++
	}
	return c
}

func (l *bait) at(c trax.Cell) trax.Tile {
	if t := l.tiles[c]; t != trax.Empty {
		return t
	}
	return l.position.At(c)
}

func (l *bait) put(c trax.Cell, t trax.Tile) {
	l.tiles[c] = t
	l.placed = append(l.placed, c)
}

// around counts the red and the white edges that enter a cell.
func (l *bait) around(c trax.Cell) (red, white trax.Tile) {
	for s := range trax.Side(sides) {
		switch t := l.at(step(c, s)); {
		case t == trax.Empty:
		case t.ColorAt(s.Opposite()) == trax.Red:
			red |= 1 << s
		default:
			white |= 1 << s
		}
	}
	return red, white
}

// oriented returns the tile of a move that fits.
func (l *bait) oriented(m trax.Move) trax.Tile {
	red, white := l.around(m.Cell)
	for _, t := range [...]trax.Tile{
		trax.PlusRed, trax.PlusWhite, trax.SlashRed, trax.SlashWhite, trax.BackslashRed, trax.BackslashWhite,
	} {
		if t.Shape() == m.Shape && t&(red|white) == red {
			return t
		}
	}
	return trax.PlusRed // it would not fit
}

// force fills a cell that two edges of one colour enter.
func (l *bait) force(c trax.Cell) {
	if l.at(c) != trax.Empty {
		return
	}
	red, white := l.around(c)
	switch r, w := edges(red), edges(white); {
	case r > 2 || w > 2: // a contradiction
	case r == 2:
		l.put(c, red)
	case w == 2:
		l.put(c, (1<<sides-1)&^white)
	}
}

func edges(t trax.Tile) int { return bits.OnesCount8(uint8(t)) }

// loop reports whether the track of a colour through a cell is a loop.
func (l *bait) loop(c trax.Cell, color trax.Color) bool {
	t := l.at(c)
	out := trax.Right
	for t.ColorAt(out) != color {
		out++
	}
	at, from := c, t.Mate(out)
	for range maxTrail {
		at = step(at, out)
		if t = l.at(at); t == trax.Empty {
			return false
		}
		if at == c && out.Opposite() == from {
			return true
		}
		out = t.Mate(out.Opposite())
	}
	return false
}
