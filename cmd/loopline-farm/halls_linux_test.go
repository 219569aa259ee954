package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/farm/netem"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/internal/tier"
)

// envRole has the test's program be loopline-farm.
const envRole = "LOOPLINE_FARM_ROLE"

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == partOfEveryWay {
		programPlayer(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
		return
	}
	if os.Getenv(envRole) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestHalls plays a contest in two halls and at its host, each a process. Each hall is cut off for a while; meanwhile
// the other hall, and then the contest's host, are killed and started again. LOOPLINE_CUT is how long the cuts are.
func TestHalls(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	cut := 7 * time.Second
	if text := os.Getenv("LOOPLINE_CUT"); text != "" {
		var err error
		cut, err = time.ParseDuration(text)
		require.NoError(t, err)
	}
	dir := t.TempDir()
	keys := filepath.Join(dir, "keys")
	require.NoError(t, natsconn.MakeKeys(keys, natsconn.Init{Agents: []string{"east", "west"}}))
	server, err := natsconn.StartServer(natsconn.ServerOptions{Keys: keys, Listen: "127.0.0.1:0", Notify: func(text string) { t.Log(text) }})
	require.NoError(t, err)
	t.Cleanup(server.Stop)
	to := strings.TrimPrefix(server.URL(), "tls://")

	crew := farmtest.NewProcesses(t, envRole, nil)
	plan := "name = \"two halls\"\ngame = \"trax\"\nmove-time = \"10s\"\ntables = 2\nseed = 7\n"
	hall, network := map[string]*farmtest.Process{}, map[string]*netem.Proxy{}
	for _, name := range []string{"east", "west"} {
		network[name], err = netem.Start(netem.Config{To: to})
		require.NoError(t, err)
		t.Cleanup(network[name].Close)
		hall[name] = &farmtest.Process{Role: name, Args: []string{
			"hall", name, "--at", "tls://" + network[name].Address(), "--key", natsconn.AccessFile(keys, natsconn.Agent, name), "--dir", filepath.Join(dir, name),
		}}
		crew.Start(hall[name])
		for range 4 {
			line := <-crew.Lines
			plan += strings.TrimPrefix(line, name+": ") + "\n"
		}
	}
	for i := range 4 {
		plan += fmt.Sprintf("[[entrant]]\nname = \"E%d\"\naddress = \"bot:greedy?seed=%d\"\nhall = %q\n", i, i, []string{"east", "west"}[i/2])
	}
	plan += "[[stage]]\nname = \"all\"\nkind = \"round-robin\"\ngames = 20\n"
	file, day := filepath.Join(dir, "cup.toml"), filepath.Join(dir, "cup")
	require.NoError(t, os.WriteFile(file, []byte(plan), 0o666))
	host := &farmtest.Process{Role: "host", Args: []string{
		"contest", "run", file, "--at", server.URL(), "--key", natsconn.AccessFile(keys, natsconn.Host, ""),
	}}
	crew.Start(host)

	// until waits for something in the decisions.
	until := func(what string, is func(d *tournament.Tournament) bool) {
		t.Helper()
		require.Eventually(t, func() bool {
			d, err := tournament.Read(day)
			return err == nil && is(d)
		}, 5*time.Minute, 100*time.Millisecond, what)
	}
	taken := func(d *tournament.Tournament, hall string) (n int) {
		for _, c := range d.Decisions {
			if c.Type == tournament.Finished && d.HallOf(c.Game) == hall {
				n++
			}
		}
		return n
	}
	here := func(name string, here bool) func(d *tournament.Tournament) bool {
		return func(d *tournament.Tournament) bool {
			for _, h := range d.Halls() {
				if h.Name == name {
					return h.Here == here
				}
			}
			return false
		}
	}
	// of is the match between the entrants of a hall.
	of := func(hall string) (id string) {
		until("matches are paired", func(d *tournament.Tournament) bool {
			d.Matches(func(m *tournament.Match) {
				if d.Entrants[m.Entrants[0]].Hall == hall && d.Entrants[m.Entrants[1]].Hall == hall {
					id = m.ID
				}
			})
			return id != ""
		})
		return id
	}
	direct := func(verb, match string) {
		_, err := command.Apply(day, command.Command{Verb: verb, Args: []string{match}, By: "test", Why: "the cuts follow each other"})
		require.NoError(t, err)
	}
	direct("postpone", of("west"))
	for _, c := range []struct {
		cut    string
		killed *farmtest.Process
	}{{"east", hall["west"]}, {"west", host}} {
		if c.cut == "west" {
			direct("call", of("west"))
		}
		until("the hall "+c.cut+" hands games in", func(d *tournament.Tournament) bool { return taken(d, c.cut) > 0 })
		network[c.cut].Partition(true)
		until("the hall "+c.cut+" is cut off", here(c.cut, false))
		c.killed.Signal(syscall.SIGKILL)
		c.killed.Wait()
		time.Sleep(cut / 2)
		crew.Start(c.killed)
		time.Sleep(cut / 2)
		network[c.cut].Partition(false)
		until("the hall "+c.cut+" is back", here(c.cut, true))
	}
	until("the contest is over", func(d *tournament.Tournament) bool { return standing.Over(d) })
	host.Wait()
	time.Sleep(2 * time.Second) // for the answers to the halls
	for _, h := range hall {
		h.Signal(syscall.SIGTERM)
		h.Wait()
	}

	d, err := tournament.Read(day)
	require.NoError(t, err)
	finished := map[string]int{}
	for _, c := range d.Decisions {
		if c.Type == tournament.Finished {
			finished[c.Game[:strings.LastIndex(c.Game, "/")]]++
		}
	}
	require.Len(t, finished, 120)
	for game, n := range finished {
		require.Equal(t, 1, n, game)
	}
	v := journal.VerifyIn(t.Context(), contests.Env(day), day, games.Verify)
	require.Empty(t, v.Differences)
	for name := range hall {
		require.Positive(t, taken(d, name))
		answers, err := filepath.Glob(filepath.Join(dir, name, d.Decisions[0].Sum, "*.answer"))
		require.NoError(t, err)
		t.Logf("the hall %s: %d games taken, %d answers; %d decisions, %d games verified", name, taken(d, name), len(answers), len(d.Decisions), v.Games)
		require.Len(t, answers, taken(d, name), "each game that was taken is answered, and nothing else")
	}
}
