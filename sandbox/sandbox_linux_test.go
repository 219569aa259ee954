package sandbox_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sandbox"
)

// requireIsolated is an Isolation that works, or the end of the test.
func requireIsolated(t *testing.T) *sandbox.Isolation {
	t.Helper()
	i := sandbox.New(sandbox.Require, nil)
	_, err := i.Available()
	require.NoError(t, err, "these tests need bubblewrap: scripts/setup installs it")
	return i
}

// running is a program under test and what it says.
type running struct {
	*sandbox.Process
	in     *os.File
	out    bytes.Buffer
	copied chan struct{}
}

// start starts a program whose output is collected.
func start(t *testing.T, i *sandbox.Isolation, p sandbox.Program) *running {
	t.Helper()
	stdin, in, err := os.Pipe()
	require.NoError(t, err)
	out, stdout, err := os.Pipe()
	require.NoError(t, err)
	p.Stdin, p.Stdout, p.Stderr = stdin, stdout, stdout
	q, err := i.Start(&p)
	stdin.Close()
	stdout.Close()
	require.NoError(t, err)
	r := &running{Process: q, in: in, copied: make(chan struct{})}
	go func() {
		defer close(r.copied)
		_, _ = io.Copy(&r.out, io.LimitReader(out, 1<<20))
		out.Close()
	}()
	t.Cleanup(func() {
		q.Kill()
		<-q.Exited()
		in.Close()
		<-r.copied
	})
	return r
}

// shell runs a script to its end and returns what it says.
func shell(t *testing.T, script string, more ...func(*sandbox.Program)) string {
	t.Helper()
	p := sandbox.Program{Args: []string{"sh", "-c", script}}
	for _, change := range more {
		change(&p)
	}
	return finish(t, start(t, requireIsolated(t), p))
}

func finish(t *testing.T, r *running) string {
	t.Helper()
	r.in.Close()
	select {
	case <-r.Exited():
	case <-time.After(2 * time.Minute): // under a policy that yields to everybody
		r.Kill()
		<-r.copied
		require.Fail(t, "the program does not end", r.out.String())
	}
	<-r.copied
	return r.out.String()
}

func TestAProgramSeesItsOwnNamespaces(t *testing.T) {
	for _, space := range []string{"pid", "ipc", "net", "uts", "mnt", "user", "cgroup"} {
		ours, err := os.Readlink("/proc/self/ns/" + space)
		require.NoError(t, err)
		theirs := strings.TrimSpace(shell(t, "readlink /proc/self/ns/"+space))
		require.Contains(t, theirs, space)
		require.NotEqual(t, ours, theirs)
	}
	require.Equal(t, ownSpace(t, "net"), strings.TrimSpace(shell(t, "readlink /proc/self/ns/net",
		func(p *sandbox.Program) { p.Net = true })), "with the network")
}

func ownSpace(t *testing.T, name string) string {
	t.Helper()
	to, err := os.Readlink("/proc/self/ns/" + name)
	require.NoError(t, err)
	return to
}

func TestAProgramHasNoCapabilities(t *testing.T) {
	for line := range strings.Lines(shell(t, "grep Cap /proc/self/status")) {
		require.Contains(t, line, "0000000000000000", line)
	}
}

func TestTheEnvironmentIsClean(t *testing.T) {
	t.Setenv("SECRET", "of the host")
	t.Setenv("WANTED", "by the player")
	t.Setenv("HOME", "/home/somebody")
	t.Setenv("LANG", "C.UTF-8")
	env := shell(t, "exec env", func(p *sandbox.Program) { p.Env = []string{"WANTED", "ABSENT", "SET=1"} })
	for line := range strings.Lines(env) {
		name, _, _ := strings.Cut(line, "=")
		require.Contains(t, []string{"PATH", "HOME", "LANG", "WANTED", "SET", "PWD"}, name)
	}
	require.Contains(t, env, "WANTED=by the player\n")
	require.Contains(t, env, "HOME=/home/somebody\n")
}

func TestNothingButTheScratchFolderCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "record.jsonl"), []byte("first\n"), 0o666))
	said := shell(t, `for f in record.jsonl new "`+dir+`/other" /etc/passwd /var/tmp/x /dev/x /run/x "$HOME/x" \
		/proc/sys/kernel/core_pattern /sys/x; do (echo x >> "$f") 2>/dev/null && echo "wrote $f"; done
		rm -f record.jsonl; mv record.jsonl gone; chmod 777 .; cat record.jsonl; pwd
		echo kept > /tmp/mine && cat /tmp/mine`, func(p *sandbox.Program) { p.Dir = dir })
	require.NotContains(t, said, "wrote")
	require.Contains(t, said, "first\n"+dir+"\nkept\n")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.NoFileExists(t, "/tmp/mine")
}

