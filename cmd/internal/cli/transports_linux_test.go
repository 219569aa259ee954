package cli

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/tier"
)

const transportsPlan = `name = "Transports"
game = "kakomimasu"
options = { turns = "2", agents = "2", operation = "100", transition = "100" }
move-time = "10s"
first-time = "10s"
handshake = "20s"
wait = "1m"
tables = 3
seed = 1
%s
[[stage]]
name = "one"
kind = "gauntlet"
games = 1
[[stage]]
name = "swiss"
kind = "swiss"
rounds = 1
games = 2
[[stage]]
name = "all"
kind = "round-robin"
groups = 2
games = 1
[[stage]]
name = "cup"
kind = "knockout"
games = 1
play-off = ["lots"]
`

// TestTransportsInStages plays players on every transport in every kind of stage: each plays
// its games there, and none is forfeited.
func TestTransportsInStages(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	folder := t.TempDir()
	g, err := games.ByName("kakomimasu")
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	program := filepath.Join(folder, "loopline")
	require.NoError(t, os.Symlink(self, program))

	ctx, stop := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	defer clients.Wait()
	defer stop()
	again := func(args ...string) { // a client that comes again for the next game
		clients.Go(func() {
			for ctx.Err() == nil {
				_ = exec.CommandContext(ctx, program, append([]string{"bot", "random", "--game", "kakomimasu"}, args...)...).Run()
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	listen, red, blue, tcp, pty := bridgetest.Loopback(), bridgetest.Loopback(), bridgetest.Loopback(), bridgetest.Loopback(), filepath.Join(folder, "board")
	again("--connect", listen)
	again("--connect", "http://"+red+"?token=RED", "--seed", "1")
	again("--connect", "http://"+blue+"?token=BLUE", "--seed", "2")
	again("--pty", pty)
	l, err := net.Listen("tcp", tcp)
	require.NoError(t, err)
	context.AfterFunc(ctx, func() { _ = l.Close() })
	clients.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			bot, err := g.NewBot("random", descriptor.BotOptions{Notify: func(string) {}})
			if err != nil {
				t.Error(err)
				return
			}
			clients.Go(func() { _ = bot.Serve(ctx, bridgelines.New(conn, g.Lines)) })
		}
	})

	addresses := []string{
		"bot:random?seed=3", "exec:" + program + " bot random --game kakomimasu --seed 4", "listen:" + listen, "tcp:" + tcp,
		"serial:" + pty, "api:" + red + "?token=RED", "api:" + blue + "?token=BLUE",
	}
	entrants := ""
	for i, address := range addresses {
		entrants += fmt.Sprintf("[[entrant]]\nname = \"E%d\"\naddress = %q\n", i, address)
	}
	plan := filepath.Join(folder, "plan.toml")
	require.NoError(t, os.WriteFile(plan, fmt.Appendf(nil, transportsPlan, entrants), 0o644))
	var said bytes.Buffer
	bounded, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	status := run(bounded, []string{"contest", "run", plan, "--dir", filepath.Join(folder, "day"), "--isolation", "none"}, strings.NewReader(""), &said, &said)
	require.Zero(t, status, said.String())

	d, err := tournament.Read(filepath.Join(folder, "day"))
	require.NoError(t, err)
	require.True(t, standing.Over(d))
	played := map[string]int{}
	d.Matches(func(m *tournament.Match) {
		for _, game := range m.Games {
			require.Equal(t, tournament.Finished, game.By, "%s: %s", game.ID, said.String())
			require.False(t, game.Void, "%s: %s", game.ID, said.String())
			for _, e := range game.Seats {
				played[m.Stage.Name+" "+d.Entrants[e].Name]++
			}
		}
	})
	for _, s := range d.Stages {
		for _, e := range d.Entrants {
			bye := slices.ContainsFunc(s.Rounds, func(r *tournament.Round) bool { return slices.Contains(r.Byes, e.Index) })
			require.True(t, bye || played[s.Name+" "+e.Name] > 0, "%s, %s", s.Name, e.Name)
		}
	}
	require.Empty(t, journal.Verify(filepath.Join(folder, "day"), games.Verify).Differences)
}
