package sandbox

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A program that computes is told from one that waits for its input, and the one that has read it from both.
func TestRunnable(t *testing.T) {
	in, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	q, err := New(None, nil).Start(&Program{Args: []string{"/bin/sh", "-c", "read line; while :; do :; done"}, Stdin: in})
	require.NoError(t, err)
	in.Close()
	defer q.Kill()
	is := func(want bool) func() bool {
		return func() bool { runs, ok := q.Runnable(); return ok && runs == want }
	}
	require.Eventually(t, is(false), time.Minute, time.Millisecond, "it waits for a line")
	_, err = w.WriteString("line\n")
	require.NoError(t, err)
	require.Eventually(t, is(true), time.Minute, time.Millisecond)
	for range 100 { // also while it has no processor
		require.True(t, is(true)())
	}
	q.Kill()
	<-q.Exited()
	_, ok := q.Runnable()
	require.False(t, ok)
}

// A sandbox that can't be set up is a fault of this machine, and none of the program.
func TestSandboxThatCannotBeSetUp(t *testing.T) {
	i := New(Auto, nil)
	i.probe.Do(func() { i.bwrap = "/bin/false" })
	_, err := i.Start(&Program{Args: []string{"/bin/true"}})
	var fault interface {
		error
		HostFault()
	}
	require.True(t, errors.As(err, &fault), "%v", err)
	_, err = i.Start(&Program{Args: []string{"/no/such/program"}})
	require.Error(t, err)
	require.False(t, errors.As(err, &fault), "%v", err)
}
