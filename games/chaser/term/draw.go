package term

import (
	"fmt"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host/terminal"
)

// Append appends the map with the players, two columns a cell where there is
// room for them: C and H, # a block, o an item.
func Append(dst []byte, g *chaser.Position, names [2]string, style terminal.Style, room terminal.Size) []byte {
	width, height := g.Size()
	wide := 2
	if room.Columns < 2*width {
		wide = 1
	}
	if room.Rows < 1 {
		return dst
	}
	dst = append(dst, clip(fmt.Sprintf("COOL %s %d   HOT %s %d   %d left",
		names[0], g.Items(0), names[1], g.Items(1), g.Left()), room.Columns)...)
	dst = append(dst, '\n')
	for y := range min(height, room.Rows-1) {
		for x := range min(width, room.Columns/wide) {
			dst = appendCell(dst, g, chaser.Point{X: x, Y: y}, style, wide)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// clip cuts a line to the given number of characters.
func clip(line string, columns int) string {
	runes := []rune(line)
	return string(runes[:min(len(runes), columns)])
}

type style struct{ letter, paint string }

var looks = map[byte]style{
	'C': {"C", "1;38;5;231;48;5;25"},  // white on blue
	'H': {"H", "1;38;5;231;48;5;166"}, // white on vermilion
	'X': {"X", "1;38;5;231;48;5;16"},  // both
	'#': {"#", "38;5;240;48;5;240"},
	'o': {"o", "38;5;220"},
	'.': {".", "38;5;244"},
}

func appendCell(dst []byte, g *chaser.Position, p chaser.Point, style terminal.Style, wide int) []byte {
	l := looks[letter(g, p)]
	text := l.letter
	if wide == 2 {
		text += " "
		if l.letter == "#" {
			text = "##"
		}
	}
	if !style.Fancy {
		return append(dst, text...)
	}
	return fmt.Appendf(dst, "\x1b[%sm%s\x1b[0m", l.paint, text)
}

func letter(g *chaser.Position, p chaser.Point) byte {
	switch cool, hot := g.Pos(0) == p, g.Pos(1) == p; {
	case cool && hot:
		return 'X'
	case cool:
		return 'C'
	case hot:
		return 'H'
	}
	switch g.At(p) {
	case chaser.Block:
		return '#'
	case chaser.Item:
		return 'o'
	}
	return '.'
}
