package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

const busyPlan = `name = "Busy"
game = "battle2048"
move-time = "1m"
handshake = "1m"
seed = 1
[[entrant]]
name = "Aoi"
address = "bot:greedy"
[[entrant]]
name = "Jun"
address = "bot:random"
[[stage]]
name = "all"
kind = "round-robin"
games = 1
`

// TestBusyHost: every command that referees says once, before it begins, that this machine has too much to do, and
// nothing if it has not.
func TestBusyHost(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	system := machineLoad
	defer func() { machineLoad = system }()
	dir := t.TempDir()
	plan := filepath.Join(dir, "cup.toml")
	require.NoError(t, os.WriteFile(plan, []byte(busyPlan), 0o666))
	for _, c := range []struct{ name, args string }{
		{"play", "play --game battle2048 bot:greedy bot:random --move-time 1m"},
		{"play, twice", "play --game battle2048 bot:greedy bot:random --move-time 1m --games 2"},
		{"check", "check bot:greedy --step 1"},
		{"contest check --quick", "contest check --quick " + plan},
		{"contest check", "contest check " + plan},
		{"contest run", "contest run " + plan + " --dir " + filepath.Join(dir, "day")},
	} {
		for load, want := range map[float64]int{4096.5: 1, 0: 0} {
			if c.name == "contest check" && want == 0 {
				continue // it measures for seconds, and says nothing else than quickly
			}
			machineLoad = func() (float64, bool) { return load, true }
			var out, said strings.Builder
			require.Equal(t, statusDone, run(t.Context(), strings.Fields(c.args), strings.NewReader(""), &out, &said), "%s: %s", c.name, &said)
			require.Equal(t, want, strings.Count(said.String(), "this machine has a load of 4096.5 on "), "%s: %s", c.name, &said)
			require.Equal(t, want, strings.Count(said.String()+out.String(), "has a load of"), "%s: %s", c.name, &said)
			if want > 0 {
				first, _, _ := strings.Cut(said.String(), "\n")
				require.Contains(t, first, "has a load of", c.name)
			}
		}
	}
}
