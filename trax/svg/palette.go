package svg

import "github.com/loopline/loopline/trax"

// The colours of a picture. In grey, too, face, red, mark, outline, sheet and
// white rise in lightness; mark and outline differ for colour-blind eyes.
const (
	sheetColor = "#f3efe4"
	gridColor  = "#d9d2c0"
	textColor  = "#4d483c"
	faceColor  = "#22262c"
	markColor  = "#3aa8f0" // the tiles of the last turn
	winColor   = "#f2b21b" // what has won
	otherColor = "#a89f8a" // loops of the other colour, closed by the turn that won
)

// ink returns the colour of a track.
func ink(c trax.Color) string {
	if c == trax.Red {
		return "#e2382c"
	}
	return "#fcfbf7"
}
