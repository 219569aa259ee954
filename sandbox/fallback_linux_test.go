package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// startWithoutGroup starts a script as on a host that may make no control
// groups.
func startWithoutGroup(t *testing.T, script string, visible ...string) *Process {
	t.Helper()
	i := New(Require, nil)
	i.groupless = true
	q, err := i.Start(&Program{Args: []string{"sh", "-c", script}, Visible: visible, Dir: "/"})
	require.NoError(t, err)
	require.False(t, q.Counted())
	t.Cleanup(func() {
		q.Kill()
		<-q.Exited()
	})
	return q
}

// TestStoppingWithoutControlGroups: one signal stops the whole namespace.
func TestStoppingWithoutControlGroups(t *testing.T) {
	for name, script := range map[string]string{
		"alone":       `while :; do echo x >> /tmp/alive; done`,
		"in children": `while :; do sh -c "echo x >> /tmp/alive"; done`,
		"hopping":     `hop() { echo x >> /tmp/alive; hop & }; hop; sleep 60`,
	} {
		q := startWithoutGroup(t, script)
		size := func() int64 {
			info, err := os.Stat(fmt.Sprintf("/proc/%d/root/tmp/alive", q.first))
			if err != nil {
				return -1
			}
			return info.Size()
		}
		grows := func() bool { before := size(); time.Sleep(20 * time.Millisecond); return size() > before }
		for range 5 {
			require.Eventually(t, grows, 10*time.Second, time.Millisecond, name)
			require.NoError(t, q.Stop(), name)
			before := size()
			time.Sleep(100 * time.Millisecond)
			require.Equal(t, before, size(), name)
			require.NoError(t, q.Continue(), name)
		}
	}
}

// attackProgram is testdata/attack.c, compiled into a folder of the test.
func attackProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "attack")
	said, err := exec.Command("gcc", "-O1", "-pthread", "-o", program, "testdata/attack.c").CombinedOutput()
	require.NoError(t, err, string(said))
	return program
}

// TestNobodyRunsWhileStopped: without control groups a program either stands still
// between Stop and Continue, or is ended, and its host waits for neither.
func TestNobodyRunsWhileStopped(t *testing.T) {
	program := attackProgram(t)
	attacks := []string{
		"hold-helpers", "wake-each-other", "end-waking", "timer", "timer-chain", "traced", "borrowed", "leave-group", "hop",
	}
	for _, what := range attacks {
		t.Run(what, func(t *testing.T) { nobodyRuns(t, startWithoutGroup(t, program+" "+what+"; sleep 60")) })
		t.Run(what+" from a folder of its own", func(t *testing.T) {
			nobodyRuns(t, startWithoutGroup(t, program+" "+what+"; sleep 60", filepath.Dir(program)))
		})
	}
}

// nobodyRuns stops a program again and again, which has to stand still or to be ended for it.
func nobodyRuns(t *testing.T, q *Process) {
	size := func() int64 {
		info, err := os.Stat(fmt.Sprintf("/proc/%d/root/tmp/alive", q.first))
		if err != nil {
			return -1
		}
		return info.Size()
	}
	require.Eventually(t, func() bool { return size() > 0 }, 20*time.Second, time.Millisecond)
	for range 4 {
		began := time.Now()
		err := q.Stop()
		require.Less(t, time.Since(began), 30*time.Second, "Stop hangs")
		before := size()
		time.Sleep(400 * time.Millisecond)
		select {
		case <-q.Exited():
			require.Contains(t, q.Ending().String(), "while it was stopped")
			return
		default:
		}
		require.NoError(t, err)
		require.Equal(t, before, size())
		began = time.Now()
		require.NoError(t, q.Continue())
		require.Less(t, time.Since(began), 30*time.Second, "Continue hangs")
		time.Sleep(50 * time.Millisecond)
	}
}

