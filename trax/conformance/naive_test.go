package conformance_test

import (
	"math/rand/v2"
	"strings"

	"github.com/loopline/loopline/trax"
)

// fault is one rule that a naive player has wrong. The zero fault is none.
type fault struct {
	name string

	// How it chooses: by chance, unless it takes the first move or a win.
	inOrder, takesWins bool

	// Moves of its own.
	first, isolated, occupied bool
	small                     bool // letters

	// Notation.
	stuckLeft, stuckTop          bool // the origin does not move
	readLetters, readDigits      bool
	writeLetters                 bool
	keepsBoard                   bool // from one game to the next
	wrap                         int  // columns and rows of its board; 0 is no limit
	answersAll                   bool // also after the end
	noForced, oneStep, noThird   bool
	queue                        int // forced tiles that fit; 0 is no limit
	noContradiction, onlyFour    bool
	noLoop, smallLoops, nearLoop bool
	noLine, noAcross, noDown     bool
	nearLine, straightLine       bool
	lineOver                     int // cells of a line; 0 is 8
	lineInside                   bool
	moverOnly, otherOnly         bool
	notColour                    bool

	opens bool // it knows the line -O
}

type cell struct{ x, y int }

// steps are the neighbours by trax.Side.
var steps = [4]cell{{1, 0}, {0, -1}, {-1, 0}, {0, 1}}

func (c cell) to(s int) cell { return cell{c.x + steps[s].x, c.y + steps[s].y} }

// naive is a player that shares no code with the rules: it moves by chance.
type naive struct {
	fault
	rng     *rand.Rand
	tiles   map[cell]trax.Tile
	low     cell // of the box
	high    cell
	placed  []cell // in this turn
	color   trax.Color
	turn    trax.Color
	playing bool
	games   int
	done    [2]bool  // what the last turn completed, by colour
	opening []string // of the next game
}

func newNaive(f fault, seed uint64) *naive {
	n := &naive{fault: f, rng: rand.New(rand.NewPCG(seed, 7))}
	n.reset()
	return n
}

func (n *naive) reset() {
	n.tiles, n.low, n.high, n.turn = map[cell]trax.Tile{}, cell{}, cell{-1, -1}, trax.White
}

// answer answers one line of the protocol, with nothing if none is due.
func (n *naive) answer(line string) string {
	switch line {
	case "-T":
		return "NV"
	case "-W", "-B":
		if n.games++; !n.keepsBoard || n.games == 1 {
			n.reset()
		}
		n.playing, n.color = true, trax.White
		if line == "-B" {
			n.color = trax.Red
		}
		for _, move := range n.opening {
			if !n.read(move) {
				return ""
			}
		}
		n.opening = nil
		if n.turn == n.color {
			return n.move()
		}
		return ""
	}
	if moves, is := strings.CutPrefix(line, "-O "); is && n.opens {
		n.opening = strings.Fields(moves)
		return ""
	}
	if !n.playing || !n.read(line) || !n.playing && !n.answersAll {
		return ""
	}
	return n.move()
}

// read plays a move of the notation. It reports whether the player takes it for a legal one.
func (n *naive) read(move string) bool {
	col, row, shape := n.parse(move)
	c := n.at(col, row)
	t := n.fits(c, shape)
	if t == trax.Empty || !n.play(c, t) {
		n.playing = false
		return false
	}
	return true
}

// parse reads a move: column and row relative to the box.
func (n *naive) parse(line string) (col, row int, shape byte) {
	i := 0
	for ; i < len(line) && line[i] >= '@'; i++ {
		if n.readLetters && i > 0 {
			continue
		}
		col = col*26 + int(line[i]-'@')
	}
	for ; i < len(line)-1; i++ {
		row = row*10 + int(line[i]-'0')
		if n.readDigits {
			row %= 10
		}
	}
	return col, row, line[len(line)-1]
}

// at is the cell of a column and a row of the notation.
func (n *naive) at(col, row int) cell {
	if len(n.tiles) == 0 {
		return cell{}
	}
	return cell{n.low.x + col - 1, n.low.y + row - 1}
}

