package jobs

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/bus"
	"github.com/loopline/loopline/isolation"
)

// envRole has the test's program be one process of a farm: the server, the
// coordinator or a worker.
const envRole = "LOOPLINE_FARM_ROLE"

func TestMain(m *testing.M) {
	role := os.Getenv(envRole)
	if role == "" {
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
		s, err := bus.StartServer(bus.ServerOptions{Keys: keys, Store: args[2], Listen: url})
		if err != nil {
			return err
		}
		defer s.Stop()
		say("at " + s.URL())
		<-ctx.Done()
		return nil
	}
	access, err := bus.ReadAccess(bus.AccessFile(keys, bus.Role(role), ""))
	if err != nil {
		return err
	}
	conn, err := bus.Connect(ctx, bus.ConnectOptions{URL: url, Access: access, Say: say})
	if err != nil {
		return err
	}
	defer conn.Close()
	say("connected")
	s, err := ReadSpec(args[2])
	if err != nil {
		return err
	}
	if role == string(bus.Worker) {
		w := &Worker{Conn: conn, Name: args[3], Programs: s.Programs(), Isolation: isolation.New(isolation.None, nil), Say: say}
		return w.Run(ctx)
	}
	c := &Coordinator{Spec: s, Conn: conn, Say: say, Ready: func() { say("ready") }}
	if _, err := c.Run(ctx); err != nil {
		return err
	}
	say("over")
	return nil
}

// process is one of a farm, that can be killed, stopped and started again.
type process struct {
	role  string
	args  []string
	cmd   *exec.Cmd
	ended chan struct{}
}

// crew is the processes of a farm and what they say.
type crew struct {
	t     *testing.T
	lines chan string
	over  chan struct{} // closed when the coordinator says so
	wg    sync.WaitGroup
}

func (c *crew) start(p *process) {
	c.t.Helper()
	p.cmd = exec.Command(os.Args[0], p.args...)
	p.cmd.Env = append(os.Environ(), envRole+"="+p.role)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := p.cmd.StdoutPipe()
	require.NoError(c.t, err)
	require.NoError(c.t, p.cmd.Start())
	p.ended = make(chan struct{})
	cmd, ended := p.cmd, p.ended
	c.wg.Go(func() {
		defer close(ended)
		c.pass(p.role, out)
		_ = cmd.Wait() // it may have been killed
	})
}

func (c *crew) pass(role string, out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		c.lines <- role + ": " + lines.Text()
		if lines.Text() == "over" {
			close(c.over)
		}
	}
}

// await waits until somebody says one of some texts, or the jobs are done.
func (c *crew) await(texts ...string) string {
	c.t.Helper()
	for {
		select {
		case line := <-c.lines:
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
	for len(c.lines) > 0 {
		<-c.lines
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
	require.NoError(t, bus.MakeKeys(keys, bus.Init{}))
	c := &crew{t: t, lines: make(chan string, 1_000_000), over: make(chan struct{})}

	server := &process{role: "server", args: []string{keys, "127.0.0.1:0", store}}
	c.start(server)
	url := strings.TrimPrefix(c.await("at tls://"), "server: at ")
	server.args[1] = strings.TrimPrefix(url, "tls://") // the same after a restart
	spec := s.file
	coordinator := &process{role: "coordinator", args: []string{keys, url, spec}}
	c.start(coordinator)
	c.await("ready")
	all := []*process{server, coordinator}
	for n := range 3 {
		w := &process{role: "worker", args: []string{keys, url, spec, fmt.Sprintf("worker-%d", n)}}
		c.start(w)
		c.await("worker: connected")
		all = append(all, w)
	}
	defer func() {
		for _, p := range all {
			_ = p.cmd.Process.Kill()
			<-p.ended
		}
		c.wg.Wait()
	}()
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
			t.Logf("%d: %s killed", i, p.role)
			c.restart(p, syscall.SIGKILL)
		case 1:
			t.Logf("%d: %s ended", i, p.role)
			c.restart(p, syscall.SIGTERM)
		default:
			t.Logf("%d: %s stopped", i, p.role)
			c.stop(p, random)
		}
	}
	<-c.over
	requireKept(t, keys, url, s)
}

// restart ends a process and starts it again, as often as it takes: another may
// have been lost just before.
func (c *crew) restart(p *process, signal syscall.Signal) {
	_ = p.cmd.Process.Signal(signal) // or it has just ended
	<-p.ended
	begun := map[string]string{"server": "server: at", "coordinator": "coordinator: ready", "worker": "worker: connected"}[p.role]
	failed := p.role + ": error: "
	for again := true; again; {
		c.start(p)
		again = strings.Contains(c.await(begun, failed), failed)
	}
}

// stop stops a process for a while, longer than a lease or not.
func (c *crew) stop(p *process, random *rand.Rand) {
	_ = p.cmd.Process.Signal(syscall.SIGSTOP) // or it has just ended
	time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
	_ = p.cmd.Process.Signal(syscall.SIGCONT)
}

// requireKept wants the results of one machine in the store, each once.
func requireKept(t *testing.T, keys, url string, s *Spec) {
	access, err := bus.ReadAccess(bus.AccessFile(keys, bus.Coordinator, ""))
	require.NoError(t, err)
	conn, err := bus.Connect(t.Context(), bus.ConnectOptions{URL: url, Access: access})
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
