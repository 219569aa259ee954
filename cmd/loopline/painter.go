package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/loopline/loopline/trax"
)

// painter draws a board for a terminal. Without colour or without Unicode it
// draws the letters of trax.Tile.
type painter struct {
	fancy bool
}

// newPainter looks at what the terminal that f is can do. NO_COLOR is as in
// no-color.org.
func newPainter(f any) painter {
	return painter{isTerminal(f) && os.Getenv("NO_COLOR") == "" && speaksUTF8()}
}

// speaksUTF8 asks the locale as the C library does.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}

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

// size is a number of columns and rows of a terminal.
type size struct{ columns, rows int }

// wholeBoard is a size that every board fits.
var wholeBoard = size{1 << 30, 1 << 30}

// append draws the board with its surroundings, every line ended. Of a board
// that is larger than room it draws what lies around the last tile.
func (d painter) append(dst []byte, p *trax.Position, room size) []byte {
	if !d.fancy && room == wholeBoard {
		return p.AppendText(dst)
	}
	v := newView(p, room)
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
	return dst
}

// view is the part of a board that is drawn, and what is marked on it.
type view struct {
	left, right, top, bottom int // cells from left to right-1, top to bottom-1
	margin, cell             int // widths in characters
	face                     map[trax.Cell]int
}

func newView(p *trax.Position, room size) *view {
	v := &view{face: map[trax.Cell]int{}}
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
	v.margin = len(strconv.Itoa(p.Height()+1)) + 1
	v.cell = max(2, len(trax.Cell{Col: p.Width() + 1}.String()))
	v.left, v.right = window(at.Col, p.Width()+2, (room.columns-v.margin)/v.cell)
	v.top, v.bottom = window(at.Row, p.Height()+2, room.rows-1)
	return v
}

// window returns the part of 0 to n that has the given length and middle.
func window(middle, n, length int) (from, to int) {
	length = max(1, min(n, length))
	from = min(max(0, middle-length/2), n-length)
	return from, from + length
}

// appendRight appends a word at the right of a field.
func appendRight(dst []byte, word string, width int) []byte {
	dst = append(dst, strings.Repeat(" ", max(0, width-len(word)))...)
	return append(dst, word...)
}

func (d painter) appendCell(dst []byte, p *trax.Position, v *view, c trax.Cell) []byte {
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
	dst = appendGlyph(dst, left.shape, t.Edge(left.side), face)
	dst = appendGlyph(dst, right.shape, t.Edge(right.side), face)
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
