package battle2048

import (
	"strconv"
	"strings"
)

// Cell is a cell of a board, counted from 0, row by row.
type Cell int

// Answer is a player's action in a turn: a slide of its own board, and the
// attack on the other's.
type Answer struct {
	Direction Direction
	Exponent  int // of each tile of the attack
	Cells     []Cell
}

// String is the answer as a player writes it.
func (a Answer) String() string {
	text := a.Direction.String() + " " + strconv.Itoa(len(a.Cells)) + " " + strconv.Itoa(a.Exponent)
	for _, c := range a.Cells {
		text += " " + c.String()
	}
	return text
}

// String is the row and the column, counted from 1.
func (c Cell) String() string {
	return strconv.Itoa(int(c)/Size+1) + " " + strconv.Itoa(int(c)%Size+1)
}

// words splits a line as the judge does: what is around it is trimmed, then one
// space separates two words, so that two spaces hold an empty one.
func words(line string) []string {
	return strings.Split(strings.TrimFunc(line, func(r rune) bool { return r <= ' ' }), " ")
}

// integer reads a whole number as the judge does, in 32 bits; a plus sign is
// allowed.
func integer(word string) (int, bool) {
	n, err := strconv.ParseInt(word, 10, 32)
	if err != nil || strings.Contains(word, "_") {
		return 0, false
	}
	return int(n), true
}

// cell reads a row and a column. The cell may be off the board: then it is -1.
func cell(row, column string) (c Cell, ok bool) {
	r, okRow := integer(row)
	col, okColumn := integer(column)
	if !okRow || !okColumn {
		return 0, false
	}
	if r < 1 || r > Size || col < 1 || col > Size {
		return -1, true
	}
	return Cell((r-1)*Size + col - 1), true
}

// ParseStart reads a start cell.
func ParseStart(line string) (Cell, Reason) {
	w := words(line)
	if len(w) != 2 {
		return 0, PresentationAtInit
	}
	c, ok := cell(w[0], w[1])
	switch {
	case !ok:
		return 0, PresentationAtInit
	case c < 0:
		return 0, PositionAtInit
	}
	return c, None
}

// maxAttack is the most tiles that an answer may name: more than a board has
// cells is wrong in any case, but what is wrong first counts.
const maxAttack = 1 << 10

// ParseAnswer reads the answer of a turn, as far as its form goes. A cell off
// the board is -1.
func ParseAnswer(line string) (Answer, Reason) {
	var a Answer
	w := words(line)
	if len(w) < 5 {
		return a, PresentationAtTurn
	}
	d, ok := ParseDirection(w[0])
	m, okM := integer(w[1])
	v, okV := integer(w[2])
	if !ok || !okM || !okV || m > maxAttack || len(w) != 3+2*m || v < 1 {
		return a, PresentationAtTurn
	}
	a.Direction, a.Exponent = d, v
	for i := range m {
		c, ok := cell(w[3+2*i], w[4+2*i])
		if !ok {
			return a, PresentationAtTurn
		}
		a.Cells = append(a.Cells, c)
	}
	return a, None
}
