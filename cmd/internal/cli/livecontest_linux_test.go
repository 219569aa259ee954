package cli

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/internal/tier"
)

const shortPlan = `name = "Short"
game = "trax"
options = { max-plies = "20" }
seed = 1
[[entrant]]
name = "Ann"
address = "bot:greedy"
[[entrant]]
name = "Ben"
address = "bot:random?seed=1"
[[stage]]
name = "final"
kind = "knockout"
play-off = ["seed"]
`

// startedContest starts the contest of a plan in a folder, with pages at a port of its own.
func startedContest(t *testing.T, folder, plan string, args ...string) (run *exec.Cmd, said *bridgetest.Buffer, page string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "plan.toml"), []byte(plan), 0o644))
	self, err := os.Executable()
	require.NoError(t, err)
	said = &bridgetest.Buffer{}
	run = exec.Command(self)
	run.Args = append([]string{"loopline", "contest", "run", "plan.toml", "--dir", "day", "--live", "localhost:0"}, args...)
	run.Dir, run.Stdout, run.Stderr = folder, said, said
	require.NoError(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	return run, said, waitsFor(t, said, `loopline: pages at (http\S+)`)
}

// waitsFor waits until something is said, and returns the first group of it.
func waitsFor(t *testing.T, said *bridgetest.Buffer, pattern string) string {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for until := time.Now().Add(time.Minute); !wanted.MatchString(said.String()); time.Sleep(10 * time.Millisecond) {
		require.False(t, time.Now().After(until), "%s: %s", pattern, said)
	}
	return wanted.FindStringSubmatch(said.String())[1]
}

func pageText(t *testing.T, address string) string {
	t.Helper()
	a, err := http.Get(address) //nolint:noctx // a page of this test
	require.NoError(t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	require.NoError(t, err)
	return string(text)
}

// The pages of a contest stay after its end, with a delay too, until an interrupt. The same
// command shows them again, a decision has the contest go on, and --exit ends it.
func TestPagesStayAfterTheFinal(t *testing.T) {
	tier.Slow(t)
	folder := t.TempDir()
	run, said, page := startedContest(t, folder, shortPlan, "--delay", "2s", "--podium", "at-once")
	waitsFor(t, said, "(the contest is over)")
	directed := waitsFor(t, said, `director's page at (http\S+)`)
	require.Contains(t, said.String(), "rank  entrant", "the tables are printed")
	require.Eventually(t, func() bool { return strings.Contains(pageText(t, page), "The contest is over.") }, time.Minute, 50*time.Millisecond)
	require.Regexp(t, `(?s)<ol class="podium"><li class="place-1"><b>1</b> <strong><bdi>Ann`, pageText(t, page))
	require.NoError(t, run.Process.Signal(os.Interrupt))
	ended(t, run, said, time.Minute)
	require.True(t, run.ProcessState.Success(), said.String())

	run, said, page = startedContest(t, folder, shortPlan)
	waitsFor(t, said, "(the contest is over)")
	require.Equal(t, directed, waitsFor(t, said, `director's page at (http\S+)`), "the port and the token are those of before")
	require.Contains(t, pageText(t, page), "The contest is over.")
	_, err := command.Apply(filepath.Join(folder, "day"), command.Command{Verb: "replay", Args: []string{"final/1/1/1"}, Why: "a test"})
	require.NoError(t, err)
	require.Eventually(t, func() bool { return strings.Count(said.String(), "the contest is over") == 2 }, time.Minute, 10*time.Millisecond)
	require.NoError(t, run.Process.Signal(os.Interrupt))
	ended(t, run, said, time.Minute)
	require.True(t, run.ProcessState.Success(), said.String())

	run, said, _ = startedContest(t, folder, shortPlan, "--exit", "--delay", "1s")
	ended(t, run, said, time.Minute)
	require.True(t, run.ProcessState.Success(), said.String())
	require.NotContains(t, said.String(), "its pages stay")
}
