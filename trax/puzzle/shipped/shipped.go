// Package shipped holds the puzzles that come with Loopline.
package shipped

import (
	_ "embed" // the puzzles
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed puzzles.txt
var text string

// Puzzle is a position in which one move alone wins in the least number of turns.
type Puzzle struct {
	Moves  []string // to it from the empty board
	Answer string
	Turns  int    // of the side to move until it has won
	Grade  int    // 1 to 10: how often bots of levels 1 to 9 fail
	Theme  string // of puzzle.Themes
}

// String returns the line of a puzzle in a file: theme, turns, grade, answer and moves.
func (p Puzzle) String() string {
	return fmt.Sprintf("%s %d %d %s %s", p.Theme, p.Turns, p.Grade, p.Answer, strings.Join(p.Moves, " "))
}

// All returns the puzzles, the easiest first. The slice must not be changed.
func All() []Puzzle { return all() }

var all = sync.OnceValue(func() []Puzzle {
	list, err := Parse(text)
	if err != nil {
		panic("the embedded puzzles: " + err.Error())
	}
	return list
})

// Parse reads puzzles, a line each; lines that begin with # are comments. Its error names the line.
func Parse(text string) (list []Puzzle, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(f) < 5 {
			return nil, fmt.Errorf("line %d: %q is no puzzle: theme, turns, grade, answer and moves", number, line)
		}
		turns, err := strconv.Atoi(f[1])
		if err != nil {
			return nil, fmt.Errorf("line %d: turns %q: write a number", number, f[1])
		}
		grade, err := strconv.Atoi(f[2])
		if err != nil || grade < 1 || grade > 10 {
			return nil, fmt.Errorf("line %d: grade %q: write 1 to 10", number, f[2])
		}
		list = append(list, Puzzle{f[4:], f[3], turns, grade, f[0]})
	}
	return list, nil
}
