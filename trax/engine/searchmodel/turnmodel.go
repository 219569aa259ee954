package searchmodel

import "github.com/loopline/loopline/trax"

// The words of ll_turn: an edge enters here, its colour, and its mate: the side
// and the square where the track behind it enters another empty square.
const (
	squareBits = 2 * logSize // row, column
	squares    = 1 << squareBits
	squareMask = squares - 1
	mateMask   = 1<<(squareBits+2) - 1
	redBit     = 1 << (squareBits + 2)
	edgeBit    = 1 << (squareBits + 3)

	logSize  = 5
	lineMask = 1<<logSize - 1 // of a column, or of a row
	maxSize  = 1<<logSize - 2 // columns, and rows, that a box may have
)

// How a turn's first tile has grown the box, as ll_bbox has it.
const (
	growForced = iota
	growNone
	growLeft
	growRight
	growTop
	growBottom
	growFirst
)

// The status codes of docs/rtl-interface.md that the model tells apart.
const (
	statusOK         = 0
	statusGameOver   = 2
	statusFirst      = 3
	statusOccupied   = 5
	statusIsolated   = 6
	statusColour     = 7
	statusForcedPlay = 8
	statusBoardFull  = 9
)

// placed is an entry of the journal: a tile in its order.
type placed struct {
	square uint16
	pair   uint8 // the side joined to side 0
	side0  bool  // side 0 is red
	growth uint8
}

// A core is a model of ll_turn and ll_bbox that counts clock cycles. Its board is
// a torus, so that squares are addresses and never move.
type turnModel struct {
	words                    [squares][4]uint16
	occupied                 [squares]bool
	journal                  []placed
	left, right, top, bottom uint16 // lines beside the box, on the torus
	red                      bool   // is to move
	completed                uint8
	queue                    []placed // of the turn: placed, or waiting to be
}

// response is the answer to a turn command, with the clock cycles until the answer and until
// the next command can follow.
type response struct {
	status    uint8
	completed uint8
	answered  int
	ready     int
}

// neighbour is the square beside square, and the side of it that faces back.
func neighbour(square uint16, side uint8) (uint16, uint8) {
	x, y := square&lineMask, square>>logSize
	switch side {
	case 0:
		x++
	case 1:
		y--
	case 2:
		x--
	default:
		y++
	}
	return y&lineMask<<logSize | x&lineMask, side ^ 2
}

// clear empties the board.
func (c *turnModel) clear() {
	for square := range uint16(squares) {
		c.occupied[square] = false
		for side := range uint8(4) {
			at, facing := neighbour(square, side)
			c.words[square][side] = uint16(facing)<<squareBits | at
		}
	}
	c.left, c.right, c.top, c.bottom = 0, 1, 0, 1
	c.journal, c.red, c.completed = c.journal[:0], false, 0
}

// set makes the board that of p, which is not over and no larger than room. Its
// turns cannot be taken back.
func (c *turnModel) set(p *trax.Position, tiles []trax.Placement) {
	c.clear()
	c.right, c.bottom = uint16(p.Width())+1, uint16(p.Height())+1
	for _, t := range tiles {
		square := uint16(t.Cell.Row<<logSize | t.Cell.Col)
		red := t.Tile&1 != 0
		pair := uint8(1)
		for t.Tile>>pair&1 != t.Tile&1 {
			pair++
		}
		c.join(placed{square: square, pair: pair, side0: red})
	}
	c.journal = c.journal[:0]
	for range tiles {
		c.journal = append(c.journal, placed{})
	}
	c.red = p.Turn() == trax.Red
	c.completed = 0
}

// join places a tile: each mate gets the other one of its pair. It queues the
// squares that this forces, and tells whether one has become impossible, and
// whether the last mate has forced one.
func (c *turnModel) join(t placed) (contradiction, late bool) {
	own := &c.words[t.square]
	c.occupied[t.square] = true
	for side := range uint8(4) {
		w, joined := own[side], own[side^t.pair]&mateMask
		red := t.side0 == (side == 0 || side == t.pair)
		at, end := w&squareMask, uint8(w>>squareBits&3)
		word := edgeBit | joined
		if red {
			word |= redBit
		}
		seen := &c.words[at]
		seen[end] = word
		c.complete(t, w&mateMask, joined, side, red)
		if w&edgeBit != 0 {
			continue
		}
		pushed, found := c.force(at, end, red)
		contradiction = contradiction || found
		late = pushed && side == 3
	}
	return contradiction, late
}

// complete notes a loop or a line that joining a side of t has made.
func (c *turnModel) complete(t placed, mate, joined uint16, side uint8, red bool) {
	var done uint8
	if mate == uint16(side^t.pair)<<squareBits|t.square {
		done |= 1
	}
	x, y, ox, oy := mate&lineMask, mate&squareMask>>logSize, joined&lineMask, joined&squareMask>>logSize
	if x == c.left && ox == c.right && (c.right-c.left)&lineMask > 8 ||
		y == c.top && oy == c.bottom && (c.bottom-c.top)&lineMask > 8 {
		done |= 2
	}
	if red {
		done <<= 2
	}
	c.completed |= done
}

// force applies the rule of ll_forced to an empty square that an edge of a colour
// has entered at side end.
func (c *turnModel) force(at uint16, end uint8, red bool) (pushed, contradiction bool) {
	var same, other int
	var with uint8
	for side := range uint8(4) {
		w := c.words[at][side]
		switch {
		case side == end || w&edgeBit == 0:
		case (w&redBit != 0) == red:
			same++
			with = side
		default:
			other++
		}
	}
	if same >= 2 {
		return false, true
	}
	if same == 0 || other >= 2 {
		return false, false
	}
	c.queue = append(c.queue, placed{
		square: at, pair: end ^ with, side0: red == (end == 0 || with == 0), growth: growForced,
	})
	return true, false
}

