package pairing

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// text writes rounds as tables do, with entrants from 1.
func text(rounds [][]Pair) (lines []string) {
	for _, round := range rounds {
		line := ""
		for _, p := range round {
			line += fmt.Sprintf(" %d-%d", p.First+1, p.Second+1)
		}
		lines = append(lines, line[1:])
	}
	return lines
}

func TestBerger(t *testing.T) {
	six := []string{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"}
	require.Equal(t, six, text(RoundRobin(6, false)))
	require.Equal(t, []string{"1-4 2-3", "4-3 1-2", "2-4 3-1"}, text(RoundRobin(4, false)))
	require.Equal(t, []string{"2-3", "1-2", "3-1", "3-2", "2-1", "1-3"}, text(RoundRobin(3, true)))
}

// Everybody meets everybody, as often in either seat as can be, and is in one place
// at a time.
func TestRoundRobinIsComplete(t *testing.T) {
	for n := 2; n <= 64; n++ {
		for _, double := range []bool{false, true} {
			met, first := map[[2]int]int{}, make([]int, n)
			for _, round := range RoundRobin(n, double) {
				require.Len(t, round, n/2)
				busy := map[int]bool{}
				for _, p := range round {
					require.False(t, busy[p.First] || busy[p.Second] || p.First == p.Second)
					busy[p.First], busy[p.Second] = true, true
					met[[2]int{min(p.First, p.Second), max(p.First, p.Second)}]++
					first[p.First]++
				}
			}
			times := 1
			if double {
				times = 2
			}
			require.Len(t, met, n*(n-1)/2)
			for _, n := range met {
				require.Equal(t, times, n)
			}
			for i, games := range first {
				require.LessOrEqual(t, abs(2*games-times*(n-1)), 2-times, "n=%d entrant %d", n, i)
			}
		}
	}
}

func TestGauntlet(t *testing.T) {
	require.Equal(t, []string{"2-1", "3-2", "2-4"}, text(Gauntlet(4, 1, false)))
	require.Equal(t, []string{"1-2", "3-1", "2-1", "1-3"}, text(Gauntlet(3, 0, true)))
}

func TestGroups(t *testing.T) {
	require.Equal(t, [][]int{{0, 3, 4, 7}, {1, 2, 5, 6}}, Groups(8, 2))
	require.Equal(t, [][]int{{0, 5, 6}, {1, 4}, {2, 3}}, Groups(7, 3))
}

func TestBracket(t *testing.T) {
	require.Equal(t, []int{0, 7, 3, 4, 1, 6, 2, 5}, Bracket(8))
	require.Equal(t, []int{0, None, 3, 4, 1, None, 2, None}, Bracket(5))
	require.Equal(t, 3, Rounds(5))
	require.Equal(t, 0, Rounds(1))
}

// In each bracket the better seed wins every match: the last 2^k are then the best
// 2^k seeds, and the byes were the top seeds'.
func TestBracketKeepsSeedsApart(t *testing.T) {
	for n := 2; n <= 64; n++ {
		places := Bracket(n)
		require.Len(t, places, 1<<Rounds(n))
		byes := len(places) - n
		for i, seed := range places {
			if seed == None {
				require.Less(t, places[i^1], byes, "the bye is a top seed's")
				require.NotEqual(t, None, places[i^1])
			}
		}
		for len(places) > 1 {
			var next []int
			for i := 0; i < len(places); i += 2 {
				a, b := places[i], places[i+1]
				if a == None || b != None && b < a {
					a = b
				}
				next = append(next, a)
			}
			for _, seed := range next {
				require.Less(t, seed, len(next))
			}
			places = next
		}
	}
}
