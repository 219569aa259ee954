package bots

import "github.com/loopline/loopline/games/chaser"

// knownMap holds a bot's knowledge of the map, counted from where it began. It assumes
// the size of a contest's map until it sees more.
type knownMap struct {
	cells                    []uint8
	left, right, top, bottom int // columns and rows in which there is an open cell
}

const groundSide = 2 * (chaser.MaxSide + 1)

// What lies on a cell of the ground.
const (
	unknown uint8 = iota
	free
	wall
	prize
)

func newKnownMap() *knownMap {
	const middle = groundSide / 2
	return &knownMap{make([]uint8, groundSide*groundSide), middle, middle, middle, middle}
}

// home is the spot where the bot began.
const home = cell(groundSide/2*groundSide + groundSide/2)

// cell is a cell of the ground. Sums of spots and offsets may leave it; what is
// there is a wall.
type cell int

func (p cell) column() int { return int(p) % groundSide }
func (p cell) row() int    { return int(p) / groundSide }

// offset is a step in a direction.
var offset = [4]cell{chaser.Up: -groundSide, chaser.Right: 1, chaser.Left: -1, chaser.Down: groundSide}

// around is the offset of a cell of a square window.
func around(i int) cell { return cell((i/3-1)*groundSide + i%3 - 1) }

func (g *knownMap) at(p cell) uint8 {
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

const wideMap = 23

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
func (g *knownMap) note(p cell, seen uint8) {
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
func (g *knownMap) shut(p cell) bool {
	for _, o := range offset {
		if g.at(p+o) != wall {
			return false
		}
	}
	return true
}
