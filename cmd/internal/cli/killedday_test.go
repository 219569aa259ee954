package cli

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/tournament"
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
	folder := t.TempDir()
	file := filepath.Join(folder, "plan.toml")
	require.NoError(t, os.WriteFile(file, []byte(killedPlan), 0o644))
	whole := filepath.Join(folder, "whole")
	require.False(t, killRun(t, file, whole, 1<<40))
	want := endedDay(t, whole)
	days, killed := 0, 0
	for i := 0; killed < *kills; i++ {
		dir := filepath.Join(folder, fmt.Sprint("day", days))
		grow := rand.New(rand.NewPCG(2, uint64(i))).Int64N(25_000)
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
		case <-time.After(100 * time.Microsecond):
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
func endedDay(t *testing.T, dir string) []tournament.Standing {
	v := tournament.Verify(dir, games.Verify)
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
	return d.AllStandings()
}
