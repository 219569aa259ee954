package vectors

import (
	"fmt"
)

// Board is the size of a finite board, stored as a torus as hardware does. It
// keeps one column (row) free on both sides of the box, or cells beyond the
// left side and beyond the right side would be the same ones.
type Board struct{ Columns, Rows int }

// The bounds of a [Board].
const (
	minBoard = 12
	maxBoard = 256
)

// Width returns the columns that the bounding box may have.
func (b Board) Width() int { return b.Columns - 2 }

// Height returns the rows that the bounding box may have.
func (b Board) Height() int { return b.Rows - 2 }

// String returns the size as in "32x32".
func (b Board) String() string { return fmt.Sprintf("%dx%d", b.Columns, b.Rows) }

// ParseBoard reads a size such as "32x32".
func ParseBoard(s string) (Board, error) {
	var b Board
	if _, err := fmt.Sscanf(s, "%dx%d", &b.Columns, &b.Rows); err != nil || b.String() != s {
		return Board{}, fmt.Errorf("board %.40q is not written like 32x32", s)
	}
	return b, b.check()
}

// check tells whether b is within the bounds.
func (b Board) check() error {
	for _, n := range [...]int{b.Columns, b.Rows} {
		if n < minBoard || n > maxBoard {
			return fmt.Errorf("board %s: columns and rows are from %d to %d", b, minBoard, maxBoard)
		}
	}
	return nil
}