// text writes a move.
func (n *naive) text(c cell, shape byte) string {
	col, row := c.x-n.low.x+1, c.y-n.low.y+1
	if len(n.tiles) == 0 {
		col, row = 0, 0
	}
	letters := ""
	switch {
	case col == 0:
		letters = "@"
	case n.writeLetters:
		letters = string(rune('@' + col))
	default:
		for ; col > 0; col = (col - 1) / 26 {
			letters = string(rune('A'+(col-1)%26)) + letters
		}
	}
	digits := ""
	for rest := row; rest > 0 || digits == ""; rest /= 10 {
		digits = string(rune('0'+rest%10)) + digits
	}
	if n.small {
		letters = strings.ToLower(letters)
	}
	return letters + digits + string(shape)
}

func (n *naive) key(c cell) cell {
	if n.wrap > 0 {
		return cell{((c.x % n.wrap) + n.wrap) % n.wrap, ((c.y % n.wrap) + n.wrap) % n.wrap}
	}
	return c
}

func (n *naive) tile(c cell) trax.Tile { return n.tiles[n.key(c)] }

// around returns the red and the white edges that enter a cell.
func (n *naive) around(c cell) (red, white trax.Tile) {
	for s := range 4 {
		t := n.tile(c.to(s))
		switch {
		case t == trax.Empty:
		case t.ColorAt(trax.Side(s).Opposite()) == trax.Red:
			red |= 1 << s
		default:
			white |= 1 << s
		}
	}
	return red, white
}

// fits returns the tile that a shape is at a cell; Empty if there is none.
func (n *naive) fits(c cell, shape byte) trax.Tile {
	red, white := n.around(c)
	if len(n.tiles) == 0 {
		return map[byte]trax.Tile{'+': trax.PlusRed, '/': trax.SlashRed, '\\': trax.BackslashRed}[shape]
	}
	if n.tile(c) != trax.Empty && !n.occupied || red|white == 0 && !n.isolated {
		return trax.Empty
	}
	for _, t := range []trax.Tile{
		trax.PlusRed, trax.PlusWhite, trax.SlashRed, trax.SlashWhite, trax.BackslashRed, trax.BackslashWhite,
	} {
		if byte(t.Shape()) == shape && (t&(red|white) == red || n.notColour) {
			return t
		}
	}
	return trax.Empty
}

