package pairing

import (
	"math/rand/v2"
	"slices"
	"sync"
)

// MaxHeat is the most entrants of a heat.
const MaxHeat = 4

// heatsKey determines a draw of heats.
type heatsKey struct{ n, size, smallest, rounds int }

var drawnHeats sync.Map // of heatsKey: a draw takes a while, and is asked for again and again

// Heats draws rounds in which n entrants play in heats of size seats: each round is heats, and each
// heat lists its entrants in the order of their seats. Heats are as equal as n allows, with no less
// than smallest entrants, and as few as can be are free in a round; a field below smallest is one
// heat. All entrants are free equally often, within one round; then the sum over all pairs of their
// meetings squared is as small as the search finds it, which is the least for small fields. The caller
// must not change the result. Heats may be called concurrently.
func Heats(n, size, smallest, rounds int) [][][]int {
	key := heatsKey{n, size, smallest, rounds}
	if drawn, ok := drawnHeats.Load(key); ok {
		return drawn.([][][]int)
	}
	drawn := drawHeats(n, HeatSizes(n, size, smallest), rounds)
	drawnHeats.Store(key, drawn)
	return drawn
}

// HeatSizes returns the sizes of the heats of one round of [Heats]; entrants beyond their sum are free.
func HeatSizes(n, size, smallest int) (sizes []int) {
	if n < 2 {
		return nil
	}
	smallest = min(smallest, n)
	heats, most := 0, 0
	for h := 1; h*smallest <= n && h <= n; h++ {
		if in := min(n, h*size); in > most {
			heats, most = h, in
		}
	}
	for h := range heats {
		sizes = append(sizes, (most+heats-1-h)/heats)
	}
	return sizes
}

// HeatRounds returns the fewest rounds of heats in which all pairs of n entrants could meet.
func HeatRounds(n, size, smallest int) int {
	meetings := 0
	for _, k := range HeatSizes(n, size, smallest) {
		meetings += k * (k - 1) / 2
	}
	if meetings == 0 {
		return 0
	}
	return (n*(n-1)/2 + meetings - 1) / meetings
}

// heatSearch is a draw that is made better by exchanges of two entrants in a round.
type heatSearch struct {
	n      int
	starts []int   // of the heats among the places of a round; those from the last on are free
	heatOf []int   // of a place
	rounds [][]int // entrants by places
	meets  []int   // of a pair, at one*n + other
	free   []int   // rounds, by entrant
	cost   int
}

// heatMoves bounds the search, heatRestarts how often it begins anew.
const (
	heatMoves    = 60_000
	heatRestarts = 6
	freeWeight   = 1 << 20 // of rounds that an entrant is free, above all meetings
)

func drawHeats(n int, sizes []int, rounds int) [][][]int {
	if len(sizes) == 0 || rounds < 1 {
		return nil
	}
	chance := rand.New(rand.NewPCG(uint64(n), uint64(rounds)))
	var best *heatSearch
	for range heatRestarts {
		s := newHeatSearch(n, sizes, rounds)
		s.shuffle(chance)
		s.improve(chance)
		if best == nil || s.cost < best.cost {
			best = s
		}
		if best.cost <= best.least() {
			break
		}
	}
	return best.seated()
}

func newHeatSearch(n int, sizes []int, rounds int) *heatSearch {
	s := &heatSearch{n: n, starts: []int{0}, meets: make([]int, n*n), free: make([]int, n)}
	for h, k := range sizes {
		s.starts = append(s.starts, s.starts[h]+k)
		for range k {
			s.heatOf = append(s.heatOf, h)
		}
	}
	for len(s.heatOf) < n {
		s.heatOf = append(s.heatOf, len(sizes))
	}
	s.rounds = make([][]int, rounds)
	return s
}

// least is a bound that no draw goes below: all pairs meet equally often, within one.
func (s *heatSearch) least() int {
	heats, in := len(s.starts)-1, s.starts[len(s.starts)-1]
	even := func(total, over int) int {
		q, r := total/over, total%over
		return (over-r)*q*q + r*(q+1)*(q+1)
	}
	meetings := 0
	for h := range heats {
		k := s.starts[h+1] - s.starts[h]
		meetings += len(s.rounds) * k * (k - 1) / 2
	}
	return even(meetings, max(1, s.n*(s.n-1)/2)) + freeWeight*even(len(s.rounds)*(s.n-in), s.n)
}

// shuffle begins with entrants at places by chance, those who are free in turn.
func (s *heatSearch) shuffle(chance *rand.Rand) {
	in := s.starts[len(s.starts)-1]
	turn := chance.Perm(s.n)
	next := 0
	for r := range s.rounds {
		isFree := map[int]bool{}
		for range s.n - in {
			isFree[turn[next%s.n]] = true
			next++
		}
		var round, free []int
		for _, e := range chance.Perm(s.n) {
			if isFree[e] {
				free = append(free, e)
			} else {
				round = append(round, e)
			}
		}
		s.rounds[r] = append(round, free...)
		for place, e := range s.rounds[r] {
			s.count(r, place, e, 1)
		}
	}
	s.cost = 0
	for a := range s.n {
		s.cost += freeWeight * s.free[a] * s.free[a]
		for b := range a {
			s.cost += s.meets[a*s.n+b] * s.meets[a*s.n+b]
		}
	}
}

