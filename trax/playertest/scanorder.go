package playertest

import "github.com/loopline/loopline/trax"

// ScanOrder is an order in which a player may look for its move: one that
// takes the first or the last that it finds has a habit.
type ScanOrder int

// The orders.
const (
	ByRows ScanOrder = iota
	ByRowsBackward
	ByColumns
	ByColumnsBackward
	orders
)

// before reports whether a player looks at a before b: at a cell at + / and then
// at the other curve, or the other way round.
func (o ScanOrder) before(a, b trax.Move) bool {
	if o == ByRowsBackward || o == ByColumnsBackward {
		a, b = b, a
	}
	row, col := a.Cell.Row-b.Cell.Row, a.Cell.Col-b.Cell.Col
	if o == ByColumns || o == ByColumnsBackward {
		row, col = col, row
	}
	switch {
	case row != 0:
		return row < 0
	case col != 0:
		return col < 0
	}
	return a.Shape < b.Shape
}

// first returns the first of some moves; there must be one.
func (o ScanOrder) first(moves []trax.Move) trax.Move {
	first := moves[0]
	for _, m := range moves[1:] {
		if o.before(m, first) {
			first = m
		}
	}
	return first
}

// MoveHabits count how often a player took the first of its legal moves, by scan order.
type MoveHabits struct {
	Choices int // of the player
	First   [orders]int
}

// Add adds other habits.
func (h *MoveHabits) Add(other MoveHabits) {
	h.Choices += other.Choices
	for o, n := range other.First {
		h.First[o] += n
	}
}

// habitual sets the share of choices, one in habitual, from which a player counts as
// having a habit. By chance the share is one in a hundred.
const habitual = 5

// ScanOrder returns the order in which the player looks for its moves; false if it
// does not seem to have one.
func (h *MoveHabits) Order() (ScanOrder, bool) {
	best := ByRows
	for o := range orders {
		if h.First[o] > h.First[best] {
			best = o
		}
	}
	return best, h.Choices > 0 && h.First[best]*habitual > h.Choices
}

// ForbidFirstInScan prefers moves after which the first move that fits, in some
// order, is illegal by forced play alone: the one that a player with this habit
// would take. The fewer legal moves come before it, the better.
func ForbidFirstInScan(o ScanOrder) Policy {
	var forbidden, legal []trax.Move
	return func(_ trax.Move, _ int, after *trax.Position) int {
		forbidden = after.AppendForcedIllegal(forbidden[:0])
		if len(forbidden) == 0 {
			return 0
		}
		legal = after.AppendMoves(legal[:0])
		first, earlier := o.first(forbidden), 0
		for _, m := range legal {
			if o.before(m, first) {
				earlier++
			}
		}
		return max(10_000-earlier, 1)
	}
}
