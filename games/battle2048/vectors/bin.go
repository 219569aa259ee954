package vectors

import (
	"fmt"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/vectors"
)

// bin is a bin of vectors with its test.
type bin struct {
	vectors.Bin
	has func(*slide) bool
}

// bins lists the bins of slides.
func bins() []bin {
	all := []bin{
		{vectors.Bin{Name: "up", Description: "to the upper edge, and something moves"}, movedTo(battle2048.Up)},
		{vectors.Bin{Name: "right", Description: "to the right, and something moves"}, movedTo(battle2048.Right)},
		{vectors.Bin{Name: "down", Description: "to the lower edge, and something moves"}, movedTo(battle2048.Down)},
		{vectors.Bin{Name: "left", Description: "to the left, and something moves"}, movedTo(battle2048.Left)},
		{vectors.Bin{Name: "still", Description: "that changes nothing, of a board that can be slid"},
			func(s *slide) bool { return !s.moved && s.board.CanSlide() }},
		{vectors.Bin{Name: "stuck", Description: "of a board that cannot be slid"},
			func(s *slide) bool { return !s.board.CanSlide() && s.board.Empty() < battle2048.Cells }},
		{vectors.Bin{Name: "nothing", Description: "of an empty board", MaxCount: 4},
			func(s *slide) bool { return s.board.Empty() == battle2048.Cells }},
		{vectors.Bin{Name: "gap", Description: "with a pair that merges over an empty cell"}, gap},
		{vectors.Bin{Name: "three", Description: "with three equal tiles in a line: the first two merge"}, equalRun(3)},
		{vectors.Bin{Name: "four", Description: "with four equal tiles in a line: two pairs"}, equalRun(4)},
		{vectors.Bin{Name: "five", Description: "with five equal tiles in a line: two pairs, one left"}, equalRun(5)},
		{vectors.Bin{Name: "chain", Description: "with a merge beside the tile that it makes, which stays"}, chain},
		{vectors.Bin{Name: "largest", Description: "with a merge of the largest tiles, whose exponent becomes 31"}, largest},
		{vectors.Bin{Name: "wide", Description: "whose gain needs more than 32 bits"}, func(s *slide) bool { return s.gain >= 1<<32 }},
	}
	for n := range 11 {
		all = append(all, bin{
			vectors.Bin{Name: fmt.Sprintf("merges-%d", n), Description: fmt.Sprintf("that moves something, with %d merges", n)},
			func(s *slide) bool { return s.moved && s.merges == n },
		})
	}
	return all
}

func binsOf(s *slide) (set vectors.BinSet) {
	for i, c := range bins() {
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
func lines(b *battle2048.Grid, d battle2048.Direction) (all [battle2048.Size][battle2048.Size]uint8) {
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

// equalRun finds a line with the given number of consecutive equal tiles, and no more.
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
