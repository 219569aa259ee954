package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/text/encoding/japanese"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/internal/tier"
)

// u16Head and u16Stages are a U-16 day: everybody plays the house once on map A, the best four a knockout.
const (
	u16Head = `name = "U-16 day"
game = "chaser"
tables = 2
seed = 2026
wait = "30s"
handshake = "30s"
move-time = "30s"
options = { turns = "10" }
`
	u16Stages = `[[stage]]
name = "morning"
kind = "qualifier"
house = ["bot:greedy?seed=9"]
games = 1
seats = "first"
map-types = ["A"]
points-win = "3*score + turns-left"
points-loss = "3*score - turns-left"
advance = 4
[[stage]]
name = "afternoon"
kind = "knockout"
games = 2
third-place = true
of = "match"
tie-breaks = ["reason:put", "score", "lots"]
map-types = ["B", "C"]
`
)

// u16Client is a client of CHaser whose ports are 2009 and 2010 and no others.
type u16Client struct {
	name  string
	cp932 bool               // it sends its name so
	port  func(game int) int // that it connects to for a game
}

func u16Clients() (all []u16Client) {
	always := func(port int) func(int) int { return func(int) int { return port } }
	turns := func(n int) int { return 2009 + n%2 }
	for i, name := range []string{"memuro", "旭川", "Aoi", "札幌1", "Haruto", "b", "ロボ太", "Rin"} {
		all = append(all, u16Client{name, i%4 == 1, []func(int) int{always(2009), always(2010), turns}[i%3]})
	}
	return all
}

// play plays games, a connection each, until ctx ends. It never closes first.
func (c *u16Client) play(ctx context.Context, dial func(address string) (net.Conn, error)) error {
	name := []byte(c.name)
	if c.cp932 {
		var err error
		if name, err = japanese.ShiftJIS.NewEncoder().Bytes(name); err != nil {
			return err
		}
	}
	for game := 0; ctx.Err() == nil; {
		conn, err := dial(fmt.Sprintf("10.77.0.1:%d", c.port(game)))
		if err != nil {
			time.Sleep(20 * time.Millisecond) // nobody listens yet, or no more
			continue
		}
		end := context.AfterFunc(ctx, func() { _ = conn.Close() })
		if _, err := conn.Write(append(name, "\r\n"...)); err == nil && c.game(conn) {
			game++
		}
		end()
		_ = conn.Close()
	}
	return nil
}

// game plays a game, and reports whether it was played to the host's close.
func (c *u16Client) game(conn net.Conn) (played bool) {
	lines := bufio.NewReader(conn)
	hear := func() string { line, _ := lines.ReadString('\n'); return strings.TrimSpace(line) }
	for turn := 0; ; turn++ {
		if hear() != "@" {
			return played
		}
		played = true
		fmt.Fprint(conn, "gr\r\n")
		around := hear()
		if len(around) < 10 || around[0] == '0' {
			break
		}
		method := "su"
		for i, d := range "ulrd" {
			if cell := around[2+2*i]; cell == '3' || cell == '0' && (turn+i+len(c.name))%3 == 0 {
				method = "w" + string(d)
			}
		}
		fmt.Fprint(conn, method+"\r\n")
		seen := hear()
		fmt.Fprint(conn, "#\r\n")
		if !strings.HasPrefix(seen, "1") {
			break
		}
	}
	_, _ = io.Copy(io.Discard, conn)
	return true
}

// network makes network namespaces on one LAN: the host's, 10.77.0.1, and some with an address each
// after it. Without the right to that it skips the test, with the reason.
func network(t *testing.T, clients int) (hostNS string, clientNS []string) {
	t.Helper()
	ip := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
			t.Skipf("no network namespaces can be made: ip %s: %v: %s", strings.Join(args, " "), err, out)
		}
	}
	add := func(name string) string {
		name = fmt.Sprintf("loopline-%d-%s", os.Getpid(), name)
		ip("netns", "add", name)
		t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", name).Run() })
		ip("-n", name, "link", "set", "lo", "up")
		return name
	}
	hostNS = add(fmt.Sprint("host", clients))
	ip("-n", hostNS, "link", "add", "lan", "type", "bridge")
	ip("-n", hostNS, "addr", "add", "10.77.0.1/24", "dev", "lan")
	ip("-n", hostNS, "link", "set", "lan", "up")
	for i := range clients {
		name, port := add(fmt.Sprint("client", clients, "-", i)), fmt.Sprint("port", i)
		ip("-n", hostNS, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name)
		ip("-n", hostNS, "link", "set", port, "master", "lan", "up")
		ip("-n", name, "addr", "add", fmt.Sprintf("10.77.0.%d/24", i+2), "dev", "eth0")
		ip("-n", name, "link", "set", "eth0", "up")
		clientNS = append(clientNS, name)
	}
	return hostNS, clientNS
}

// dialIn connects from a network namespace.
func dialIn(namespace, address string) (conn net.Conn, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		var ns *os.File
		if ns, err = os.Open(filepath.Join("/run/netns", namespace)); err != nil {
			return
		}
		defer ns.Close()
		if err = unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET); err == nil {
			conn, err = net.DialTimeout("tcp", address, 10*time.Second)
		}
	}()
	<-done
	return conn, err
}

// A U-16 day of eight clients on the two ports 2009 and 2010 alone, from one address of a LAN, as behind a
// router, and from eight: every game is played, and the contest verifies.
func TestU16Day(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for name, addresses := range map[string]int{"from one address": 1, "from eight addresses": 8} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hostNS, clientNS := network(t, addresses)
			folder, plan := t.TempDir(), u16Head
			for _, c := range u16Clients() {
				plan += fmt.Sprintf("[[entrant]]\nname = %q\naddress = \"listen:0.0.0.0:2009,2010?allow=10.77.0.0/24&team=%s\"\n", c.name, c.name)
			}
			require.NoError(t, os.WriteFile(filepath.Join(folder, "day.toml"), []byte(plan+u16Stages), 0o644))
			self, err := os.Executable()
			require.NoError(t, err)
			said := &bridgetest.Buffer{}
			run := exec.Command("ip", "netns", "exec", hostNS, "bash", "-c", `exec -a loopline "$0" contest run day.toml`, self)
			run.Dir, run.Stdout, run.Stderr = folder, said, said
			require.NoError(t, run.Start())
			t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })

			ctx, cancel := context.WithCancel(t.Context())
			var playing sync.WaitGroup
			for i, c := range u16Clients() {
				playing.Go(func() {
					err := c.play(ctx, func(address string) (net.Conn, error) { return dialIn(clientNS[i%addresses], address) })
					if err != nil {
						t.Error(err)
					}
				})
			}
			defer playing.Wait()
			defer cancel()
			ended(t, run, said, 2*time.Minute)
			require.True(t, run.ProcessState.Success(), said.String())

			dir := filepath.Join(folder, "day")
			v := journal.VerifyIn(t.Context(), contests.Env(dir), dir, games.Verify)
			require.Empty(t, v.Differences)
			require.True(t, v.Over)
			day, err := tournament.Read(dir)
			require.NoError(t, err)
			played := map[string]int{}
			for _, g := range report.Games(day) {
				require.Equal(t, tournament.Finished, g.Decided, "%+v", g)
				require.NotContains(t, []string{"handshake", "closed", "no-byte", "overdue"}, g.Reason, "%+v", g)
				played[g.Stage]++
			}
			require.Equal(t, 8, played["morning"])
			require.GreaterOrEqual(t, played["afternoon"], 8)
			require.Contains(t, said.String(), "2009")
		})
	}
}
