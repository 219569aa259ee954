package vectors

import "fmt"

// The bounds of a board.
const (
	minBoard = 12
	maxBoard = 256
)

// validateGrid finds sizes that no core has.
func validateGrid(b Board) error {
	for _, n := range [...]int{b.Columns, b.Rows} {
		if n < minBoard || n > maxBoard {
			return fmt.Errorf("board %s: columns and rows are from %d to %d", b, minBoard, maxBoard)
		}
	}
	return nil
}

// torus is a finite board as hardware stores it: one column and one row on each
// side of the box stay free.
type torus struct{ Board }

// width is the columns that the bounding box may have.
func (t torus) width() int { return t.Columns - 2 }

// height is the rows that the bounding box may have.
func (t torus) height() int { return t.Rows - 2 }
