package tournament

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

	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

// A day that began is there after a loss of power: its folder, its plan and its first
// decision.
func TestPowerLossKeepsTheDay(t *testing.T) {
	for seed := range uint64(30) {
		plan := planOf(t, 4, oneStage)
		disk := simfs.New(simfs.Options{Seed: seed})
		env := func() Env { return Env{Files: disk.Process("run")} }
		j, err := env().Open("cups/day", plan, 1, "test")
		require.NoError(t, err)
		disk.PowerLoss()
		require.Error(t, j.Close(), "its program has ended")
		j, err = env().Open("cups/day", nil, 0, "test")
		require.NoError(t, err)
		require.NoError(t, j.View(func(d *Tournament) { require.Len(t, d.Decisions, 1) }))
	}
}

// poweredDay runs a day of two on a simulated disk, and does something when a person is
// told of the first result.
func poweredDay(t *testing.T, disk *simfs.Disk, told func(), watch func(string, record.Event)) (said string, err error) {
	t.Helper()
	j, err := Env{Files: disk.Process("run")}.Open("day", planOf(t, 2, oneStage), 1, "test")
	require.NoError(t, err)
	var mu sync.Mutex
	once := sync.Once{}
	d := &Director{
		Log: j, Again: time.Millisecond, Version: "test", Watch: watch,
		Match: func(_ GameSetup, seats ...host.Seat) (*host.Game, error) {
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
		v := Env{Files: disk.Process("verify")}.Verify(t.Context(), "day", verifyHigher)
		require.Empty(t, v.Differences)
		require.Equal(t, 1, v.Games)
	}
}

// A result that could not be written down is told to nobody.
func TestUndecidedIsNotTold(t *testing.T) {
	disk := simfs.New(simfs.Options{Seed: 1})
	watch := func(_ string, e record.Event) {
		if e.Type == record.EventAnswer {
			disk.FailSyncs(func(name string) bool { return filepath.Base(name) == DecisionsFile })
		}
	}
	said, err := poweredDay(t, disk, func() {}, watch)
	require.ErrorContains(t, err, "input/output error")
	require.NotContains(t, said, " wins (")
	text, ok := disk.Seen("day/" + DecisionsFile)
	require.True(t, ok)
	require.NotContains(t, string(text), Finished, "nor read by others")
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
		text, _ := disk.Seen("day/" + DecisionsFile)
		decided += bytes.Count(text, []byte(`"type":"finished","game":"`+game+`"`))
	})
	require.NoError(t, err)
	require.Equal(t, 2, shown)
	require.Equal(t, 2, decided)
}

// What a loss of power left of a record in parts is cut, as long as nothing was decided
// by it.
func TestZerosInARecord(t *testing.T) {
	plan := planOf(t, 2, oneStage+"games = 1\n")
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	d := h.day()
	record, decisions := readFile(t, d.Record("all/1/1")), readFile(t, d.Path(DecisionsFile))
	zeros := []byte(record)
	clear(zeros[len(zeros)-100 : len(zeros)-10])
	writeFile(t, d.Record("all/1/1"), string(zeros))

	decided := newHall(t, d.Dir, plan)
	require.NoError(t, decided.Run(t.Context()))
	require.Equal(t, string(zeros), readFile(t, d.Record("all/1/1")), "it was changed, and stays for whoever looks")
	require.NotEmpty(t, Verify(d.Dir, verifyHigher).Differences)

	writeFile(t, d.Path(DecisionsFile), decisions[:strings.LastIndex(decisions[:len(decisions)-1], "\n")+1])
	again := newHall(t, d.Dir, plan)
	require.NoError(t, again.Run(t.Context()))
	require.Equal(t, map[string]int{"all/1/1/1": 1}, again.games)
	require.Contains(t, strings.Join(again.said, "\n"), "came to the disk in part")
	require.Empty(t, Verify(d.Dir, verifyHigher).Differences)
}

// A game that an earlier run began comes before others of who plays it.
func TestBegunGamesComeFirst(t *testing.T) {
	plan := planOf(t, 4, oneStage)
	dir := filepath.Join(t.TempDir(), "day")
	j, err := Open(dir, plan, 1, "test")
	require.NoError(t, err)
	for range 2 { // the pairings of two rounds
		_, err = j.Append(func(d *Tournament) (*Decision, error) {
			c, _ := d.NextDecision()
			return &c, nil
		})
		require.NoError(t, err)
	}
	_, err = j.Append(func(*Tournament) (*Decision, error) { return &Decision{Type: Started, Game: "all/2/1/1/1"}, nil })
	require.NoError(t, err)
	require.NoError(t, j.Close())
	h := newHall(t, dir, plan)
	require.NoError(t, h.Run(t.Context()))
	require.True(t, h.day().Over())
}
