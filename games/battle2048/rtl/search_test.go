package rtl_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/rtl"
	"github.com/loopline/loopline/games/battle2048/searchmodel"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// tickCycles is short, so that searches end at many places.
const tickCycles = 7

// randomQuestions are positions of boards between empty and full, with as many ticks
// as let searches end in the first iterations.
func randomQuestions(n int, seed uint64) []rtl.Question {
	rng := rand.New(rand.NewPCG(seed, 2048))
	all := make([]rtl.Question, n)
	for i := range all {
		q := &all[i]
		q.Ticks = rng.IntN(1 << (6 + rng.IntN(8)))
		for _, b := range []*battle2048.Grid{&q.Own, &q.Other} {
			tiles, highest := 1+rng.IntN(battle2048.Cells), 1+rng.IntN(8)
			for _, c := range rng.Perm(battle2048.Cells)[:tiles] {
				b[c] = uint8(1 + rng.IntN(highest))
			}
			if rng.IntN(20) == 0 {
				b[rng.IntN(battle2048.Cells)] = uint8(rng.IntN(31))
			}
		}
	}
	return all
}

// ll_battle2048_search and its reference model choose the same answers, after the same
// number of nodes and of clock cycles.
func TestSearch(t *testing.T) {
	t.Parallel()
	s, err := rtl.StartSearcher(t.Context(), &model.Builder{Quick: true}, sources.Source{Name: "hdl", FS: hdl.RTL},
		map[string]int{"TickCycles": tickCycles}, 1)
	require.NoError(t, err)
	defer s.Close()
	depths := map[int]int{}
	for from := 0; from < rtlblocktest.Searches(t); from += 500 {
		questions := randomQuestions(min(500, rtlblocktest.Searches(t)-from), uint64(from))
		got, err := s.Search(questions...)
		require.NoError(t, err)
		for i, q := range questions {
			want, ok := searchmodel.Choose(&q.Own, &q.Other, searchmodel.Limits{Ticks: q.Ticks, TickCycles: tickCycles})
			require.Equal(t, ok, len(got[i].Answer.Cells) > 0, "%v", q)
			require.Equal(t, want, got[i], "%v", q)
			depths[want.Depth]++
		}
	}
	t.Log("positions by the depth of the search:", depths)
	for depth := range 4 {
		require.Positive(t, depths[depth], "depth %d", depth)
	}
}
