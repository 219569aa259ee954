package engine

import "github.com/loopline/loopline/trax"

// frame keeps the board's origin and key while a search plays and takes back.
// A position names cells relative to a bounding box that grows; the frame
// names them relative to the first tile, so that a cell keeps its name.
type frame struct {
	levels []level
	placed []trax.Placement
}

// level is the frame after a ply.
type level struct {
	col, row int // of the first tile, in the current box
	key      uint64
}

// anchor makes the current position the root. Names hold for the whole game, and
// so do keys while the root has few tiles. Those of a crowded board tell apart
// positions below one root alone.
func (f *frame) anchor(p *trax.Position) {
	first := p.First()
	root := level{col: first.Col, row: first.Row}
	f.placed = f.placed[:0]
	if p.Tiles() <= crowdedTiles {
		f.placed = p.AppendTiles(f.placed)
	}
	for _, t := range f.placed {
		root.key ^= root.tileKey(t.Cell, t.Tile)
	}
	if p.Turn() == trax.Red {
		root.key ^= turnKey
	}
	f.levels = append(f.levels[:0], root)
}

// top returns the current level.
func (f *frame) top() *level { return &f.levels[len(f.levels)-1] }

// push follows move m, which has just been played on p.
func (f *frame) push(p *trax.Position, m trax.Move) {
	next := *f.top()
	if m.Cell.Col == 0 {
		next.col++
	}
	if m.Cell.Row == 0 {
		next.row++
	}
	f.placed = p.AppendPlaced(f.placed[:0])
	for _, t := range f.placed {
		next.key ^= next.tileKey(t.Cell, t.Tile)
	}
	next.key ^= turnKey
	f.levels = append(f.levels, next)
}

// pop follows an undo.
func (f *frame) pop() { f.levels = f.levels[:len(f.levels)-1] }

// turnKey tells the sides to move apart.
const turnKey = 0x9E3779B97F4A7C15

// tileKey returns the share of tile t at c, a cell of the current box, in a
// position's key.
func (l *level) tileKey(c trax.Cell, t trax.Tile) uint64 {
	return mix(l.name(c)<<8 | uint64(t))
}

// name packs cell c of the current box into 48 bits that stay the same while
// the box grows. Cells more than 16 million apart may share a name.
func (l *level) name(c trax.Cell) uint64 {
	return uint64(c.Col-l.col)&0xFFFFFF<<24 | uint64(c.Row-l.row)&0xFFFFFF
}

// tag names move m of the current box in the same way. No tag is 0.
func (l *level) tag(m trax.Move) uint64 {
	return l.name(m.Cell)<<8 | uint64(m.Shape)
}

// moveOf is the inverse of tag.
func (l *level) moveOf(tag uint64) trax.Move {
	col, row := int(int64(tag<<8)>>40), int(int32(tag)>>8)
	return trax.Move{Cell: trax.Cell{Col: col + l.col, Row: row + l.row}, Shape: trax.Shape(tag)}
}

// mix spreads the bits of x over the whole word.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
