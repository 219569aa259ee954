package tournament

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

	"github.com/loopline/loopline/internal/vfs"
)

// A disk that is full is told, and the same day goes on afterwards.
func TestFullDisk(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	p.step()
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	require.Error(t, putOn(p.log, vfs.OSFile{File: full}))
	require.NoError(t, full.Close())
	breakLog(p.log, errors.New("disk full"))
	_, err = p.order("pause")
	require.ErrorContains(t, err, "disk full")
	j, err := Open(p.dir(), nil, 0, "test")
	require.NoError(t, err)
	defer j.Close()
	p.on(j).end()
}

// Clocks that are set back decide nothing.
func TestClockSetBack(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	hour := 100
	p.log.Now = func() time.Time { hour--; return time.Unix(int64(hour)*3600, 0) }
	d := p.end()
	require.Greater(t, d.Decisions[0].Time, d.Decisions[len(d.Decisions)-1].Time)
}

// A file that is cut anywhere is a day that goes on; the decision that was cut is not
// there.
func TestCutAnywhere(t *testing.T) {
	plan := planOf(t, 3, oneStage)
	p := newPaper(t, plan)
	want := tableText(p.end().Standings(p.tournament().Stages[0], 0))
	text, err := os.ReadFile(filepath.Join(p.dir(), DecisionsFile))
	require.NoError(t, err)
	for at := 0; at <= len(text); at += 37 {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, DecisionsFile), text[:at], 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, ConfigFile), []byte(plan.Text()), 0o644))
		j, err := Open(dir, plan, 1, "test")
		require.NoError(t, err)
		d := p.on(j).end()
		require.Equal(t, want, tableText(d.Standings(d.Stages[0], 0)))
		require.NoError(t, j.Close())
	}
}

// Whatever is changed in the decisions is told with its line.
func TestEditedDecisions(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	p.end()
	name := filepath.Join(p.dir(), DecisionsFile)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for i := range lines[:len(lines)-1] {
		edited := append([]string(nil), lines...)
		edited[i] = strings.Replace(edited[i], `"n":`, `"n": `, 1)
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(edited, "")), 0o644))
		_, err := Read(p.dir())
		require.ErrorContains(t, err, fmt.Sprintf("%s:%d: ", DecisionsFile, i+1))
	}
	for i := 1; i < len(lines)-1; i++ { // a line is missing
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines[:i], "")+strings.Join(lines[i+1:], "")), 0o644))
		_, err := Read(p.dir())
		if i < len(lines)-2 {
			require.ErrorContains(t, err, fmt.Sprintf("%s:%d: ", DecisionsFile, i+1))
		}
	}
}

// Two programs decide on one day.
func TestTwoJournals(t *testing.T) {
	plan := planOf(t, 4, oneStage)
	p := newPaper(t, plan)
	other, err := Open(p.dir(), nil, 0, "other")
	require.NoError(t, err)
	defer other.Close()
	for i := range 10 {
		p.append(Decision{Type: []string{Paused, Resumed}[i%2]})
		_, err := other.Append(func(*Tournament) (*Decision, error) { return &Decision{Type: Resumed}, nil })
		require.NoError(t, err)
	}
	d, err := Read(p.dir())
	require.NoError(t, err)
	require.Len(t, d.Decisions, 21)
}

func TestOneRunAtATime(t *testing.T) {
	dir := t.TempDir()
	lock, err := TakeLock(dir)
	require.NoError(t, err)
	_, err = TakeLock(dir)
	require.ErrorContains(t, err, "another loopline contest run plays this day")
	lock.Release()
	lock, err = TakeLock(dir)
	require.NoError(t, err)
	lock.Release()
}

func TestOtherPlan(t *testing.T) {
	p := newPaper(t, planOf(t, 4, oneStage))
	_, err := Open(p.dir(), planOf(t, 5, oneStage), 1, "test")
	require.ErrorContains(t, err, "it differs in line 16")
	require.NoError(t, os.WriteFile(filepath.Join(p.dir(), ConfigFile), []byte("name = 1\n"), 0o644))
	_, err = Open(p.dir(), nil, 1, "test")
	require.ErrorContains(t, err, ConfigFile+":1: it is not as it was")
}

// A decision of which a loss of power left the end alone is no decision.
func TestZerosInTheLastDecision(t *testing.T) {
	plan := planOf(t, 3, oneStage)
	p := newPaper(t, plan)
	want := tableText(p.end().Standings(p.tournament().Stages[0], 0))
	text := []byte(readFile(t, filepath.Join(p.dir(), DecisionsFile)))
	last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
	for at := last + 1; at < len(text); at += 10 {
		cut := bytes.Clone(text)
		clear(cut[last:at])
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, DecisionsFile), string(cut))
		writeFile(t, filepath.Join(dir, ConfigFile), plan.Text())
		d, err := Read(dir)
		require.NoError(t, err)
		require.Equal(t, len(text)-last, d.PartialTail)
		j, err := Open(dir, plan, 1, "test")
		require.NoError(t, err)
		is := p.on(j).end()
		require.Equal(t, want, tableText(is.Standings(is.Stages[0], 0)))
		require.NoError(t, j.Close())
	}
	// Within the file they are a change.
	clear(text[last-10 : last-5])
	writeFile(t, filepath.Join(p.dir(), DecisionsFile), string(text))
	_, err := Read(p.dir())
	require.ErrorContains(t, err, "invalid decision")
}
