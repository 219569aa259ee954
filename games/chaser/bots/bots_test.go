package bots

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/internal/tier"
)

// play plays a game on a random map.
func play(t testing.TB, seed uint64, specs [2]string) *chaser.Position {
	t.Helper()
	var bots [2]referee.Strategy
	for i, spec := range specs {
		var err error
		bots[i], err = New(spec)
		require.NoError(t, err)
	}
	m := chaser.RandomMap(seed)
	g := chaser.New(m, m.Turns)
	for !g.Outcome().Over {
		bot := bots[g.Next()]
		bot.Seen(g.Play(bot.Method(g.GetReady(g.Next()))))
	}
	return g
}

// points are two for a game won and one for a draw, of games with sides
// exchanged.
func points(t testing.TB, games int, a, b string) (n int) {
	t.Helper()
	reasons := map[string]int{}
	for i := range games {
		seat := i % 2
		specs := [2]string{fmt.Sprintf(a, i), fmt.Sprintf(b, i)}
		if seat == 1 {
			specs[0], specs[1] = specs[1], specs[0]
		}
		g := play(t, uint64(i/2), specs)
		switch end := g.Outcome(); end.Winner {
		case seat:
			n += 2
			reasons["won by "+string(end.Reason)]++
		case -1:
			n++
		default:
			reasons["lost by "+string(end.Reason)]++
		}
	}
	t.Log(a, b, n, reasons)
	return n
}

// The better bots win.
func TestStrength(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	require.GreaterOrEqual(t, points(t, 100, "greedy?seed=%d", "random?seed=%d"), 160)
	require.GreaterOrEqual(t, points(t, 20, "search?seed=%d", "greedy?seed=%d"), 32)
}

// BenchmarkSearchAgainstGreedy plays 100 games and says how many points search
// makes, two for a game that it wins.
func BenchmarkSearchAgainstGreedy(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(float64(points(b, 100, "search?seed=%d", "greedy?seed=%d")), "points/200")
	}
}

func TestNewRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"smart":         "there are search, greedy, random",
		"greedy?seed=x": `seed "x" is not a whole number`,
		"greedy?depth=": "has no value",
		"greedy?d=1":    "known: seed",
	} {
		_, err := New(spec)
		require.ErrorContains(t, err, want)
	}
}
