package battle2048

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is the number of rows and columns of a board.
const Size = 5

// Cells is the number of cells of a board.
const Cells = Size * Size

// MaxExponent bounds the exponent of a tile, so that sums of tiles are exact.
// A game cannot reach it.
const MaxExponent = 55

// Grid holds the exponents of the tiles, row by row: a tile of 8 is a 3. An
// empty cell is 0.
type Grid [Cells]uint8

// Direction is the direction of a slide.
type Direction uint8

// The directions, in the order of the contest's letters.
const (
	Up Direction = iota
	Right
	Down
	Left
)

// directionLetters are the letters of the directions.
const directionLetters = "URDL"

// String is the letter of the direction.
func (d Direction) String() string { return directionLetters[d : d+1] }

// ParseDirection reads one of the capital letters U, R, D and L.
func ParseDirection(s string) (Direction, bool) {
	if len(s) != 1 {
		return 0, false
	}
	i := strings.IndexByte(directionLetters, s[0])
	return Direction(i), i >= 0
}

// CanSlide reports whether the board can be slid in some direction: it has an
// empty cell beside a tile, or two equal tiles beside each other.
func (b *Grid) CanSlide() bool {
	for d := Up; d <= Left; d++ {
		after := *b
		if _, _, moved := after.Slide(d); moved {
			return true
		}
	}
	return false
}

// Empty is the number of empty cells.
func (b *Grid) Empty() (n int) {
	for _, e := range b {
		if e == 0 {
			n++
		}
	}
	return n
}

// String is the exponents, row by row, separated by spaces.
func (b *Grid) String() string { return string(b.append(nil, 0, Cells)) }

// Row is the exponents of a row, 0 to 4, separated by spaces.
func (b *Grid) Row(row int) string { return string(b.append(nil, row*Size, (row+1)*Size)) }

func (b *Grid) append(dst []byte, from, to int) []byte {
	for i := from; i < to; i++ {
		if i > from {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendUint(dst, uint64(b[i]), 10)
	}
	return dst
}

// ParseGrid reads what String writes. The exponents may be separated by any
// white space.
func ParseGrid(s string) (Grid, error) {
	var b Grid
	words := strings.Fields(s)
	if len(words) != Cells {
		return b, fmt.Errorf("a board has %d exponents, not %d", Cells, len(words))
	}
	for i, word := range words {
		e, err := strconv.ParseUint(word, 10, 8)
		if err != nil || e > MaxExponent {
			return b, fmt.Errorf("cell %d of the board is %.20q; an exponent is a whole number from 0 to %d",
				i+1, word, MaxExponent)
		}
		b[i] = uint8(e)
	}
	return b, nil
}
