package engine_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// slashes returns a row of n slashes: a tile below its left end forces n-1
// more.
func slashes(t testing.TB, n int) *trax.Position {
	p := replay(t, "@0/")
	for p.Width() < n {
		require.NoError(t, p.Play(trax.Move{Cell: trax.Cell{Col: p.Width() + 1, Row: 1}, Shape: trax.Slash}))
	}
	return p
}

// corner returns a row and a column of n slashes each.
func corner(t testing.TB, n int) *trax.Position {
	p := slashes(t, n)
	for p.Height() < n {
		require.NoError(t, p.Play(trax.Move{Cell: trax.Cell{Col: n, Row: p.Height() + 1}, Shape: trax.Slash}))
	}
	return p
}

// TestLargeBoards gives bots positions on which one move forces a thousand
// tiles, or whose box holds half a million cells: they look at the clock there
// too.
func TestLargeBoards(t *testing.T) {
	tier.Slow(t)
	long := slashes(t, 1200)
	forced := slashes(t, 1200)
	require.NoError(t, forced.PlayText("A2+"))
	require.Equal(t, 1199, forced.Forced())
	for name, p := range map[string]*trax.Position{
		"long": long, "forced": forced, "corner": corner(t, 700),
	} {
		for _, limit := range []time.Duration{20 * time.Millisecond, 200 * time.Millisecond} {
			for _, b := range everyName() {
				tiles := p.Tiles()
				m := requireInTime(t, b, p, limit)
				require.Equal(t, tiles, p.Tiles(), name)
				require.NoError(t, p.Play(m))
				require.True(t, p.Undo())
			}
		}
	}
}

// TestLongGames asks for moves late in games of a thousand plies, on boards at
// least 200 and 500 columns wide, whatever the limit.
func TestLongGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	for columns, plies := range map[int]int{200: 1000, 500: 600} {
		p := replay(t, "@0/")
		for p.Ply() < plies {
			m := trax.Move{Cell: trax.Cell{Col: p.Width() + 1, Row: 1}, Shape: [2]trax.Shape{trax.Plus, trax.Slash}[p.Width()&1]}
			if p.Width() >= columns {
				moves := p.AppendMoves(nil)
				m = moves[rng.IntN(len(moves))]
			}
			_ = p.Play(m)
			if p.Outcome().Over {
				p.Undo()
			}
		}
		for _, limit := range []time.Duration{20 * time.Millisecond, time.Minute} {
			require.NoError(t, p.Play(requireInTime(t, "search", p, limit)))
			require.True(t, p.Undo())
		}
	}
}

// TestStrips asks for moves on boards seven rows high and sixty columns wide, on which
// lines are near, and where lines threaten: within the limit and within nodes.
func TestStrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	attacked := 0
	for range 3 {
		p := replay(t, "@0/")
		for p.Ply() < 130 {
			m := trax.Move{Cell: trax.Cell{Col: p.Width() + 1, Row: 1}, Shape: [2]trax.Shape{trax.Plus, trax.Slash}[p.Width()&1]}
			if p.Width() >= 58 {
				moves := p.AppendMoves(nil)
				m = moves[rng.IntN(len(moves))]
			}
			_ = p.Play(m)
			if p.Outcome().Over || p.Height() > 7 || p.Width() > 60 {
				p.Undo()
			}
			if threats, _, won := p.Tactics().Threats(nil); p.Width() >= 58 && !won && len(threats) > 0 {
				attacked++
				break
			}
		}
		for _, limit := range []time.Duration{20 * time.Millisecond, time.Minute} {
			require.NoError(t, p.Play(requireInTime(t, "search", p, limit)))
			require.True(t, p.Undo())
		}
		require.NoError(t, p.Play(choose(t, bot(t, "search", Options{Nodes: 500}), p)))
	}
	require.Positive(t, attacked)
}

// TestOneParry asks for a move where one alone does not lose at once: it is played,
// whatever the bound.
func TestOneParry(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	for found := 0; found < 3; {
		p := randomPosition(rng, 8+rng.IntN(15))
		threats, _, won := p.Tactics().Threats(nil)
		if won || len(threats) == 0 {
			continue
		}
		var only []trax.Move
		for _, m := range p.Tactics().AppendEvasionMoves(nil, threats) {
			require.NoError(t, p.Play(m))
			_, _, lost := p.Tactics().Threats(nil)
			if over := p.Outcome().Over; !over && !lost {
				only = append(only, m)
			}
			p.Undo()
		}
		if len(only) != 1 {
			continue
		}
		found++
		for _, o := range []Options{{Depth: 2}, {Nodes: 1000}} {
			require.Equal(t, only[0], choose(t, bot(t, "search", o), p), "\n%s", p)
		}
	}
}

// TestNothingIsLeft asks for a move where every one of them loses at once or to the
// next: it is still legal, and as good as any.
func TestNothingIsLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for lost := 0; lost < 5; {
		p := randomPosition(rng, 10+rng.IntN(15))
		if threats, _, won := p.Tactics().Threats(nil); won || len(threats) < 2 {
			continue
		}
		found := fates(p)
		if f, _ := best(found); f != loses {
			continue
		}
		lost++
		var last Info
		m := choose(t, bot(t, "search", Options{Depth: 3, OnInfo: func(t Info) { last = t }}), p)
		require.Contains(t, found, m)
		plies, wins, forced := DecisivePlies(last.Value)
		require.True(t, forced && !wins && plies <= 2, "%s", last)
	}
}

// TestGreedyIsQuickOnAStrip gives greedy a minute for a board on which all
// moves would take that: it stops by itself, always at the same move.
func TestGreedyIsQuickOnAStrip(t *testing.T) {
	p := slashes(t, 1200)
	first := trax.Move{}
	for i := range 3 {
		// Its effort is bounded, so it looks at the clock a bounded number of times.
		c := &TickingClock{}
		m, err := bot(t, "greedy", c.On(Options{Seed: 1})).Move(t.Context(), p, time.Minute)
		require.NoError(t, err)
		require.Less(t, c.Reads, 3000)
		if i == 0 {
			first = m
		}
		require.Equal(t, first, m)
	}
}
