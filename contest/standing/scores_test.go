package standing_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// Three who draw all games are ordered by what they scored, gave away, and whom they met.
func TestScoreTieBreaks(t *testing.T) {
	for rule, want := range map[string][]string{
		// E1 scores 10 in each of its four games, E2 20, E3 30.
		"score":            {"1 E3 [1 120]", "2 E2 [1 80]", "3 E1 [1 40]"},
		"score-difference": {"1 E3 [1 60]", "2 E2 [1 0]", "3 E1 [1 -60]"},
		"opponents-score":  {"1 E1 [1 200]", "2 E2 [1 160]", "3 E3 [1 120]"},
	} {
		p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 3, tournamenttest.OneStage+"games = 2\ntie-breaks = [\"points\", \""+rule+"\"]\n"))
		p.Result = tournamenttest.AllDrawn
		p.More = tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
			return []int{10 * (g.Seats[0] + 1), 10 * (g.Seats[1] + 1)}, nil
		})
		d := p.End()
		got := tournamenttest.TableText(standing.Of(d, d.Stages[0], 0))
		require.Equal(t, want, got, rule)
	}
}

// Fewer faults and less time stand above; a game lost by absence is a fault.
func TestFewerFirst(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 3, tournamenttest.OneStage+"games = 1\ntie-breaks = [\"faults\", \"time\"]\n"))
	p.Result = tournamenttest.AllDrawn
	p.More = tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
		m := tournament.Measures{"faults": {0, 0}, "time": {0, 0}}
		for seat, e := range g.Seats {
			m["faults"][seat] = int64(e % 2) // E2
			m["time"][seat] = int64(100 - e)
		}
		return nil, m
	})
	d := p.End()
	require.Equal(t, []string{"1 E3 [0 196]", "2 E1 [0 200]", "3 E2 [2 198]"}, tournamenttest.TableText(standing.Of(d, d.Stages[0], 0)))
}

// A match goes by games, then wins by put, then items, then a new map, then lots.
func TestOfMatch(t *testing.T) {
	play := func(results []int, more func(*tournament.Tournament, *tournament.Game, *tournament.Decision)) *tournament.Match {
		t.Helper()
		p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 2, tournamenttest.Asahikawa))
		p.Result = func(_ *tournament.Tournament, _ *tournament.Match, g *tournament.Game) int {
			r := results[(g.Number-1)%len(results)] // an entrant, or None
			if r != tournament.None && g.Seats[1] == r {
				return 1
			}
			return min(r, 0)
		}
		p.More = more
		return p.End().Match("k/1/1")
	}
	m := play([]int{0, 0}, nil)
	require.Len(t, m.Games, 2, "two wins")
	require.Equal(t, 0, m.Winner())
	require.Empty(t, m.DecidedBy())

	m = play([]int{0, 1, tournament.None}, tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
		put := []int64{0, 0}
		if g.Number == 2 { // E2's win, from the first seat
			put[0] = 1
		}
		return []int{5, 5}, tournament.Measures{"put": put}
	}))
	require.Len(t, m.Games, 3)
	require.False(t, m.Games[2].Fast)
	require.Equal(t, 1, m.Winner())
	require.Equal(t, "reason:put", m.DecidedBy())

	m = play([]int{0, 1, tournament.None}, tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) { return []int{5, g.Number}, nil }))
	require.Len(t, m.Games, 3)
	require.Equal(t, 0, m.Winner(), "5+2+5 items against 1+5+3")
	require.Equal(t, "score", m.DecidedBy())

	m = play([]int{tournament.None}, tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
		if g.Number > 3 { // on the second map
			return []int{1 + g.Seats[0], 1 + g.Seats[1]}, nil
		}
		return []int{5, 5}, nil
	}))
	require.Len(t, m.Games, 6)
	require.Equal(t, 1, m.Winner())
	require.Equal(t, "score", m.DecidedBy())

	m = play([]int{tournament.None}, nil)
	require.Len(t, m.Games, 3*(1+config.MaxNewMaps))
	require.Equal(t, "lots", m.DecidedBy())
	require.Equal(t, m.Drawn, m.Winner())
}

