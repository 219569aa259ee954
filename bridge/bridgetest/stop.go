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

// RequireStopped sends a running command a signal, or two, and requires that it ends in time: within 2 s of one signal
// and half a second of the second, and what the machine was late meanwhile, as processes and files in a folder show.
// Over is closed once Wait has returned.
func RequireStopped(t *testing.T, run *exec.Cmd, over <-chan struct{}, folder string, said fmt.Stringer, signals ...os.Signal) {
	t.Helper()
	late, most := lateness(t.Context(), folder), stopFirst
	began := time.Now()
	_ = run.Process.Signal(signals[0])
	if len(signals) > 1 {
		time.Sleep(20 * time.Millisecond)
		began, most = time.Now(), stopSecond
		_ = run.Process.Signal(signals[1]) // the first may have ended it
	}
	ended := true
	select {
	case <-over:
	case <-time.After(time.Minute):
		ended = false
	}
	took, beyond := time.Since(began).Round(time.Millisecond), late().Round(time.Millisecond)
	require.True(t, ended, "it does not end: %s", said)
	require.LessOrEqual(t, took, most+beyond, "the machine was late by %v: %s", beyond, said)
	t.Logf("%v: ended in %v, the machine was late by %v: %v", signals, took, beyond, run.ProcessState)
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
