package bots

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/internal/tier"
)

// play plays a game and returns who won, or -1, and the totals.
func play(t *testing.T, rules dpt.Rules, bots [2]referee.Strategy) (winner int, totals [2]int) {
	t.Helper()
	g := dpt.New(rules)
	s := &referee.TurnState{Turns: g.Rules().Turns}
	for team := range 2 {
		s.Last[team] = make([]dpt.Action, len(g.Agents(team)))
		s.Applied[team] = make([]dpt.ActionStatus, len(g.Agents(team)))
	}
	for !g.Over() {
		s.Turn, s.Field = g.Turn()+1, g.Field()
		var actions [2][]dpt.Action
		for team, bot := range bots {
			actions[team] = bot.Choose(t.Context(), s.Of(team), time.Hour)
			require.Len(t, actions[team], len(g.Agents(team)))
			for agent, a := range actions[team] {
				require.True(t, g.Legal(team, agent, a), "turn %d: team %d wants %v", s.Turn, team, a)
			}
		}
		s.Last = actions
		for team, applied := range g.Play(actions) {
			copy(s.Applied[team], applied)
		}
	}
	points := [2]dpt.Points{g.Points(0), g.Points(1)}
	winner, _ = dpt.Decide(points)
	return winner, [2]int{points[0].Total(), points[1].Total()}
}

// wins is how many games the first bot wins against the second, who change
// sides.
func wins(t *testing.T, games int, rules func(seed uint64) dpt.Rules, a, b string) (n int) {
	t.Helper()
	for i := range games {
		seat := i % 2
		var bots [2]referee.Strategy
		for team, spec := range [2]string{a, b} {
			var err error
			bots[team^seat], err = New(fmt.Sprintf("%s?seed=%d", spec, i))
			require.NoError(t, err)
		}
		winner, totals := play(t, rules(uint64(i/2)), bots)
		if winner == seat {
			n++
		}
		t.Logf("game %d: %s as %d, %v", i, a, seat, totals)
	}
	return n
}

func drawn(seed uint64) dpt.Rules { return dpt.Rules{Seed: seed} }

// The better bots win.
func TestStrength(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	require.GreaterOrEqual(t, wins(t, 40, drawn, "greedy", "random"), 26)
	require.GreaterOrEqual(t, wins(t, 60, drawn, "search", "greedy"), 48)
}

var games = flag.Int("games", 100, "games of TestBoardWins")

// The board beats greedy in six games of ten.
func TestBoardWins(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	n := wins(t, *games, drawn, "board", "greedy")
	t.Logf("the board won %d of %d", n, *games)
	require.GreaterOrEqual(t, n, *games*6/10)
}

// The board takes part on any field: without agents, with many, and beyond its memory.
func TestBoardTakesAnyField(t *testing.T) {
	for _, size := range [][2]int{{2, 1}, {1, 9}, {2, 2}, {3, 3}, {16, 16}, {17, 5}, {5, 17}} {
		for _, agents := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
			f := &dpt.Field{Width: size[0], Height: size[1]}
			f.Values, f.Tiles = make([]int, size[0]*size[1]), make([]uint8, size[0]*size[1])
			f.Agents[0] = []dpt.Point{{}, {X: size[0] - 1, Y: size[1] - 1}}[:agents[0]]
			f.Agents[1] = []dpt.Point{{X: size[0] - 1, Y: size[1] - 1}, {}}[:agents[1]]
			play(t, dpt.Rules{Field: f, Turns: 6}, [2]referee.Strategy{board{}, board{}})
		}
	}
}
