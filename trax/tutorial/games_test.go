package tutorial

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestGames: the games of a step meet what it is about, often, and nothing of the
// steps that follow.
func TestGames(t *testing.T) {
	type least map[string]int // games at least that have it; what is left out has none at all
	for _, c := range []struct {
		name  string
		kind  func(turn) bool
		least least
	}{
		{"quiet", quiet, least{"refused": 100, "colour": 80}},
		{"forcing", forcing, least{"refused": 100, "colour": 40, "forced": 150}},
		{"contradicting", contradicting, least{"refused": 100, "colour": 40, "forced": 150, "forced-play": 10, "played on": 10}},
		{"ending", ending, least{"refused": 150, "colour": 15, "forced": 150, "forced-play": 1, "played on": 1, "game-over": 100, "loop": 40, "line": 60}},
	} {
		t.Run(c.name, func(t *testing.T) {
			has := map[string]int{}
			for _, text := range games(1, c.kind) {
				var g struct{ Moves string }
				require.NoError(t, json.Unmarshal([]byte(text), &g))
				p, moves, forces := trax.NewPosition(), strings.Fields(g.Moves), 0
				for i, m := range moves {
					err := p.PlayText(m)
					if illegal, ok := errors.AsType[*trax.IllegalError](err); ok {
						has["refused"]++
						has[string(illegal.Reason)]++
						has["played on"] += count(illegal.Reason == trax.ForcedPlay && i < len(moves)-1)
					}
					forces += p.Forced()
				}
				has["forced"] += count(forces > 0)
				has[p.Outcome().Reason()]++
			}
			for _, what := range []string{"refused", "colour", "forced", "forced-play", "played on", "game-over", "loop", "line"} {
				requireMet(t, c.least[what], has[what])
			}
		})
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// requireMet wants at least so many, and none where none is wanted.
func requireMet(t *testing.T, least, met int) {
	t.Helper()
	require.GreaterOrEqual(t, met, least)
	require.Equal(t, least == 0, met == 0)
}
