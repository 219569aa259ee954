package searchmodel

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// TestRim: the walk passes the edges of the rim as the rules' package does, in as many cycles
// as it has edges and turns outward, and values them, and their windows, by the tables.
func TestRim(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	image := randomImage(t, rng)
	for _, s := range []search{New().s, NewWithWindows(image).s} {
		compared, found := 0, 0
		for range 300 {
			p := position(t, rng, 60)
			edges := p.Tactics().AppendRim(nil)
			if len(edges) == 0 || slices.ContainsFunc(edges, func(e trax.RimEdge) bool { return e.Mate < 0 }) {
				continue // a track that ends in a hole
			}
			compared++
			s.set(p, p.AppendTiles(nil))
			s.walkRim(&s.rim)

			walked, outwards := counterclockwise(edges), 0
			value := 0
			for _, e := range walked {
				value += int(s.weights[trackFrom(squareOf(e), uint8(e.Side), edgeOf(edges[e.Mate]), e.Color == p.Turn()).Index()])
				if e.Bend == trax.Outward {
					outwards++
				}
			}
			cycles := int(walked[0].Col) + 1 + len(edges) + outwards + drainCycles
			if s.windows != nil {
				var walk rimweights.Walk
				for i := range len(walked) + rimweights.Wide - 1 {
					e := walked[i%len(walked)]
					if i >= len(walked) {
						cycles++
						if e.Bend == trax.Outward && i > len(walked) {
							cycles++
						}
					}
					window, whole := walk.Pass(rimweights.Edge{
						Other: e.Color != p.Turn(), Bend: uint8(e.Bend), At: edgeOf(e), Mate: edgeOf(edges[e.Mate]),
					})
					if whole {
						value += image.Lookup(window)
						found += min(1, max(image.Lookup(window), -image.Lookup(window)))
					}
				}
				cycles += windowsDrainCycles - drainCycles
			}
			require.Equal(t, max(-maxValue, min(maxValue, value)), s.rim.value, "%v", p)
			require.Equal(t, cycles, s.rim.cycles, "%v", p)
		}
		require.Greater(t, compared, 250)
		require.True(t, s.windows == nil || found > 1000, "%d windows have a weight", found)
	}
}

// randomImage has random weights of many windows of positions, and of all tracks.
func randomImage(t *testing.T, rng *rand.Rand) *rimweights.Image {
	t.Helper()
	var tracks [rimweights.NumTracks]int8
	for i := range tracks {
		tracks[i] = int8(rng.IntN(21) - 10)
	}
	wide, narrow := map[rimweights.Window]int8{}, map[rimweights.Window]int8{}
	for range 300 {
		p := position(t, rng, 60)
		var walk rimweights.Walk
		edges := p.Tactics().AppendRim(nil)
		if len(edges) == 0 {
			continue
		}
		for _, e := range counterclockwise(edges) {
			window, whole := walk.Pass(rimweights.Edge{Other: e.Color != p.Turn(), Bend: uint8(e.Bend), At: edgeOf(e), Mate: edgeOf(edges[max(0, e.Mate)])})
			if whole {
				wide[window], narrow[window&(1<<24-1)] = int8(rng.IntN(255)-127), int8(rng.IntN(255)-127)
			}
		}
	}
	m, _ := rimweights.Build(weighted(wide), weighted(narrow), &tracks)
	return m
}

func weighted(weights map[rimweights.Window]int8) (all []rimweights.Weighted) {
	for _, w := range slices.Sorted(maps.Keys(weights)) {
		all = append(all, rimweights.Weighted{Window: w, Weight: weights[w]})
	}
	return all
}

func squareOf(e trax.RimEdge) uint16 { return uint16(e.Row)<<logSize | uint16(e.Col) }

func edgeOf(e trax.RimEdge) uint16 { return uint16(e.Side)<<squareBits | squareOf(e) }

// counterclockwise are the edges of a rim in the order in which the board walks along them.
func counterclockwise(edges []trax.RimEdge) []trax.RimEdge {
	walked := slices.Clone(edges)
	slices.Reverse(walked)
	start := -1 // the leftmost at the bottom of a square of the top line
	for i, e := range walked {
		if e.Row == 0 && e.Side == trax.Bottom && (start < 0 || e.Col < walked[start].Col) {
			start = i
		}
	}
	return append(walked[start:], walked[:start]...)
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
