package searchmodel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestRim: the walk passes the edges of the rim as the rules' package does, in as many cycles
// as it has edges and turns outward, and values them by the table.
func TestRim(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	s := New().s
	compared := 0
	for range 300 {
		p := position(t, rng, 60)
		edges := p.Tactics().AppendRim(nil)
		if len(edges) == 0 {
			continue
		}
		s.set(p, p.AppendTiles(nil))
		s.walkRim(&s.rim)

		outward, value, hole := 0, 0, false
		slices.Reverse(edges) // clockwise
		start := slices.IndexFunc(edges, func(e trax.RimEdge) bool { return e.Row == 0 && e.Side == trax.Bottom && leftmost(edges, e) })
		for i := range edges {
			e := &edges[(start+i)%len(edges)]
			if e.Bend == trax.Outward {
				outward++
			}
			if e.Mate < 0 {
				hole = true
				break
			}
			mate := &edges[len(edges)-1-int(e.Mate)]
			at := func(e *trax.RimEdge) uint16 { return uint16(e.Row)<<logSize | uint16(e.Col) }
			track := trackFrom(at(e), uint8(e.Side), uint16(mate.Side)<<squareBits|at(mate), e.Color == p.Turn())
			value = max(-maxValue, min(maxValue, value+int(s.weights[track.Index()])))
		}
		if hole {
			continue
		}
		compared++
		require.Equal(t, value, s.rim.value, "%v", p)
		require.Equal(t, int(edges[start].Col)+1+len(edges)+outward+1+drainCycles, s.rim.cycles, "%v", p)
	}
	require.Greater(t, compared, 250)
}

// leftmost reports whether no edge is at the bottom of a square to the left of that of e in its row.
func leftmost(edges []trax.RimEdge, e trax.RimEdge) bool {
	return !slices.ContainsFunc(edges, func(o trax.RimEdge) bool { return o.Row == e.Row && o.Side == e.Side && o.Col < e.Col })
}

// TestCandidates: a turn that ends the game nearly always has its tile on a candidate.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	s := New().s
	endings, missed := 0, 0
	for range 2000 {
		p := position(t, rng, 60)
		if p.Ply() == 0 {
			continue
		}
		all := p.Tactics().AppendEndings(nil)
		s.set(p, p.AppendTiles(nil))
		s.walkRim(&s.rim)
		won := map[trax.Color]bool{}
		for _, c := range s.rim.candidates {
			cell := trax.Cell{Col: int(c & lineMask), Row: int(c >> logSize)}
			for _, e := range all {
				if e.Move.Cell == cell {
					won[trax.White] = won[trax.White] || e.Wins(trax.White)
					won[trax.Red] = won[trax.Red] || e.Wins(trax.Red)
				}
			}
		}
		for _, colour := range [...]trax.Color{trax.White, trax.Red} {
			if slices.ContainsFunc(all, func(e trax.EndingMove) bool { return e.Wins(colour) }) {
				endings++
				if !won[colour] {
					missed++
				}
			}
		}
	}
	t.Logf("%d of %d missed", missed, endings)
	require.Greater(t, endings, 500)
	require.Less(t, 50*missed, endings)
}
