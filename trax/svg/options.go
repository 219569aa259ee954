package svg

import "time"

// Options configures a picture. The zero value is a good one.
type Options struct {
	// Title is written above the board, if it is not empty. Like Caption it
	// is cut after 80 characters.
	Title string
	// Caption is written below the board. A position without one has none; a
	// game ends with how it ended.
	Caption string
	// NoCoordinates leaves out the names of columns and rows. A game never has them:
	// they change with every column that grows on the left.
	NoCoordinates bool
	// Anchored places the tiles of a position from the first one on, so that
	// pictures of a game differ only by the tiles of a turn, also when the board
	// grows to the left or upwards. They look the same.
	Anchored bool
	// Cell is the edge of a cell in pixels, 0 means 40.
	Cell int
	// Step is the time between two turns of a game, 0 means 900 ms.
	Step time.Duration
	// Hold is the time that the final board of a game stays; 0 means 4 s.
	Hold time.Duration
}

// Limits of the options: what lies outside counts as the nearest bound.
const (
	maxText = 80
	minCell = 2
	maxCell = 400
	minTime = 50 * time.Millisecond
	maxTime = time.Minute
)

// complete returns o with defaults in place and bounds kept.
func (o Options) complete() Options {
	if o.Cell == 0 {
		o.Cell = cell
	}
	if o.Step == 0 {
		o.Step = 900 * time.Millisecond
	}
	if o.Hold == 0 {
		o.Hold = 4 * time.Second
	}
	o.Cell = min(max(o.Cell, minCell), maxCell)
	o.Step = min(max(o.Step, minTime), maxTime)
	o.Hold = min(max(o.Hold, minTime), maxTime)
	o.Title, o.Caption = cut(o.Title), cut(o.Caption)
	return o
}

// cut shortens a text to maxText characters.
func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n == maxText {
			if rest := s[i:]; len([]rune(rest)) > 1 {
				return s[:i] + "…"
			}
		}
	}
	return s
}