// move makes a move by chance.
func (n *naive) move() string {
	all := n.rim()
	shapes := []byte(`+/\`)
	if len(n.tiles) == 0 && !n.first {
		all, shapes = []cell{{}}, []byte(`+/`)
	}
	if n.takesWins {
		if text := n.win(all, shapes); text != "" {
			return text
		}
	}
	if !n.inOrder {
		n.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	for _, c := range all {
		if !n.inOrder {
			n.rng.Shuffle(len(shapes), func(i, j int) { shapes[i], shapes[j] = shapes[j], shapes[i] })
		}
		for _, shape := range shapes {
			if t := n.fits(c, shape); t != trax.Empty {
				text := n.text(c, shape)
				if n.play(c, t) {
					return text
				}
			}
		}
	}
	return ""
}

// win makes the first move that completes its colour, if there is one.
func (n *naive) win(all []cell, shapes []byte) string {
	for _, c := range all {
		for _, shape := range shapes {
			t := n.fits(c, shape)
			if t == trax.Empty {
				continue
			}
			before, text := *n, n.text(c, shape)
			if !n.play(c, t) {
				continue
			}
			if !n.playing && n.done[n.color] {
				return text
			}
			for _, p := range n.placed {
				delete(n.tiles, n.key(p))
			}
			placed := n.placed
			*n = before
			n.placed = placed
		}
	}
	return ""
}

// rim is the cells of the box and those around it.
func (n *naive) rim() (cells []cell) {
	for y := n.low.y - 1; y <= n.high.y+1; y++ {
		for x := n.low.x - 1; x <= n.high.x+1; x++ {
			cells = append(cells, cell{x, y})
		}
	}
	return cells
}

// play places a tile and what it forces, or nothing if that is not legal.
func (n *naive) play(c cell, t trax.Tile) bool {
	n.placed = n.placed[:0]
	n.put(c, t)
	if !n.force() {
		for _, p := range n.placed {
			delete(n.tiles, n.key(p))
		}
		return false
	}
	if len(n.tiles) == len(n.placed) {
		n.low, n.high = c, c
	}
	for _, p := range n.placed {
		if !n.stuckLeft {
			n.low.x = min(n.low.x, p.x)
		}
		if !n.stuckTop {
			n.low.y = min(n.low.y, p.y)
		}
		n.high.x, n.high.y = max(n.high.x, p.x), max(n.high.y, p.y)
	}
	if n.over() {
		n.playing = false
	}
	n.turn = n.turn.Other()
	return true
}

func (n *naive) put(c cell, t trax.Tile) {
	n.tiles[n.key(c)] = t
	n.placed = append(n.placed, c)
}

// force is forced play. It reports whether the turn is legal.
func (n *naive) force() bool {
	for i := 0; i < len(n.placed); i++ {
		for s := range 4 {
			c := n.placed[i].to(s)
			if n.tile(c) != trax.Empty {
				continue
			}
			red, white := n.around(c)
			r, w := count(red), count(white)
			switch {
			case r > 3 || w > 3 || (r > 2 || w > 2) && !n.onlyFour:
				if !n.noContradiction {
					return false
				}
				continue
			case r < 2 && w < 2, n.noForced, n.oneStep && i > 0, n.noThird && r+w > 2,
				n.queue > 0 && len(n.placed) > n.queue:
				continue
			case r == 2:
				n.put(c, red)
			default:
				n.put(c, 15&^white)
			}
		}
	}
	return true
}

func count(t trax.Tile) (n int) {
	for ; t != 0; t &= t - 1 {
		n++
	}
	return n
}

// over reports whether the turn ended the game.
func (n *naive) over() bool {
	var done [2]bool
	for i, c := range n.placed {
		for color := range done {
			path, loop := n.walk(c, trax.Color(color))
			if loop {
				loop = !n.noLoop && (!n.smallLoops || len(path) == 4) && (!n.nearLoop || i == 0)
			}
			done[color] = done[color] || loop || !n.nearLine && n.line(path) || i == 0 && n.line(path)
		}
	}
	n.done = done
	switch {
	case n.moverOnly:
		return done[n.turn]
	case n.otherOnly:
		return done[n.turn.Other()]
	}
	return done[0] || done[1]
}

// walk follows a track through a cell: its cells, from end to end.
func (n *naive) walk(start cell, color trax.Color) (path []cell, loop bool) {
	var sides []int
	for s := range 4 {
		if n.tile(start).ColorAt(trax.Side(s)) == color {
			sides = append(sides, s)
		}
	}
	follow := func(s int) (cells []cell, closed bool) {
		for c := start; ; {
			if c = c.to(s); n.tile(c) == trax.Empty || len(cells) > 5000 {
				return cells, false
			}
			if c == start {
				return cells, true
			}
			cells = append(cells, c)
			s = int(n.tile(c).Mate(trax.Side(s).Opposite()))
		}
	}
	if len(sides) < 2 { // the turn wrote over the tile
		return nil, false
	}
	ahead, loop := follow(sides[0])
	if loop {
		return append(ahead, start), true
	}
	behind, _ := follow(sides[1])
	for i := len(behind) - 1; i >= 0; i-- {
		path = append(path, behind[i])
	}
	return append(append(path, start), ahead...), false
}

// line reports whether an open track is a line.
func (n *naive) line(path []cell) bool {
	if len(path) < 2 || n.noLine {
		return false
	}
	a, b := path[0], path[len(path)-1]
	over := 8
	if n.lineOver > 0 {
		over = n.lineOver
	}
	spans := func(s, t int, a, b, low, high int) bool {
		joined := n.leaves(path, s) && n.leaves(path, t)
		if n.lineInside {
			return joined && max(a-b, b-a)+1 >= over
		}
		return joined && min(a, b) == low && max(a, b) == high && high-low+1 >= over
	}
	if n.straightLine {
		for _, c := range []cell{a, b} {
			if n.tile(c).Shape() != trax.Plus {
				return false
			}
		}
	}
	return !n.noAcross && spans(0, 2, a.x, b.x, n.low.x, n.high.x) || !n.noDown && spans(1, 3, a.y, b.y, n.low.y, n.high.y)
}

// leaves reports whether one end of a track leaves its outermost cell at a side.
func (n *naive) leaves(path []cell, s int) bool {
	a, b := path[0], path[len(path)-1]
	end, next := a, path[1]
	if (steps[s].x+steps[s].y > 0) == (b.x*abs(steps[s].x)+b.y*abs(steps[s].y) > a.x*abs(steps[s].x)+a.y*abs(steps[s].y)) {
		end, next = b, path[len(path)-2]
	}
	for from := range 4 {
		if end.to(from) == next {
			return int(n.tile(end).Mate(trax.Side(from))) == s
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }
