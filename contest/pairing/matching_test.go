package pairing

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// costs are a symmetric table of costs; below 0 forbids an edge.
type costs [][]int64

func (c costs) cost(i, j int) (int64, bool) { return c[i][j], c[i][j] >= 0 }

func randomCosts(r *rand.Rand, n int, most int64, missing float64) costs {
	c := make(costs, n)
	for i := range c {
		c[i] = make([]int64, n)
		for j := range i {
			cost := r.Int64N(most)
			if r.Float64() < missing {
				cost = -1
			}
			c[i][j], c[j][i] = cost, cost
		}
	}
	return c
}

// least is the least cost of a perfect matching by dynamic programming over sets of
// vertices, or -1 when there is none.
func (c costs) least() int64 {
	n := len(c)
	best := make([]int64, 1<<n)
	for set := 1; set < len(best); set++ {
		best[set] = -1
		i := bits.TrailingZeros(uint(set))
		for rest := set &^ (1 << i); rest != 0; rest &= rest - 1 {
			j := bits.TrailingZeros(uint(rest))
			before := best[set&^(1<<i|1<<j)]
			if c[i][j] < 0 || before < 0 {
				continue
			}
			if sum := before + c[i][j]; best[set] < 0 || sum < best[set] {
				best[set] = sum
			}
		}
	}
	return best[len(best)-1]
}

// requirePerfect wants a matching and returns its cost.
func requirePerfect(t *testing.T, c costs, partner []int) (sum int64) {
	t.Helper()
	require.Len(t, partner, len(c))
	for i, j := range partner {
		require.Equal(t, i, partner[j])
		require.GreaterOrEqual(t, c[i][j], int64(0), "forbidden edge")
		if i < j {
			sum += c[i][j]
		}
	}
	return sum
}

func TestPerfectIsLeast(t *testing.T) {
	tier.NoRace(t)
	r := rand.New(rand.NewPCG(1, 2))
	none := 0
	for round := range 3000 {
		n := 2 + 2*(round%6) // 12 at most
		most := []int64{2, 5, 100, 1 << 51}[r.IntN(4)]
		c := randomCosts(r, n, most, []float64{0, .3, .6, .8}[r.IntN(4)])
		want := c.least()
		partner, ok := MinCostMatching(n, c.cost)
		require.Equal(t, want >= 0, ok, "%v", c)
		if !ok {
			none++
			continue
		}
		require.Equal(t, want, requirePerfect(t, c, partner), "%v", c)
	}
	require.Greater(t, none, 100)
}

func TestPerfectLarger(t *testing.T) {
	tier.NoRace(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 4 {
		c := randomCosts(r, 18, 50, .5)
		partner, ok := MinCostMatching(18, c.cost)
		require.True(t, ok)
		require.Equal(t, c.least(), requirePerfect(t, c, partner))
	}
}

func TestPerfectOddAndEmpty(t *testing.T) {
	_, ok := MinCostMatching(3, func(int, int) (int64, bool) { return 0, true })
	require.False(t, ok)
	partner, ok := MinCostMatching(0, nil)
	require.True(t, ok)
	require.Empty(t, partner)
}
