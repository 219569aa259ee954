package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
)

// Scripts of a player that holds memory which it needs, and of one that fills files in
// memory (memfd) from its second question on, which are in no process's sight.
const (
	scriptHolder = "holder"
	scriptFiller = "filler"
)

// holder has 150 MB.
func holder() bridgetest.Script {
	s := quickScript()
	play, held := s.Answer, []byte(nil)
	s.Answer = func(question string) (string, bool) {
		if held == nil && question != "-T" {
			held = bytes.Repeat([]byte{1}, 150<<20)
		}
		for i := range held[:min(1, len(held))] {
			held[i]++ // it is in use
		}
		return play(question)
	}
	return s
}

// filler takes what it gets, up to 600 MB.
func filler() bridgetest.Script {
	s := quickScript()
	play, asked := s.Answer, 0
	s.Answer = func(question string) (string, bool) {
		if asked++; asked == 3 {
			piece := bytes.Repeat([]byte{1}, 1<<20)
			for range 600 {
				if fd, err := unix.MemfdCreate("m", 0); err == nil {
					_, _ = unix.Write(fd, piece)
				}
			}
			time.Sleep(200 * time.Millisecond) // until who looks has looked
		}
		return play(question)
	}
	return s
}

// memoryGroup makes a control group with a limit of its memory below that of this process,
// and removes it behind the test. It says which version it is of.
func memoryGroup(t *testing.T, limit, number int) (group, version string) {
	t.Helper()
	const mount = "/sys/fs/cgroup"
	own := map[string]string{}
	text, err := os.ReadFile("/proc/self/cgroup")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		own[fields[1]] = fields[2]
	}
	file := "memory.max"
	if _, err := os.Stat(filepath.Join(mount, "cgroup.controllers")); err == nil {
		version, group = "2", filepath.Join(mount, own[""])
		if group != mount { // processes are at the ends of the tree alone
			leaf := filepath.Join(group, fmt.Sprintf("test-%d", os.Getpid()))
			if err := os.MkdirAll(leaf, 0o755); err == nil {
				_ = os.WriteFile(filepath.Join(leaf, "cgroup.procs"), []byte(strconv.Itoa(os.Getpid())), 0)
			}
		}
		_ = os.WriteFile(filepath.Join(group, "cgroup.subtree_control"), []byte("+cpu +memory +pids"), 0)
	} else {
		version, group, file = "1", filepath.Join(mount, "memory", own["memory"]), "memory.limit_in_bytes"
	}
	group = filepath.Join(group, fmt.Sprintf("loopline-test%d-%d", number, os.Getpid()))
	if err := os.Mkdir(group, 0o755); err != nil {
		t.Skipf("no control group with a limit of memory can be made here: %v", err)
	}
	t.Cleanup(func() {
		require.Eventually(t, func() bool {
			below, _ := filepath.Glob(filepath.Join(group, "loopline-*"))
			for _, dir := range below {
				_ = os.Remove(dir)
			}
			return os.Remove(group) == nil
		}, 20*time.Second, 10*time.Millisecond)
	})
	if err := os.WriteFile(filepath.Join(group, file), []byte(strconv.Itoa(limit)), 0); err != nil {
		t.Skipf("no control group with a limit of memory can be made here: %v", err)
	}
	return group, version
}

// TestOneGroupOfMemory: in a host whose control group has 600 MB, a player that fills files
// in memory is ended, and loses; the other, which holds more than it does, plays on. So it
// is in either seat.
func TestOneGroupOfMemory(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t) // the players are this program, and the detector takes several times the memory
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	program := filepath.Join(dir, "loopline")
	require.NoError(t, os.Symlink(self, program))
	holds := bridgetest.ExecAddress("good", scriptHolder) + "?name=holder"
	fills := bridgetest.ExecAddress("good", scriptFiller) + "?name=filler"
	for seat, players := range [][2]string{{fills, holds}, {holds, fills}} {
		group, version := memoryGroup(t, 600<<20, seat)
		file := filepath.Join(dir, fmt.Sprintf("match-%d.jsonl", seat))
		cmd := exec.Command("sh", "-c", `echo $$ > "$0/cgroup.procs" && exec "$@"`, group, program, "play", "--record", file,
			"--isolation", "require", "--move-time", "5m", "--white", players[0], "--red", players[1])
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		if strings.Contains(string(out), "nothing shares the processors") {
			t.Skip("no control groups with a weight can be made here")
		}
		games := readGames(t, file)
		require.Len(t, games, 1)
		foul := games[0].Verdict().Foul
		require.NotNil(t, foul, string(out))
		require.Equal(t, seat, foul.Seat, "%s\n%s", foul.Detail, out)
		require.Equal(t, host.ReasonMemory, foul.Reason, "%s\n%s", foul.Detail, out)
		require.Contains(t, string(out), "this host may use 600 MiB", "players have less than elsewhere")
		t.Logf("in a group of 600 MB, version %s, user %d: seat %d, which filled memory, lost: %s", version, os.Getuid(), seat+1, foul.Detail)
	}
}