// removeTile takes the last tile back and returns its clock cycles.
func (c *turnModel) removeTile() int {
	t := c.journal[len(c.journal)-1]
	c.journal = c.journal[:len(c.journal)-1]
	c.occupied[t.square] = false
	own := &c.words[t.square]
	for side := range uint8(4) {
		w := own[side]
		c.words[w&squareMask][w>>squareBits&3] = w&^mateMask | uint16(side)<<squareBits | t.square
	}
	c.shrink(t.growth)
	const side = 3 << squareBits
	switch {
	case own[1]&side == own[3]&side:
		return 4
	case own[0]&side == own[2]&side:
		return 3
	}
	return 2
}

// square is the square at a column and a row of the box, as a move names it.
func (c *turnModel) square(col, row int) uint16 {
	return (c.top+uint16(row))&lineMask<<logSize | (c.left+uint16(col))&lineMask
}

// growth returns in which directions a tile on square, in the box or next to it, grows the
// box, and whether the board is full there.
func (c *turnModel) growth(square uint16) (growth uint8, full bool) {
	x, y := square&lineMask, square>>logSize
	atX, atY := x == c.left || x == c.right, y == c.top || y == c.bottom
	full = atX && (c.right-c.left)&lineMask == lineMask || atY && (c.bottom-c.top)&lineMask == lineMask
	switch {
	case len(c.journal) == 0:
		return growFirst, full
	case x == c.left:
		return growLeft, full
	case x == c.right:
		return growRight, full
	case y == c.top:
		return growTop, full
	case y == c.bottom:
		return growBottom, full
	}
	return growNone, full
}

func (c *turnModel) grow(growth uint8) {
	switch growth {
	case growLeft, growFirst:
		c.left = (c.left - 1) & lineMask
	case growRight:
		c.right = (c.right + 1) & lineMask
	}
	switch growth {
	case growTop, growFirst:
		c.top = (c.top - 1) & lineMask
	case growBottom:
		c.bottom = (c.bottom + 1) & lineMask
	}
}

func (c *turnModel) shrink(growth uint8) {
	switch growth {
	case growLeft, growFirst:
		c.left = (c.left + 1) & lineMask
	case growRight:
		c.right = (c.right - 1) & lineMask
	}
	switch growth {
	case growTop, growFirst:
		c.top = (c.top + 1) & lineMask
	case growBottom:
		c.bottom = (c.bottom - 1) & lineMask
	}
}

// checkTile judges a written tile by the words of its square, as StLook does.
func (c *turnModel) checkTile(square uint16, shape uint8) (t placed, status uint8) {
	t = placed{square: square, pair: [4]uint8{2, 3, 1}[shape&3]}
	growth, full := c.growth(square)
	t.growth = growth
	if c.completed != 0 {
		return t, statusGameOver
	}
	var seen, unlike uint8 // sides
	joined := uint8(1 | 1<<t.pair)
	for side := range uint8(4) {
		w := c.words[square][side]
		if w&edgeBit == 0 {
			continue
		}
		seen |= 1 << side
		if (w&redBit != 0) != (joined>>side&1 != 0) {
			unlike |= 1 << side
		}
	}
	t.side0 = unlike == 0
	switch {
	case len(c.journal) == 0:
		if square != c.square(0, 0) || shape > 1 {
			return t, statusFirst
		}
	case c.occupied[square]:
		return t, statusOccupied
	case seen == 0:
		return t, statusIsolated
	case unlike != 0 && unlike != seen:
		return t, statusColour
	case full:
		return t, statusBoardFull
	}
	return t, statusOK
}

// The clock cycles of a command, from the one in which it passes on.
const (
	refusedCycles = 2 // to the answer, where no tile is placed
	turnCycles    = 6 // to the answer of a turn of one tile
	tileCycles    = 5 // more for each other tile
)

// play plays a turn. With try it is taken back and the answer tells when.
func (c *turnModel) play(square uint16, shape uint8, try bool) response {
	t, status := c.checkTile(square, shape)
	if status != statusOK {
		return response{status: status, answered: refusedCycles, ready: refusedCycles}
	}
	before := len(c.journal)
	c.grow(t.growth)
	c.queue = append(c.queue[:0], t)
	cycles, contradiction := turnCycles-tileCycles, false
	for next := 0; next < len(c.queue) && !contradiction; next++ {
		t := c.queue[next]
		c.journal = append(c.journal, t)
		var late bool
		contradiction, late = c.join(t)
		cycles += tileCycles
		if late && !contradiction && next+2 == len(c.queue) {
			cycles++ // the square that was forced last is read a cycle later
		}
	}
	a := response{completed: c.completed, answered: cycles}
	if contradiction {
		a.status, a.completed = statusForcedPlay, 0
	}
	if contradiction || try {
		a.ready = a.answered + c.takeBack(before)
		if contradiction {
			a.answered = a.ready
		}
		return a
	}
	c.red = !c.red
	a.ready = a.answered
	return a
}

// takeBack removes tiles until the given number is left, and returns its clock cycles.
func (c *turnModel) takeBack(left int) int {
	cycles := 0
	for len(c.journal) > left {
		cycles += c.removeTile()
	}
	c.completed = 0
	return cycles
}

// undo takes the last turn back and returns the clock cycles to its answer.
func (c *turnModel) undo() int {
	first := len(c.journal) - 1
	for c.journal[first].growth == growForced {
		first--
	}
	c.red = !c.red
	return 1 + c.takeBack(first)
}
