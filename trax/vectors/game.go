package vectors

import (
	"hash/crc32"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// game is a position together with what vectors say about it: the moves that
// lead to it as text, and how far it has grown from its first tile.
type game struct {
	board torus
	pos   *trax.Position
	text  []byte // the moves, separated by spaces
	// marks[i] is the state before ply i+1, for undo.
	marks       []mark
	left, above int // columns left of and rows above the first tile

	// What many vectors of a position say, made once.
	known   bool
	sum     uint32 // of the board
	quoted  []byte // text as a JSON string
	scratch []byte
}

type mark struct{ text, left, above int }

func newGame(b Board) *game { return &game{board: torus{b}, pos: trax.NewPosition()} }

// reset goes back to the empty board.
func (g *game) reset() {
	g.pos.Reset()
	g.text, g.marks = g.text[:0], g.marks[:0]
	g.left, g.above, g.known = 0, 0, false
}

// play plays a legal move. It returns whether it was one.
func (g *game) play(m trax.Move) bool {
	if g.pos.Play(m) != nil {
		return false
	}
	g.played(m)
	return true
}

// played notes a move that the position has just played.
func (g *game) played(m trax.Move) {
	g.marks = append(g.marks, mark{len(g.text), g.left, g.above})
	if g.pos.Ply() > 1 {
		g.text = append(g.text, ' ')
		if m.Cell.Col == 0 {
			g.left++
		}
		if m.Cell.Row == 0 {
			g.above++
		}
	}
	g.text = m.Append(g.text)
	g.known = false
}

// undo takes the last move back.
func (g *game) undo() {
	g.pos.Undo()
	last := g.marks[len(g.marks)-1]
	g.marks = g.marks[:len(g.marks)-1]
	g.text, g.left, g.above, g.known = g.text[:last.text], last.left, last.above, false
}

// status returns the status of a move by the rules. The position stays as it is.
func (g *game) status(m trax.Move) Status {
	reason, err := g.pos.PlayReason(m)
	if reason == "" && err == nil {
		g.pos.Undo()
	}
	return statusOf(reason)
}

// over reports whether the game has ended.
func (g *game) over() bool { return g.pos.Outcome().Over }

// crc is the CRC-32 of the board's text, each row ended by a line feed.
func (g *game) crc() uint32 {
	g.describe()
	return g.sum
}

// asJSON is the moves as a JSON string.
func (g *game) asJSON() []byte {
	g.describe()
	return g.quoted
}

func (g *game) describe() {
	if g.known {
		return
	}
	g.known = true
	g.quoted = vectors.AppendString(g.quoted[:0], g.text)
	g.scratch = g.scratch[:0]
	for row := 1; row <= g.pos.Height(); row++ {
		for col := 1; col <= g.pos.Width(); col++ {
			g.scratch = append(g.scratch, g.pos.At(trax.Cell{Col: col, Row: row}).Letter())
		}
		g.scratch = append(g.scratch, '\n')
	}
	g.sum = crc32.ChecksumIEEE(g.scratch)
}

// full returns the side at which a tile at c would need a column or row that
// the board has no room for.
func (g *game) full(c trax.Cell) (trax.Side, bool) {
	w, h := g.pos.Width(), g.pos.Height()
	switch {
	case h == 0:
		return 0, false
	case c.Col == 0 && w == g.board.width():
		return trax.Left, true
	case c.Col > w && w == g.board.width():
		return trax.Right, true
	case c.Row == 0 && h == g.board.height():
		return trax.Top, true
	case c.Row > h && h == g.board.height():
		return trax.Bottom, true
	}
	return 0, false
}

// sees returns the pattern of edges around a cell: bits 0..3 the sides with a
// red edge, 4..7 those with a white one.
func sees(p *trax.Position, c trax.Cell) (pat int) {
	for s := trax.Right; s <= trax.Bottom; s++ {
		if t := p.At(beside(c, s)); t != trax.Empty {
			pat |= edgeBit(s, t.ColorAt(s.Opposite()))
		}
	}
	return pat
}

func edgeBit(s trax.Side, c trax.Color) int {
	if c == trax.Red {
		return 1 << s
	}
	return 1 << (s + 4)
}

// beside is the neighbour of c at side s.
func beside(c trax.Cell, s trax.Side) trax.Cell {
	switch s {
	case trax.Right:
		c.Col++
	case trax.Top:
		c.Row--
	case trax.Left:
		c.Col--
	default:
		c.Row++
	}
	return c
}
