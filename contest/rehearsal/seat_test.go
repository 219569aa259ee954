package rehearsal

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// A match whose game was begun before keeps its table while an entrant is waited for, as under a director; then the game
// is forfeited.
func TestBegunMatchKeepsItsTable(t *testing.T) {
	start := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	r := &Rehearsal{
		Plan: tournamenttest.PlanOf(t, 4, tournamenttest.OneStage+"games = 1\n"), Dir: filepath.Join(t.TempDir(), "day"), Start: start, now: start,
		arrives: map[int]time.Time{}, missed: map[int]time.Time{},
	}
	require.Equal(t, 1, r.Plan.Tables)
	require.NoError(t, r.open())
	defer r.log.Close()
	require.NoError(t, r.decide(), "paired")
	require.NoError(t, r.append(&tournament.Decision{Type: tournament.Started, Game: "all/1/1/1/1"}))
	r.arrives[0] = start.Add(time.Hour)
	paired := len(r.day.Decisions)
	types := func() (all []string) {
		for i := range r.day.Decisions[paired:] {
			c := &r.day.Decisions[paired+i]
			all = append(all, c.Type+" "+c.Entrant+c.Game)
		}
		return all
	}
	changed, err := r.seat(t.Context())
	require.NoError(t, err)
	require.True(t, changed)
	require.Equal(t, []string{"missing E1"}, types())
	changed, err = r.seat(t.Context())
	require.NoError(t, err)
	require.False(t, changed, "E1 is waited for")
	r.now = start.Add(time.Duration(r.Plan.Wait))
	changed, err = r.seat(t.Context())
	require.NoError(t, err)
	require.True(t, changed)
	require.Equal(t, []string{"missing E1", "forfeited all/1/1/1/1"}, types())
}
