package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestRememberedSights compares what looks say with those that remember nothing, while
// moves are played and taken back.
func TestRememberedSights(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	var recalled, wins, attacks int
	for range 20 {
		p := trax.NewPosition()
		randomMoves(rng, p, 6+rng.IntN(20))
		s := newSearch(Options{Evaluate: Tracks()})
		s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
		tr := &s.tree
		for range 500 {
			requireSight(t, tr)
			if _, known := tr.threatCache.probe(tr.zobrist.top().posKey); known {
				recalled++
			}
			threats, win, won := tr.probeThreats(nil)
			requireSight(t, tr)
			if won {
				wins++
				require.True(t, p.Tactics().WinsBy(win), "%s\n%s", win, p)
			}
			if len(threats) > 0 && !won {
				attacks++
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 || len(tr.zobrist.levels) > 1 && rng.IntN(2) == 0 {
				if len(tr.zobrist.levels) > 1 {
					tr.undo()
				}
				continue
			}
			require.True(t, tr.play(moves[rng.IntN(min(len(moves), 4))]))
			if p.Outcome().Over {
				tr.undo()
			}
		}
	}
	t.Logf("recalled %d, wins %d, attacks %d", recalled, wins, attacks)
	require.Greater(t, recalled, 1000)
	require.Greater(t, wins, 100)
	require.Greater(t, attacks, 100)
}

// requireSight wants that a look says what is so.
func requireSight(t *testing.T, tr *tree) {
	t.Helper()
	want, _, wins := tr.p.Tactics().Threats(nil)
	threats, _, won := tr.probeThreats(nil)
	require.Equal(t, wins, won, "\n%s", tr.p)
	if !won {
		require.ElementsMatch(t, want, threats, "\n%s", tr.p)
	}
}

// TestSightsAreForgotten looks at two crowded boards, whose keys are the same.
func TestSightsAreForgotten(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	s := newSearch(Options{Evaluate: Tracks()})
	attacked := 0
	for attacked < 2 {
		p := crowdedRow(t, "/+")
		for range 4 {
			s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
			require.Zero(t, s.tree.zobrist.top().posKey&^sideKey)
			requireSight(t, &s.tree)
			if threats, _, won := p.Tactics().Threats(nil); won || len(threats) > 0 {
				attacked++
			}
			moves := p.AppendMoves(nil)
			late := moves[len(moves)*9/10:]
			_ = p.Play(late[rng.IntN(len(late))])
			if p.Outcome().Over {
				p.Undo()
			}
		}
	}
}
