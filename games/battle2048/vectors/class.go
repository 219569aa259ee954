package vectors

import (
	"fmt"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/vectors"
)

// class is a class of vectors and which they are.
type class struct {
	vectors.Class
	has func(*slide) bool
}

// classes lists the classes of slides.
func classes() []class {
	all := []class{
		{vectors.Class{Name: "up", Says: "to the upper edge, and something moves"}, movedTo(battle2048.Up)},
		{vectors.Class{Name: "right", Says: "to the right, and something moves"}, movedTo(battle2048.Right)},
		{vectors.Class{Name: "down", Says: "to the lower edge, and something moves"}, movedTo(battle2048.Down)},
		{vectors.Class{Name: "left", Says: "to the left, and something moves"}, movedTo(battle2048.Left)},
		{vectors.Class{Name: "still", Says: "that changes nothing, of a board that can be slid"},
			func(s *slide) bool { return !s.moved && s.board.CanSlide() }},
		{vectors.Class{Name: "stuck", Says: "of a board that cannot be slid"},
			func(s *slide) bool { return !s.board.CanSlide() && s.board.Empty() < battle2048.Cells }},
		{vectors.Class{Name: "nothing", Says: "of an empty board", Supply: 4},
			func(s *slide) bool { return s.board.Empty() == battle2048.Cells }},
		{vectors.Class{Name: "gap", Says: "with a pair that merges over an empty cell"}, gap},
		{vectors.Class{Name: "three", Says: "with three equal tiles in a line: the first two merge"}, equalRun(3)},
		{vectors.Class{Name: "four", Says: "with four equal tiles in a line: two pairs"}, equalRun(4)},
		{vectors.Class{Name: "five", Says: "with five equal tiles in a line: two pairs, one left"}, equalRun(5)},
		{vectors.Class{Name: "chain", Says: "with a merge beside the tile that it makes, which stays"}, chain},
		{vectors.Class{Name: "largest", Says: "with a merge of the largest tiles, whose exponent becomes 31"}, largest},
		{vectors.Class{Name: "wide", Says: "whose gain needs more than 32 bits"}, func(s *slide) bool { return s.gain >= 1<<32 }},
	}
	for n := range 11 {
		all = append(all, class{
			vectors.Class{Name: fmt.Sprintf("merges-%d", n), Says: fmt.Sprintf("that moves something, with %d merges", n)},
			func(s *slide) bool { return s.moved && s.merges == n },
		})
	}
	return all
}

func classesOf(s *slide) (set vectors.ClassSet) {
	for i, c := range classes() {
		if c.has(s) {
			set.Add(i)
		}
	}
	return set
}

func movedTo(d battle2048.Direction) func(*slide) bool {
	return func(s *slide) bool { return s.moved && s.direction == d }
}

// lines are the cells of a board from the edge on to which it is slid.
func lines(b *battle2048.Board, d battle2048.Direction) (all [battle2048.Size][battle2048.Size]uint8) {
	const last = battle2048.Size - 1
	for line := range all {
		for i := range all[line] {
			column, row := i, line
			switch d {
			case battle2048.Up:
				column, row = line, i
			case battle2048.Down:
				column, row = line, last-i
			case battle2048.Right:
				column = last - i
			}
			all[line][i] = b[row*battle2048.Size+column]
		}
	}
	return all
}

// tiles are those of a line, without gaps.
func tiles(line [battle2048.Size]uint8) (all []uint8) {
	for _, e := range line {
		if e != 0 {
			all = append(all, e)
		}
	}
	return all
}

// gap finds two equal tiles with empty cells between them, which nothing before
// them in the line equals.
func gap(s *slide) bool {
	for _, line := range lines(&s.board, s.direction) {
		if t := tiles(line); len(t) == 2 && t[0] == t[1] && !beside(line, t[0]) {
			return true
		}
	}
	return false
}

// beside reports whether two cells beside each other hold a tile.
func beside(line [battle2048.Size]uint8, e uint8) bool {
	for i := 1; i < len(line); i++ {
		if line[i] == e && line[i-1] == e {
			return true
		}
	}
	return false
}

// equalRun finds a line with so many equal tiles one behind the other, and no more.
func equalRun(n int) func(*slide) bool {
	return func(s *slide) bool {
		for _, line := range lines(&s.board, s.direction) {
			run := 0
			t := tiles(line)
			for i, e := range t {
				if i > 0 && e != t[i-1] {
					run = 0
				}
				run++
				if run == n && (i+1 == len(t) || t[i+1] != e) {
					return true
				}
			}
		}
		return false
	}
}

// chain finds a pair that begins a line in front of the tile that it makes.
func chain(s *slide) bool {
	for _, line := range lines(&s.board, s.direction) {
		if t := tiles(line); len(t) >= 3 && t[0] == t[1] && t[2] == t[0]+1 {
			return true
		}
	}
	return false
}

func largest(s *slide) bool {
	for _, e := range s.after {
		if e > MaxExponent {
			return true
		}
	}
	return false
}
