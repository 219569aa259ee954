package question

import (
	"fmt"

	"github.com/loopline/loopline/internal/say"
)

// The marks of actions for [Option].Draw: elements of a picture, black with a white edge. Cells are
// given by their upper left corners and their edge.

// MarkStep returns an arrow from the middle of a cell to that of another.
func MarkStep(from, to [2]int, cell int) string {
	x, y, u, v := from[0]+cell/2, from[1]+cell/2, to[0]+cell/2, to[1]+cell/2
	dx, dy := u-x, v-y
	// The head is a quarter of the way back, on both sides of the line.
	tip := fmt.Sprintf("M%d %dl%d %dM%d %dl%d %d", u, v, (-dx-dy)/4, (dx-dy)/4, u, v, (dy-dx)/4, (-dx-dy)/4)
	return stroked(fmt.Sprintf("M%d %dL%d %d%s", x, y, u, v, tip), cell)
}

// MarkCross returns a cross on a cell, of what is taken away.
func MarkCross(at [2]int, cell int) string {
	inset := cell / 4
	return stroked(fmt.Sprintf("M%d %dl%d %dm0 %dl%d %d", at[0]+inset, at[1]+inset, cell-2*inset, cell-2*inset,
		2*inset-cell, 2*inset-cell, cell-2*inset), cell)
}

// MarkRing returns a ring on a cell, of who stays there or comes onto it.
func MarkRing(at [2]int, cell int) string {
	x, y, r := at[0]+cell/2, at[1]+cell/2, cell*3/8
	return stroked(fmt.Sprintf("M%d %da%d %d 0 1 0 %d 0a%d %d 0 1 0 %d 0", x-r, y, r, r, 2*r, r, r, -2*r), cell)
}

// stroked draws a path twice, the edge first.
func stroked(path string, cell int) string {
	return fmt.Sprintf(`<g fill="none" stroke-linecap="round"><path d="%s" stroke="#ffffff" stroke-width="%d"/><path d="%[1]s" stroke="#1a1a1a" stroke-width="%d"/></g>`,
		path, cell/5, cell/10)
}

// Way returns a step's direction in words, y downwards.
func Way(dx, dy int) say.Text {
	switch {
	case dx == 0 && dy < 0:
		return say.Format("up")
	case dx == 0 && dy > 0:
		return say.Format("down")
	case dx < 0 && dy == 0:
		return say.Format("left")
	case dx > 0 && dy == 0:
		return say.Format("right")
	case dx < 0 && dy < 0:
		return say.Format("up left")
	case dx > 0 && dy < 0:
		return say.Format("up right")
	case dx < 0:
		return say.Format("down left")
	case dx > 0:
		return say.Format("down right")
	}
	return say.Text{}
}
