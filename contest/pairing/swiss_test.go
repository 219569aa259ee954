package pairing

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// swissField plays Swiss tournaments by chance, and holds what is wanted of each round.
type swissField struct {
	t      *testing.T
	r      *rand.Rand
	field  []SwissEntry
	byes   map[int]int
	paired int
}

func newSwissField(t *testing.T, seed uint64, n int) *swissField {
	f := &swissField{t: t, r: rand.New(rand.NewPCG(seed, 7)), byes: map[int]int{}}
	for range n {
		f.enter()
	}
	return f
}

func (f *swissField) enter() {
	f.field = append(f.field, SwissEntry{Key: len(f.byes) + 1000, Met: map[int]bool{}})
	f.byes[len(f.byes)+1000] = 0
}

// round pairs and plays a round. It reports false when there is no pairing.
func (f *swissField) round() bool {
	slices.SortStableFunc(f.field, func(a, b SwissEntry) int { return cmp.Compare(b.Points, a.Points) })
	pairs, bye, ok := Swiss(f.field)
	if !ok {
		return false
	}
	f.paired++
	again, _, _ := Swiss(f.field)
	require.Equal(f.t, again, pairs)
	seen := map[int]bool{}
	for _, p := range pairs {
		require.False(f.t, seen[p.First] || seen[p.Second])
		seen[p.First], seen[p.Second] = true, true
		f.play(p)
	}
	require.Equal(f.t, len(f.field)%2 == 1, bye != None)
	if bye != None {
		seen[bye] = true
		b := &f.field[bye]
		require.False(f.t, b.Bye, "a second bye")
		b.Bye, b.Float = true, -1
		b.Points += 2
	}
	require.Len(f.t, seen, len(f.field), "everybody is paired")
	return true
}

func (f *swissField) play(p Pair) {
	a, b := &f.field[p.First], &f.field[p.Second]
	require.False(f.t, a.Met[b.Key], "a rematch")
	a.Met[b.Key], b.Met[a.Key] = true, true
	a.Float, b.Float = cmp.Compare(b.Points, a.Points), cmp.Compare(a.Points, b.Points)
	a.Balance, b.Balance = a.Balance+1, b.Balance-1
	a.Streak, b.Streak = max(a.Streak, 0)+1, min(b.Streak, 0)-1
	won := f.r.IntN(3)
	a.Points, b.Points = a.Points+won, b.Points+2-won
}

// As many rounds as SwissRounds promises can always be played, for 4 to 64 entrants.
func TestSwissCompletes(t *testing.T) {
	tier.NoRace(t)
	for n := 4; n <= 64; n++ {
		if testing.Short() && n%9 > 0 {
			continue
		}
		f := newSwissField(t, uint64(n), n)
		for range SwissRounds(n) {
			require.True(t, f.round(), "%d entrants, round %d", n, f.paired+1)
		}
	}
}

// Seats are balanced in tournaments of the usual length.
func TestSwissSeats(t *testing.T) {
	for seed := range uint64(40) {
		f := newSwissField(t, seed, 16+int(seed))
		for range 6 {
			require.True(t, f.round())
		}
		for _, p := range f.field {
			require.LessOrEqual(t, abs(p.Balance), 2)
			require.LessOrEqual(t, abs(p.Streak), 2)
		}
	}
}

// Entrants come and go; nobody meets twice, and rounds within the promise for the
// smallest field are complete.
func TestSwissComingAndGoing(t *testing.T) {
	tier.NoRace(t)
	for seed := range uint64(100) {
		n := 8 + int(seed)%40
		f := newSwissField(t, seed, n)
		for range SwissRounds(n) / 2 {
			require.True(t, f.round(), "seed %d", seed)
			switch f.r.IntN(3) {
			case 0:
				if len(f.field) > n {
					f.field = slices.Delete(f.field, 0, 1)
				}
			case 1:
				f.enter()
			}
		}
	}
}

// Of all pairings it is the cheapest: compared with dynamic programming.
func TestSwissIsLeast(t *testing.T) {
	tier.NoRace(t)
	for seed := range uint64(60) {
		f := newSwissField(t, seed, 5+int(seed)%8)
		for f.paired < SwissRounds(len(f.field)) {
			slices.SortStableFunc(f.field, func(a, b SwissEntry) int { return cmp.Compare(b.Points, a.Points) })
			even := len(f.field) + len(f.field)%2
			s := swiss{field: f.field, half: halves(f.field)}
			table := make(costs, even)
			for i := range table {
				table[i] = make([]int64, even)
			}
			for i := range even {
				for j := range i {
					cost, ok := s.cost(j, i)
					if !ok {
						cost = -1
					}
					table[i][j], table[j][i] = cost, cost
				}
			}
			partner, ok := MinCostMatching(even, s.cost)
			require.True(t, ok)
			require.Equal(t, table.least(), requirePerfect(t, table, partner))
			require.True(t, f.round())
		}
	}
}

// The first round is upper half against lower half; the bye is the last one's.
func TestSwissFirstRound(t *testing.T) {
	f := newSwissField(t, 1, 7)
	pairs, bye, ok := Swiss(f.field)
	require.True(t, ok)
	require.Equal(t, 6, bye)
	require.Equal(t, []Pair{{0, 3}, {4, 1}, {2, 5}}, pairs)
}

// A field that has run out of opponents is told, not paired wrongly.
func TestSwissCannot(t *testing.T) {
	f := newSwissField(t, 1, 4)
	for f.round() {
	}
	require.GreaterOrEqual(t, f.paired, 2)
	_, _, ok := Swiss(make([]SwissEntry, MaxSwiss+1))
	require.False(t, ok)
}

func BenchmarkSwiss64(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var field []SwissEntry
	for i := range 64 {
		p := SwissEntry{Key: i, Met: map[int]bool{}, Points: 12 - i/5, Balance: r.IntN(5) - 2}
		for range 6 {
			p.Met[r.IntN(64)] = true
		}
		field = append(field, p)
	}
	for b.Loop() {
		if _, _, ok := Swiss(field); !ok {
			b.Fatal("no pairing")
		}
	}
}
