package exec_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
)

// shell is the address of a script for sh. It holds no single quotes.
func shell(script string) string { return "exec:sh -c '" + script + "'" }

func readAll(t *testing.T, conn io.Reader) (string, error) {
	t.Helper()
	var all bytes.Buffer
	buf := make([]byte, 4096)
	for {
		n, err := conn.Read(buf)
		all.Write(buf[:n])
		if err != nil {
			return all.String(), err
		}
	}
}

func TestExecSaysHowItEnded(t *testing.T) {
	tier.Slow(t)
	bridgetest.NoLeaks(t)
	for script, want := range map[string]string{
		"exit 0":                         "process exited with status 0",
		"echo last; exit 3":              "process exited with status 3",
		"echo last; kill -11 $$":         "process killed by signal 11 (segmentation fault)",
		"kill -9 $$":                     "process killed by signal 9 (killed)",
		"echo last; exec >&-; sleep 100": "process closed its output but runs on",
	} {
		conn := bridgetest.Open(t, shell(script))
		text, err := readAll(t, conn)
		require.EqualError(t, err, want, script)
		require.Equal(t, strings.Contains(script, "last"), text == "last\n")
		var gone *lines.DisconnectedError
		require.ErrorAs(t, err, &gone)
		require.NoError(t, conn.Close())
	}
}

func TestExecDeliversAllBeforeTheEnd(t *testing.T) {
	bridgetest.NoLeaks(t)
	conn := bridgetest.Open(t, shell("head -c 60000 /dev/zero; exit 4"))
	// Long after the process has ended its output is still in the pipe.
	require.Eventually(t, func() bool {
		_, err := conn.Write([]byte("x"))
		return err != nil
	}, 30*time.Second, 10*time.Millisecond)
	text, err := readAll(t, conn)
	require.Len(t, text, 60000)
	require.EqualError(t, err, "process exited with status 4")
}

func TestExecWithoutAProgram(t *testing.T) {
	bridgetest.NoLeaks(t)
	dir := t.TempDir()
	plain, odd := filepath.Join(dir, "plain"), filepath.Join(dir, "odd")
	require.NoError(t, os.WriteFile(plain, []byte("x"), 0o600))
	require.NoError(t, os.WriteFile(odd, []byte("x"), 0o700))
	spaced := filepath.Join(dir, "my bot")
	require.NoError(t, os.WriteFile(spaced, []byte("#!/bin/sh"), 0o700))
	for command, word := range map[string]string{
		spaced + " --fast":         `my bot" is one file: write 'exec:"` + spaced + `"'`,
		"no-such-program-anywhere": "write its path",
		filepath.Join(dir, "none"): "no such program",
		plain:                      "chmod +x",
		odd:                        "#!",
		dir:                        "chmod +x",
	} {
		require.ErrorContains(t, bridgetest.OpenError(t, "exec:"+command), word, command)
	}
}

func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

func readPID(t *testing.T, line *lines.Line) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	text, _, _, err := line.Receive(ctx)
	require.NoError(t, err)
	pid, err := strconv.Atoi(text)
	require.NoError(t, err)
	return pid
}

// mustOpenBare opens a program without isolation, which sees the system's numbers
// of processes.
func mustOpenBare(t *testing.T, address string) io.ReadWriteCloser {
	t.Helper()
	conn, err := bridge.Open(t.Context(), address,
		bridge.Options{Isolation: sandbox.New(sandbox.None, nil)})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestExecCloseEndsTheWholeGroup(t *testing.T) {
	for name, script := range map[string]string{
		"polite":              "sleep 100 & echo $!; cat",
		"deaf to TERM":        "trap : TERM; sh -c \"trap : TERM; while :; do sleep 0.05; done\" & echo $!; while :; do sleep 0.05; done",
		"leader gone already": "sleep 100 & echo $!; exit 0",
	} {
		t.Run(name, func(t *testing.T) {
			bridgetest.NoLeaks(t)
			line := lines.New(mustOpenBare(t, shell(script)), lines.Config{})
			pid := readPID(t, line)
			require.NoError(t, line.Close())
			require.Eventually(t, func() bool { return !alive(pid) },
				30*time.Second, time.Millisecond)
		})
	}
}

func TestExecThatLeavesAChildIsGone(t *testing.T) {
	bridgetest.NoLeaks(t)
	conn := bridgetest.Open(t, shell("sleep 100 & exit 5"))
	text, err := readAll(t, conn)
	require.Empty(t, text)
	require.EqualError(t, err, "process exited with status 5")
}

func TestExecDiesWithTheHost(t *testing.T) {
	bridgetest.NoLeaks(t)
	if os.Getenv("BRIDGE_TEST_HOST") != "" {
		line := lines.New(mustOpenBare(t, shell("echo $$; exec sleep 100")), lines.Config{})
		fmt.Println("player", readPID(t, line))
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	conn := mustOpenBare(t, "exec:env BRIDGE_TEST_HOST=1 '"+self+"' -test.run=^TestExecDiesWithTheHost$")
	text, err := readAll(t, conn)
	// How it ended may not be known yet: a big process takes its time to end.
	var gone *lines.DisconnectedError
	require.ErrorAs(t, err, &gone)
	_, number, found := strings.Cut(text, "player ")
	require.True(t, found, text)
	pid, err := strconv.Atoi(strings.TrimSpace(number))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return !alive(pid) }, 30*time.Second, time.Millisecond)
}