// count adds by to the meetings of an entrant with those at lower places of its heat.
func (s *heatSearch) count(round, place, e, by int) {
	h := s.heatOf[place]
	if h == len(s.starts)-1 {
		s.free[e] += by
		return
	}
	for p := s.starts[h]; p < place; p++ {
		s.meet(e, s.rounds[round][p], by)
	}
}

func (s *heatSearch) meet(a, b, by int) {
	s.meets[a*s.n+b] += by
	s.meets[b*s.n+a] += by
}

// gain is the change of the cost when an entrant leaves a place, whose others stay, and another one
// comes to it.
func (s *heatSearch) gain(round, place, leaves, comes int) (change int) {
	h := s.heatOf[place]
	if h == len(s.starts)-1 {
		return freeWeight * (2*s.free[comes] + 1 - 2*s.free[leaves] + 1)
	}
	for p := s.starts[h]; p < s.starts[h+1]; p++ {
		if p != place {
			other := s.rounds[round][p]
			change += 2*s.meets[comes*s.n+other] + 1 - 2*s.meets[leaves*s.n+other] + 1
		}
	}
	return change
}

// swap exchanges the entrants of two places of different heats.
func (s *heatSearch) swap(round, a, b, change int) {
	places := s.rounds[round]
	for _, at := range [2][2]int{{a, b}, {b, a}} {
		h := s.heatOf[at[0]]
		leaves, comes := places[at[0]], places[at[1]]
		if h == len(s.starts)-1 {
			s.free[leaves]--
			s.free[comes]++
			continue
		}
		for p := s.starts[h]; p < s.starts[h+1]; p++ {
			if p != at[0] {
				s.meet(leaves, places[p], -1)
				s.meet(comes, places[p], 1)
			}
		}
	}
	places[a], places[b] = places[b], places[a]
	s.cost += change
}

// improve exchanges entrants by chance, at first also for the worse (simulated annealing), and ends with
// the best that it has seen.
func (s *heatSearch) improve(chance *rand.Rand) {
	least, best := s.least(), s.cost
	seen := s.copyRounds()
	moves := heatMoves + 20*s.n*len(s.rounds)
	for move := range moves {
		if s.cost <= least {
			break
		}
		round, a, b := chance.IntN(len(s.rounds)), chance.IntN(s.n), chance.IntN(s.n)
		if s.heatOf[a] == s.heatOf[b] {
			continue
		}
		x, y := s.rounds[round][a], s.rounds[round][b]
		change := s.gain(round, a, x, y) + s.gain(round, b, y, x)
		// Thresholds in place of probabilities keep floating-point numbers out of what is derived again.
		threshold := chance.IntN(1 + 8*(moves-move)/moves)
		switch {
		case change <= threshold:
			s.swap(round, a, b, change)
		case change < freeWeight || !s.trade(chance, round, a, b, change, threshold):
			continue
		}
		if s.cost < best {
			best, seen = s.cost, s.copyRounds()
		}
	}
	s.rounds, s.cost = seen, best
}

// trade exchanges two entrants of whom one is free, and has them be free the other way round in another
// round; false where that costs more than a threshold.
func (s *heatSearch) trade(chance *rand.Rand, round, a, b, change, threshold int) bool {
	if s.heatOf[a] == len(s.starts)-1 {
		a, b = b, a
	}
	out := s.rounds[round][a] // who plays, and will be free
	in := s.rounds[round][b]
	from := chance.IntN(len(s.rounds))
	for i := range s.rounds {
		r := (from + i) % len(s.rounds)
		x, y := slices.Index(s.rounds[r], out), slices.Index(s.rounds[r], in)
		if r == round || s.heatOf[x] != len(s.starts)-1 || s.heatOf[y] == len(s.starts)-1 {
			continue
		}
		s.swap(round, a, b, change)
		back := s.gain(r, x, out, in) + s.gain(r, y, in, out)
		if change+back > threshold {
			s.swap(round, a, b, -change)
			return false
		}
		s.swap(r, x, y, back)
		return true
	}
	return false
}

func (s *heatSearch) copyRounds() (rounds [][]int) {
	for _, r := range s.rounds {
		rounds = append(rounds, slices.Clone(r))
	}
	return rounds
}

// seated are the heats of all rounds, in seats that each entrant has equally often, as far as that goes.
func (s *heatSearch) seated() (rounds [][][]int) {
	sat := make([][MaxHeat]int, s.n)
	for _, round := range s.rounds {
		var heats [][]int
		for h := range len(s.starts) - 1 {
			heat := slices.Clone(round[s.starts[h]:s.starts[h+1]])
			slices.Sort(heat)
			best, least := heat, -1
			permute(heat, 0, func(order []int) {
				cost := 0
				for seat, e := range order {
					cost += 2*sat[e][seat] + 1
				}
				if least < 0 || cost < least {
					best, least = slices.Clone(order), cost
				}
			})
			for seat, e := range best {
				sat[e][seat]++
			}
			heats = append(heats, best)
		}
		rounds = append(rounds, heats)
	}
	return rounds
}

// permute calls f with every order of a list.
func permute(list []int, from int, f func([]int)) {
	if from == len(list) {
		f(list)
		return
	}
	list = slices.Clone(list)
	for i := from; i < len(list); i++ {
		list[from], list[i] = list[i], list[from]
		permute(list, from+1, f)
		list[from], list[i] = list[i], list[from]
	}
}
