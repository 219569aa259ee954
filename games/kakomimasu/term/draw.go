package term

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/termsafe"
)

// Widths of a cell: with its points, and without them.
const (
	wide   = 5
	narrow = 2
)

// paints are the colours of a player's walls and territory: blue, vermilion,
// green, purple, strong for walls, dark for territory. The letters say the same.
var paints = [kakomimasu.MaxPlayers]struct{ wall, area string }{
	{"1;38;5;231;48;5;25", "38;5;159;48;5;17"},
	{"1;38;5;231;48;5;166", "38;5;223;48;5;52"},
	{"1;38;5;231;48;5;29", "38;5;158;48;5;22"},
	{"1;38;5;231;48;5;133", "38;5;225;48;5;53"},
}

// Append appends the board: a letter for a wall (A is the first player's) or
// territory (a), the points where there is room, a star for an agent.
func Append(dst []byte, p *kakomimasu.Position, names []string, style terminal.Style, room terminal.Size) []byte {
	if room.Rows < 1 {
		return dst
	}
	var heads []string
	for player, name := range names {
		s := p.Score(player)
		heads = append(heads, fmt.Sprintf("%c %s %d (%d + %d)", 'A'+player, name, s.Total(), s.Area, s.Wall))
	}
	dst = append(append(dst, termsafe.Cut(strings.Join(heads, "   "), room.Columns)...), '\n')
	b, cell := p.Field(), wide
	if room.Columns < wide*b.Width {
		cell = narrow
	}
	for y := range min(b.Height, room.Rows-1) {
		for x := range min(b.Width, room.Columns/cell) {
			dst = appendCell(dst, p, kakomimasu.Cell{X: x, Y: y}, style, cell)
		}
		dst = append(dst, '\n')
	}
	return dst
}

func appendCell(dst []byte, p *kakomimasu.Position, c kakomimasu.Cell, style terminal.Style, cell int) []byte {
	tile, star := p.At(c), ' '
	if _, _, ok := p.Standing(c); ok {
		star = '*'
	}
	text := fmt.Sprintf("%c%c", tile.Letter(), star)
	if cell == wide {
		text = fmt.Sprintf("%c%3d%c", strings.Replace(string(tile.Letter()), ".", " ", 1)[0], p.Field().Point(c), star)
	}
	if !style.Fancy || !tile.Owned {
		return append(dst, text...)
	}
	paint := paints[tile.Player].area
	if tile.Wall {
		paint = paints[tile.Player].wall
	}
	return fmt.Appendf(dst, "\x1b[%sm%s\x1b[0m", paint, text)
}
