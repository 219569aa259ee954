package cli

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/internal/tier"
)

// killedPlan is a day of players that play the same again, without a limit that a busy
// machine could pass.
const killedPlan = `name = "killed"
game = "trax"
move-time = "10m"
tables = 2
seed = 5
stall-credit = "0s"
[[entrant]]
name = "A"
address = "bot:greedy?seed=1"
[[entrant]]
name = "B"
address = "bot:random?seed=2"
[[entrant]]
name = "C"
address = "bot:random?seed=3"
[[entrant]]
name = "D"
address = "bot:random?seed=4"
[[stage]]
name = "groups"
kind = "swiss"
advance = 2
[[stage]]
name = "final"
kind = "knockout"
games = 1
`

// TestKilledDay kills runs of a contest wherever they are, by how much they have
// written. The same command goes on, and each day ends with the tables of one that
// nobody killed; no game that had ended is played again.
func TestKilledDay(t *testing.T) {
	tier.Slow(t)
	killDays(t, killedPlan)
}

// TestKilledClients is TestKilledDay for the rules of three CHaser contests, with programs that
// follow docs/protocol-chaser.md: the one in Python that the page prints, and one in Ruby.
func TestKilledClients(t *testing.T) {
	tier.Long(t)
	page, err := os.ReadFile("../../../docs/protocol-chaser.md")
	require.NoError(t, err)
	python := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, python)
	folder := t.TempDir()
	// Each game is played by a new process: it plays the same again.
	code := strings.Replace(string(python[1]), "\nsay(name)\n", "\nrandom.seed(name)\nsay(name)\n", 1)
	require.NotEqual(t, string(python[1]), code)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "player.py"), []byte(code), 0o644))
	ruby, err := os.ReadFile("testdata/chaser.rb")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "player.rb"), ruby, 0o644))

	contests, err := os.ReadFile("../../../docs/contest.md")
	require.NoError(t, err)
	examples := regexp.MustCompile("(?s)```toml\n(.*?)```\n").FindAllSubmatch(contests, -1)
	require.Len(t, examples, 3)
	asahikawa, err := os.ReadFile("../../../games/contests/testdata/asahikawa.toml")
	require.NoError(t, err)
	for name, text := range map[string][]byte{"Sapporo": examples[0][1], "Hakodate": examples[1][1], "Asahikawa": asahikawa} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, string(text), `game = "chaser"`)
			n := 0
			plan := regexp.MustCompile(`(?m)^address = .*$`).ReplaceAllStringFunc(string(text), func(bot string) string {
				n++
				switch n % 3 {
				case 1:
					return fmt.Sprintf(`address = "exec:python3 %s/player.py - - player%d"`, folder, n)
				case 2:
					return fmt.Sprintf(`address = "exec:ruby %s/player.rb player%d"`, folder, n)
				}
				return bot
			})
			require.Greater(t, n, 3)
			killDays(t, regexp.MustCompile(`(?m)^move-time = .*$`).ReplaceAllString(plan, `move-time = "10m"`))
		})
	}
}

// killDays plays the day of a file undisturbed, and then again and again, killed at random instants.
func killDays(t *testing.T, plan string) {
	folder := t.TempDir()
	file := filepath.Join(folder, "plan.toml")
	require.NoError(t, os.WriteFile(file, []byte(plan), 0o644))
	whole := filepath.Join(folder, "whole")
	require.False(t, killRun(t, file, whole, 1<<40))
	want := endedDay(t, whole)
	share := folderSize(whole) / 4
	days, killed := 0, 0
	for i := 0; killed < *kills; i++ {
		dir := filepath.Join(folder, fmt.Sprint("day", days))
		grow := rand.New(rand.NewPCG(2, uint64(i))).Int64N(share)
		if killRun(t, file, dir, grow) {
			killed++
			continue
		}
		require.Equal(t, want, endedDay(t, dir))
		days++
	}
	last := filepath.Join(folder, fmt.Sprint("day", days))
	killRun(t, file, last, 1<<40)
	require.Equal(t, want, endedDay(t, last))
	t.Logf("%d runs killed, %d days ended", killed, days+1)
}

// killRun runs a day and kills it when its folder has grown by so many bytes. It
// reports false when the day ended before.
func killRun(t *testing.T, file, dir string, grow int64) bool {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Args = []string{"loopline", "contest", "run", file, "--dir", dir}
	before := folderSize(dir)
	require.NoError(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for folderSize(dir) < before+grow {
		select {
		case err := <-ended:
			require.NoError(t, err)
			return false
		case <-time.After(time.Millisecond):
		}
	}
	_ = cmd.Process.Kill()
	return <-ended != nil
}

// folderSize is how many bytes the files of a folder hold.
func folderSize(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n += size(path)
		}
		return nil
	})
	return n
}

// endedDay wants a day to be over and as it was written, and returns its tables.
func endedDay(t *testing.T, dir string) []standing.Standing {
	v := journal.VerifyIn(t.Context(), contests.Env(dir), dir, games.Verify)
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	d, err := tournament.Read(dir)
	require.NoError(t, err)
	finished := map[string]bool{}
	for _, c := range d.Decisions {
		match, game, _, err := tournament.ParseGameID(c.Game)
		switch {
		case c.Game == "":
			continue
		case c.Type == tournament.Started:
			require.False(t, finished[fmt.Sprint(match, game)], "%s is played again", c.Game)
		case c.Type == tournament.Finished:
			finished[fmt.Sprint(match, game)] = true
		}
		require.NoError(t, err)
	}
	return report.AllStandings(d)
}
