package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
)

// TestForcedEndsAreProven takes positions that the search calls won or lost and
// looks at everything as deep as it says.
func TestForcedEndsAreProven(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	rng := rand.New(rand.NewPCG(11, 1))
	won, lost, longer := 0, 0, 0
	for longer < 6 || lost < 3 {
		p := trax.NewPosition()
		randomMoves(rng, p, 2+rng.IntN(7))
		s := newSearch(Options{Depth: 2, Evaluate: Tracks()})
		r, err := s.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		plies, wins, forced := DecisivePlies(r.score)
		if !forced || plies > 3 {
			continue
		}
		if plies > 1 {
			longer++
		}
		require.Equal(t, r.score, plain(p, Tracks(), plies, 0), "\n%s", p)
		if wins {
			won++
		} else {
			lost++
		}
	}
	require.Positive(t, won)
}

// TestAnchoredKeys compares keys kept under play and undo with those of the
// board taken as a root, wherever it has grown.
func TestAnchoredKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	for range 50 {
		p := trax.NewPosition()
		randomMoves(rng, p, 1+rng.IntN(10))
		var kept, fresh zobrist
		kept.setRoot(p)
		for range 40 {
			if moves := p.AppendMoves(nil); len(moves) == 0 || len(kept.levels) > 1 && rng.IntN(3) == 0 {
				require.True(t, p.Undo())
				kept.pop()
			} else {
				m := moves[rng.IntN(len(moves))]
				require.NoError(t, p.Play(m))
				kept.push(p, m)
				require.Equal(t, m.Shape, kept.top().fromRelative(kept.top().toRelative(m)).Shape)
			}
			fresh.setRoot(p)
			require.Equal(t, *fresh.top(), *kept.top(), "\n%s", p)
		}
	}
}

// TestBoundedSearchForgets gives the same answer whatever it was asked before.
func TestBoundedSearchForgets(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	asked := newSearch(Options{Nodes: 3000, Evaluate: Tracks()})
	for range 12 {
		p := trax.NewPosition()
		randomMoves(rng, p, 2+rng.IntN(12))
		a, err := asked.iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		b, err := newSearch(Options{Nodes: 3000, Evaluate: Tracks()}).iterate(t.Context(), p, time.Hour)
		require.NoError(t, err)
		require.Equal(t, b, a)
	}
}

// crowdedRow returns a row of more tiles than a crowded board has, of the given
// shapes in turns.
func crowdedRow(t *testing.T, shapes string) *trax.Position {
	p := trax.NewPosition()
	require.NoError(t, p.PlayText("@0/"))
	for p.Tiles() <= maxHashedTiles {
		m := trax.Move{Cell: trax.Cell{Col: p.Width() + 1, Row: 1}, Shape: trax.Shape(shapes[p.Tiles()%len(shapes)])}
		require.NoError(t, p.Play(m))
	}
	return p
}

// TestCrowdedBoards looks for wins on boards of hundreds of tiles as on small ones,
// unless each turn forces hundreds.
func TestCrowdedBoards(t *testing.T) {
	for shapes, blind := range map[string]bool{"/+": false, "/": true} {
		p := crowdedRow(t, shapes)
		c := &TickingClock{Tick: time.Millisecond}
		s := newSearch(c.On(Options{Evaluate: Tracks()}))
		m, err := s.Move(t.Context(), p, 100*time.Millisecond)
		require.NoError(t, err)
		require.NoError(t, p.Play(m))
		require.Less(t, c.Reads, 110)
		require.True(t, p.Undo())
		s.tree.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
		won, attacked := s.tree.findThreats(0)
		require.Equal(t, []bool{false, false, blind}, []bool{won, attacked, s.tree.threatsAbandoned}, "a row of %s", shapes)
	}
}

// TestAttackOnACrowdedBoard parries an attack at the end of a row of 400 tiles, and
// wins by one that is not parried.
func TestAttackOnACrowdedBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	parried, won := 0, 0
	for parried < 1 || won < 1 {
		p := crowdedRow(t, "/+")
		for range 4 + rng.IntN(4) {
			moves := p.AppendMoves(nil)
			late := moves[len(moves)*9/10:]
			_ = p.Play(late[rng.IntN(len(late))])
			if p.Outcome().Over {
				p.Undo()
			}
		}
		threats, _, wins := p.Tactics().Threats(nil)
		if !wins && len(threats) == 0 {
			continue
		}
		m, err := newSearch(Options{Nodes: 4000, Evaluate: Tracks()}).Move(t.Context(), p, time.Hour)
		require.NoError(t, err)
		mover := p.Turn()
		require.NoError(t, p.Play(m))
		if wins {
			require.Equal(t, trax.Outcome{Over: true, Winner: mover, Completed: p.Outcome().Completed}, p.Outcome())
			won++
			continue
		}
		if _, _, lost := p.Tactics().Threats(nil); !lost {
			parried++
		}
	}
}
