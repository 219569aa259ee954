package vectors

import (
	"math/bits"

	"github.com/loopline/loopline/trax"
)

// classifyContradiction plays a turn that forced play forbids up to its contradiction,
// first come first served with neighbours in the order right, top, left,
// bottom. Where and when a contradiction shows depends on that order; that it
// does, does not. This is rare enough to be done on a map.
func (e *turnGenerator) classifyContradiction(g *game) {
	c := &contradictingTurn{g: g, tiles: map[trax.Cell]trax.Tile{}}
	pat := c.run(e.t.m)
	e.t.classes.Add(catalogue.contradiction[pat])
	e.t.classes.Add(catalogue.after[min(len(c.tiles)-1, longestContradiction)])
	e.when(c.looped(), "clash.over")
}

// contradictingTurn is a turn in play on top of g's position.
type contradictingTurn struct {
	g     *game
	tiles map[trax.Cell]trax.Tile
	queue []trax.Cell
}

// run places tiles until a cell sees three edges of one colour, and returns
// what that cell sees.
func (c *contradictingTurn) run(m trax.Move) int {
	t := fitting(c.sees(m.Cell), m.Shape)
	c.queue = append(c.queue, m.Cell)
	for i := 0; i < len(c.queue); i++ {
		cell := c.queue[i]
		if i > 0 {
			if c.at(cell) != trax.Empty {
				continue // queued twice
			}
			t = fittingTwo(c.sees(cell))
		}
		c.tiles[cell] = t
		for s := trax.Right; s <= trax.Bottom; s++ {
			n := beside(cell, s)
			if c.at(n) != trax.Empty {
				continue
			}
			pat := c.sees(n)
			switch most(pat) {
			case 0, 1:
			case 2:
				c.queue = append(c.queue, n)
			default:
				return pat
			}
		}
	}
	return 0
}

func (c *contradictingTurn) at(cell trax.Cell) trax.Tile {
	if t, ok := c.tiles[cell]; ok {
		return t
	}
	return c.g.pos.At(cell)
}

func (c *contradictingTurn) sees(cell trax.Cell) (pat int) {
	for s := trax.Right; s <= trax.Bottom; s++ {
		if t := c.at(beside(cell, s)); t != trax.Empty {
			pat |= edgeBit(s, t.ColorAt(s.Opposite()))
		}
	}
	return pat
}

// looped reports whether one of the tiles placed so far closed a loop.
func (c *contradictingTurn) looped() bool {
	for start := range c.tiles {
		for s := trax.Right; s <= trax.Bottom; s++ {
			cell, side := start, s
			for {
				cell = beside(cell, side)
				t := c.at(cell)
				if t == trax.Empty {
					break
				}
				side = t.Mate(side.Opposite())
				if cell == start {
					if side == s {
						return true
					}
					// The other track of the same tile: go on.
				}
			}
		}
	}
	return false
}

// most is the greater of the numbers of red and white edges.
func most(pat int) int {
	return max(bits.OnesCount8(uint8(pat)&15), bits.OnesCount8(uint8(pat)>>4))
}

// fitting is the tile of a shape that fits a pattern. It must exist.
func fitting(pat int, shape trax.Shape) trax.Tile {
	for _, t := range allTiles {
		if t.Shape() == shape && fits(pat, t) {
			return t
		}
	}
	return trax.Empty
}

// fittingTwo is the tile that a pattern with two edges of a colour forces.
func fittingTwo(pat int) trax.Tile {
	for _, t := range allTiles {
		if fits(pat, t) {
			return t
		}
	}
	return trax.Empty
}

func fits(pat int, t trax.Tile) bool {
	red := int(t)
	return pat&15&^red == 0 && pat>>4&red == 0
}

// allTiles are the six tiles.
var allTiles = [...]trax.Tile{
	trax.PlusRed, trax.PlusWhite, trax.SlashRed, trax.SlashWhite,
	trax.BackslashRed, trax.BackslashWhite,
}