// Whoever leaves a match that criteria decide loses it; of two who leave, lots decide.
func TestOfMatchWithdrawn(t *testing.T) {
	for both := range 2 {
		p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 2, tournamenttest.Asahikawa))
		p.Result = tournamenttest.AllDrawn
		for range 8 { // one map and a game
			p.Step()
		}
		p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: "E1"})
		if both == 1 {
			p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: "E2"})
		}
		m := p.End().Match("k/1/1")
		require.True(t, m.Over())
		require.NotEqual(t, tournament.None, m.Winner())
		if both == 0 {
			require.Equal(t, 1, m.Winner())
		}
	}
}

// Everybody plays the house from the first seat; points follow the formula, and the best go on.
func TestQualifier(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.Hakodate))
	items := map[int]int{0: 10, 1: 14, 2: 20, 3: 3}
	p.Result = func(_ *tournament.Tournament, m *tournament.Match, g *tournament.Game) int {
		if m.Stage.Kind == config.Qualifier && (g.Seats[0] == 0 || g.Seats[0] == 3) {
			return 1 // the house wins
		}
		return 0
	}
	p.More = tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
		return []int{items[g.Seats[0]], 9}, tournament.Measures{"turns-left": {20, 20}, "faults": {0, 0}}
	})
	d := p.End()
	require.Len(t, d.Stages[0].Rounds, 1)
	require.Equal(t, []string{"1 E3 [80 1 20]", "2 E2 [62 1 14]", "3 E1 [10 0 10]", "4 E4 [-11 0 3]"}, tournamenttest.TableText(standing.Of(d, d.Stages[0], 0)))
	require.Equal(t, []int{2, 1}, d.Stages[1].Rounds[0].Matches[0].Entrants)
	require.Len(t, d.Entrants, 5)
	require.True(t, d.Entrants[4].House)
	for _, m := range d.Stages[0].Rounds[0].Matches {
		require.Equal(t, 4, m.Games[0].Seats[1], "the house has the second seat")
	}
}

// Where the house fails, that game counts for nobody until it is played again.
func TestHouseFails(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 3, strings.Replace(tournamenttest.Hakodate, "games = 1\nseats = \"first\"", "games = 2", 1)))
	failing := true
	p.More = tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
		m := tournament.Measures{"turns-left": {0, 0}, "faults": {0, 0}}
		for seat, e := range g.Seats {
			if e == 3 && g.ID == "q/1/2/2" && failing {
				m["faults"][seat] = 1
			}
		}
		return []int{g.Number, g.Number}, m
	})
	d := p.End()
	faults := standing.HouseFaults(d, d.Stages[0])
	require.Len(t, faults, 1)
	require.Equal(t, "house 1 failed in q/1/2/2 (done): game 2 of round 1 of q counts for nobody; loopline contest replay plays q/1/2/2 again", faults[0].String())
	for _, row := range standing.Of(d, d.Stages[0], 0) {
		require.Equal(t, 3.0, row.Points, "the first game alone counts")
		require.Equal(t, 1, row.Games)
	}
	var text strings.Builder
	require.NoError(t, report.WriteTables(d, &text))
	require.Contains(t, text.String(), faults[0].String())
	failing = false
	p.Append(tournament.Decision{Type: tournament.Replayed, Game: "q/1/2/2/1", Cascade: true})
	d = p.End()
	require.Empty(t, standing.HouseFaults(d, d.Stages[0]))
	require.Equal(t, 9.0, standing.Of(d, d.Stages[0], 0)[0].Points)
}

// The best of all groups together go on, by score.
func TestAdvanceBy(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 6, tournamenttest.OneStage+"groups = 2\ngames = 1\nadvance = 3\nby = \"score\"\n[[stage]]\nname = \"k\"\nkind = \"knockout\"\n"))
	score := []int{1, 5, 9, 8, 7, 2}
	p.More = tournamenttest.Scored(func(g *tournament.Game) ([]int, tournament.Measures) {
		return []int{score[g.Seats[0]], score[g.Seats[1]]}, nil
	})
	d := p.End()
	require.Equal(t, []int{2, 3, 4}, d.Stages[1].Groups[0])
}
