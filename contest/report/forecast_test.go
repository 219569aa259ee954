package report_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// forecastText is a forecast in the order of play, in minutes from the start of the day.
func forecastText(d *tournament.Tournament, now time.Time) (all []string) {
	expected := report.Forecast(d, now)
	d.Matches(func(m *tournament.Match) {
		if x, ok := expected[m.ID]; ok && x.At.IsZero() {
			all = append(all, fmt.Sprintf("%s table %s", m.ID, x.Table))
		} else if ok {
			all = append(all, fmt.Sprintf("%s table %s at %g", m.ID, x.Table, x.At.Sub(forecastStart).Minutes()))
		}
	})
	return all
}

var forecastStart = time.Date(2026, 11, 29, 10, 0, 0, 0, time.Local)

// Matches that wait have the table and the time at which they can be played.
func TestForecast(t *testing.T) {
	plan, err := config.Parse("t", "tables = 2\ntable-names = [\"North\"]\n"+tournamenttest.PlanText(5, tournamenttest.OneStage))
	require.NoError(t, err)
	p := tournamenttest.NewPaper(t, plan)
	now := forecastStart
	p.Log.Now = func() time.Time { return now }
	d := p.Tournament()
	after := func(minutes int) time.Time { now = forecastStart.Add(time.Duration(minutes) * time.Minute); return now }
	start := func(game string) { p.Append(tournament.Decision{Type: tournament.Started, Game: game}) }
	finish := func(game, winner string) {
		p.Append(tournament.Decision{Type: tournament.Finished, Game: game, Winner: winner, Reason: "test", Record: "00"})
	}
	for len(d.Stages) == 0 || len(d.Stages[0].Rounds) < 5 {
		require.True(t, p.Step(), "paired")
	}
	require.Equal(t, []string{"all/1/1 table North", "all/1/2 table 2"}, forecastText(d, now), "no game has ended")
	start("all/1/1/1/1")
	start("all/1/2/1/1")
	require.Empty(t, forecastText(d, now), "who knows when")
	after(10)
	finish("all/1/1/1/1", d.Entrants[d.Match("all/1/1").Entrants[0]].Name)
	require.Equal(t, "North", d.Table(d.Match("all/1/1")), "between its games")
	require.Equal(t, []string{
		"all/2/1 table North at 20", "all/2/2 table 2 at 20", "all/3/1 table North at 40", "all/3/2 table 2 at 40",
		"all/4/1 table North at 60", "all/4/2 table 2 at 60", "all/5/1 table North at 80", "all/5/2 table 2 at 80",
	}, forecastText(d, now))
	calls := map[string]report.Call{}
	for _, c := range report.Calls(d, now) {
		calls[c.Entrant] = c
	}
	free := d.Entrants[d.Stages[0].Rounds[0].Byes[0]].Name
	require.Equal(t, free+": all/2/2 against E2 on bot, after 2 matches, table 2, about 10:20", calls[free].String())

	p.Append(tournament.Decision{Type: tournament.Paused, By: "d"})
	require.NotContains(t, forecastText(d, now)[0], "at", "nobody knows how long it is paused")
	p.Append(tournament.Decision{Type: tournament.Resumed, By: "d"})
	p.Append(tournament.Decision{Type: tournament.Missing, Entrant: free})
	for _, m := range forecastText(d, now) {
		id := m[:len("all/2/1")]
		require.False(t, slices.ContainsFunc(d.Match(id).Entrants, func(e int) bool { return d.IsNamed(e, free) }), "who is missing is waited for")
	}
}

// A match keeps its table between its games.
func TestTableOfAMatch(t *testing.T) {
	plan, err := config.Parse("t", "tables = 2\n"+tournamenttest.PlanText(6, tournamenttest.OneStage))
	require.NoError(t, err)
	p := tournamenttest.NewPaper(t, plan)
	d := p.Tournament()
	require.True(t, p.Step(), "paired")
	for _, game := range []string{"all/1/1/1/1", "all/1/2/1/1"} {
		p.Append(tournament.Decision{Type: tournament.Started, Game: game})
	}
	finish := func(game string) {
		p.Append(tournament.Decision{Type: tournament.Finished, Game: game, Draw: true, Reason: "test", Record: "00"})
	}
	finish("all/1/1/1/1")
	finish("all/1/2/1/1")
	p.Append(tournament.Decision{Type: tournament.Started, Game: "all/1/2/2/1"})
	finish("all/1/2/2/1")
	p.Append(tournament.Decision{Type: tournament.Started, Game: "all/1/3/1/1"}) // while the first match is between its games
	require.Equal(t, "2", d.Table(d.Match("all/1/3")))
	p.Append(tournament.Decision{Type: tournament.Started, Game: "all/1/1/2/1"})
	require.Equal(t, "1", d.Table(d.Match("all/1/1")), "where its first game was")
}