func openExec(t *testing.T, script string, opts bridge.Options) io.ReadWriteCloser {
	t.Helper()
	conn, err := bridge.Open(t.Context(), shell(script), opts)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestExecStderrIsKeptApart(t *testing.T) {
	bridgetest.NoLeaks(t)
	var stderr bridgetest.Buffer
	conn := openExec(t, "echo note >&2; echo answer; printf half >&2", bridge.Options{Stderr: &stderr})
	text, _ := readAll(t, conn)
	require.Equal(t, "answer\n", text)
	require.NoError(t, conn.Close())
	require.Equal(t, "note\nhalf\n", stderr.String())
}

func TestExecStderrIsLimited(t *testing.T) {
	tier.Slow(t)
	bridgetest.NoLeaks(t)
	var stderr bridgetest.Buffer
	conn := openExec(t, "head -c 3000000 /dev/zero >&2; yes | head -n 1000000 >&2; echo done",
		bridge.Options{Stderr: &stderr})
	text, err := readAll(t, conn)
	require.Equal(t, "done\n", text)
	require.EqualError(t, err, "process exited with status 0")
	require.NoError(t, conn.Close())
	require.Less(t, len(stderr.String()), 1<<20)
	require.Contains(t, stderr.String(), "bytes cut")
}

// stuck is a writer that takes nothing until it is let go.
type stuck struct{ free chan struct{} }

func (s stuck) Write(b []byte) (int, error) {
	<-s.free
	return len(b), nil
}

func TestASlowStderrHoldsNobodyUp(t *testing.T) {
	bridgetest.NoLeaks(t)
	writer := stuck{make(chan struct{})}
	conn := openExec(t, "yes | head -n 100000 >&2; echo done", bridge.Options{Stderr: writer})
	text, _ := readAll(t, conn)
	require.Equal(t, "done\n", text)
	require.NoError(t, conn.Close())
	close(writer.free)
}

func TestExecLimits(t *testing.T) {
	bridgetest.NoLeaks(t)
	conn := openExec(t, "sleep 0.2; ulimit -n; ulimit -c; ulimit -d; ulimit -t",
		bridge.Options{Limits: sandbox.Limits{Files: 100, Memory: 256 << 20, CPU: 7}})
	text, err := readAll(t, conn)
	require.EqualError(t, err, "process exited with status 0")
	require.Equal(t, "100\n0\n262144\n7\n", text)

	conn = openExec(t, "sleep 0.2; ulimit -n", bridge.Options{Limits: sandbox.Limits{Files: -1}})
	text, _ = readAll(t, conn)
	require.NotEqual(t, "1024\n", text)
}

func TestExecCloseWrite(t *testing.T) {
	bridgetest.NoLeaks(t)
	conn := bridgetest.Open(t, "exec:cat")
	_, err := conn.Write([]byte("all of it"))
	require.NoError(t, err)
	require.NoError(t, conn.(interface{ CloseWrite() error }).CloseWrite())
	text, err := readAll(t, conn)
	require.Equal(t, "all of it", text)
	require.EqualError(t, err, "process exited with status 0")
	_, err = conn.Write([]byte("more"))
	require.ErrorIs(t, err, os.ErrClosed)
}

// TestAnswersAtEnd tells a program that did not flush from one that has nothing to say, or
// that answered late.
func TestAnswersAtEnd(t *testing.T) {
	bridgetest.NoLeaks(t)
	for script, want := range map[string]bool{
		"x=$(cat); echo unflushed":       true,
		"x=$(cat)":                       false,
		"exit 3":                         false,
		"echo late; x=$(cat); echo more": false,
	} {
		line := lines.New(bridgetest.Open(t, shell(script)), lines.Config{})
		if strings.Contains(script, "late") {
			require.Eventually(t, func() bool { _, read := line.Load(); return read > 0 }, 30*time.Second, time.Millisecond)
			time.Sleep(10 * time.Millisecond) // it is queued
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		require.Equal(t, want, line.AnswersAtEnd(ctx), script)
		cancel()
		require.NoError(t, line.Close())
	}
	conn, far := net.Pipe()
	defer far.Close()
	line := lines.New(conn, lines.Config{})
	require.False(t, line.AnswersAtEnd(t.Context()), "no program")
	require.NoError(t, line.Close())
}

// TestStderrBeforeTheEnd: what a program wrote to standard error is handed on before its
// end is.
func TestStderrBeforeTheEnd(t *testing.T) {
	bridgetest.NoLeaks(t)
	var stderr bridgetest.Buffer
	conn := openExec(t, "echo why >&2; exit 3", bridge.Options{Stderr: &stderr})
	_, err := readAll(t, conn)
	require.EqualError(t, err, "process exited with status 3")
	require.Equal(t, "why\n", stderr.String())
}