func TestCPUTimeWithoutControlGroups(t *testing.T) {
	q := startWithoutGroup(t, `for i in 1 2 3; do (i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done); done; sleep 60`)
	require.Eventually(t, func() bool { return q.CPUTime() >= 40*time.Millisecond }, 20*time.Second, 10*time.Millisecond)
}

// What runs is counted to the nanosecond, not in steps that a player could hide in.
func TestProcessorTimeOfLittleWork(t *testing.T) {
	q := startWithoutGroup(t, "exec sleep 60")
	require.Eventually(t, func() bool { return q.CPUTime() > 0 }, 20*time.Second, time.Millisecond)
}

// raised is set for the process in which TestRaisedHost tries it.
const raised = "LOOPLINE_TEST_RAISED"

// Where the host may raise its priority its players keep the one that it began with.
// The beats that notice their stalls run at that too, and compilers below it.
func TestRaisedHost(t *testing.T) {
	if os.Getenv(raised) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestRaisedHost$", "-test.v")
		cmd.Env = append(os.Environ(), raised+"=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return
	}
	began := ownNice()
	Raise()
	Raise()
	i := New(None, nil) // also one that is made later
	if ownNice() == began {
		require.Error(t, unix.Setpriority(unix.PRIO_PROCESS, 0, began-Nice), "the system does not let it")
	} else {
		require.Equal(t, began-Nice, ownNice())
	}
	threads, err := os.ReadDir("/proc/self/task")
	require.NoError(t, err)
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		require.NoError(t, err)
		raw, err := unix.Getpriority(unix.PRIO_PROCESS, id)
		require.NoError(t, err)
		require.Equal(t, ownNice(), 20-raw, "each thread, those that are idle too")
	}
	for policy, nice := range map[Policy]int{
		PolicyPlayer: ownNice() + Nice, PolicyModel: ownNice() + Nice, PolicyTool: began + Nice,
		PolicyBuild: lowestNice, PolicyCheck: lowestNice,
	} {
		q, err := i.Start(&Program{Policy: policy, Args: []string{"sleep", "60"}})
		require.NoError(t, err)
		raw, err := unix.Getpriority(unix.PRIO_PROCESS, q.first)
		require.NoError(t, err)
		require.Equal(t, nice, 20-raw)
		q.Kill()
		<-q.Exited()
	}
}

func TestNothingIsSaidTwice(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var said []string
	i := New(Auto, func(text string) { said = append(said, text) })
	for range 3 {
		works, err := i.Available()
		require.NoError(t, err)
		require.False(t, works)
	}
	require.Len(t, said, 1)
	require.Contains(t, said[0], "apt-get install -y bubblewrap")

	_, err := New(Require, nil).Available()
	require.ErrorContains(t, err, "apt-get install -y bubblewrap")
	_, err = New(None, func(string) { t.Error("nothing to say") }).Available()
	require.NoError(t, err)
}

// TestBwrapThatFailsAtFirst: a mount that another program takes away meanwhile is no reason to run
// without isolation; one that always fails is.
func TestBwrapThatFailsAtFirst(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho x >> " + dir + "/calls\n[ $(wc -l < " + dir + "/calls) -gt $(cat " + dir + "/fails) ] && exit 0\n" +
		"echo 'Unable to apply mount flags' >&2; exit 1\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bwrap"), []byte(script), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for fails, works := range []bool{true, true, true, false} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "fails"), fmt.Append(nil, fails, "\n"), 0o644))
		require.NoError(t, os.RemoveAll(filepath.Join(dir, "calls")))
		err := New(Require, nil).Unavailable()
		if works {
			require.NoError(t, err, fails)
			continue
		}
		require.ErrorContains(t, err, "bwrap does not work here: exit status 1: Unable to apply mount flags")
	}
}

func TestAProgramThatCannotBeStarted(t *testing.T) {
	_, err := New(Require, nil).Start(&Program{Args: []string{"/nowhere/at/all"}})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = New(Require, nil).Start(&Program{Args: []string{"/etc"}})
	require.ErrorIs(t, err, os.ErrPermission)
}
