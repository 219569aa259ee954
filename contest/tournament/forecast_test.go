package tournament

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// forecastText is a forecast in the order of play, in minutes from the start of the day.
func forecastText(d *Tournament, now time.Time) (all []string) {
	expected := d.Forecast(now)
	d.Matches(func(m *Match) {
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
	plan, err := ParseConfig("t", "tables = 2\ntable-names = [\"North\"]\n"+planText(5, oneStage))
	require.NoError(t, err)
	p := newPaper(t, plan)
	now := forecastStart
	p.log.Now = func() time.Time { return now }
	d := p.tournament()
	after := func(minutes int) time.Time { now = forecastStart.Add(time.Duration(minutes) * time.Minute); return now }
	start := func(game string) { p.append(Decision{Type: Started, Game: game}) }
	finish := func(game, winner string) {
		p.append(Decision{Type: Finished, Game: game, Winner: winner, Reason: "test", Record: "00"})
	}
	for len(d.Stages) == 0 || len(d.Stages[0].Rounds) < 5 {
		require.True(t, p.step(), "paired")
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
	calls := map[string]Call{}
	for _, c := range d.Calls(now) {
		calls[c.Entrant] = c
	}
	free := d.Entrants[d.Stages[0].Rounds[0].Byes[0]].Name
	require.Equal(t, free+": all/2/2 against E2 on bot, after 2 matches, table 2, about 10:20", calls[free].String())

	p.append(Decision{Type: Paused, By: "d"})
	require.NotContains(t, forecastText(d, now)[0], "at", "nobody knows how long it is paused")
	p.append(Decision{Type: Resumed, By: "d"})
	p.append(Decision{Type: Missing, Entrant: free})
	for _, m := range forecastText(d, now) {
		id := m[:len("all/2/1")]
		require.False(t, slices.ContainsFunc(d.Match(id).Entrants, func(e int) bool { return d.IsNamed(e, free) }), "who is missing is waited for")
	}
}

// A match keeps its table between its games.
func TestTableOfAMatch(t *testing.T) {
	plan, err := ParseConfig("t", "tables = 2\n"+planText(6, oneStage))
	require.NoError(t, err)
	p := newPaper(t, plan)
	d := p.tournament()
	require.True(t, p.step(), "paired")
	for _, game := range []string{"all/1/1/1/1", "all/1/2/1/1"} {
		p.append(Decision{Type: Started, Game: game})
	}
	finish := func(game string) {
		p.append(Decision{Type: Finished, Game: game, Draw: true, Reason: "test", Record: "00"})
	}
	finish("all/1/1/1/1")
	finish("all/1/2/1/1")
	p.append(Decision{Type: Started, Game: "all/1/2/2/1"})
	finish("all/1/2/2/1")
	p.append(Decision{Type: Started, Game: "all/1/3/1/1"}) // while the first match is between its games
	require.Equal(t, "2", d.Table(d.Match("all/1/3")))
	p.append(Decision{Type: Started, Game: "all/1/1/2/1"})
	require.Equal(t, "1", d.Table(d.Match("all/1/1")), "where its first game was")
}
