package vectors

import "fmt"

// Board is the size of a finite board, as hardware has it.
type Board struct{ Columns, Rows int }

// String returns the size as in "32x32".
func (b Board) String() string { return fmt.Sprintf("%dx%d", b.Columns, b.Rows) }

// ParseBoard reads a size such as "32x32", which the set has.
func (s *Set) ParseBoard(text string) (Board, error) {
	var b Board
	if _, err := fmt.Sscanf(text, "%dx%d", &b.Columns, &b.Rows); err != nil || b.String() != text {
		return Board{}, fmt.Errorf("board %.40q is not written like 32x32", text)
	}
	return b, s.CheckBoard(b)
}
