package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/tier"
)

const heatPlan = `name = "Heats"
game = "kakomimasu"
options = { turns = "3", agents = "2", operation = "1000", transition = "300" }
move-time = "5s"
handshake = "20s"
wait = "6s"
seed = 1
%s
[[stage]]
name = "heats"
kind = "tables"
heat = 4
rounds = 1
games = 2
`

// TestHeatOverHTTP plays a heat of four clients over HTTP, of whom one stays away, while another program
// holds the port at first: that is an alarm and costs nobody a game. The three play under their own seats.
func TestHeatOverHTTP(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	for away := range 4 {
		t.Run(fmt.Sprint("without ", away), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			self, err := os.Executable()
			require.NoError(t, err)
			program := filepath.Join(folder, "loopline")
			require.NoError(t, os.Symlink(self, program))
			port := bridgetest.Loopback()
			holder, err := net.Listen("tcp", port)
			require.NoError(t, err)

			ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
			var clients sync.WaitGroup
			defer clients.Wait()
			defer stop()
			entrants := ""
			for i := range 4 {
				entrants += fmt.Sprintf("[[entrant]]\nname = \"E%d\"\naddress = \"api:%s?token=T%d\"\n", i, port, i)
				if i == away {
					continue
				}
				clients.Go(func() {
					for ctx.Err() == nil {
						_ = exec.CommandContext(ctx, program, "bot", "greedy", "--game", "kakomimasu", "--seed", fmt.Sprint(i+1), "--connect", fmt.Sprintf("http://%s?token=T%d", port, i)).Run()
						time.Sleep(500 * time.Millisecond)
					}
				})
			}
			plan := filepath.Join(folder, "plan.toml")
			require.NoError(t, os.WriteFile(plan, fmt.Appendf(nil, heatPlan, entrants), 0o644))
			said := &bridgetest.Buffer{}
			status := make(chan int, 1)
			go func() {
				status <- run(ctx, []string{"contest", "run", plan, "--dir", filepath.Join(folder, "day")}, strings.NewReader(""), said, said)
			}()
			waitsFor(t, said, `alarm: this machine cannot open the player of (E\d), whose games wait: .*address already in use`)
			time.Sleep(8 * time.Second) // longer than the wait for an entrant
			require.NoError(t, holder.Close())
			require.Zero(t, <-status, said.String())

			d, err := tournament.Read(filepath.Join(folder, "day"))
			require.NoError(t, err)
			for _, c := range d.Decisions {
				require.NotEqual(t, tournament.Forfeited, c.Type)
				if c.Type == tournament.Missing {
					require.Equal(t, fmt.Sprint("E", away), c.Entrant)
				}
			}
			d.Matches(func(m *tournament.Match) {
				require.Len(t, m.Games, 2)
				for _, g := range m.Games {
					require.Equal(t, tournament.Finished, g.By, said.String())
					require.Len(t, g.Seats, 3)
					for seat, score := range g.Scores {
						require.NotZero(t, score, "%s acted in %s: %s", d.Entrants[g.Seats[seat]].Name, g.ID, said.String())
					}
				}
			})
			require.NotContains(t, said.String(), "failed by a fault")
			require.Empty(t, journal.Verify(filepath.Join(folder, "day"), games.Verify).Differences)
		})
	}
}
