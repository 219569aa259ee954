package bots

import "github.com/loopline/loopline/games/chaser"

// ground is what a bot knows of the map, counted from where it began. It takes
// the map to be as large as those of the contests until it sees more.
type ground struct {
	cells                    []uint8
	left, right, top, bottom int // columns and rows in which there is an open cell
}

// groundSide is how wide and how tall it is: no map is larger than half of it.
const groundSide = 2 * (chaser.MaxSide + 1)

// What lies on a cell of the ground.
const (
	unknown uint8 = iota
	free
	wall
	prize
)

func newGround() *ground {
	const middle = groundSide / 2
	return &ground{make([]uint8, groundSide*groundSide), middle, middle, middle, middle}
}

// home is the spot where the bot began.
const home = spot(groundSide/2*groundSide + groundSide/2)

// spot is a cell of the ground. Sums of spots and offsets may leave it; what is
// there is a wall.
type spot int

func (p spot) column() int { return int(p) % groundSide }
func (p spot) row() int    { return int(p) / groundSide }

// offset is a step in a direction.
var offset = [4]spot{chaser.Up: -groundSide, chaser.Right: 1, chaser.Left: -1, chaser.Down: groundSide}

// around is the offset of a cell of a square window.
func around(i int) spot { return spot((i/3-1)*groundSide + i%3 - 1) }

// at is what lies on a cell: a wall, too, where there cannot be any map.
func (g *ground) at(p spot) uint8 {
	if uint(p) >= uint(len(g.cells)) {
		return wall
	}
	if what := g.cells[p]; what != unknown {
		return what
	}
	x, y := p.column(), p.row()
	width, height := size(g.right-g.left+1, chaser.ContestWidth), size(g.bottom-g.top+1, chaser.ContestHeight)
	if max(g.right, x)-min(g.left, x) >= width || max(g.bottom, y)-min(g.top, y) >= height {
		return wall
	}
	return unknown
}

// wideMap is how wide the larger maps of contests are.
const wideMap = 23

// size is how wide or tall a map may be of which so much is seen.
func size(seen, usual int) int {
	switch {
	case seen <= usual:
		return usual
	case seen <= wideMap:
		return wideMap
	}
	return chaser.MaxSide
}

// note takes in one cell of a window. The opponent hides what lies under it.
func (g *ground) note(p spot, seen uint8) {
	if uint(p) >= uint(len(g.cells)) {
		return
	}
	switch {
	case seen == block:
		g.cells[p] = wall
		return
	case seen == item:
		g.cells[p] = prize
	case seen == floor || g.cells[p] == unknown:
		g.cells[p] = free
	}
	g.left, g.right = min(g.left, p.column()), max(g.right, p.column())
	g.top, g.bottom = min(g.top, p.row()), max(g.bottom, p.row())
}

// shut reports whether a cell has walls on all sides.
func (g *ground) shut(p spot) bool {
	for _, o := range offset {
		if g.at(p+o) != wall {
			return false
		}
	}
	return true
}
