package trax

import (
	"bytes"
	"strconv"
)

// Rows returns the bounding box as text, top row first, one letter a cell: see
// [Tile.Letter]. It is empty, not nil, on the empty board.
func (p *Position) Rows() []string {
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
// and rows around it, from @0 to the cell beyond the lower right corner:
//
//	  @ A B C
//	0 . . . .
//	1 . s B .
//	2 . P b .
//	3 . . . .
func (p *Position) AppendText(dst []byte) []byte {
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
	for col := range p.width + 2 {
		dst = label(dst, appendColumn(nil, col), cellWidth)
	}
	dst = append(dst, '\n')
	for row := range p.height + 2 {
		dst = label(dst, strconv.AppendInt(nil, int64(row), 10), margin)
		for col := range p.width + 2 {
			dst = label(dst, []byte{p.At(Cell{col, row}).Letter()}, cellWidth)
		}
		dst = append(dst, '\n')
	}
	return dst
}
