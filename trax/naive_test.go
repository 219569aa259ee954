package trax_test

import (
	"sort"
	"strings"

	. "github.com/loopline/loopline/trax"
)

// naive is a second implementation of the rules, written to be seen through
// and not to be fast: a map of cells, forced play by looking at every cell
// again and again, loops and lines by walking every track.
type naive struct {
	tiles map[point]byte // letter
	ply   int
	over  bool

	winner    string
	completed []string
	forced    int
}

type point struct{ x, y int }

// edges spells the colours right, top, left, bottom of each letter.
var edges = map[byte]string{
	'P': "rwrw", 'p': "wrwr", 'S': "rwwr", 's': "wrrw", 'B': "rrww", 'b': "wwrr",
}

var around = [4]point{{1, 0}, {0, -1}, {-1, 0}, {0, 1}}

func (p point) next(side int) point { return point{p.x + around[side].x, p.y + around[side].y} }

func newNaive() *naive { return &naive{tiles: map[point]byte{}} }

func (n *naive) box() (x0, y0, x1, y1 int) {
	first := true
	for p := range n.tiles {
		if first {
			x0, x1, y0, y1, first = p.x, p.x, p.y, p.y, false
		}
		x0, x1, y0, y1 = min(x0, p.x), max(x1, p.x), min(y0, p.y), max(y1, p.y)
	}
	return
}

// seen returns the four edges that a cell is shown, '.' where it is shown none.
func (n *naive) seen(p point) string {
	var b strings.Builder
	for side := range 4 {
		if t, ok := n.tiles[p.next(side)]; ok {
			b.WriteByte(edges[t][(side+2)%4])
		} else {
			b.WriteByte('.')
		}
	}
	return b.String()
}

func matches(tile byte, seen string) bool {
	for side := range 4 {
		if seen[side] != '.' && seen[side] != edges[tile][side] {
			return false
		}
	}
	return true
}

var letters = map[Shape]string{Plus: "Pp", Slash: "Ss", Backslash: "Bb"}

// play returns the reason why m is illegal, or nothing.
func (n *naive) play(m Move) Reason {
	if n.over {
		return GameOver
	}
	x0, y0, x1, y1 := n.box()
	at := point{x0 + m.Cell.Col - 1, y0 + m.Cell.Row - 1}
	before := map[point]byte{}
	for p, t := range n.tiles {
		before[p] = t
	}
	if n.ply == 0 {
		if m != (Move{Shape: Plus}) && m != (Move{Shape: Slash}) {
			return FirstMove
		}
		n.tiles[at] = letters[m.Shape][0]
	} else {
		if at.x < x0-1 || at.y < y0-1 || at.x > x1+1 || at.y > y1+1 {
			return OffBoard
		}
		if _, ok := n.tiles[at]; ok {
			return Occupied
		}
		if n.seen(at) == "...." {
			return Isolated
		}
		for _, t := range []byte(letters[m.Shape]) {
			if matches(t, n.seen(at)) {
				n.tiles[at] = t
			}
		}
		if _, ok := n.tiles[at]; !ok {
			return Colour
		}
	}
	placed := []point{at}
	for more := true; more; {
		more = false
		x0, y0, x1, y1 := n.box()
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				p := point{x, y}
				if _, ok := n.tiles[p]; ok {
					continue
				}
				seen := n.seen(p)
				if strings.Count(seen, "r") > 2 || strings.Count(seen, "w") > 2 {
					n.tiles = before
					return ForcedPlay
				}
				if strings.Count(seen, "r") < 2 && strings.Count(seen, "w") < 2 {
					continue
				}
				for t := range edges {
					if matches(t, seen) {
						n.tiles[p] = t
					}
				}
				placed = append(placed, p)
				more = true
			}
		}
	}
	n.forced = len(placed) - 1
	n.ply++
	n.judge()
	return ""
}

// judge walks both tracks of every tile.
func (n *naive) judge() {
	done := map[string]bool{}
	for p := range n.tiles {
		for _, color := range "rw" {
			if what := n.walk(p, byte(color)); what != "" {
				done[map[rune]string{'r': "red-", 'w': "white-"}[color]+what] = true
			}
		}
	}
	n.completed = []string{}
	for name := range done {
		n.completed = append(n.completed, name)
	}
	sort.Strings(n.completed)
	white := done["white-loop"] || done["white-line"]
	red := done["red-loop"] || done["red-line"]
	mover := []string{"red", "white"}[n.ply%2]
	switch {
	case white && red:
		n.winner = mover
	case white:
		n.winner = "white"
	case red:
		n.winner = "red"
	}
	n.over = white || red
}

// walk follows the track of one colour through p both ways.
func (n *naive) walk(p point, color byte) string {
	x0, y0, x1, y1 := n.box()
	rim := map[int]bool{}
	for start := range 4 {
		if edges[n.tiles[p]][start] != color {
			continue
		}
		at, side := p, start
		for {
			to := at.next(side)
			t, ok := n.tiles[to]
			if !ok {
				out := side == 0 && at.x == x1 || side == 1 && at.y == y0 ||
					side == 2 && at.x == x0 || side == 3 && at.y == y1
				if out {
					rim[side] = true
				}
				break
			}
			at = to
			back := (side + 2) % 4
			for s := range 4 {
				if s != back && edges[t][s] == color {
					side = s
					break
				}
			}
			if at == p && side == start {
				return "loop"
			}
		}
	}
	if rim[0] && rim[2] && x1-x0 >= 7 || rim[1] && rim[3] && y1-y0 >= 7 {
		return "line"
	}
	return ""
}

// rows draws the board.
func (n *naive) rows() []string {
	rows := []string{}
	if len(n.tiles) == 0 {
		return rows
	}
	x0, y0, x1, y1 := n.box()
	for y := y0; y <= y1; y++ {
		line := make([]byte, 0, x1-x0+1)
		for x := x0; x <= x1; x++ {
			t, ok := n.tiles[point{x, y}]
			if !ok {
				t = '.'
			}
			line = append(line, t)
		}
		rows = append(rows, string(line))
	}
	return rows
}

// moves tries every notation in and around the box.
func (n *naive) moves() (legal, forcedIllegal []Move) {
	x0, y0, x1, y1 := n.box()
	for row := 0; row <= y1-y0+2; row++ {
		for col := 0; col <= x1-x0+2; col++ {
			for _, s := range []Shape{Plus, Slash, Backslash} {
				m := Move{Cell{col, row}, s}
				c := &naive{tiles: map[point]byte{}, ply: n.ply, over: n.over}
				for p, t := range n.tiles {
					c.tiles[p] = t
				}
				switch c.play(m) {
				case "":
					legal = append(legal, m)
				case ForcedPlay:
					forcedIllegal = append(forcedIllegal, m)
				}
			}
		}
	}
	return legal, forcedIllegal
}
