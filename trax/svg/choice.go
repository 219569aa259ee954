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

// Turn returns the elements that draw the tiles of a move, the written one before those that
// it forces, on the picture of the position before it. It leaves p as it was. Its error is
// that of [trax.Position.Play].
func Turn(p *trax.Position, m trax.Move) (tiles []string, err error) {
	before := p.First()
	if err := p.Play(m); err != nil {
		return nil, err
	}
	defer p.Undo()
	after := p.First() // the board grows around its first tile
	for _, t := range p.AppendPlaced(nil) {
		x, y := Corner(trax.Cell{Col: t.Cell.Col + before.Col - after.Col, Row: t.Cell.Row + before.Row - after.Row})
		tiles = append(tiles, Tile(t.Tile, x, y))
	}
	return tiles, nil
}
