package vectors

import "fmt"

// GridSize is the size of a finite board, as hardware has it.
type GridSize struct{ Columns, Rows int }

// String returns the size as in "32x32".
func (b GridSize) String() string { return fmt.Sprintf("%dx%d", b.Columns, b.Rows) }

// ParseGridSize reads a size such as "32x32", which the set has.
func (s *Set) ParseGridSize(text string) (GridSize, error) {
	var b GridSize
	if _, err := fmt.Sscanf(text, "%dx%d", &b.Columns, &b.Rows); err != nil || b.String() != text {
		return GridSize{}, fmt.Errorf("board %.40q is not written like 32x32", text)
	}
	return b, s.ValidateGrid(b)
}
