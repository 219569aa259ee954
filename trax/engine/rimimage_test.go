package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// learnedImage builds the image of the embedded weights.
func learnedImage() (*rimweights.Image, rimweights.Kept) { return LearnedWeights().RimImage() }

// TestRimImage: the image has most of the windows, is built the same again, and comes back from
// its bytes.
func TestRimImage(t *testing.T) {
	image, kept := learnedImage()
	require.Greater(t, kept.WideOf, 3*rimweights.Places, "no window would have to be left out")
	require.Greater(t, kept.Wide, 3*rimweights.Places*99/100)
	require.Greater(t, kept.Narrow, kept.NarrowOf*9/10)
	again, _ := learnedImage()
	require.Equal(t, image.Encode(), again.Encode())
	parsed, err := rimweights.Parse(image.Encode())
	require.NoError(t, err)
	require.Equal(t, image, parsed)
}

// TestRimImageTracks: a track weighs as the learned evaluation's does.
func TestRimImageTracks(t *testing.T) {
	image, _ := learnedImage()
	w := LearnedWeights()
	weights := map[int8]bool{}
	for _, own := range []bool{true, false} {
		for side := range trax.Side(4) {
			for columns := -8; columns < 8; columns++ {
				for rows := range 8 {
					other := 1
					if own {
						other = 0
					}
					track := searchmodel.Track{Own: own, Side: int(side), Columns: columns, Rows: rows}
					got := image.Tracks()[track.Index()]
					require.EqualValues(t, w.Of(shapeFeature(other, ShapeOf(trax.Left, side.Opposite(), columns, rows))), got)
					weights[got] = true
				}
			}
		}
	}
	require.Greater(t, len(weights), 20)
}

// rimSums is what windows weigh in positions: by the learned weights, and by the image.
type rimSums struct{ positions, edges, known, found, learned, off int }

// add walks along the rim of p as the board does.
func (s *rimSums) add(t *testing.T, image *rimweights.Image, w *weightTables, p *trax.Position) {
	t.Helper()
	rim := p.Tactics().AppendRim(nil)
	if len(rim) < wide {
		return
	}
	windows := make([]pattern, len(rim))
	rimPatterns(windows, rim, p.Turn())
	var walk rimweights.Walk
	learned, stored := 0, 0
	for n := range len(rim) + wide - 1 {
		i := (len(rim) + wide - 2 - n) % len(rim)
		e := &rim[i]
		window, whole := walk.Pass(rimweights.Edge{
			Other: e.Color != p.Turn(), Bend: uint8(e.Bend), At: uint16(i), Mate: uint16(e.Mate),
		})
		require.Equal(t, n >= wide-1, whole)
		if !whole {
			continue
		}
		require.Equal(t, windows[i]&wideMask, pattern(window)&wideMask)
		one := []pattern{windows[i]}
		wide, narrow := int(w.wide.sum(one)), int(w.narrow.sum(one))
		got := image.Lookup(window)
		learned, stored = learned+wide+narrow, stored+got
		s.edges++
		if wide != 0 {
			s.known++
		}
		if got == wide+narrow {
			s.found++
		}
	}
	s.positions++
	s.learned += max(learned, -learned)
	s.off += max(learned-stored, stored-learned)
}

// TestRimImageInGames: in positions of games the image says about what the learned weights say.
func TestRimImageInGames(t *testing.T) {
	image, _ := learnedImage()
	tables, sums := learned(), rimSums{}
	play := SelfPlay{Lowest: 3, Highest: 5, LeastRandom: 2, MostRandom: 8, MostPlies: 60}
	for game := range uint64(40) {
		moves, err := play.Game(t.Context(), rand.New(rand.NewPCG(game, 3)))
		require.NoError(t, err)
		p := trax.NewPosition()
		for _, m := range moves {
			require.NoError(t, p.PlayText(m))
			if !p.Outcome().Over {
				sums.add(t, image, tables, p)
			}
		}
	}
	t.Logf("%d positions, %d edges: %d windows of ten have a learned weight, %d edges the sum of it", sums.positions,
		sums.edges, sums.known, sums.found)
	t.Logf("learned sum %.1f points on average, the image's off by %.1f", float64(sums.learned)/float64(sums.positions),
		float64(sums.off)/float64(sums.positions))
	require.Greater(t, sums.positions, 300)
	require.Less(t, sums.off, sums.learned/4)
}
