package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
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

// A program that is ready to run and gets no processor is seen to wait before the system has counted the wait.
func TestWaitThatGoesOn(t *testing.T) {
	in, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	// The program yields its processor to any other, and another always runs there.
	q, err := New(None, nil).Start(&Program{Args: []string{"/bin/sh", "-c", "while read line; do :; done"}, Stdin: in})
	require.NoError(t, err)
	in.Close()
	defer q.Kill()
	busy := exec.Command("/bin/sh", "-c", "while :; do :; done")
	require.NoError(t, busy.Start())
	defer func() { busy.Process.Kill(); busy.Wait() }()
	pid := q.cmd.Process.Pid
	var one unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &one))
	for i, first := 0, true; i < len(one)*64; i++ {
		if one.IsSet(i) && !first {
			one.Clear(i)
		}
		first = first && !one.IsSet(i)
	}
	require.NoError(t, unix.SchedSetaffinity(busy.Process.Pid, &one))
	require.NoError(t, unix.SchedSetaffinity(pid, &one))
	require.NoError(t, unix.SchedSetAttr(pid, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}, 0))
	seen := 0
	require.Eventually(t, func() bool {
		before, ok := q.Waits(false)
		require.True(t, ok)
		_, err = w.WriteString("line\n")
		require.NoError(t, err)
		time.Sleep(2 * time.Millisecond)
		now, _ := q.Waits(false)
		if now.Waiting && now.Held == before.Held {
			seen++
		}
		return seen > 3
	}, time.Minute, time.Millisecond)
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
