package searchmodel

import "github.com/loopline/loopline/games/battle2048"

// Limits bound a search.
type Limits struct {
	// Ticks after which no further node is begun, once the first iteration is
	// complete. The board takes the milliseconds that it has left for all its turns
	// as ticks, MaxTicks at most.
	Ticks int
	// TickCycles is the number of clock cycles in a tick; see TickCycles.
	TickCycles int
}

// MaxTicks is the most ticks of a search.
const MaxTicks = 1<<13 - 1

// TickCycles is the number of clock cycles in a tick at a clock rate in Hz: a
// 128th of a millisecond, so that a search takes a 128th of the time left.
func TickCycles(clockHz int) int { return max(1, clockHz/128_000) }

// StartCell is the cell of the other's board that the board names at the start.
const StartCell = battle2048.Cell(12)

// Result holds the answer of a search, and what it took.
type Result struct {
	Answer battle2048.Answer
	Depth  int // turns ahead of the last iteration, its own included
	Nodes  int // attacks that were tried
	Cycles int // clock cycles from the question to the first tile of the answer
}

// maxDepth is the depth of the last iteration.
const maxDepth = 8

// Values of positions are for the player to move, in 12 bits.
const (
	infinity = 2047
	won      = 2000 // less a point for each turn until then
	decided  = won - maxDepth
)

// Weights of a board.
const (
	weightEmpty = 8
	weightPair  = 5
)

// Clock cycles of the states.
const (
	passCycles  = battle2048.Cells     // all cells, one by one
	loadCycles  = battle2048.Cells + 1 // the memory answers a cycle later
	slideCycles = 7
	stepCycles  = 1 // of each other state
)

// move is a slide and the binary logarithm of the number of tiles.
type move struct {
	direction battle2048.Direction
	split     int
}

type search struct {
	Limits
	depth  int // of this iteration
	nodes  int
	cycles int
	over   bool // no time is left
	chosen move // the best so far of this iteration
}

// Choose searches for an answer. It reports false if no slide changes the player's
// own board, or the other board is full. Exponents are at most 30.
func Choose(own, other *battle2048.Grid, limits Limits) (Result, bool) {
	s := search{Limits: limits}
	var best move
	for s.depth = 1; ; s.depth++ {
		v, found := s.node(own, other, 0, -infinity, infinity)
		if s.over {
			s.depth--
			break
		}
		if !found {
			return Result{Cycles: s.cycles}, false
		}
		if best = s.chosen; s.depth == maxDepth || v >= decided || v <= -decided {
			break
		}
	}
	s.cycles += stepCycles
	_, against, answer, _ := s.try(own, other, best)
	s.cycles += passCycles
	for range 1 << best.split {
		answer.Cells = append(answer.Cells, place(&against, uint8(answer.Exponent)))
	}
	return Result{answer, s.depth, s.nodes, s.cycles}, true
}

// node values a position by alpha-beta, fail-hard. Found is false if no move was possible.
func (s *search) node(own, other *battle2048.Grid, level, alpha, beta int) (value int, found bool) {
	for d := battle2048.Up; d <= battle2048.Left; d++ {
		for split := 0; ; split++ {
			if s.cycles += stepCycles; s.depth > 1 && s.cycles-stepCycles >= s.Ticks*s.TickCycles {
				s.over = true
				return 0, true
			}
			after, against, a, ok := s.try(own, other, move{d, split})
			if !ok {
				break
			}
			found = true
			s.nodes++
			for range 1 << split {
				place(&against, uint8(a.Exponent))
				s.cycles += 2 * passCycles
			}
			s.cycles += passCycles
			var v int
			if level+1 == s.depth {
				v = leaf(&after, &against, level+1)
			} else {
				v, _ = s.node(&against, &after, level+1, -beta, -alpha)
				if s.over {
					return 0, true
				}
				v = -v
			}
			s.cycles += stepCycles
			if v > alpha {
				if alpha = v; level == 0 {
					s.chosen = move{d, split}
				}
				if v >= beta {
					s.cycles += stepCycles
					return alpha, true
				}
			}
		}
	}
	s.cycles += stepCycles
	if !found {
		return level - won, false
	}
	return alpha, true
}

// try slides, and reports whether so many tiles may attack.
func (s *search) try(own, other *battle2048.Grid, m move) (after, against battle2048.Grid, a battle2048.Answer, ok bool) {
	s.cycles += loadCycles + slideCycles + stepCycles
	after, against = *own, *other
	merges, _, moved := after.Slide(m.direction)
	a = battle2048.Answer{Direction: m.direction, Exponent: merges + 1 - m.split}
	return after, against, a, moved && m.split <= merges && 1<<m.split <= other.Empty()
}

// leaf values a position whose board b is to be slid next.
func leaf(a, b *battle2048.Grid, level int) int {
	va, _ := value(a)
	vb, stuck := value(b)
	if stuck {
		return won - level
	}
	return va - vb
}

// value is the value of a board, and whether no slide can change it.
func value(b *battle2048.Grid) (v int, stuck bool) {
	stuck = true
	for i, e := range b {
		if e == 0 {
			v += weightEmpty
			stuck = false
			continue
		}
		if i%battle2048.Size < battle2048.Size-1 {
			v += beside(e, b[i+1])
			stuck = stuck && e != b[i+1]
		}
		if i < battle2048.Cells-battle2048.Size {
			v += beside(e, b[i+battle2048.Size])
			stuck = stuck && e != b[i+battle2048.Size]
		}
	}
	return v, stuck
}

// beside is the value of two tiles beside each other: a pair that can merge, or
// what lies between them.
func beside(tile, neighbour uint8) int {
	switch {
	case neighbour == 0:
		return 0
	case tile == neighbour:
		return weightPair
	case tile < neighbour:
		return int(tile) - int(neighbour)
	}
	return int(neighbour) - int(tile)
}

// place puts a tile onto the first of the empty cells where its neighbours value it least.
func place(b *battle2048.Grid, exponent uint8) battle2048.Cell {
	at, least := battle2048.Cell(-1), infinity
	for i, e := range b {
		if e != 0 {
			continue
		}
		v := 0
		if i%battle2048.Size > 0 {
			v += beside(exponent, b[i-1])
		}
		if i%battle2048.Size < battle2048.Size-1 {
			v += beside(exponent, b[i+1])
		}
		if i >= battle2048.Size {
			v += beside(exponent, b[i-battle2048.Size])
		}
		if i < battle2048.Cells-battle2048.Size {
			v += beside(exponent, b[i+battle2048.Size])
		}
		if v < least {
			at, least = battle2048.Cell(i), v
		}
	}
	b[at] = exponent
	return at
}
