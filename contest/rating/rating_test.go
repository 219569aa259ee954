package rating

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The values are of fastchess's and fishtest's tests.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		s                              Sample
		elo, margin, nelo, nerror, los float64
	}{
		{Games(136, 111, 96), 40.7025, 30.4272, 49.77, 36.77, 0.9960},
		{Games(76, 123, 89), -15.6935, 30.458, -20.76, 40.13, 0.1553},
		{Pairs([5]int{34, 54, 63, 64, 75}), 55.5798, 27.6534, 57.94, 28.28, -1},
		{Pairs([5]int{30, 0, 120, 0, 50}), 34.860, 30.454, -1, -1, -1},
	} {
		got := Compare(c.s)
		require.InDelta(t, c.elo, got.Elo, 1e-3)
		require.InDelta(t, c.margin, got.Margin, 1e-3)
		if c.nelo != -1 {
			require.InDelta(t, c.nelo, got.NElo, 0.005)
			require.InDelta(t, c.nerror, got.NError, 0.005)
		}
		if c.los != -1 {
			require.InDelta(t, c.los, got.LOS, 5e-5)
		}
	}
	require.Equal(t, Comparison{LOS: 0.5}, Compare(Games(0, 0, 0)))
	won := Compare(Games(10, 0, 0))
	require.True(t, math.IsInf(won.Elo, 1))
	require.Equal(t, 1.0, won.LOS)
	require.Equal(t, 0.0, Compare(Games(0, 0, 3)).LOS)
	require.Equal(t, 0.5, Compare(Games(0, 5, 0)).LOS)
}

func TestLLR(t *testing.T) {
	for _, c := range []struct {
		s          Sample
		elo0, elo1 float64
		normalized bool
		want       float64
	}{
		{Games(36433, 68692, 36027), 0, 2, true, 0.9233},
		{Games(21404, 40708, 21184), 0.5, 2.5, false, -1.5719},
		{Pairs([5]int{365, 16618, 36229, 16974, 390}), 0, 2, true, 2.2504},
		{Pairs([5]int{223, 9863, 21279, 10037, 246}), 0.5, 2.5, false, -3.0741},
		{Pairs([5]int{10789, 19328, 33806, 19402, 10543}), -3, 1, false, 2.131068},
		{Pairs([5]int{39, 2226, 31451, 2412, 40}), 0.2, 0.9, false, 2.16254},
		{Pairs([5]int{39, 2226, 31451, 2412, 40}), 0.764, 3.439, true, 2.16294},
		{Pairs([5]int{30, 0, 120, 0, 50}), 0, 10, false, 1.23770},
		{Pairs([5]int{30, 0, 120, 0, 50}), 0, 10, true, 1.12301},
	} {
		test := SPRT{Elo0: c.elo0, Elo1: c.elo1, Normalized: c.normalized}
		require.NoError(t, test.Validate())
		require.InDelta(t, c.want, test.LLR(c.s), 0.002, "%+v", c)
	}
	low, high := SPRT{Elo0: 0, Elo1: 1}.Bounds()
	require.InDelta(t, -2.944439, low, 1e-6)
	require.InDelta(t, 2.944439, high, 1e-6)
	require.Zero(t, SPRT{Elo1: 1}.LLR(Games(0, 0, 0)))
}

// A test decides for the hypothesis that holds, also after one-sided results.
func TestDecide(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50}
	require.Equal(t, Undecided, test.Decide(Games(3, 0, 2)))
	require.Equal(t, Accept1, test.Decide(Games(400, 0, 200)))
	require.Equal(t, Accept0, test.Decide(Games(200, 0, 400)))
	require.Equal(t, Accept1, test.Decide(Games(60, 0, 0)))
	require.Error(t, SPRT{Elo0: 5, Elo1: 5}.Validate())
	require.Error(t, SPRT{Elo0: 0, Elo1: math.NaN()}.Validate())
	require.Error(t, SPRT{Elo1: 5, Alpha: 2}.Validate())
}

func TestExact(t *testing.T) {
	all := Exact(10, 0, 0)
	require.InDelta(t, 140.2, all.Low, 0.05)
	require.True(t, math.IsInf(all.High, 1))
	none := Exact(0, 0, 0)
	require.True(t, math.IsInf(none.Low, -1) && math.IsInf(none.High, 1))
	// 7 of 10: 0.34755 to 0.93326, as every table has it.
	seven := Exact(7, 0, 3)
	require.InDelta(t, Elo(0.34755), seven.Low, 0.01)
	require.InDelta(t, Elo(0.93326), seven.High, 0.02)
}

func TestSuperiority(t *testing.T) {
	for want, games := range map[float64][2]int{
		0.886719: {7, 3}, 0.75: {1, 0}, 0.5: {0, 0}, 0.999512: {10, 0},
	} {
		require.InDelta(t, want, LOS(games[0], games[1]), 1e-6)
	}
}

// With a spread there is one prior: the ratings are those of one field from the first game on, also of players
// without any, and no game that connects them makes a rating jump.
func TestSpreadHasNoJump(t *testing.T) {
	const spread = 350
	results := []Result{{First: 0, Second: 1, Score: 1}, {First: 2, Second: 3, Score: 1}}
	fit := func(more ...Result) Ranking {
		r, err := Fit(5, slices.Concat(results, more), Options{FirstMove: true, Spread: spread})
		require.NoError(t, err)
		require.Equal(t, 1, r.Groups)
		return r
	}
	before := fit()
	require.InDelta(t, before.Players[0].Elo, before.Players[2].Elo, 1e-6)
	require.InDelta(t, 0, before.Players[4].Elo, 1e-6, "it has no game")
	require.Greater(t, before.Players[4].Margin, 500.0)
	for _, connects := range []Result{
		{First: 1, Second: 2, Score: 0.5, Count: 1e-6}, {First: 3, Second: 4, Score: 0.5, Count: 1e-6}, {First: 1, Second: 0, Score: 1, Count: 1e-6},
	} {
		after := fit(connects)
		for p := range after.Players {
			require.InDelta(t, before.Players[p].Elo, after.Players[p].Elo, 0.01, connects)
			require.InDelta(t, before.Players[p].Margin, after.Players[p].Margin, 0.01, connects)
		}
		require.InDelta(t, before.First, after.First, 0.01)
	}
}
