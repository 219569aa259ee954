package stalls

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// kernel is a folder like /proc with the threads of a kernel.
func kernel(t *testing.T, names ...string) (proc string, set func(n int, ran, waited time.Duration, state string)) {
	proc = t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(proc, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	children := ""
	for n, name := range names {
		children += fmt.Sprint(n+10, " ")
		write(fmt.Sprint(n+10, "/comm"), name+"\n")
	}
	write("2/task/2/children", children)
	set = func(n int, ran, waited time.Duration, state string) {
		write(fmt.Sprint(n+10, "/schedstat"), fmt.Sprintf("%d %d 7\n", ran, waited))
		write(fmt.Sprint(n+10, "/stat"), fmt.Sprintf("%d (kworker/u8:0-a) b) %s 2 0 0", n+10, state))
	}
	for n := range names {
		set(n, 0, 0, "I")
	}
	return proc, set
}

// Waits of workers are known when they are over, and one that goes on by a worker that is ready and does nothing.
func TestWaitsOfWorkers(t *testing.T) {
	proc, set := kernel(t, "kworker/u8:0-events_unbound", "kworker/0:1", "ksoftirqd/0")
	m := newWorkersMeter()
	m.proc = proc
	defer m.close()
	look := func() time.Duration {
		ended, _ := m.look()
		return ended
	}
	require.Zero(t, look(), "what was before is nobody's")
	set(0, 1, 30*ms, "I")
	require.Equal(t, 30*ms, look())
	require.Zero(t, look())
	set(1, 1, 900*ms, "I") // it is bound to a processor, where the beat sees what it sees
	set(2, 1, 900*ms, "I")
	require.Zero(t, look())

	set(0, 1, 30*ms, "R")
	_, ongoing := m.look()
	require.Zero(t, ongoing, "seen for the first time")
	time.Sleep(5 * ms)
	_, ongoing = m.look()
	require.GreaterOrEqual(t, ongoing, 5*ms)
	set(0, 2, 50*ms, "I")
	ended, ongoing := m.look()
	require.Equal(t, []time.Duration{20 * ms, 0}, []time.Duration{ended, ongoing})

	require.NoError(t, os.RemoveAll(filepath.Join(proc, "10")))
	m.listed = time.Time{}
	require.Zero(t, look(), "a worker that is gone")
}

// A player that is no program of this machine is credited the waits of the workers, a program is not.
func TestWorkersAreBetweenTheHostAndABoard(t *testing.T) {
	proc, set := kernel(t, "kworker/u8:0")
	d := newDetector(nil)
	d.workers = newWorkersMeter()
	d.workers.proc = proc
	defer d.Close()
	board, stopBoard := d.Watch(Watched{External: true})
	defer stopBoard()
	program, stopProgram := d.Watch(Watched{Load: func() Usage { return Usage{} }})
	defer stopProgram()
	began := time.Now()
	time.Sleep(10 * ms)
	set(0, 1, 9*ms, "I")
	end := time.Now()
	require.GreaterOrEqual(t, Total(board(began, end.Add(time.Second)), began, end.Add(time.Second)), 9*ms)
	require.Empty(t, program(began, end))
	d.Close()
	require.NotPanics(t, func() { board(began, end) })
}

// The workers hand over a question and its answer: what they wait between the two kept nothing from anybody, and a
// player that never answers is not credited it.
func TestWorkersDelayTheTwoEndsAlone(t *testing.T) {
	start := time.Now().Add(-time.Second)
	wait := func(from, to int, handOver bool) Stall {
		return Stall{From: start.Add(time.Duration(from) * ms), To: start.Add(time.Duration(to) * ms), HandOver: handOver}
	}
	source := given{wait(-20, 40, true), wait(100, 180, true), wait(200, 260, false), wait(300, 390, true), wait(450, 500, true)}
	at := func(t time.Time) time.Duration { return t.Sub(start).Truncate(time.Microsecond) }
	a := Watch(source, Player{External: true}, time.Second, start, at)
	defer a.Close()
	a.Asking()
	require.Equal(t, (40+60+50)*ms, Earned(a.Between(0, 500*ms, 0)), "an answer that the last one held up")
	require.Equal(t, (40+60)*ms, Earned(a.Between(0, NoEnd, 0)), "none by now")
}
