// Bot is a Trax player on standard input and output.
//
// It knows no rules, and yet its moves are legal: a tile on top of the highest
// tile touches that tile alone, so each shape fits; and in the new row, above
// which there is nothing, no cell is entered by more than two tracks, so forced
// play cannot contradict itself.
package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

const team = "GO" // your team code: two characters

// A move's column is 0 for @, 1 for A, 27 for AA. Rows and columns are named as
// before the move.
type move struct {
	column, row int
	shape       string
}

var notation = regexp.MustCompile(`^(@|[A-Z]{1,4})(0|[1-9][0-9]{0,5})([+/\\])$`)

func readMove(line string) (m move, ok bool) {
	part := notation.FindStringSubmatch(line)
	if part == nil {
		return m, false
	}
	for _, letter := range strings.TrimPrefix(part[1], "@") {
		m.column = m.column*26 + int(letter-'A') + 1
	}
	m.row, _ = strconv.Atoi(part[2])
	m.shape = part[3]
	return m, true
}

func (m move) String() string {
	name := ""
	for n := m.column; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	if name == "" {
		name = "@"
	}
	return name + strconv.Itoa(m.row) + m.shape
}

// game is the state of one game.
type game struct {
	top int // the column of a tile in the highest row, or 0 if no tile lies
}

// play takes in a move of either side.
//
// TODO: keep the tiles, and play those that this one forces: the host does not
// send them. Look for loops and lines: whoever has one has won.
func (g *game) play(m move) {
	switch {
	case g.top == 0 || m.row == 0 && m.column == 0:
		g.top = 1
	case m.row == 0:
		g.top = m.column
	case m.column == 0:
		g.top++
	}
}

// TODO: of all legal moves take one that wins, or else one after which the
// opponent cannot.
func (g *game) choose() move { return move{g.top, 0, "+"} }

func (g *game) answer() {
	m := g.choose()
	g.play(m)
	fmt.Println(m)
}

func main() {
	var g game
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		line := strings.TrimSpace(in.Text())
		switch m, isMove := readMove(line); {
		case line == "-T":
			fmt.Println(team)
		case line == "-B": // we are red and wait
			g = game{}
		case line == "-W": // we are white and begin
			g = game{}
			g.answer()
		case isMove:
			g.play(m)
			g.answer()
		}
	}
}
