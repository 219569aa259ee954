package svg

import (
	"fmt"

	"github.com/loopline/loopline/trax"
)

// Cell is the edge of a cell in the units of a picture.
const Cell = cell

// Corner returns the upper left corner of a cell in a [Position] with coordinates. The cell is
// relative to the box of that position.
func Corner(c trax.Cell) (x, y int) { return c.Col * cell, c.Row * cell }

// Tile returns the element that draws a tile at a corner. It is for a picture of this
// package, which defines the tiles.
func Tile(t trax.Tile, x, y int) string {
	return fmt.Sprintf(`<use href="#%s" x="%d" y="%d"/>`, t, x, y)
}
