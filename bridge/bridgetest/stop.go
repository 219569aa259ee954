package bridgetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// How long an idle machine may take to end a command, from the first signal and from the second.
const (
	stopFirst  = 2 * time.Second
	stopSecond = 500 * time.Millisecond
)

// stopTries is how often a command is tried before it counts as late: not all that delays it on a busy machine is seen.
const stopTries = 3

// Stop is a command that waits, and is sent a signal, or two.
type Stop struct {
	Command func() *exec.Cmd                // the command, for one start; what it prints is collected
	Waits   func(pid int, said string) bool // whether it waits by now, for what lasts
	Signals []os.Signal
	Folder  string // of the files by whose writing the machine's lateness is measured
}

// Require requires that the command ends in time, in one try of three: within 2 s of one signal and half a second of
// the second, and what the machine was late meanwhile, as processes and files show. It returns how it ended, and what
// it printed.
func (s Stop) Require(t *testing.T) (*os.ProcessState, string) {
	t.Helper()
	for n := 1; ; n++ {
		state, said, late := s.try(t)
		t.Log(late)
		if late.took <= late.most+late.machine {
			return state, said
		}
		require.Less(t, n, stopTries, "%v: %s", late, said)
	}
}

// stopTimes are the times of one try.
type stopTimes struct{ took, most, machine time.Duration }

// String says that the machine's lateness counts.
func (s stopTimes) String() string {
	return fmt.Sprintf("it ended in %v, of %v; the machine was late by %v", s.took, s.most, s.machine)
}

// try starts the command and stops it once.
func (s Stop) try(t *testing.T) (*os.ProcessState, string, stopTimes) {
	t.Helper()
	said := &Buffer{}
	run := s.Command()
	run.Stdout, run.Stderr = said, said
	in, err := run.StdinPipe()
	require.NoError(t, err)
	defer in.Close()
	require.NoError(t, run.Start())
	over := make(chan struct{})
	go func() { _ = run.Wait(); close(over) }()
	defer func() { _ = run.Process.Kill(); <-over }()
	for until := time.Now().Add(time.Minute); !s.Waits(run.Process.Pid, said.String()); time.Sleep(10 * time.Millisecond) {
		select {
		case <-over:
			require.Fail(t, "it ended by itself", said.String())
		default:
		}
		require.False(t, time.Now().After(until), said.String())
	}
	time.Sleep(300 * time.Millisecond) // what it does next, it waits for too
	times := s.stop(t, run, over, said)
	return run.ProcessState, said.String(), times
}

// stop sends the signals and waits for the end.
func (s Stop) stop(t *testing.T, run *exec.Cmd, over <-chan struct{}, said fmt.Stringer) stopTimes {
	t.Helper()
	late, times := lateness(t.Context(), s.Folder), stopTimes{most: stopFirst}
	began := time.Now()
	_ = run.Process.Signal(s.Signals[0])
	if len(s.Signals) > 1 {
		time.Sleep(20 * time.Millisecond)
		began, times.most = time.Now(), stopSecond
		_ = run.Process.Signal(s.Signals[1]) // the first may have ended it
	}
	ended := true
	select {
	case <-over:
	case <-time.After(time.Minute):
		ended = false
	}
	times.took, times.machine = time.Since(began).Round(time.Millisecond), late().Round(time.Millisecond)
	require.True(t, ended, "it does not end: %s", said)
	return times
}

// usualStart is more than an idle machine takes to run the program true and to write a file.
const usualStart = 30 * time.Millisecond

// lateness runs the program true, and writes a file, again and again. What it returns ends that, and returns by how
// much longer that took than on an idle machine, all together.
func lateness(ctx context.Context, folder string) (end func() time.Duration) {
	ctx, stop := context.WithCancel(ctx)
	var late time.Duration
	over := make(chan struct{})
	go func() { // ends with ctx, or when end is called
		defer close(over)
		for ctx.Err() == nil {
			began := time.Now()
			_ = exec.Command("true").Run()
			if f, err := os.Create(filepath.Join(folder, "late")); err == nil {
				_ = f.Sync()
				_ = f.Close()
			}
			late += max(time.Since(began)-usualStart, 0)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return func() time.Duration {
		stop()
		<-over
		return late
	}
}
