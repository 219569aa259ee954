package tutorial

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestGames: the games of a step meet what it is about, often, and nothing of the
// steps that follow.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		name                              string
		kind                              func(turn) bool
		refused, forced, contradict, over int // games at least; 0 is none at all
	}{
		{"quiet", quiet, 100, 0, 0, 0},
		{"forcing", forcing, 100, 150, 0, 0},
		{"contradicting", contradicting, 100, 150, 10, 0},
		{"ending", ending, 30, 150, 1, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			var refused, forced, contradict, over int
			for _, line := range games(1, c.kind) {
				var g struct{ Moves string }
				require.NoError(t, json.Unmarshal([]byte(line), &g))
				p, moves, forces := trax.NewPosition(), strings.Fields(g.Moves), 0
				for i, m := range moves {
					err := p.PlayText(m)
					if err != nil {
						require.Equal(t, len(moves)-1, i)
						refused++
						contradict += count(contradicts(turn{err: err}))
					}
					forces += p.Forced()
				}
				forced += count(forces > 0)
				over += count(p.Outcome().Over)
			}
			requireMet(t, c.refused, refused)
			requireMet(t, c.forced, forced)
			requireMet(t, c.contradict, contradict)
			requireMet(t, c.over, over)
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
