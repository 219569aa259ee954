package pairing

import "cmp"

// SwissEntry is the history of one entrant, as a Swiss pairing needs it.
type SwissEntry struct {
	Points int          // so far, in any unit: halves of a point, say
	Met    map[int]bool // whom it met, by their Key
	Key    int          // its own, unique
	Bye    bool         // it had one

	// Balance is the number of matches in the first seat less those in the second.
	// Streak counts the last matches in a row in the first seat, or, below 0, the second.
	Balance, Streak int

	// Float is 1 when it met an entrant with more points in the round before, -1 with
	// fewer, else 0.
	Float int
}

// MaxSwiss bounds the field of a Swiss tournament.
const MaxSwiss = 128

// SwissRounds is the number of rounds that n entrants can always play without a
// rematch and without a second bye. Before each of them every entrant has at least
// half of the others left to meet, so a perfect matching exists (Dirac 1952). An
// odd n counts the bye as one more.
func SwissRounds(n int) int { return (n + n%2) / 2 }

// Swiss pairs a field, which is in the order of rank. Bye is the index of who
// has none to meet, or None. Ok is false when there is no pairing without a rematch
// and without a second bye, or the field is too large. Of all pairings it is the one
// of least cost, in this order: pairs in which both must have the same seat; the
// squares of the differences of points; pairs in which both would rather have the
// same seat; who floats twice in the same way; and, among equal points, the distance
// from the order upper half against lower half.
func Swiss(field []SwissEntry) (pairs []Pair, bye int, ok bool) {
	n := len(field)
	if n > MaxSwiss {
		return nil, None, false
	}
	even := n + n%2
	s := swiss{field: field, half: halves(field)}
	partner, ok := MinCostMatching(even, s.cost)
	if !ok {
		return nil, None, false
	}
	bye = None
	for i := range n {
		switch j := partner[i]; {
		case j == n:
			bye = i
		case i < j:
			pairs = append(pairs, s.seated(i, j, len(pairs)))
		}
	}
	return pairs, bye, true
}

type swiss struct {
	field []SwissEntry
	half  []int // half the size of the player's group of equal points
}

// halves are half the sizes of the groups of equal points.
func halves(field []SwissEntry) []int {
	size := map[int]int{}
	for _, p := range field {
		size[p.Points]++
	}
	var all []int
	for _, p := range field {
		all = append(all, size[p.Points]/2)
	}
	return all
}

// What a level of cost counts for. No sum of a lower level over 64 pairs reaches the
// next one.
const (
	perOrder  = 1       // a pair has up to 127 of them
	perFloat  = 1 << 14 // to 3
	perColour = 1 << 23 // to 3
	perScore  = 1 << 32 // to 2^12
	perMust   = 1 << 51 // at most 1
	maxScore  = 1<<12 - 1
)

// cost returns that of a pair, or false where it may not be. The number after the last
// player is the bye.
func (s *swiss) cost(i, j int) (int64, bool) {
	if j == len(s.field) {
		return s.byeCost(i)
	}
	a, b := &s.field[i], &s.field[j]
	if a.Met[b.Key] || b.Met[a.Key] {
		return 0, false
	}
	must, rather := conflict(a, b)
	apart := a.Points - b.Points
	cost := must*perMust + rather*perColour + floats(a, b)*perFloat
	cost += int64(min(apart*apart, maxScore)) * perScore
	if apart == 0 {
		cost += int64(abs(abs(i-j)-s.half[i])) * perOrder
	}
	return cost, true
}

// byeCost is the cost of a bye: the fewer points, and the lower the rank, the less.
func (s *swiss) byeCost(i int) (int64, bool) {
	last := len(s.field) - 1
	apart := s.field[i].Points - s.field[last].Points
	return int64(min(apart*apart, maxScore))*perScore + int64(last-i)*perOrder, !s.field[i].Bye
}

// wish is the seat that a player should have: 1 the first, -1 the second, 0 either;
// and how strongly, from 0 to 3, where 3 is a must.
func (p *SwissEntry) wish() (seat, strength int) {
	switch {
	case p.Balance >= 2 || p.Streak >= 2:
		return -1, 3
	case p.Balance <= -2 || p.Streak <= -2:
		return 1, 3
	case p.Balance != 0:
		return -cmp.Compare(p.Balance, 0), 2
	}
	return -cmp.Compare(p.Streak, 0), min(1, abs(p.Streak))
}

func conflict(a, b *SwissEntry) (must, rather int64) {
	seat, strength := a.wish()
	other, strengthOther := b.wish()
	switch weaker := min(strength, strengthOther); {
	case seat != other || seat == 0:
		return 0, 0
	case weaker == 3:
		return 1, 3
	default:
		return 0, int64(weaker)
	}
}

// floats counts who would float as in the round before.
func floats(a, b *SwissEntry) (n int64) {
	way := cmp.Compare(b.Points, a.Points) // of a: up to one with more points
	if way != 0 && a.Float == way {
		n++
	}
	if way != 0 && b.Float == -way {
		n++
	}
	return n
}

// seated is a pair with the seats given out: to the stronger wish, then to the
// higher rank; otherwise in turn.
func (s *swiss) seated(i, j, number int) Pair {
	seat, strength := s.field[i].wish()
	other, strengthOther := s.field[j].wish()
	if strengthOther > strength {
		seat = -other
	}
	if strength == 3 && strengthOther == 3 && seat == other && abs(s.field[j].Balance) > abs(s.field[i].Balance) {
		seat = -other
	}
	if seat > 0 || seat == 0 && number%2 == 0 {
		return Pair{i, j}
	}
	return Pair{j, i}
}

func abs(n int) int { return max(n, -n) }
