package pairing

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// heatBalance counts how often everybody is free, meets each other and has each seat, after a look
// whether each round is one.
func heatBalance(t *testing.T, n, size, smallest int, rounds [][][]int) (free []int, meets map[[2]int]int, seats [][MaxHeat]int) {
	free, meets, seats = make([]int, n), map[[2]int]int{}, make([][MaxHeat]int, n)
	for _, heats := range rounds {
		plays := map[int]bool{}
		for _, heat := range heats {
			require.LessOrEqual(t, len(heat), size)
			require.GreaterOrEqual(t, len(heat), min(smallest, n))
			for seat, e := range heat {
				require.False(t, plays[e], "%d plays twice in a round", e)
				plays[e] = true
				seats[e][seat]++
				for _, other := range heat[:seat] {
					meets[[2]int{min(e, other), max(e, other)}]++
				}
			}
		}
		for e := range n {
			if !plays[e] {
				free[e]++
			}
		}
	}
	return free, meets, seats
}

func squares(meets map[[2]int]int) (sum int) {
	for _, m := range meets {
		sum += m * m
	}
	return sum
}

// leastSquares is the least sum of squared meetings of all draws in which everybody is free equally often,
// within one, by going through all of them.
func leastSquares(n int, sizes []int, rounds int) int {
	type round struct {
		pairs [][2]int
		free  []int
	}
	var all []round
	var build func(left []int, sizes []int, so round)
	build = func(left []int, sizes []int, so round) {
		if len(sizes) == 0 {
			all = append(all, round{slices.Clone(so.pairs), slices.Clone(left)})
			return
		}
		var choose func(from int, heat []int)
		choose = func(from int, heat []int) {
			if len(heat) < sizes[0] {
				for i := from; i < len(left); i++ {
					choose(i+1, append(slices.Clone(heat), left[i]))
				}
				return
			}
			with := round{pairs: slices.Clone(so.pairs)}
			for i, b := range heat {
				for _, a := range heat[:i] {
					with.pairs = append(with.pairs, [2]int{a, b})
				}
			}
			rest := slices.DeleteFunc(slices.Clone(left), func(e int) bool { return slices.Contains(heat, e) })
			build(rest, sizes[1:], with)
		}
		choose(0, nil)
	}
	var field []int
	for e := range n {
		field = append(field, e)
	}
	build(field, sizes, round{})
	meets, free := make([]int, n*n), make([]int, n)
	least := -1
	var play func(from, left, sum int)
	play = func(from, left, sum int) {
		if least >= 0 && sum >= least {
			return
		}
		if left == 0 {
			if slices.Max(free)-slices.Min(free) <= 1 {
				least = sum
			}
			return
		}
		for i := from; i < len(all) && (i == 0 || left < rounds); i++ { // the first one stands for all first ones
			more := 0
			for _, p := range all[i].pairs {
				more += 2*meets[p[0]*n+p[1]] + 1
				meets[p[0]*n+p[1]]++
			}
			for _, e := range all[i].free {
				free[e]++
			}
			play(i, left-1, sum+more)
			for _, p := range all[i].pairs {
				meets[p[0]*n+p[1]]--
			}
			for _, e := range all[i].free {
				free[e]--
			}
		}
	}
	play(0, rounds, 0)
	return least
}

// The draw for every small field is as even as the best of all draws.
func TestHeatsOfSmallFieldsAreOptimal(t *testing.T) {
	for _, c := range []struct{ n, size, smallest, rounds int }{
		{2, 4, 2, 3}, {3, 2, 2, 4}, {3, 4, 2, 2}, {4, 2, 2, 5}, {4, 3, 2, 4}, {4, 3, 3, 5}, {4, 4, 4, 3}, {5, 2, 2, 4}, {5, 3, 2, 4},
		{5, 3, 3, 5}, {5, 4, 4, 6}, {5, 4, 2, 4}, {6, 2, 2, 5}, {6, 3, 3, 5}, {6, 4, 3, 4}, {6, 4, 4, 4}, {7, 2, 2, 3}, {7, 3, 3, 3}, {7, 3, 2, 3},
		{7, 4, 3, 3}, {7, 4, 4, 4}, {8, 4, 4, 5}, {8, 4, 3, 4}, {8, 3, 3, 2}, {8, 2, 2, 3}, {9, 3, 3, 3}, {9, 4, 3, 3},
	} {
		t.Run(fmt.Sprintf("%d in heats of %d to %d, %d rounds", c.n, c.smallest, c.size, c.rounds), func(t *testing.T) {
			rounds := Heats(c.n, c.size, c.smallest, c.rounds)
			require.Len(t, rounds, c.rounds)
			free, meets, _ := heatBalance(t, c.n, c.size, c.smallest, rounds)
			require.LessOrEqual(t, slices.Max(free)-slices.Min(free), 1)
			require.Equal(t, leastSquares(c.n, HeatSizes(c.n, c.size, c.smallest), c.rounds), squares(meets))
		})
	}
}

// Larger fields come close to the bound, and everybody has every seat about as often.
func TestHeatsAreEven(t *testing.T) {
	for _, c := range []struct{ n, size, smallest, rounds, most int }{
		{13, 4, 4, 5, 2}, {13, 4, 4, 13, 4}, {13, 4, 3, 6, 2}, {16, 4, 4, 5, 2}, {22, 4, 3, 7, 2}, {32, 4, 4, 10, 2}, {100, 4, 4, 8, 2}, {256, 4, 4, 6, 2},
	} {
		t.Run(fmt.Sprintf("%d in heats of %d to %d, %d rounds", c.n, c.smallest, c.size, c.rounds), func(t *testing.T) {
			free, meets, seats := heatBalance(t, c.n, c.size, c.smallest, Heats(c.n, c.size, c.smallest, c.rounds))
			require.LessOrEqual(t, slices.Max(free)-slices.Min(free), 1)
			most, never := 0, c.n*(c.n-1)/2-len(meets)
			for _, m := range meets {
				most = max(most, m)
			}
			s := newHeatSearch(c.n, HeatSizes(c.n, c.size, c.smallest), c.rounds)
			t.Logf("squares %d, bound %d; %d pairs never meet, none more than %d times", squares(meets), s.least()%freeWeight, never, most)
			require.LessOrEqual(t, most, c.most)
			for e := range seats {
				used := seats[e][:c.size]
				require.LessOrEqual(t, slices.Max(used)-slices.Min(used), 3, "seats of %d: %v", e, used)
			}
		})
	}
}

// Fields that a draw has no heats for get none, and equal questions equal answers.
func TestHeatsAtTheEdge(t *testing.T) {
	require.Nil(t, Heats(1, 4, 2, 3))
	require.Nil(t, Heats(8, 4, 4, 0))
	require.Equal(t, []int{4, 3, 3, 3}, HeatSizes(13, 4, 3))
	require.Equal(t, []int{4, 4, 4}, HeatSizes(13, 4, 4))
	require.Equal(t, []int{3}, HeatSizes(3, 4, 4))
	require.Equal(t, 5, HeatRounds(13, 4, 4))
	first := drawHeats(13, HeatSizes(13, 4, 4), 5)
	require.Equal(t, first, drawHeats(13, HeatSizes(13, 4, 4), 5))
}
