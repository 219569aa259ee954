package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

// playPair is "play A B --games 2 --record FILE" of the test's program, for a farm.
func playPair(ctx context.Context, args []string) error {
	game, err := games.ByName(games.Default)
	if err != nil {
		return err
	}
	file, err := record.Open("record.jsonl")
	if err != nil {
		return err
	}
	opener := game.Opener(time.Minute, time.Second, func(string) {})
	s := &series.Series{
		Players: args[:2], Games: 2, MaxCompensation: time.Second, Record: file,
		NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
			return game.NewGame(descriptor.Settings{Move: time.Second}, seats...)
		},
		Open: func(ctx context.Context, seat, address string, stderr io.Writer) (series.PlayerConn, error) {
			return opener.Open(ctx, seat, address, stderr)
		},
		Show: terminal.Quiet{}, Say: opener.Say,
	}
	err = s.Play(ctx)
	if closing := s.Close(); err == nil {
		err = closing
	}
	return err
}

// A test that is decided ends the run early: the record has the games up to the job that
// decided it and no others, whoever was faster; the report says so; and a second run of
// the spec comes to the same.
func TestDecidedTest(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	spec := filepath.Join(t.TempDir(), "better.toml")
	require.NoError(t, os.WriteFile(spec, fmt.Appendf(nil, `kind = "pairs"
program = %q
players = ["bot:search1?seed={n}", "bot:random?seed={n}"]
pairs = 60
per_job = 1
sprt = "0,200"
`, self), 0o600))
	dir := spec[:len(spec)-len(".toml")] + ".farm"
	var before []byte
	for range 2 {
		out, err := run(t, "run", spec, "--slots", "2", "--listen", "-")
		require.NoError(t, err)
		require.Contains(t, out, "H1")
		require.Contains(t, out, "bot:search1?seed={n}")
		require.Contains(t, out, "the test was decided by job ")
		var report struct {
			Jobs, Done int
			DecidedBy  *int `json:"decided_by"`
			Test       struct {
				SPRT, Decision string
				Pairs          []int
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "report.json"))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &report))
		require.NotNil(t, report.DecidedBy)
		last := *report.DecidedBy
		require.Less(t, last, 59, "it ends early")
		require.GreaterOrEqual(t, report.Done, last+1)
		require.Equal(t, "H1", report.Test.Decision)
		require.Equal(t, "0,200", report.Test.SPRT)
		pairs := 0
		for _, n := range report.Test.Pairs {
			pairs += n
		}
		require.Equal(t, last+1, pairs, "each pair up to the one that decided, once")
		record, err := os.ReadFile(filepath.Join(dir, "record.jsonl"))
		require.NoError(t, err)
		require.Equal(t, 2*(last+1), verified(t, filepath.Join(dir, "record.jsonl")))
		if before != nil {
			require.Equal(t, before, record)
		}
		before = record
	}
}

// verified wants a record whose verdicts are derived again, and counts its games.
func verified(t *testing.T, name string) (n int) {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	auditor := audit.Auditor{Verify: games.Verify}
	for found, err := range auditor.Record(f) {
		require.NoError(t, err)
		require.Equal(t, audit.OK, found.Status, found.String())
		n++
	}
	return n
}
