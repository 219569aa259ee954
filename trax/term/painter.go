// Package term draws Trax on a terminal, in letters or in colours, and asks a
// person for moves.
package term

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/trax"
)

// Colours of a tile: 256-colour codes of its two tracks, and of its face by
// how it came there.
const (
	inkWhite  = 231
	inkRed    = 203
	facePlain = 236
	faceLast  = 25
	faceForce = 22
	faceWin   = 94
	reset     = "\x1b[0m"
)

// Append appends the board with its surroundings, every line ended. A style that
// is not fancy is drawn in the letters of trax.Tile. Of a board that is larger
// than the room it draws what lies around the last tile.
func Append(dst []byte, p *trax.Position, style terminal.Style, room terminal.Size) []byte {
	d := painter{style.Fancy}
	var columns, rows int // left out
	if room == terminal.Unbounded {
		room, columns, rows = bounded(p)
		if !d.fancy && room == terminal.Unbounded {
			return p.AppendText(dst)
		}
	}
	v := newWindow(p, room)
	dst = append(dst, strings.Repeat(" ", v.margin)...)
	for col := v.left; col < v.right; col++ {
		name := trax.Cell{Col: col}.String()
		dst = appendRight(dst, strings.TrimSuffix(name, "0"), v.cell)
	}
	dst = append(dst, '\n')
	for row := v.top; row < v.bottom; row++ {
		dst = appendRight(dst, strconv.Itoa(row), v.margin)
		for col := v.left; col < v.right; col++ {
			dst = d.appendCell(dst, p, v, trax.Cell{Col: col, Row: row})
		}
		dst = append(dst, '\n')
	}
	if columns+rows > 0 {
		dst = fmt.Appendf(dst, "... around the last tile; %d columns and %d rows more\n", columns, rows)
	}
	return dst
}

const (
	// wholeBoard is the most cells of a board that is drawn whole.
	wholeBoard = 1 << 14
	// cutSide is the number of columns and rows drawn of any other.
	cutSide = 64
)

// bounded returns the room for a board where there is no terminal to bound
// it, and how many of its columns and rows it leaves out.
func bounded(p *trax.Position) (room terminal.Size, columns, rows int) {
	width, height := p.Width()+2, p.Height()+2
	if width*height <= wholeBoard {
		return terminal.Unbounded, 0, 0
	}
	margin, cell := widths(p)
	columns, rows = min(width, cutSide), min(height, cutSide)
	return terminal.Size{Columns: margin + cell*columns, Rows: rows + 1}, width - columns, height - rows
}

// widths returns the characters in front of a row and those of a cell.
func widths(p *trax.Position) (margin, cell int) {
	return len(strconv.Itoa(p.Height()+1)) + 1, max(2, len(trax.Cell{Col: p.Width() + 1}.String()))
}

// painter draws tiles.
type painter struct{ fancy bool }

// window is the part of a board that is drawn, and what is marked on it.
type window struct {
	left, right, top, bottom int // cells from left to right-1, top to bottom-1
	margin, cell             int // widths in characters
	face                     map[trax.Cell]int
}

func newWindow(p *trax.Position, room terminal.Size) *window {
	v := &window{face: map[trax.Cell]int{}}
	last := p.AppendPlaced(nil)
	at := trax.Cell{}
	for i, t := range last {
		v.face[t.Cell] = faceLast
		if t.Forced {
			v.face[t.Cell] = faceForce
		}
		if i == 0 {
			at = t.Cell
		}
	}
	for _, track := range p.Winning() {
		for _, c := range track {
			v.face[c] = faceWin
		}
	}
	v.margin, v.cell = widths(p)
	v.left, v.right = span(at.Col, p.Width()+2, (room.Columns-v.margin)/v.cell)
	v.top, v.bottom = span(at.Row, p.Height()+2, room.Rows-1)
	return v
}

// span returns the part of 0 to n that has the given length and middle.
func span(middle, n, length int) (from, to int) {
	length = max(1, min(n, length))
	from = min(max(0, middle-length/2), n-length)
	return from, from + length
}

// appendRight appends a word at the right of a field.
func appendRight(dst []byte, word string, width int) []byte {
	dst = append(dst, strings.Repeat(" ", max(0, width-len(word)))...)
	return append(dst, word...)
}

func (d painter) appendCell(dst []byte, p *trax.Position, v *window, c trax.Cell) []byte {
	t := p.At(c)
	if !d.fancy || t == trax.Empty {
		letter := string(t.Letter())
		if t == trax.Empty {
			letter = "."
			if d.fancy {
				letter = "·"
				return append(appendRight(dst, "", v.cell-1), letter...)
			}
		}
		return appendRight(dst, letter, v.cell)
	}
	face, marked := v.face[c]
	if !marked {
		face = facePlain
	}
	dst = appendRight(dst, "", v.cell-2)
	left, right := glyphs(t)
	dst = appendGlyph(dst, left.shape, t.ColorAt(left.side), face)
	dst = appendGlyph(dst, right.shape, t.ColorAt(right.side), face)
	return append(dst, reset...)
}

// glyph is half a tile: a piece of track, and a side that the track has.
type glyph struct {
	shape string
	side  trax.Side
}

// glyphs are the two halves of a tile.
func glyphs(t trax.Tile) (left, right glyph) {
	switch t.Shape() {
	case trax.Slash:
		return glyph{"╯", trax.Left}, glyph{"╭", trax.Right}
	case trax.Backslash:
		return glyph{"╮", trax.Left}, glyph{"╰", trax.Right}
	}
	return glyph{"┼", trax.Top}, glyph{"─", trax.Right}
}

func appendGlyph(dst []byte, glyph string, ink trax.Color, face int) []byte {
	code := inkWhite
	if ink == trax.Red {
		code = inkRed
	}
	dst = append(dst, "\x1b[38;5;"...)
	dst = strconv.AppendInt(dst, int64(code), 10)
	dst = append(dst, ";48;5;"...)
	dst = strconv.AppendInt(dst, int64(face), 10)
	dst = append(dst, 'm')
	return append(dst, glyph...)
}
