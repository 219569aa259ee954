package engine

import "github.com/loopline/loopline/trax"

// zobrist keeps the Zobrist key of the position while a search plays and takes back. A
// Position names cells relative to a bounding box that grows; here they are relative to the
// first tile, so that a cell keeps its name for the whole game.
type zobrist struct {
	levels []zobristLevel
	placed []trax.Placement
}

type zobristLevel struct {
	col, row int // of the first tile, in the current box
	posKey   uint64
}

// setRoot makes the current position the root. Up to maxHashedTiles its key covers all tiles
// and holds for the whole game; above, keys only tell positions below the same root apart.
func (f *zobrist) setRoot(p *trax.Position) {
	first := p.First()
	root := zobristLevel{col: first.Col, row: first.Row}
	f.placed = f.placed[:0]
	if p.Tiles() <= maxHashedTiles {
		f.placed = p.AppendTiles(f.placed)
	}
	for _, t := range f.placed {
		root.posKey ^= root.tileHash(t.Cell, t.Tile)
	}
	if p.Turn() == trax.Red {
		root.posKey ^= sideKey
	}
	f.levels = append(f.levels[:0], root)
}

func (f *zobrist) top() *zobristLevel { return &f.levels[len(f.levels)-1] }

// push updates the key after m, which has just been played on p.
func (f *zobrist) push(p *trax.Position, m trax.Move) {
	next := *f.top()
	if m.Cell.Col == 0 {
		next.col++
	}
	if m.Cell.Row == 0 {
		next.row++
	}
	f.placed = p.AppendPlaced(f.placed[:0])
	for _, t := range f.placed {
		next.posKey ^= next.tileHash(t.Cell, t.Tile)
	}
	next.posKey ^= sideKey
	f.levels = append(f.levels, next)
}

func (f *zobrist) pop() { f.levels = f.levels[:len(f.levels)-1] }

// sideKey is XORed into the Zobrist key of a position with red to move.
const sideKey = 0x9E3779B97F4A7C15

// tileHash returns the number that tile t at c, a cell of the current box, is XORed into the
// Zobrist key with. It is hashed: a table could not cover an unbounded board.
func (l *zobristLevel) tileHash(c trax.Cell, t trax.Tile) uint64 {
	return mix(l.cellKey(c)<<8 | uint64(t))
}

// cellKey packs cell c of the current box into 48 bits that stay the same while the box grows.
// Cells more than 16 million apart may collide.
func (l *zobristLevel) cellKey(c trax.Cell) uint64 {
	return uint64(c.Col-l.col)&0xFFFFFF<<24 | uint64(c.Row-l.row)&0xFFFFFF
}

// moveKey packs a move of the current box into a number that stays the same while the box
// grows. It is never 0.
func (l *zobristLevel) moveKey(m trax.Move) uint64 {
	return l.cellKey(m.Cell)<<8 | uint64(m.Shape)
}

// moveFromKey returns the inverse of moveKey.
func (l *zobristLevel) moveFromKey(tag uint64) trax.Move {
	col, row := int(int64(tag<<8)>>40), int(int32(tag)>>8)
	return trax.Move{Cell: trax.Cell{Col: col + l.col, Row: row + l.row}, Shape: trax.Shape(tag)}
}

// mix returns the finalizer of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
