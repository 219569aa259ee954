package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
)

// envRole has the test's program be one process of a farm: the server, the
// coordinator or a worker.
const envRole = "LOOPLINE_FARM_ROLE"

func TestMain(m *testing.M) {
	role := os.Getenv(envRole)
	if role == "" {
		tier.AllSlow()
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := play(ctx, role, os.Args[1:]); err != nil && ctx.Err() == nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// play is a process of a farm. It says on its standard output what happens.
func play(ctx context.Context, role string, args []string) error {
	keys, url := args[0], args[1]
	say := func(text string) { fmt.Println(text) }
	if role == "server" {
		s, err := natsconn.StartServer(natsconn.ServerOptions{Keys: keys, Store: args[2], Listen: url})
		if err != nil {
			return err
		}
		defer s.Stop()
		say("at " + s.URL())
		<-ctx.Done()
		return nil
	}
	access, err := natsconn.ReadAccess(natsconn.AccessFile(keys, natsconn.Role(role), ""))
	if err != nil {
		return err
	}
	conn, err := natsconn.Connect(ctx, natsconn.ConnectOptions{URL: url, Access: access, Notify: say})
	if err != nil {
		return err
	}
	defer conn.Close()
	say("connected")
	s, err := ReadSpec(args[2])
	if err != nil {
		return err
	}
	if role == string(natsconn.Worker) {
		w := &Worker{Conn: conn, Name: args[3], Programs: s.Programs(), Isolation: sandbox.New(sandbox.None, nil), Say: say}
		return w.Run(ctx)
	}
	c := &Coordinator{Spec: s, Conn: conn, Kept: args[3], Say: say, OnReady: func() { say("ready") }}
	if _, err := c.Run(ctx); err != nil {
		return err
	}
	say("over")
	return nil
}

// crew is the processes of a farm.
type crew struct {
	*farmtest.Processes
	t    *testing.T
	over chan struct{} // closed when the coordinator says so
}

// await waits until somebody says one of some texts, or the jobs are done.
func (c *crew) await(texts ...string) string {
	c.t.Helper()
	for {
		select {
		case line := <-c.Lines:
			for _, text := range texts {
				if strings.Contains(line, text) {
					return line
				}
			}
		case <-c.over:
			return ""
		}
	}
}

func (c *crew) isOver() bool {
	select {
	case <-c.over:
		return true
	default:
		return false
	}
}

// skip passes over what was said up to now.
func (c *crew) skip() {
	for len(c.Lines) > 0 {
		<-c.Lines
	}
}

// TestKilledAtAnyTime kills, stops and starts again each process of a farm at
// random instants: INSTANTS of them, a hundred in the long checks. Each job is
// counted once, and the end is that of one machine. A few are done when the jobs are.
func TestKilledAtAnyTime(t *testing.T) {
	instants, each := 3, 15
	if text := os.Getenv("INSTANTS"); text != "" {
		var err error
		instants, err = strconv.Atoi(text)
		require.NoError(t, err)
		each = 60
	}
	s := newSpec(t, each*instants, "deterministic = true\nlease = \"1s\"")
	random := rand.New(rand.NewPCG(uint64(instants), 15))
	keys, store := filepath.Join(t.TempDir(), "keys"), t.TempDir()
	require.NoError(t, natsconn.MakeKeys(keys, natsconn.Init{}))
	c := &crew{t: t, over: make(chan struct{})}
	c.Processes = farmtest.NewProcesses(t, envRole, func(line string) {
		if line == "coordinator: over" {
			close(c.over)
		}
	})

	server := &farmtest.Process{Role: "server", Args: []string{keys, "127.0.0.1:0", store}}
	c.Start(server)
	url := strings.TrimPrefix(c.await("at tls://"), "server: at ")
	server.Args[1] = strings.TrimPrefix(url, "tls://") // the same after a restart
	spec := s.file
	kept := t.TempDir()
	coordinator := &farmtest.Process{Role: "coordinator", Args: []string{keys, url, spec, kept}}
	c.Start(coordinator)
	c.await("ready")
	all := []*farmtest.Process{server, coordinator}
	for n := range 3 {
		w := &farmtest.Process{Role: "worker", Args: []string{keys, url, spec, fmt.Sprintf("worker-%d", n)}}
		c.Start(w)
		c.await("worker: connected")
		all = append(all, w)
	}
	for i := range instants {
		c.skip()
		for range 1 + random.IntN(3) {
			c.await("begins")
		}
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond) // somewhere in a job; nothing follows from how long
		if c.isOver() {
			require.Positive(t, i)
			require.Equal(t, 15, each, "the jobs were done before the last instant")
			break
		}
		p := all[random.IntN(len(all))]
		switch random.IntN(3) {
		case 0:
			t.Logf("%d: %s killed", i, p.Role)
			c.restart(p, syscall.SIGKILL)
		case 1:
			t.Logf("%d: %s ended", i, p.Role)
			c.restart(p, syscall.SIGTERM)
		default:
			t.Logf("%d: %s stopped", i, p.Role)
			c.stop(p, random)
		}
	}
	<-c.over
	requireKept(t, keys, url, s)
	f, err := openFiles(kept, s.ID())
	require.NoError(t, err)
	defer f.close()
	is, err := f.scan(s.Jobs())
	require.NoError(t, err)
	require.Len(t, is.sums, s.Jobs(), "each result has a file")
	require.Empty(t, is.damaged)
	require.Empty(t, is.missing)
}

// restart ends a process and starts it again, as often as it takes: another may
// have been lost just before.
func (c *crew) restart(p *farmtest.Process, signal syscall.Signal) {
	p.Signal(signal)
	p.Wait()
	begun := map[string]string{"server": "server: at", "coordinator": "coordinator: ready", "worker": "worker: connected"}[p.Role]
	failed := p.Role + ": error: "
	for again := true; again; {
		c.Start(p)
		again = strings.Contains(c.await(begun, failed), failed)
	}
}

// stop stops a process for a while, longer than a lease or not.
func (c *crew) stop(p *farmtest.Process, random *rand.Rand) {
	p.Signal(syscall.SIGSTOP)
	time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
	p.Signal(syscall.SIGCONT)
}

// requireKept wants the results of one machine in the store, each once.
func requireKept(t *testing.T, keys, url string, s *Spec) {
	access, err := natsconn.ReadAccess(natsconn.AccessFile(keys, natsconn.Coordinator, ""))
	require.NoError(t, err)
	conn, err := natsconn.Connect(t.Context(), natsconn.ConnectOptions{URL: url, Access: access})
	require.NoError(t, err)
	defer conn.Close()
	c := &running{Coordinator: &Coordinator{}, done: nil}
	c.store, err = openStore(t.Context(), conn, s.ID(), 1)
	require.NoError(t, err)
	require.Equal(t, wanted(s), c.results(t))
	info, err := c.store.stream.Info(t.Context())
	require.NoError(t, err)
	require.Equal(t, uint64(s.Jobs()), info.State.Msgs)
	require.Equal(t, uint64(s.Jobs()), info.State.LastSeq, "nothing was kept that had to give way")
}
