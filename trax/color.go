package trax

// Color is one of the two players' colours. The zero value is White, who
// moves first. Red is called black in some programs (protocol letter B).
type Color uint8

// The colours.
const (
	White Color = iota
	Red
)

// String returns "white" or "red".
func (c Color) String() string {
	if c == Red {
		return "red"
	}
	return "white"
}

// Parts returns the colour as a format, for other languages.
func (c Color) Parts() (format string, parts []any) { return c.String(), nil }

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// Side is one of the four edges of a cell.
type Side uint8

// The sides, counter-clockwise from the right.
const (
	Right Side = iota
	Top
	Left
	Bottom
)

// Opposite returns the side across the cell.
func (s Side) Opposite() Side { return s ^ 2 }

// String returns "right", "top", "left" or "bottom".
func (s Side) String() string {
	return [...]string{"right", "top", "left", "bottom"}[s&3]
}

// Parts returns the side as a format, for other languages.
func (s Side) Parts() (format string, parts []any) { return s.String(), nil }
