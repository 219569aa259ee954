package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/tier"
)

// Scripts of players that lock whatever they find of the day in the working directory:
// for good, or for a while.
const (
	scriptLocker   = "locker"
	scriptBorrower = "borrower"
)

// How long they keep the locks, and think meanwhile: longer than one wait for a lock, and
// longer than a day has to end in.
const (
	borrowFor = 3 * time.Second
	lockFor   = time.Minute
)

// locker plays as another script does, and at its first move keeps each file of the day
// locked for a time, in which it thinks.
func locker(keep time.Duration) func() bridgetest.Script {
	return func() bridgetest.Script {
		s := quickScript()
		play, asked := s.Answer, 0
		s.Answer = func(question string) (string, bool) {
			if asked++; asked == 3 {
				held := lockDay()
				fmt.Fprintln(os.Stderr, "locked", len(held))
				if len(held) > 0 {
					time.Sleep(keep)
				}
				for _, f := range held {
					f.Close()
				}
			}
			return play(question)
		}
		return s
	}
}

// lockDay opens for reading, and locks, what it finds in the folder of a day: in the working
// directory, or where lockedDay puts it. It leaves the days of other tests alone, which lie in /tmp.
func lockDay() (held []*os.File) {
	var names []string
	for _, dir := range []string{"day", lockedFolder + "*/day", "/tmp/.host/" + filepath.Base(lockedFolder) + "*/day"} {
		for _, name := range []string{"*", "records/*"} {
			found, _ := filepath.Glob(filepath.Join(dir, name))
			names = append(names, found...)
		}
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err == nil && syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			held = append(held, f)
		}
	}
	return held
}

// lockedFolder begins the name of the folder of a day whose files an entrant locks.
const lockedFolder = "/var/tmp/loopline-locked"

// lockedDay begins a day in which an entrant locks the files of the day.
func lockedDay(t *testing.T, script, isolation string) (run *exec.Cmd, said *bridgetest.Buffer) {
	t.Helper()
	folder, err := os.MkdirTemp(filepath.Dir(lockedFolder), filepath.Base(lockedFolder))
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	plan := fmt.Sprintf(`name = "locked"
game = "trax"
move-time = "20s"
seed = 5
[[entrant]]
name = "A"
address = "bot:random?seed=1"
[[entrant]]
name = "B"
address = %q
[[stage]]
name = "all"
kind = "round-robin"
games = 2
`, bridgetest.ExecAddress("good", script))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "plan.toml"), []byte(plan), 0o644))
	self, err := os.Executable()
	require.NoError(t, err)
	said = &bridgetest.Buffer{}
	run = exec.Command(self)
	run.Args = []string{"loopline", "contest", "run", "plan.toml", "--dir", "day", "--isolation", isolation}
	run.Dir, run.Stdout, run.Stderr = folder, said, said
	require.NoError(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	return run, said
}

// ended waits for the end of a process for a time.
func ended(t *testing.T, run *exec.Cmd, said *bridgetest.Buffer, within time.Duration) {
	t.Helper()
	over := make(chan struct{})
	go func() { _ = run.Wait(); close(over) }()
	select {
	case <-over:
	case <-time.After(within):
		require.Fail(t, "it does not end", said.String())
	}
}

// TestIsolatedEntrantsLockNothing: an isolated entrant finds nothing of the day, and the
// day ends as if nobody had tried.
func TestIsolatedEntrantsLockNothing(t *testing.T) {
	tier.Slow(t)
	run, said := lockedDay(t, scriptLocker, "require")
	ended(t, run, said, 2*time.Minute)
	require.True(t, run.ProcessState.Success(), said.String())
	require.NotContains(t, said.String(), "has been locked")
	day, err := tournament.Read(filepath.Join(run.Dir, "day"))
	require.NoError(t, err)
	require.True(t, standing.Over(day))
}

// TestADayOutlastsALock: where nothing hides the day from an entrant, the day goes on
// when the lock is gone, and says meanwhile who has it.
func TestADayOutlastsALock(t *testing.T) {
	tier.Slow(t)
	run, said := lockedDay(t, scriptBorrower, "none")
	ended(t, run, said, 2*time.Minute)
	require.True(t, run.ProcessState.Success(), said.String())
	require.Regexp(t, `decisions\.jsonl has been locked by process [0-9]+ \(.*\) for .*the contest waits for it`, said.String())
	day, err := tournament.Read(filepath.Join(run.Dir, "day"))
	require.NoError(t, err)
	require.True(t, standing.Over(day))
}

// TestInterruptsOfALockedDay: an interrupt ends a day that waits for a lock before the lock
// is gone.
func TestInterruptsOfALockedDay(t *testing.T) {
	tier.Slow(t)
	run, said := lockedDay(t, scriptLocker, "none")
	require.Eventually(t, func() bool { return strings.Contains(said.String(), "has been locked") },
		time.Minute, 10*time.Millisecond)
	require.NoError(t, run.Process.Signal(os.Interrupt))
	ended(t, run, said, 11*time.Second)
	require.False(t, run.ProcessState.Success(), said.String())
}
