package bots

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/internal/tier"
)

// play plays a game of two bots and returns by how much the first is ahead.
func play(t testing.TB, seed uint64, first, second string) int {
	board := kakomimasu.RandomField(seed)
	board.Turns = 30
	p := kakomimasu.New(board)
	var bots [2]referee.Strategy
	for i, spec := range []string{first, second} {
		var err error
		bots[i], err = New(withSeed(spec, seed))
		require.NoError(t, err)
	}
	for turn := 1; !p.Over(); turn++ {
		actions := make([][]kakomimasu.Action, 2)
		for me, bot := range bots {
			o := &referee.Opening{Board: board, Me: me, Operation: time.Hour}
			var err error
			actions[me], err = bot.Turn(t.Context(), &referee.TurnState{Opening: o, Turn: turn, Position: p.Clone()})
			require.NoError(t, err)
		}
		for player, results := range p.Turn(actions) {
			for i, r := range results {
				require.NotEqual(t, kakomimasu.Illegal, r, "%s: %v", bots[player], actions[player][i])
			}
		}
	}
	return p.Score(0).Total() - p.Score(1).Total()
}

// wins is how many games the first wins, of each seat half.
func wins(t testing.TB, games int, first, second string) (won int) {
	for i := range games {
		if i%2 == 0 && play(t, uint64(i), first, second) > 0 || i%2 == 1 && play(t, uint64(i), second, first) < 0 {
			won++
		}
	}
	return won
}

func TestStrength(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	require.GreaterOrEqual(t, wins(t, 4, "greedy", "random"), 4)
	require.GreaterOrEqual(t, wins(t, 4, "search", "greedy"), 3)
}

// BenchmarkSearchAgainstGreedy plays 100 games and says how many search wins.
func BenchmarkSearchAgainstGreedy(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(float64(wins(b, 100, "search", "greedy")), "wins/100")
	}
}

func TestNew(t *testing.T) {
	for spec, want := range map[string]string{
		"best": "there is no bot", "search?deep=1": "known: depth, seed, width", "greedy?seed=x": "is not a whole number", "search?": "such as ?seed=1",
	} {
		_, err := New(spec)
		require.ErrorContains(t, err, want, spec)
	}
}

func withSeed(spec string, seed uint64) string {
	mark := "?"
	if strings.Contains(spec, "?") {
		mark = "&"
	}
	return fmt.Sprintf("%s%sseed=%d", spec, mark, seed)
}
