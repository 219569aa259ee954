package trax

import (
	"strconv"
	"strings"
)

// Cell names a cell relative to the bounding box before a turn. Column 0 is
// written @, 1 is A, 26 is Z, 27 is AA; row 0 lies above the box.
type Cell struct{ Col, Row int }

// Beside returns the cell that lies at side s of c.
func (c Cell) Beside(s Side) Cell {
	switch s & 3 {
	case Right:
		c.Col++
	case Top:
		c.Row--
	case Left:
		c.Col--
	default:
		c.Row++
	}
	return c
}

// Append appends the cell in notation, such as C2 or @0, to dst. Columns and
// rows below zero have no notation and come out as ?.
func (c Cell) Append(dst []byte) []byte {
	dst = appendColumn(dst, c.Col)
	if c.Row < 0 {
		return append(dst, '?')
	}
	return strconv.AppendInt(dst, int64(c.Row), 10)
}

// String returns the cell in notation, such as C2 or @0.
func (c Cell) String() string { return string(c.Append(nil)) }

// appendColumn appends col in bijective base 26: @ 0, A 1, Z 26, AA 27.
func appendColumn(dst []byte, col int) []byte {
	switch {
	case col < 0:
		return append(dst, '?')
	case col == 0:
		return append(dst, '@')
	}
	var digits [16]byte
	i := len(digits)
	for ; col > 0; col = (col - 1) / 26 {
		i--
		digits[i] = 'A' + byte((col-1)%26)
	}
	return append(dst, digits[i:]...)
}

// Move is a written tile: a cell and a shape. Forced tiles are not written,
// they follow.
type Move struct {
	Cell  Cell
	Shape Shape
}

// Append appends the move in notation, such as C2/, to dst.
func (m Move) Append(dst []byte) []byte {
	return append(m.Cell.Append(dst), byte(m.Shape))
}

// String returns the move in notation, such as C2/.
func (m Move) String() string { return string(m.Append(nil)) }

// Typed returns what a person typed in the characters of the notation: Japanese keyboards give ¥ or ＼ for the
// backslash, and letters, digits and spaces of full width. A player's answer is never read so.
func Typed(text string) string {
	const fullWidth = '！' - '!' // from ！ to ～ as ASCII from ! to ~
	return strings.Map(func(r rune) rune {
		switch {
		case r == '¥':
			return '\\'
		case r == '\u3000':
			return ' '
		case '！' <= r && r <= '～':
			return r - fullWidth
		}
		return r
	}, text)
}

// maxCoordinate bounds what ParseMove makes of a column or row. Larger ones
// are well formed but lie outside any board, and are read as this number.
const maxCoordinate = 1 << 30

// ParseMove reads a move in the referee's strict notation: @ or capital
// letters, a decimal row without leading zeros, then the shape, and nothing
// else. Its error is an [*IllegalError] with reason [Syntax].
func ParseMove(s string) (Move, error) {
	col, i := parseColumn(s)
	if i == 0 {
		return Move{}, syntaxError(s, "a move begins with its column, @ or capitals A to Z")
	}
	row, j := parseRow(s[i:])
	if j == 0 {
		return Move{}, syntaxError(s, "a decimal row follows the column")
	}
	if s[i] == '0' && j > 1 {
		return Move{}, syntaxError(s, "the row has a leading zero")
	}
	rest := s[i+j:]
	if len(rest) == 0 || tileOf(Shape(rest[0])) == Empty {
		return Move{}, syntaxError(s, `the row is followed by its shape, + / or \`)
	}
	if len(rest) > 1 {
		return Move{}, syntaxError(s, "nothing may follow the shape")
	}
	return Move{Cell{col, row}, Shape(rest[0])}, nil
}

// parseColumn returns the column that s begins with and its length.
func parseColumn(s string) (col, n int) {
	if len(s) > 0 && s[0] == '@' {
		return 0, 1
	}
	for n < len(s) && 'A' <= s[n] && s[n] <= 'Z' {
		col = min(col*26+int(s[n]-'A')+1, maxCoordinate)
		n++
	}
	return col, n
}

// parseRow returns the row that s begins with and its length.
func parseRow(s string) (row, n int) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		row = min(row*10+int(s[n]-'0'), maxCoordinate)
		n++
	}
	return row, n
}

// quoteLimit bounds how much of a malformed move an error repeats, in bytes.
const quoteLimit = 40

func syntaxError(s, detail string) error {
	said := sentence{format: detail}
	if len(s) > quoteLimit {
		said = sentencef("%s (%d bytes, cut here)", said, len(s))
		s = s[:quoteLimit]
	}
	return &IllegalError{Reason: Syntax, Move: s, Detail: said.String(), said: said}
}
