package sandbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
)

// policyAttacks are what is tried under each policy besides the corpus: what the table itself forbids.
func policyAttacks(row *sandbox.PolicyRow) []hostile {
	attacks := []hostile{{
		name: "read a file of the host", tries: "to see other entrants' files", isolated: refused,
		args: func(v *venue) []string { return []string{"read", v.secret} },
	}}
	if row.Priority == sandbox.Idle {
		attacks = append(attacks, hostile{
			name: "an ordinary priority", tries: "to take the processors of games", isolated: refused, args: words("ordinary"),
		})
	}
	return attacks
}

// runsStopped reports whether an attack is one against standing still.
func runsStopped(c *hostile) bool { return strings.HasPrefix(c.name, "run while stopped") }

// turnsVariable names a file that is locked by attacks: together by those that measure nothing, and alone by each of the
// others, among the tests of both users.
const turnsVariable = "ISOLATION_TEST_TURNS"

// takeTurn waits for the turn of an attack, and returns what ends it.
func takeTurn(t *testing.T, c *hostile) (end func()) {
	file, err := os.Open(os.Getenv(turnsVariable))
	require.NoError(t, err)
	how := syscall.LOCK_SH
	if measures(c) {
		how = syscall.LOCK_EX
	}
	require.NoError(t, syscall.Flock(int(file.Fd()), how))
	return func() { _ = file.Close() }
}

// measures reports whether the verdict about an attack hangs on what is left of the machine.
func measures(c *hostile) bool {
	return c.name == "burn processors" || strings.HasPrefix(c.name, "take memory")
}

// TestPolicies tries each attack under each policy, as a program that sees its own folder alone: as the user
// of the test and, where that is root, beside it as one without rights; with control groups, where the machine lets
// the user make some, and without. It logs a line for each.
func TestPolicies(t *testing.T) {
	tier.Rest(t)
	if who := os.Getenv(hostileVariable); who != "" {
		tryPolicies(t, who)
		return
	}
	turns, err := os.CreateTemp("", "turns")
	require.NoError(t, err)
	defer os.Remove(turns.Name())
	defer turns.Close()
	require.NoError(t, turns.Chmod(0o644))
	t.Setenv(turnsVariable, turns.Name())
	ended := make(chan struct{})
	defer func() { <-ended }()
	go func() {
		defer close(ended)
		if os.Getuid() == 0 {
			t.Run("as an ordinary user", tryAsOrdinaryUser)
		}
	}()
	tryPolicies(t, map[bool]string{true: "root", false: "an ordinary user"}[os.Getuid() == 0])
}

// tryPolicies tries each attack under each policy as the user of this process.
func tryPolicies(t *testing.T, who string) {
	for _, groups := range []bool{true, false} {
		i := sandbox.New(sandbox.Require, nil)
		_, err := i.Available()
		require.NoError(t, err, "these tests need bubblewrap: scripts/setup installs it")
		if !groups {
			sandbox.Groupless(i)
		}
		if probe := start(t, i, sandbox.Program{Args: []string{"true"}}); groups != probe.Counted() {
			for _, row := range sandbox.Policies() {
				t.Logf("policies: %s, with control groups, %s: not tried: this user may make none here", who, row.Name)
			}
			continue
		}
		for _, row := range sandbox.Policies() {
			name := fmt.Sprintf("%s, %s, %s", who, map[bool]string{true: "with control groups", false: "without"}[groups], row.Name)
			t.Run(name, func(t *testing.T) { runPolicy(t, name, i, &row, groups) })
		}
	}
}

// tryAsOrdinaryUser is TestPolicies in a process of a user without rights.
func tryAsOrdinaryUser(t *testing.T) {
	runAsOrdinaryUser(t, "TestPolicies", 20*time.Minute, "policies:", func(cmd *exec.Cmd) {
		if group := delegated(t, cmd.SysProcAttr.Credential); group != nil {
			cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(group.Fd())
		}
	})
}

// delegated makes a control group in which a user may make others, as systemd does for a scope of the user's. It is nil
// where root may make none.
func delegated(t *testing.T, user *syscall.Credential) *os.File {
	i := sandbox.New(sandbox.Require, nil)
	_, err := i.Available()
	require.NoError(t, err)
	place := sandbox.GroupPlace(i)
	path := filepath.Join(place, fmt.Sprintf("delegated-%d", os.Getpid()))
	if place == "" || os.Mkdir(path, 0o755) != nil {
		return nil
	}
	t.Cleanup(func() {
		below, _ := filepath.Glob(filepath.Join(path, "*", "cgroup.procs"))
		for _, file := range below {
			_ = os.Remove(filepath.Dir(file))
		}
		_ = os.Remove(path)
	})
	for _, file := range []string{"", "cgroup.procs", "cgroup.threads", "cgroup.subtree_control"} {
		require.NoError(t, os.Chown(filepath.Join(path, file), int(user.Uid), int(user.Gid)))
	}
	group, err := os.Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { group.Close() })
	return group
}

// runPolicy tries all attacks under one policy.
func runPolicy(t *testing.T, name string, i *sandbox.Isolation, row *sandbox.PolicyRow, groups bool) {
	program, err := attacker()
	require.NoError(t, err)
	v := newVenue(t, i)
	var ran, unpromised atomic.Int64
	try := func(n int, c *hostile) {
		if c.isolated == nil || !row.Stands && (runsStopped(c) || c.name == "burn processors" && !groups) {
			unpromised.Add(1)
			return
		}
		ran.Add(1)
		t.Run(c.name, func(t *testing.T) {
			defer takeTurn(t, c)()
			at := *v // each attack's own file
			at.alive = fmt.Sprintf("/tmp/alive-%d-%d", os.Getpid(), n)
			p := sandbox.Program{
				Policy: row.Policy, Args: []string{"sh", "-c", c.script}, Env: []string{"ALIVE=" + at.alive}, Dir: "/",
				Visible: []string{filepath.Dir(program)},
			}
			if row.View == sandbox.ViewLibraries {
				p.Limits.Scratch = sandbox.WaveScratch // where attacks show that they run
				p.Limits.Processes = 1024              // so that another limit is not what ends them
			}
			if c.args != nil {
				p.Args = append([]string{program}, c.args(&at)...)
			}
			if c.change != nil {
				c.change(&at, &p)
			}
			if row.View == sandbox.ViewLibraries && p.Args[0] == "sh" {
				p.Args[0] = "/bin/sh" // its one program
			}
			r := start(t, i, p)
			c.isolated(t, &at, r)
			r.Kill()
			<-r.Exited()
		})
	}
	attacks := append(hostilePrograms(), policyAttacks(row)...)
	// Attacks that measure nothing go first, then those that keep a processor busy, as many as there are; the rest alone.
	for _, together := range []struct {
		places int
		takes  func(*hostile) bool
	}{
		{4, func(c *hostile) bool { return !runsStopped(c) && !measures(c) }},
		{2, runsStopped},
		{1, measures},
	} {
		var wait sync.WaitGroup
		places := make(chan struct{}, together.places)
		for n := range attacks {
			if c := &attacks[n]; together.takes(c) {
				places <- struct{}{}
				wait.Go(func() { defer func() { <-places }(); try(n, c) })
			}
		}
		wait.Wait()
	}
	t.Logf("policies: %s: %d attacks failed as they must, %d that the policy does not promise to stop", name, ran.Load(), unpromised.Load())
}
