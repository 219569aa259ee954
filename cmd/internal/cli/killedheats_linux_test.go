package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/tier"
)

// thirteenPlan is a day of Kakomimasu whose turns are long enough for a client that is killed to come back.
const thirteenPlan = `name = "Thirteen"
game = "kakomimasu"
options = { turns = "3", agents = "3", operation = "2500", transition = "300" }
move-time = "5s"
handshake = "20s"
wait = "8s"
tables = 3
seed = 13
%s
[[stage]]
name = "heats"
kind = "tables"
heat = 4
rounds = 2
games = 2
`

// absentees are the entrants that never come.
var absentees = map[string]bool{"E3": true, "E7": true, "E11": true}

// TestKilledHeats plays a day of 13 entrants over HTTP, of whom three never come. Host and clients, those in Python
// that docs/protocol-kakomimasu.md prints, are killed at random instants; now and then Ctrl-C stops the host, and
// another program holds two of the ports for longer than an entrant is waited for. The day has the table of one
// that nobody disturbed, and no game is lost or played twice.
func TestKilledHeats(t *testing.T) {
	tier.Long(t)
	h := newHTTPDay(t, thirteenPlan)
	whole := filepath.Join(h.folder, "whole")
	said, _ := h.run(t, whole, 10*time.Minute, nil)
	require.NotContains(t, said, "alarm")
	want := endedDay(t, whole)
	require.Len(t, want, 13)

	random := rand.New(rand.NewPCG(13, uint64(*kills)))
	day := filepath.Join(h.folder, "day")
	stops := []os.Signal{syscall.SIGKILL, os.Interrupt, syscall.SIGKILL, syscall.SIGTERM}
	killed, stopped := 0, 0
	for killed+stopped < max(4, *kills/10) {
		how := stops[(killed+stopped)%len(stops)]
		var hold []string
		if killed+stopped == 1 {
			hold = []string{"E2", "E5"}
		}
		until := time.Duration(random.Int64N(int64(25 * time.Second)))
		if hold != nil {
			until += 20 * time.Second
		}
		said, over := h.run(t, day, until, how, hold...)
		for _, e := range hold {
			require.Contains(t, said, "alarm: this machine cannot open the player of "+e+", whose games wait")
		}
		require.NotContains(t, said, "failed by a fault")
		switch {
		case over:
			require.Equal(t, want, endedDay(t, day))
			day = filepath.Join(h.folder, fmt.Sprint("day", killed+stopped))
		case how == syscall.SIGKILL:
			killed++
		default:
			stopped++
		}
	}
	h.run(t, day, 10*time.Minute, nil)
	require.Equal(t, want, endedDay(t, day))
	h.judge(t, whole)
	h.judge(t, day)
	t.Logf("%d hosts killed, %d stopped, %d clients killed", killed, stopped, h.killed)
}

// httpDay is a contest whose clients play over HTTP and come back whenever they end.
type httpDay struct {
	folder, plan string
	ports        map[string]string // by entrants
	mu           sync.Mutex
	clients      map[string]*os.Process // that run, by entrants
	killed       int                    // clients
}

// newHTTPDay starts the clients, which end with the test.
func newHTTPDay(t *testing.T, plan string) *httpDay {
	page, err := os.ReadFile("../../../docs/protocol-kakomimasu.md")
	require.NoError(t, err)
	codes := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, codes, 2)
	// Each entrant plays otherwise, and does the same in the same position.
	code := strings.Replace(string(codes[1][1]), "(7 * agent + 3)", "(7 * agent + 3 * int(sys.argv[3]))", 1)
	require.NotEqual(t, string(codes[1][1]), code)
	h := &httpDay{folder: t.TempDir(), ports: map[string]string{}, clients: map[string]*os.Process{}}
	client := filepath.Join(h.folder, "client.py")
	require.NoError(t, os.WriteFile(client, []byte(code), 0o644))
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { stop(); all.Wait() })
	entrants := ""
	for i := range 13 {
		name := fmt.Sprint("E", i)
		h.ports[name] = bridgetest.Loopback()
		entrants += fmt.Sprintf("[[entrant]]\nname = %q\naddress = \"api:%s?token=T%d\"\n", name, h.ports[name], i)
		if absentees[name] {
			continue
		}
		all.Go(func() {
			for ctx.Err() == nil {
				cmd := exec.CommandContext(ctx, "python3", client, "http://"+h.ports[name], fmt.Sprint("T", i), fmt.Sprint(i))
				if err := cmd.Start(); err != nil {
					if ctx.Err() == nil {
						t.Error(err)
					}
					return
				}
				h.mu.Lock()
				h.clients[name] = cmd.Process
				h.mu.Unlock()
				_ = cmd.Wait() // nobody listens, or the game is over
				h.mu.Lock()
				delete(h.clients, name)
				h.mu.Unlock()
				time.Sleep(200 * time.Millisecond)
			}
		})
	}
	h.plan = filepath.Join(h.folder, "plan.toml")
	require.NoError(t, os.WriteFile(h.plan, fmt.Appendf(nil, plan, entrants), 0o644))
	return h
}

