package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The classic example of four players with nine results and their strengths.
func TestFit(t *testing.T) {
	var results []Result
	for _, win := range strings.Fields("AB2 AD1 BA3 BC5 CB3 CD1 DA4 DC3") {
		results = append(results, Result{First: int(win[0] - 'A'), Second: int(win[1] - 'A'),
			Score: 1, Count: float64(win[2] - '0')})
	}
	r, err := Fit(4, results, Options{})
	require.NoError(t, err)
	require.Equal(t, 1, r.Groups)
	for p, want := range []float64{-77.57, 7.37, -72.23, 142.44} {
		require.InDelta(t, want, r.Players[p].Elo, 0.01)
		require.False(t, r.Players[p].Prior)
		require.Greater(t, r.Players[p].Margin, 100.0)
	}
	for p, want := range []float64{0.6398, 1.0433, 0.6598, 2.2704} {
		require.InDelta(t, want, math.Exp(r.Players[p].Elo*perElo), 1e-4)
	}
	require.Zero(t, r.First)
}

// baseball is the season of the American League's east in 1987: home team, away
// team, games won at home and lost (Agresti, An Introduction to Categorical Data
// Analysis).
const baseball = `
MIL DET 4 3  MIL TOR 4 2  MIL NY 4 3   MIL BOS 6 1  MIL CLE 4 2  MIL BAL 6 0
DET MIL 3 3  DET TOR 4 2  DET NY 4 3   DET BOS 6 0  DET CLE 6 1  DET BAL 4 3
TOR MIL 2 5  TOR DET 4 3  TOR NY 2 4   TOR BOS 4 3  TOR CLE 4 2  TOR BAL 6 0
NY MIL 3 3   NY DET 5 1   NY TOR 2 5   NY BOS 4 3   NY CLE 4 2   NY BAL 6 1
BOS MIL 5 1  BOS DET 2 5  BOS TOR 3 3  BOS NY 4 2   BOS CLE 5 2  BOS BAL 6 0
CLE MIL 2 5  CLE DET 3 3  CLE TOR 3 4  CLE NY 4 3   CLE BOS 4 2  CLE BAL 2 4
BAL MIL 2 5  BAL DET 1 5  BAL TOR 1 6  BAL NY 2 4   BAL BOS 1 6  BAL CLE 3 4`

// Without and with a term for who is at home, as BradleyTerry2 fits them.
func TestFitFirstMove(t *testing.T) {
	teams := map[string]int{"BAL": 0, "CLE": 1, "BOS": 2, "NY": 3, "TOR": 4, "DET": 5, "MIL": 6}
	var results []Result
	words := strings.Fields(baseball)
	for ; len(words) > 0; words = words[4:] {
		var won, lost float64
		_, err := fmt.Sscan(words[2]+" "+words[3], &won, &lost)
		require.NoError(t, err)
		home, away := teams[words[0]], teams[words[1]]
		for score, count := range []float64{lost, won} {
			if count > 0 {
				results = append(results, Result{home, away, float64(score), count})
			}
		}
	}
	r, err := Fit(7, results, Options{})
	require.NoError(t, err)
	for p, want := range []float64{0, 0.68, 1.11, 1.25, 1.29, 1.44, 1.58} {
		require.InDelta(t, want, (r.Players[p].Elo-r.Players[0].Elo)*perElo, 0.006)
	}
	r, err = Fit(7, results, Options{FirstMove: true})
	require.NoError(t, err)
	require.InDelta(t, 0.7047, (r.Players[1].Elo-r.Players[0].Elo)*perElo, 0.0005)
	require.InDelta(t, 0.302, r.First*perElo, 0.001)
	require.Greater(t, r.FirstMargin, 0.0)
}

// Groups that never met are not comparable; each has its own mean.
func TestFitGroups(t *testing.T) {
	r, err := Fit(5, []Result{{0, 1, 1, 3}, {1, 0, 1, 1}, {2, 3, 0.5, 4}}, Options{FirstMove: true})
	require.NoError(t, err)
	require.Equal(t, 3, r.Groups)
	require.Equal(t, r.Players[0].Group, r.Players[1].Group)
	require.Equal(t, r.Players[2].Group, r.Players[3].Group)
	require.NotEqual(t, r.Players[0].Group, r.Players[2].Group)
	require.InDelta(t, 0, r.Players[0].Elo+r.Players[1].Elo, 1e-6)
	require.Zero(t, r.Players[4].Games)
	// Only who moved first ever won: nothing bounds what that is worth.
	require.True(t, r.Players[0].Prior)
}

// Who won everything has no rating by the results alone; it is told.
func TestFitOneSided(t *testing.T) {
	r, err := Fit(3, []Result{{0, 1, 1, 10}, {1, 2, 1, 1}, {2, 1, 1, 1}}, Options{FirstMove: true})
	require.NoError(t, err)
	for _, p := range r.Players {
		require.True(t, p.Prior)
		require.False(t, math.IsInf(p.Elo, 0) || math.IsNaN(p.Elo))
	}
	require.Greater(t, r.Players[0].Elo, r.Players[1].Elo)
	_, err = Fit(2, []Result{{0, 1, 1, 5}}, Options{FirstMove: true})
	require.NoError(t, err)
	_, err = Fit(1, nil, Options{})
	require.NoError(t, err)
	_, err = Fit(0, nil, Options{FirstMove: true})
	require.NoError(t, err)
}

func TestFitRefuses(t *testing.T) {
	for _, r := range []Result{
		{0, 2, 1, 1}, {-1, 0, 1, 1}, {1, 1, 1, 1}, {0, 1, 2, 1}, {0, 1, math.NaN(), 1}, {0, 1, 1, -1}, {0, 1, 1, math.Inf(1)},
	} {
		_, err := Fit(2, []Result{r}, Options{})
		require.ErrorContains(t, err, "result 0", "%+v", r)
	}
}

// Strengths that made the results come out again, within their margins.
func TestFitRecovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	strength := []float64{-200, -50, 0, 50, 200}
	var results []Result
	for range 4000 {
		a, b := rng.IntN(5), rng.IntN(5)
		if a == b {
			continue
		}
		score := 0.0
		if rng.Float64() < Score(strength[a]-strength[b]+30) {
			score = 1
		}
		results = append(results, Result{a, b, score, 1})
	}
	r, err := Fit(5, results, Options{FirstMove: true})
	require.NoError(t, err)
	for p := range strength {
		require.InDelta(t, strength[p], r.Players[p].Elo, 1.6*r.Players[p].Margin)
		require.Less(t, r.Players[p].Margin, 40.0)
	}
	require.InDelta(t, 30, r.First, 1.6*r.FirstMargin)
}

// A field in which the better one wins every game is rated in its order, however often they meet.
func TestFitOrdered(t *testing.T) {
	for meetings := 1.0; meetings <= 40; meetings++ {
		var results []Result
		for a := range 9 {
			for b := range 9 {
				if a == b || a+b == 8 {
					continue
				}
				score := 0.0
				if a < b {
					score = 1
				}
				results = append(results, Result{First: a, Second: b, Score: score, Count: meetings})
			}
		}
		r, err := Fit(9, results, Options{FirstMove: true})
		require.NoError(t, err, "%v meetings", meetings)
		for p := range 8 {
			require.Greater(t, r.Players[p].Elo, r.Players[p+1].Elo)
		}
	}
}