func TestProgramsUnderTmpStayVisible(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "visible")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	other, err := os.MkdirTemp("/tmp", "beside")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(other) })
	require.NoError(t, os.WriteFile(other+"/data", []byte("beside\n"), 0o644))
	program := filepath.Join(dir, "bot")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$0\" \"$1\"; pwd; cat "+other+"/data\n"), 0o755))
	for name, p := range map[string]sandbox.Program{
		"absolute":       {Args: []string{program, "a b"}, Dir: "/"},
		"relative":       {Args: []string{"./bot", "a b"}, Dir: dir},
		"by interpreter": {Args: []string{"sh", "bot", "a b"}, Dir: dir},
		"in a script":    {Args: []string{"sh", "-c", "cd /; exec '" + program + "' 'a b'"}, Dir: "/"},
	} {
		said := finish(t, start(t, requireIsolated(t), p))
		require.Contains(t, said, "bot a b\n", name)
		require.Contains(t, said, p.Dir+"\nbeside\n", name)
	}
}

func TestTheScratchFolderIsBounded(t *testing.T) {
	said := shell(t, `head -c 100000000 /dev/zero > /tmp/a; head -c 100000000 /dev/zero > /dev/shm/b
		wc -c < /tmp/a; wc -c < /dev/shm/b`, func(p *sandbox.Program) { p.Limits.Scratch = 1 << 20 })
	require.Contains(t, said, "No space left")
	require.NotContains(t, said, "100000000")
}

// TestThePriorityIsBelowTheHosts holds without isolation too.
func TestThePriorityIsBelowTheHosts(t *testing.T) {
	ours, err := exec.Command("nice").Output()
	require.NoError(t, err)
	own, err := strconv.Atoi(strings.TrimSpace(string(ours)))
	require.NoError(t, err)
	for _, mode := range []sandbox.Mode{sandbox.Require, sandbox.None} {
		// Without isolation it is set once the program runs, before Start is back.
		r := start(t, sandbox.New(mode, nil), sandbox.Program{Args: []string{"sh", "-c", "read end; nice"}})
		require.Equal(t, fmt.Sprint(own+sandbox.Nice), strings.TrimSpace(finish(t, r)), string(mode))
	}
}

// TestLastWords: a program that has said its last words is killed, also if they come in two pieces.
func TestLastWords(t *testing.T) {
	for _, mode := range []sandbox.Mode{sandbox.Auto, sandbox.None} {
		p := sandbox.Program{Args: []string{"sh", "-c", "echo first; printf eno; sleep 0.1; echo ugh said; exec sleep 1000"}, LastWords: "enough"}
		said, err := sandbox.New(mode, nil).Output(t.Context(), p)
		end, ok := errors.AsType[*sandbox.EndError](err)
		require.True(t, ok, "%s: %v", mode, err)
		require.Equal(t, syscall.SIGKILL, end.Signal)
		require.Contains(t, said, "first\nenough")
	}
}

func TestTheStackIsDeepForWhoAsks(t *testing.T) {
	depth := func(deep bool) string {
		return strings.TrimSpace(shell(t, "ulimit -Ss; ulimit -Hs", func(p *sandbox.Program) { p.Limits.DeepStack = deep }))
	}
	ours, err := exec.Command("sh", "-c", "ulimit -Ss; ulimit -Hs").Output()
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(string(ours)), depth(false))
	most := strings.Fields(string(ours))[1]
	require.Equal(t, most+"\n"+most, depth(true))
}

// burn is a script that uses a tenth of a second and more of a processor.
const burn = `i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done`

func TestCPUTimeIsOfTheWholeTree(t *testing.T) {
	for name, script := range map[string]string{
		"itself":         burn,
		"a child":        "sh -c '" + burn + "'",
		"another's work": "(sh -c '" + burn + "' &) ; sleep 2",
	} {
		for _, mode := range []sandbox.Mode{sandbox.Require, sandbox.None} {
			r := start(t, sandbox.New(mode, nil), sandbox.Program{Args: []string{"sh", "-c", script + "; echo done; cat"}})
			require.Eventually(t, func() bool { return r.CPUTime() > 50*time.Millisecond },
				20*time.Second, 5*time.Millisecond, "%s %s", name, mode)
			before := r.CPUTime()
			finish(t, r)
			require.GreaterOrEqual(t, r.CPUTime(), before)
		}
	}
}

// TestDevices: a program that is given a device uses that one, and sees another folder where one
// is replaced.
func TestDevices(t *testing.T) {
	real := ""
	for _, name := range []string{"/dev/loop-control", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/hwrng", "/dev/vga_arbiter", "/dev/ttyS0"} {
		if info, err := os.Stat(name); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			real = name
			break
		}
	}
	if real == "" {
		t.Skip("this machine has no device that programs do not see anyway")
	}
	list := "ls -R /dev | grep -c . ; test -c " + real + " && echo there; ls /sys/class/tty; touch /dev/x /sys/class/tty/y 2>/dev/null && echo wrote"
	plain := shell(t, list)
	require.NotContains(t, plain, "there")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "only"), nil, 0o644))
	said := shell(t, list, func(p *sandbox.Program) {
		p.Devices, p.Replaced = []string{real}, map[string]string{"/sys/class/tty": dir}
	})
	require.Regexp(t, `^\d+\nthere\nonly\n$`, said)
}