// run runs the day until it is over or some time has passed. Then the host gets a signal: twice, as from who presses
// Ctrl-C twice. Meanwhile the clients are killed one by one if there is a signal to come, and other programs hold
// the ports of some entrants for the first 12 s. It reports whether the day was over.
func (h *httpDay) run(t *testing.T, dir string, until time.Duration, how os.Signal, hold ...string) (said string, over bool) {
	t.Helper()
	var held []net.Listener
	for _, e := range hold {
		l, err := net.Listen("tcp", h.ports[e])
		require.NoError(t, err)
		held = append(held, l)
	}
	release := time.AfterFunc(12*time.Second, func() {
		for _, l := range held {
			_ = l.Close()
		}
	})
	defer release.Stop()
	self, err := os.Executable()
	require.NoError(t, err)
	out := &bridgetest.Buffer{}
	cmd := exec.Command(self)
	cmd.Args = []string{"loopline", "contest", "run", h.plan, "--dir", dir}
	cmd.Stdout, cmd.Stderr = out, out
	require.NoError(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	killClient := time.NewTicker(1500 * time.Millisecond)
	defer killClient.Stop()
	for timer := time.After(until); ; {
		select {
		case err := <-ended:
			require.NoError(t, err, out.String())
			return out.String(), true
		case <-killClient.C:
			if how != nil {
				h.killClient()
			}
			continue
		case <-timer:
		}
		break
	}
	require.NotNil(t, how, "the day is not over\n%s", out)
	signalled := time.Now()
	require.NoError(t, cmd.Process.Signal(how))
	if how == os.Interrupt {
		waitsFor(t, out, "(Ctrl-C) once more stops")
		signalled = time.Now()
		require.NoError(t, cmd.Process.Signal(how))
	}
	select {
	case <-ended:
		t.Logf("%v ended the host after %v", how, time.Since(signalled).Round(time.Millisecond))
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		require.Fail(t, "a signal does not end the host", "%v\n%s", how, out)
	}
	return out.String(), false
}

// killClient kills one of the clients.
func (h *httpDay) killClient() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.clients { // in random order
		_ = p.Kill()
		h.killed++
		return
	}
}

// judge wants every game played by those who were there, and by no one else.
func (h *httpDay) judge(t *testing.T, dir string) {
	d, err := tournament.Read(dir)
	require.NoError(t, err)
	for _, c := range d.Decisions {
		if c.Type == tournament.Missing {
			require.True(t, absentees[c.Entrant], c.Entrant)
		}
		require.NotEqual(t, tournament.Forfeited, c.Type)
	}
	finished := map[string]int{}
	for _, c := range d.Decisions {
		if c.Type == tournament.Finished {
			finished[c.Game]++
		}
	}
	played := 0
	d.Matches(func(m *tournament.Match) {
		require.Len(t, m.Games, 2)
		recorded := map[string]int{}
		for _, g := range readGames(t, d.Record(m.ID)) {
			if g.Complete {
				recorded[g.Header().ID]++
			}
		}
		for _, g := range m.Games {
			require.Equal(t, tournament.Finished, g.By)
			require.Equal(t, 1, finished[g.AttemptID()], g.ID)
			require.Equal(t, 1, recorded[g.AttemptID()], g.ID)
			played++
			for _, e := range m.Entrants {
				name, seat := d.Entrants[e].Name, slices.Index(g.Seats, e)
				require.Equal(t, absentees[name], seat < 0, "%s in %s", name, g.ID)
				if seat >= 0 {
					require.NotZero(t, g.Scores[seat], "%s acted in %s", name, g.ID)
				}
			}
		}
	})
	require.Len(t, finished, played, "each game was decided on once")
}
