package chaser

import "strings"

// naive is the game once more, as the rules say it and as slowly as they do: a
// drawing of the map, looked up cell by cell.
type naive struct {
	lines []string // one rune a cell
	at    map[string][2]int
	got   map[string]int
	turns int
	moves []string // that were judged
	over  string   // who won, DRAW, or empty
}

func newNaive(m *Map, turns int) *naive {
	n := &naive{
		at:    map[string][2]int{"C": {m.Start[0].X, m.Start[0].Y}, "H": {m.Start[1].X, m.Start[1].Y}},
		got:   map[string]int{},
		turns: turns,
	}
	for _, row := range m.Rows {
		line := ""
		for _, c := range row {
			line += string(rune('0' + c))
		}
		n.lines = append(n.lines, line)
	}
	n.timeUp()
	return n
}

func other(who string) string {
	if who == "C" {
		return "H"
	}
	return "C"
}

func (n *naive) who() string {
	if len(n.moves)%2 == 0 {
		return "C"
	}
	return "H"
}

// raw is the digit on a cell; what is off the map is a block.
func (n *naive) raw(x, y int) string {
	if y < 0 || y >= len(n.lines) || x < 0 || x >= len(n.lines[y]) {
		return "2"
	}
	return n.lines[y][x : x+1]
}

func (n *naive) set(x, y int, digit string) {
	if y >= 0 && y < len(n.lines) && x >= 0 && x < len(n.lines[y]) {
		n.lines[y] = n.lines[y][:x] + digit + n.lines[y][x+1:]
	}
}

func (n *naive) seen(who string, x, y int) string {
	if n.at[other(who)] == [2]int{x, y} {
		return "1"
	}
	return n.raw(x, y)
}

func (n *naive) square(who string, x, y int) string {
	s := n.seen
	return s(who, x-1, y-1) + s(who, x, y-1) + s(who, x+1, y-1) +
		s(who, x-1, y) + s(who, x, y) + s(who, x+1, y) +
		s(who, x-1, y+1) + s(who, x, y+1) + s(who, x+1, y+1)
}

func (n *naive) around(who string) string { return n.square(who, n.at[who][0], n.at[who][1]) }

// play plays two letters and returns the ten digits that answer them.
func (n *naive) play(method string) string {
	who := n.who()
	x, y := n.at[who][0], n.at[who][1]
	step := map[byte][2]int{'u': {0, -1}, 'd': {0, 1}, 'l': {-1, 0}, 'r': {1, 0}}[method[1]]
	dx, dy := step[0], step[1]
	answer := ""
	switch method[0] {
	case 'w':
		n.at[who] = [2]int{x + dx, y + dy}
		if n.seen(who, x+dx, y+dy) == "3" {
			n.got[who]++
			n.set(x+dx, y+dy, "0")
			n.set(x, y, "2")
		}
	case 'p':
		n.set(x+dx, y+dy, "2")
	case 'l':
		answer = n.square(who, x+2*dx, y+2*dy)
	case 's':
		for i := 1; i <= 9; i++ {
			answer += n.seen(who, x+i*dx, y+i*dy)
		}
	}
	if answer == "" {
		answer = n.around(who)
	}
	n.moves = append(n.moves, method)
	switch {
	case n.dead(other(who)):
		n.over = map[string]string{"C": "COOL", "H": "HOT"}[who]
	case n.dead(who):
		n.over = map[string]string{"H": "COOL", "C": "HOT"}[who]
	default:
		n.timeUp()
	}
	if n.over != "" {
		return "0" + answer
	}
	return "1" + answer
}

func (n *naive) dead(who string) bool {
	x, y := n.at[who][0], n.at[who][1]
	sides := n.seen(who, x, y-1) + n.seen(who, x, y+1) + n.seen(who, x-1, y) + n.seen(who, x+1, y)
	return n.raw(x, y) == "2" || sides == "2222"
}

func (n *naive) timeUp() {
	if len(n.moves) != 2*n.turns {
		return
	}
	n.over = "DRAW"
	if n.got["C"] > n.got["H"] {
		n.over = "COOL"
	}
	if n.got["H"] > n.got["C"] {
		n.over = "HOT"
	}
}

func (n *naive) field() string { return strings.Join(n.lines, "/") }
