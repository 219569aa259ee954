package standing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// A game that was begun before comes first, whoever is missing; then those who are there, and last those whose missing
// entrants are waited for no more.
func TestSeating(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage+"games = 1\n"))
	for len(p.Tournament().Stages[0].Rounds) < 3 {
		require.True(t, p.Step(), "paired")
	}
	d := p.Tournament()
	met := map[string][]int{}
	d.Matches(func(m *tournament.Match) { met[m.ID] = m.Entrants })
	require.Equal(t, map[string][]int{
		"all/1/1": {0, 3}, "all/1/2": {1, 2}, "all/2/1": {3, 2}, "all/2/2": {0, 1}, "all/3/1": {1, 3}, "all/3/2": {2, 0},
	}, met)
	seated := func(playing map[string][]int, tables int, missing map[int]bool, over bool) (ids []string) {
		take := func(*tournament.Match) bool { tables--; return tables >= 0 }
		absent := func(m *tournament.Match) (bool, bool) { return missing[m.Entrants[0]] || missing[m.Entrants[1]], over }
		for _, m := range standing.Seating(d, time.Now(), playing, take, absent) {
			ids = append(ids, m.ID)
		}
		return ids
	}
	require.Equal(t, []string{"all/1/1", "all/1/2"}, seated(nil, 9, nil, false))
	require.Equal(t, []string{"all/1/1"}, seated(nil, 1, nil, false), "there is one table")
	require.Equal(t, []string{"all/2/2"}, seated(map[string][]int{"all/2/1": {3, 2}}, 9, nil, false), "two sit at a table")
	require.Equal(t, []string{"all/1/2"}, seated(nil, 9, map[int]bool{0: true}, false), "E1 is waited for")
	require.Equal(t, []string{"all/1/2", "all/1/1"}, seated(nil, 9, map[int]bool{0: true}, true), "E1 has not come")
	require.Equal(t, []string{"all/1/2"}, seated(nil, 1, map[int]bool{0: true}, true), "E1 has not come, and there is one table")

	p.Append(tournament.Decision{Type: tournament.Started, Game: "all/2/1/1/1"})
	require.Equal(t, []string{"all/2/1", "all/2/2"}, seated(nil, 9, nil, false))
	require.Equal(t, []string{"all/2/1", "all/2/2"}, seated(nil, 9, map[int]bool{2: true, 3: true}, false), "its game was begun")
}

// A player of the house sits at any number of tables.
func TestTheHouseSitsAtAllTables(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.Hakodate))
	require.True(t, p.Step(), "paired")
	d := p.Tournament()
	seated := standing.Seating(d, time.Now(), nil, func(*tournament.Match) bool { return true }, func(*tournament.Match) (bool, bool) { return false, false })
	require.Len(t, seated, 4)
}
