package report_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/host/record"
)

// rated are rates of games between two, in which each answers with a number of its
// own: pairs with the seats exchanged.
func rated(t *testing.T, results ...float64) *report.RatingTable {
	t.Helper()
	r := &report.RatingTable{}
	for i, score := range results {
		addFake(r, i, "x", "y", i%2 == 1, score, fmt.Sprint(i))
	}
	return r
}

// addFake takes in a game that a won by so much, seated second when swapped.
func addFake(r *report.RatingTable, i int, a, b string, swapped bool, score float64, answer string) {
	seats := []record.EventSeat{{Name: "first", Address: a}, {Name: "second", Address: b}}
	winner := "first"
	if swapped {
		seats[0].Address, seats[1].Address = b, a
		winner = "second"
	}
	verdict := record.Event{Type: record.EventVerdict, Draw: score == 0.5}
	if score == 0 {
		winner = map[string]string{"first": "second", "second": "first"}[winner]
	}
	if score != 0.5 {
		verdict.Winner = &winner
	}
	r.Add("m", i+1, &record.Game{Complete: true, Events: []record.Event{
		{Type: record.EventGame, Seats: seats}, {Type: record.EventAnswer, Text: answer}, verdict,
	}})
}

func TestRateTwo(t *testing.T) {
	r := rated(t, 1, 1, 1, 0, 0.5, 0.5)
	d, ok := r.HeadToHead()
	require.True(t, ok)
	require.Equal(t, []int{3, 2, 1}, []int{d.Wins, d.Draws, d.Losses})
	require.Equal(t, []int{0, 0, 2, 0, 1}, d.Pairs)
	require.True(t, d.Exact, "below 30 games")
	require.Nil(t, d.NElo)
}

// Values of the normal margins and of the test, as other programs give them: pairs LL
// 34, LD 54, LW or DD 63, DW 64, WW 75.
func TestRatePairs(t *testing.T) {
	r := &report.RatingTable{}
	n := 0
	for score, count := range []int{34, 54, 63, 64, 75} {
		for range count {
			first := min(1, float64(score)/2)
			addFake(r, n, "x", "y", false, first, fmt.Sprint(n))
			addFake(r, n+1, "x", "y", true, float64(score)/2-first, fmt.Sprint(n+1))
			n += 2
		}
	}
	d, ok := r.HeadToHead()
	require.True(t, ok)
	require.Equal(t, []int{34, 54, 63, 64, 75}, d.Pairs)
	require.InDelta(t, 55.5798, *d.Elo, 1e-3)
	require.InDelta(t, 27.6534, (*d.High-*d.Low)/2, 1e-3)
	require.InDelta(t, 57.94, *d.NElo, 1e-2)
}

// A game that is equal answer by answer is no news.
func TestRateEqualGames(t *testing.T) {
	r := &report.RatingTable{}
	for i := range 10 {
		addFake(r, i, "x", "y", i%2 == 1, 1, fmt.Sprint(i%2))
	}
	d, _ := r.HeadToHead()
	require.Equal(t, 2, d.Wins)
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	require.Contains(t, b.String(), "8 games were played before")
	require.Contains(t, b.String(), "exact; fewer than 30 games")
}

// Who lost by fouls is told from who was weaker.
func TestRateFouls(t *testing.T) {
	r := rated(t, 1, 0)
	winner := "second"
	for i, kind := range []string{"silent", "silent", "late"} {
		r.Add("n", i+1, &record.Game{Complete: true, Events: []record.Event{
			{Type: record.EventGame, Seats: []record.EventSeat{{Name: "first", Address: "x"}, {Name: "second", Address: "y"}}},
			{Type: record.EventAnswer, Text: fmt.Sprint("n", i)},
			{Type: record.EventVerdict, Winner: &winner, Foul: &record.EventFoul{Seat: 0, Kind: kind}},
		}})
	}
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	require.Contains(t, b.String(), "\nx lost 3 games by fouls: late 1, silent 2\n")
	require.NotContains(t, b.String(), "y lost")
	b.Reset()
	require.NoError(t, r.WriteJSON(&b))
	require.Contains(t, b.String(), `"fouls":{"late":1,"silent":2}`)
	require.Equal(t, 1, strings.Count(b.String(), "fouls"))
}

// Groups that never met are told, and not put into one order.
func TestRateGroups(t *testing.T) {
	r := &report.RatingTable{}
	for i := range 8 {
		addFake(r, i, "a", "b", i%2 == 1, float64(i/4), fmt.Sprint("ab", i))
		addFake(r, i+100, "c", "d", i%2 == 1, float64(i/4), fmt.Sprint("cd", i))
	}
	all, _, _, err := r.Players()
	require.NoError(t, err)
	for _, p := range all {
		require.False(t, p.Comparable)
	}
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	require.Contains(t, b.String(), "not comparable")
	b.Reset()
	require.NoError(t, r.WriteJSON(&b))
	require.Equal(t, 5, strings.Count(b.String(), "\n"))
}

func TestRateNothing(t *testing.T) {
	var b bytes.Buffer
	require.ErrorContains(t, (&report.RatingTable{}).WriteText(&b), "no game counts")
	require.Error(t, (&report.RatingTable{}).WriteJSON(&b))
	require.Error(t, (&report.RatingTable{}).AddFile(t.Context(), filepath.Join(t.TempDir(), "none")))
	for _, text := range []string{" ", "1", "a,b", "5,1"} {
		_, err := report.ParseSPRT(text)
		require.Error(t, err, text)
	}
}
