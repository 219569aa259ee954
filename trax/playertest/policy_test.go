package playertest

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// played is the position after moves.
func played(t *testing.T, moves ...string) *trax.Position {
	p := trax.NewPosition()
	for _, m := range moves {
		require.NoError(t, p.PlayText(m), m)
	}
	return p
}

// The suite's opponent leaves no win at once where it need not.
func TestLastingIsSafe(t *testing.T) {
	p := played(t, "@0+", "B1+", "B2/")
	value := Lasting(Anywhere)
	safe, unsafe := 0, 0
	for _, m := range p.AppendMoves(nil) {
		width := p.Width()
		require.NoError(t, p.Play(m))
		if !p.Outcome().Over {
			if wins := canWin(p); wins {
				unsafe++
				require.Less(t, value(m, width, p), lastingSafe)
			} else {
				safe++
				require.GreaterOrEqual(t, value(m, width, p), lastingSafe)
			}
		}
		p.Undo()
	}
	require.Positive(t, safe)
	require.Positive(t, unsafe)
}

// TestSurviving: where a move of ours leaves no win that can be forced in the next
// moves, the policy takes one, whatever it wishes.
func TestSurviving(t *testing.T) {
	player, err := engine.New("search1", engine.Options{Depth: 2, Seed: 1})
	require.NoError(t, err)
	judge, err := engine.NewAnalyzer(survivingDepth, nil)
	require.NoError(t, err)
	lost := func(p *trax.Position, m trax.Move) bool {
		v, err := judge.Analyze(t.Context(), p, m, time.Hour)
		require.NoError(t, err)
		plies, won, over := engine.DecisivePlies(v)
		return over && !won && plies <= survivingDepth
	}
	o := &Opponent{Color: trax.White, Policy: Surviving(Forbidding()), Position: trax.NewPosition()}
	rng := rand.New(rand.NewPCG(1, 1))
	asked := 0
	for p := o.Position; !p.Outcome().Over && p.Ply() < 14; {
		if p.Turn() == o.Color {
			m, err := player.Move(t.Context(), p, time.Hour)
			require.NoError(t, err)
			require.NoError(t, p.Play(m))
			continue
		}
		moves := p.AppendMoves(nil)
		text := o.move(rng)
		p.Undo()
		m, err := trax.ParseMove(text)
		require.NoError(t, err)
		if lost(p, m) {
			for _, other := range moves {
				require.NoError(t, p.Play(other))
				ends := p.Outcome().Over
				p.Undo()
				require.True(t, ends || lost(p, other), "ply %d: %s loses, %s does not", p.Ply()+1, text, other)
			}
		}
		asked++
		require.NoError(t, p.Play(m))
	}
	require.Greater(t, asked, 4)
}
