package director

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

// A day that began is there after a loss of power: its folder, its plan and its first
// decision.
func TestPowerLossKeepsTheDay(t *testing.T) {
	for seed := range uint64(30) {
		plan := tournamenttest.PlanOf(t, 4, tournamenttest.OneStage)
		disk := simfs.New(simfs.Options{Seed: seed})
		env := func() tournament.Env { return tournament.Env{Files: disk.Process("run")} }
		j, err := journal.OpenIn(env(), "cups/day", plan, 1, "test")
		require.NoError(t, err)
		disk.PowerLoss()
		require.Error(t, j.Close(), "its program has ended")
		j, err = journal.OpenIn(env(), "cups/day", nil, 0, "test")
		require.NoError(t, err)
		require.NoError(t, j.View(func(d *tournament.Tournament) { require.Len(t, d.Decisions, 1) }))
	}
}

// poweredDay runs a day of two on a simulated disk, and does something when a person is
// told of the first result.
func poweredDay(t *testing.T, disk *simfs.Disk, told func(), watch func(string, record.Event)) (said string, err error) {
	t.Helper()
	j, err := journal.OpenIn(tournament.Env{Files: disk.Process("run")}, "day", tournamenttest.PlanOf(t, 2, tournamenttest.OneStage), 1, "test")
	require.NoError(t, err)
	var mu sync.Mutex
	once := sync.Once{}
	d := &Director{
		Log: j, Again: time.Millisecond, Version: "test", Watch: watch,
		Match: func(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
			seats[0].Name, seats[1].Name = "a", "b"
			return &host.Game{Referee: higher, Name: "higher", Seats: seats}, nil
		},
		Open: func(_ context.Context, _ string, _ int, address string, _ io.Writer) (series.PlayerConn, error) {
			return hosttest.Seated{FakePlayer: hosttest.Answering(strings.TrimPrefix(address, "bot:"), 0)}, nil
		},
		Say: func(text string) {
			mu.Lock()
			defer mu.Unlock()
			if said += text + "\n"; strings.Contains(text, " wins (") {
				once.Do(told)
			}
		},
	}
	err = d.Run(t.Context())
	return said, err
}

// What a result follows from is on the disk before anybody is told of it.
func TestPowerLossKeepsVerdicts(t *testing.T) {
	for seed := range uint64(30) {
		disk := simfs.New(simfs.Options{Seed: seed})
		_, err := poweredDay(t, disk, disk.PowerLoss, nil)
		require.ErrorIs(t, err, simfs.ErrDead)
		v := journal.VerifyIn(t.Context(), tournament.Env{Files: disk.Process("verify")}, "day", verifyHigher)
		require.Empty(t, v.Differences)
		require.Equal(t, 1, v.Games)
	}
}

// A result that could not be written down is told to nobody.
func TestUndecidedIsNotTold(t *testing.T) {
	disk := simfs.New(simfs.Options{Seed: 1})
	watch := func(_ string, e record.Event) {
		if e.Type == record.EventAnswer {
			disk.FailSyncs(func(name string) bool { return filepath.Base(name) == tournament.DecisionsFile })
		}
	}
	said, err := poweredDay(t, disk, func() {}, watch)
	require.ErrorContains(t, err, "input/output error")
	require.NotContains(t, said, " wins (")
	text, ok := disk.Seen("day/" + tournament.DecisionsFile)
	require.True(t, ok)
	require.NotContains(t, string(text), tournament.Finished, "nor read by others")
}

// Pages show that a game has ended when that is decided.
func TestVerdictsAreShownWhenDecided(t *testing.T) {
	disk := simfs.New(simfs.Options{Seed: 1})
	shown, decided := 0, 0
	_, err := poweredDay(t, disk, func() {}, func(game string, e record.Event) {
		if e.Type != record.EventVerdict {
			return
		}
		shown++
		text, _ := disk.Seen("day/" + tournament.DecisionsFile)
		decided += bytes.Count(text, []byte(`"type":"finished","game":"`+game+`"`))
	})
	require.NoError(t, err)
	require.Equal(t, 2, shown)
	require.Equal(t, 2, decided)
}

// What a loss of power left of a record in parts is cut, as long as nothing was decided
// by it.
func TestZerosInARecord(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 2, tournamenttest.OneStage+"games = 1\n")
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	d := h.day()
	record, decisions := tournamenttest.ReadFile(t, d.Record("all/1/1")), tournamenttest.ReadFile(t, d.Path(tournament.DecisionsFile))
	zeros := []byte(record)
	clear(zeros[len(zeros)-100 : len(zeros)-10])
	tournamenttest.WriteFile(t, d.Record("all/1/1"), string(zeros))

	decided := newHall(t, d.Dir, plan)
	require.NoError(t, decided.Run(t.Context()))
	require.Equal(t, string(zeros), tournamenttest.ReadFile(t, d.Record("all/1/1")), "it was changed, and stays for whoever looks")
	require.NotEmpty(t, journal.Verify(d.Dir, verifyHigher).Differences)

	tournamenttest.WriteFile(t, d.Path(tournament.DecisionsFile), decisions[:strings.LastIndex(decisions[:len(decisions)-1], "\n")+1])
	again := newHall(t, d.Dir, plan)
	require.NoError(t, again.Run(t.Context()))
	require.Equal(t, map[string]int{"all/1/1/1": 1}, again.games)
	require.Contains(t, strings.Join(again.said, "\n"), "came to the disk in part")
	require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
}

// A game that an earlier run began comes before others of who plays it.
func TestBegunGamesComeFirst(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 4, tournamenttest.OneStage)
	dir := filepath.Join(t.TempDir(), "day")
	j, err := journal.Open(dir, plan, 1, "test")
	require.NoError(t, err)
	for range 2 { // the pairings of two rounds
		_, err = j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
			c, _ := standing.NextDecision(d)
			return &c, nil
		})
		require.NoError(t, err)
	}
	_, err = j.Append(func(*tournament.Tournament) (*tournament.Decision, error) {
		return &tournament.Decision{Type: tournament.Started, Game: "all/2/1/1/1"}, nil
	})
	require.NoError(t, err)
	require.NoError(t, j.Close())
	h := newHall(t, dir, plan)
	require.NoError(t, h.Run(t.Context()))
	require.True(t, standing.Over(h.day()))
}
