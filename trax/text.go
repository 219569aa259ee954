package trax

import (
	"bytes"
	"fmt"
	"strconv"
)

// MaxRows bounds the cells of a bounding box whose rows are written.
// A diagonal makes the box as large as the square of its length.
const MaxRows = 1 << 22

// Rows returns the bounding box as text, top row first, one letter a cell: see
// [Tile.Letter]. It is empty, not nil, on the empty board. It is nil where the
// box has more than [MaxRows] cells.
func (p *Position) Rows() []string {
	if p.width*p.height > MaxRows {
		return nil
	}
	rows := make([]string, 0, p.height)
	line := make([]byte, p.width)
	for row := 1; row <= p.height; row++ {
		for col := range line {
			line[col] = p.At(Cell{col + 1, row}).Letter()
		}
		rows = append(rows, string(line))
	}
	return rows
}

// String returns the rows, each ended by a line feed.
func (p *Position) String() string {
	var b bytes.Buffer
	for _, row := range p.Rows() {
		b.WriteString(row)
		b.WriteByte('\n')
	}
	return b.String()
}

// AppendText appends the board as people read it, with the names of columns
// and rows around it, from @0 to the cell beyond the lower right corner. A
// board of more than a million cells is cut, and says so below:
//
//	  @ A B C
//	0 . . . .
//	1 . s B .
//	2 . P b .
//	3 . . . .
func (p *Position) AppendText(dst []byte) []byte {
	columns, rows := window(p.width+2, p.height+2)
	cellWidth := len(appendColumn(nil, p.width+1)) + 1
	margin := max(3, len(strconv.Itoa(p.height+1))+1)
	pad := func(dst []byte, from, width int) []byte {
		for len(dst)-from < width {
			dst = append(dst, ' ')
		}
		return dst
	}
	label := func(dst []byte, name []byte, width int) []byte {
		dst = pad(dst, len(dst), width-len(name))
		return append(dst, name...)
	}
	dst = pad(dst, len(dst), margin)
	for col := range columns {
		dst = label(dst, appendColumn(nil, col), cellWidth)
	}
	dst = append(dst, '\n')
	for row := range rows {
		dst = label(dst, strconv.AppendInt(nil, int64(row), 10), margin)
		for col := range columns {
			dst = label(dst, []byte{p.At(Cell{col, row}).Letter()}, cellWidth)
		}
		dst = append(dst, '\n')
	}
	return appendRest(dst, p.height+2-rows, p.width+2-columns)
}

const (
	// wholeText limits the cells of a board that is written in full.
	wholeText = 1 << 20
	// cutText limits the cells written of a larger board, and cutSide its columns
	// and rows, unless the other side is short.
	cutText = 1 << 16
	cutSide = 256
)

// window returns how much of a board is written.
func window(width, height int) (columns, rows int) {
	if width*height <= wholeText {
		return width, height
	}
	columns = min(width, max(cutSide, cutText/height))
	return columns, min(height, cutText/columns)
}

func appendRest(dst []byte, rows, columns int) []byte {
	if rows > 0 {
		dst = fmt.Appendf(dst, "... and %d rows more\n", rows)
	}
	if columns > 0 {
		dst = fmt.Appendf(dst, "... and %d columns more\n", columns)
	}
	return dst
}
