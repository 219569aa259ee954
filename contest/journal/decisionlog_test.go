package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/vfs"
)

// A disk that is full is told, and the same day goes on afterwards.
func TestFullDisk(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage))
	p.Step()
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	require.Error(t, journal.PutOn(p.Log, vfs.OSFile{File: full}))
	require.NoError(t, full.Close())
	journal.BreakLog(p.Log, errors.New("disk full"))
	_, err = p.Order("pause")
	require.ErrorContains(t, err, "disk full")
	j, err := journal.Open(p.Dir(), nil, 0, "test")
	require.NoError(t, err)
	defer j.Close()
	p.On(j).End()
}

// Clocks that are set back decide nothing.
func TestClockSetBack(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage))
	hour := 100
	p.Log.Now = func() time.Time { hour--; return time.Unix(int64(hour)*3600, 0) }
	d := p.End()
	require.Greater(t, d.Decisions[0].Time, d.Decisions[len(d.Decisions)-1].Time)
}

// A file that is cut anywhere is a day that goes on; the decision that was cut is not
// there.
func TestCutAnywhere(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 3, tournamenttest.OneStage)
	p := tournamenttest.NewPaper(t, plan)
	want := tournamenttest.TableText(standing.Of(p.End(), p.Tournament().Stages[0], 0))
	text, err := os.ReadFile(filepath.Join(p.Dir(), tournament.DecisionsFile))
	require.NoError(t, err)
	for at := 0; at <= len(text); at += 37 {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, tournament.DecisionsFile), text[:at], 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, config.File), []byte(plan.Text()), 0o644))
		j, err := journal.Open(dir, plan, 1, "test")
		require.NoError(t, err)
		d := p.On(j).End()
		require.Equal(t, want, tournamenttest.TableText(standing.Of(d, d.Stages[0], 0)))
		require.NoError(t, j.Close())
	}
}

// Whatever is changed in the decisions is told with its line.
func TestEditedDecisions(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage))
	p.End()
	name := filepath.Join(p.Dir(), tournament.DecisionsFile)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for i := range lines[:len(lines)-1] {
		edited := append([]string(nil), lines...)
		edited[i] = strings.Replace(edited[i], `"n":`, `"n": `, 1)
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(edited, "")), 0o644))
		_, err := tournament.Read(p.Dir())
		require.ErrorContains(t, err, fmt.Sprintf("%s:%d: ", tournament.DecisionsFile, i+1))
	}
	for i := 1; i < len(lines)-1; i++ { // a line is missing
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines[:i], "")+strings.Join(lines[i+1:], "")), 0o644))
		_, err := tournament.Read(p.Dir())
		if i < len(lines)-2 {
			require.ErrorContains(t, err, fmt.Sprintf("%s:%d: ", tournament.DecisionsFile, i+1))
		}
	}
}

// Two programs decide on one day.
func TestTwoJournals(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 4, tournamenttest.OneStage)
	p := tournamenttest.NewPaper(t, plan)
	other, err := journal.Open(p.Dir(), nil, 0, "other")
	require.NoError(t, err)
	defer other.Close()
	for i := range 10 {
		p.Append(tournament.Decision{Type: []string{tournament.Paused, tournament.Resumed}[i%2]})
		_, err := other.Append(func(*tournament.Tournament) (*tournament.Decision, error) {
			return &tournament.Decision{Type: tournament.Resumed}, nil
		})
		require.NoError(t, err)
	}
	d, err := tournament.Read(p.Dir())
	require.NoError(t, err)
	require.Len(t, d.Decisions, 21)
}

func TestOneRunAtATime(t *testing.T) {
	dir := t.TempDir()
	lock, err := journal.TakeLock(dir)
	require.NoError(t, err)
	_, err = journal.TakeLock(dir)
	require.ErrorContains(t, err, "another loopline contest run plays this day")
	lock.Release()
	lock, err = journal.TakeLock(dir)
	require.NoError(t, err)
	lock.Release()
}

func TestOtherPlan(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage))
	_, err := journal.Open(p.Dir(), tournamenttest.PlanOf(t, 5, tournamenttest.OneStage), 1, "test")
	require.ErrorContains(t, err, "it differs in line 16")
	require.NoError(t, os.WriteFile(filepath.Join(p.Dir(), config.File), []byte("name = 1\n"), 0o644))
	_, err = journal.Open(p.Dir(), nil, 1, "test")
	require.ErrorContains(t, err, config.File+":1: it is not as it was")
}

// A decision of which a loss of power left the end alone is no decision.
func TestZerosInTheLastDecision(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 3, tournamenttest.OneStage)
	p := tournamenttest.NewPaper(t, plan)
	want := tournamenttest.TableText(standing.Of(p.End(), p.Tournament().Stages[0], 0))
	text := []byte(tournamenttest.ReadFile(t, filepath.Join(p.Dir(), tournament.DecisionsFile)))
	last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
	for at := last + 1; at < len(text); at += 10 {
		cut := bytes.Clone(text)
		clear(cut[last:at])
		dir := t.TempDir()
		tournamenttest.WriteFile(t, filepath.Join(dir, tournament.DecisionsFile), string(cut))
		tournamenttest.WriteFile(t, filepath.Join(dir, config.File), plan.Text())
		d, err := tournament.Read(dir)
		require.NoError(t, err)
		require.Equal(t, len(text)-last, d.PartialTail)
		j, err := journal.Open(dir, plan, 1, "test")
		require.NoError(t, err)
		is := p.On(j).End()
		require.Equal(t, want, tournamenttest.TableText(standing.Of(is, is.Stages[0], 0)))
		require.NoError(t, j.Close())
	}
	// Within the file they are a change.
	clear(text[last-10 : last-5])
	tournamenttest.WriteFile(t, filepath.Join(p.Dir(), tournament.DecisionsFile), string(text))
	_, err := tournament.Read(p.Dir())
	require.ErrorContains(t, err, "invalid decision")
}
