// Package svg draws positions of 2048 versus.
package svg

import (
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/internal/caption"
)

// Measures of a picture, in pixels.
const (
	cell   = 72
	space  = 8  // between tiles
	margin = 24 // around all
	head   = 64 // above a board
	side   = battle2048.Size*(cell+space) + space
	width  = 2*side + 3*margin
	height = side + head + 2*margin
)

// tones are the fill and the text of a tile by its exponent, from light to
// dark: brightness and the number tell tiles apart, also to who sees no
// colours.
var tones = [...]struct{ fill, text string }{
	{"#d9d9d9", ""}, {"#fdf1d0", "#1a1a1a"}, {"#fbe3a2", "#1a1a1a"}, {"#f7cf74", "#1a1a1a"},
	{"#f2b654", "#1a1a1a"}, {"#e99a41", "#1a1a1a"}, {"#dc7d3a", "#1a1a1a"}, {"#c9603a", "#ffffff"},
	{"#b0473f", "#ffffff"}, {"#943348", "#ffffff"}, {"#762650", "#ffffff"}, {"#591c55", "#ffffff"},
	{"#3d1653", "#ffffff"}, {"#260f45", "#ffffff"}, {"#140a2e", "#ffffff"},
}

// accent marks whose turn it is and what the last move was.
const accent = "#0072b2"

// Move is the last move before a position: whose it was, to where its board was
// slid, nil for a start cell, and where it put tiles onto the other's.
type Move struct {
	Seat  int
	Slide *battle2048.Direction
	Cells []battle2048.Cell
}

// Position writes both boards as a whole SVG document. It marks the last move,
// unless that is nil: an arrow at the edge to which the mover's board was slid,
// and a frame around each new tile of the other's.
func Position(w io.Writer, g *battle2048.Position, last *Move, names [2]string) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	for player := range g.Boards {
		grid(&b, g, player, last, names[player])
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// grid draws a player's board with its name and score.
func grid(b *strings.Builder, g *battle2048.Position, player int, last *Move, name string) {
	x, y := boardAt(player)
	fmt.Fprintf(b, `<g transform="translate(%d %d)">`+"\n", x, y)
	weight := "normal"
	if !g.Over && g.Started() && g.Next() == player {
		weight = "bold" // whose turn it is
		fmt.Fprintf(b, `<rect x="-6" y="-6" width="%d" height="%d" rx="14" fill="none" stroke="%s" stroke-width="6"/>`+"\n", side+12, side+12, accent)
	}
	score := fmt.Sprint(g.Scores[player])
	name, size := caption.Name(name, side-caption.Width(" "+score, 32), 32, 18)
	fmt.Fprintf(b, `<text x="0" y="-20" font-size="%d" font-weight="%s" fill="#1a1a1a">%s</text>`+"\n", size, weight, name)
	fmt.Fprintf(b, `<text x="%d" y="-20" font-size="32" font-weight="bold" text-anchor="end" fill="#1a1a1a">%s</text>`+"\n", side, score)
	fmt.Fprintf(b, `<rect width="%d" height="%d" rx="10" fill="#8c8c8c"/>`+"\n", side, side)
	for i, e := range g.Boards[player] {
		x, y := corner(battle2048.Cell(i))
		tile(b, x, y, e)
	}
	if last != nil {
		mark(b, last, player)
	}
	b.WriteString("</g>\n")
}

// boardAt is the upper left corner of a player's board.
func boardAt(player int) (x, y int) { return margin + player*(side+margin), margin + head }

// Pitch is the distance of a cell from the next.
const Pitch = cell + space

// Corner is the upper left corner of a cell of a player's board, with half of the space around it.
func Corner(player int, c battle2048.Cell) [2]int {
	left, top := boardAt(player)
	x, y := corner(c)
	return [2]int{left + x - space/2, top + y - space/2}
}

// Tile is a tile on a cell of a player's board, an element of its picture.
func Tile(player int, c battle2048.Cell, exponent uint8) string {
	var b strings.Builder
	left, top := boardAt(player)
	x, y := corner(c)
	tile(&b, left+x, top+y, exponent)
	return "<g>" + strings.TrimSuffix(b.String(), "\n") + "</g>"
}

// corner is the upper left corner of a cell on its board.
func corner(c battle2048.Cell) (x, y int) {
	return space + int(c)%battle2048.Size*(cell+space), space + int(c)/battle2048.Size*(cell+space)
}

// mark marks the last move on a player's board.
func mark(b *strings.Builder, last *Move, player int) {
	if player != last.Seat {
		for _, c := range last.Cells {
			x, y := corner(c)
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="8" fill="none" stroke="%s" stroke-width="6"/>`+"\n",
				x-1, y-1, cell+2, cell+2, accent)
		}
		return
	}
	if last.Slide != nil {
		// The arrow points up; it is turned around the middle of the board.
		fmt.Fprintf(b, `<path d="M%d -3h40l-20 -11z" fill="%s" transform="rotate(%d %d %d)"/>`+"\n",
			side/2-20, accent, 90*int(*last.Slide), side/2, side/2)
	}
}

// tile draws a cell.
func tile(b *strings.Builder, x, y int, e uint8) {
	tone := tones[min(int(e), len(tones)-1)]
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s"/>`, x, y, cell, cell, tone.fill)
	if e > 0 {
		text := fmt.Sprint(uint64(1) << e)
		size := 34
		switch {
		case len(text) > 5:
			size = 16
		case len(text) > 3:
			size = 24
		}
		fmt.Fprintf(b, `<text x="%d" y="%d" font-size="%d" font-weight="bold" text-anchor="middle" fill="%s">%s</text>`,
			x+cell/2, y+cell/2+size*36/100, size, tone.text, text)
	}
	b.WriteByte('\n')
}
