package cli

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/internal/tier"
)

// TestPlayLeavesNothing plays matches of every kind of ending in one process
// and wants no goroutine, process or descriptor left.
func TestPlayLeavesNothing(t *testing.T) {
	tier.Slow(t)
	play := func(white string, more ...string) {
		var out bytes.Buffer
		args := append([]string{
			"play", "--white", white, "--red", "bot:random", "--move-time", "300ms",
			"--handshake", "300ms",
		}, more...)
		require.Zero(t, run(t.Context(), args, strings.NewReader(""), &out, &out), "%s", out.String())
	}
	play("bot:greedy") // the runtime opens what it keeps
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	before := descriptors(t)
	for _, player := range []string{"good", "silent", "deaf", "crash", "cheat", "long-line", "flood"} {
		play(bridgetest.ExecAddress(player, scriptBot))
	}
	play("bot:search?time=20ms", "--games", "2")
	play("human")
	require.Empty(t, children(t))
	require.Equal(t, before, descriptors(t))
}

// descriptors lists the open files of this process, those of the runtime
// aside.
func descriptors(t *testing.T) []string {
	runtime.GC()
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	var open []string
	for _, e := range entries {
		to, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && !strings.Contains(to, "/proc/") && !strings.HasPrefix(to, "anon_inode:") {
			open = append(open, e.Name()+" "+to)
		}
	}
	return open
}

// children lists the processes that this one has started and not reaped.
func children(t *testing.T) (pids []string) {
	for range 100 { // one that was killed takes a moment
		tasks, err := os.ReadDir("/proc/self/task")
		require.NoError(t, err)
		pids = nil
		for _, task := range tasks {
			b, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
			if err == nil {
				pids = append(pids, strings.Fields(string(b))...)
			}
		}
		if len(pids) == 0 {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return pids
}
