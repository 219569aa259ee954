package trax

import (
	"maps"
	"slices"
)

// chunks numbers the cells of a grid that holds only what tiles need: squares
// of chunkSide cells, made when a tile comes near and kept until the position
// is reset. The cells of a chunk follow one another, row after row.
//
// Chunk 0 is nowhere: its cell 0 stands for all cells that have not been
// needed. It is empty, sees nothing, and is never written.
type chunks struct {
	at      []point          // the chunk with this number lies there, in chunks
	numbers map[point]uint32 // and back
}

const (
	chunkBits  = 1
	chunkSide  = 1 << chunkBits
	chunkCells = chunkSide * chunkSide
)

func newChunks() grid {
	return grid{
		squares: make([]square, chunkCells),
		ends:    make([]uint32, 4*chunkCells),
		links:   make([][4]uint32, chunkCells),
		parts:   &chunks{at: make([]point, 1), numbers: map[point]uint32{}},
	}
}

func (k *chunks) clone() *chunks {
	return &chunks{at: slices.Clone(k.at), numbers: maps.Clone(k.numbers)}
}

// index returns the cell at a point, 0 if there is none yet.
func (k *chunks) index(at point) uint32 {
	n := k.numbers[point{at.x >> chunkBits, at.y >> chunkBits}]
	if n == 0 {
		return 0
	}
	return n*chunkCells + uint32(at.y&(chunkSide-1))<<chunkBits + uint32(at.x&(chunkSide-1))
}

// point returns where a cell lies.
func (k *chunks) point(c uint32) point {
	at := k.at[c/chunkCells]
	return point{
		at.x<<chunkBits | int32(c%chunkSide),
		at.y<<chunkBits | int32(c/chunkSide%chunkSide),
	}
}

// steps lead to the neighbours of a cell, in the order of sides.
var steps = [4]point{Right: {1, 0}, Top: {0, -1}, Left: {-1, 0}, Bottom: {0, 1}}

// surround makes the neighbours of c, to which a tile there shows its edges.
func (g *grid) surround(c uint32) {
	for s, n := range g.links[c] {
		if n == 0 {
			g.need(g.parts.point(c).add(int(steps[s].x), int(steps[s].y)))
		}
	}
}

// need returns the cell at a point, made if need be.
func (g *grid) need(at point) uint32 {
	if c := g.parts.index(at); c != 0 {
		return c
	}
	g.grow(point{at.x >> chunkBits, at.y >> chunkBits})
	return g.parts.index(at)
}

// grow makes the chunk at a place counted in chunks, and links it with those
// beside it.
func (g *grid) grow(at point) {
	k := g.parts
	number := uint32(len(k.at))
	k.numbers[at] = number
	k.at = append(k.at, at)
	g.squares = append(g.squares, make([]square, chunkCells)...)
	g.ends = append(g.ends, make([]uint32, 4*chunkCells)...)
	g.links = append(g.links, make([][4]uint32, chunkCells)...)
	for s, step := range steps {
		beyond := k.numbers[at.add(int(step.x), int(step.y))]
		for i := range uint32(chunkCells) {
			g.link(number*chunkCells+i, Side(s), beyond)
		}
	}
}

// link links cell c with its neighbour at side s, and back. Chunk beyond lies
// at that side of its chunk.
func (g *grid) link(c uint32, s Side, beyond uint32) {
	x, y := int32(c%chunkSide)+steps[s].x, int32(c/chunkSide%chunkSide)+steps[s].y
	chunk := c / chunkCells
	if x&(chunkSide-1) != x || y&(chunkSide-1) != y {
		chunk = beyond
	}
	if chunk != 0 {
		n := chunk*chunkCells + uint32(y&(chunkSide-1))<<chunkBits + uint32(x&(chunkSide-1))
		g.links[c][s], g.links[n][s.Opposite()] = n, c
	}
}
