package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/sandbox"
)

// farm is a server with its keys, for one test.
type farm struct {
	t       *testing.T
	options natsconn.ServerOptions
	server  *natsconn.Server
}

func newFarm(t *testing.T, o natsconn.ServerOptions) *farm {
	o.Store = t.TempDir()
	return newFarmAt(t, o)
}

// newFarmAt is newFarm with a store that the options name.
func newFarmAt(t *testing.T, o natsconn.ServerOptions) *farm {
	o.Keys = filepath.Join(t.TempDir(), "keys")
	require.NoError(t, natsconn.MakeKeys(o.Keys, natsconn.Init{}))
	f := &farm{t: t, options: o}
	f.start()
	t.Cleanup(func() { f.server.Stop() })
	return f
}

func (f *farm) start() {
	s, err := natsconn.StartServer(f.options)
	require.NoError(f.t, err)
	f.server = s
}

func (f *farm) connect(r natsconn.Role) *nats.Conn {
	access, err := natsconn.ReadAccess(natsconn.AccessFile(f.options.Keys, r, ""))
	require.NoError(f.t, err)
	c, err := natsconn.Connect(f.t.Context(), natsconn.ConnectOptions{Server: f.server, Access: access})
	require.NoError(f.t, err)
	f.t.Cleanup(c.Close)
	return c
}

// script is a program that prints its argument, and takes its time.
const script = "#!/bin/sh\nsleep 0.05\necho \"seed $1\"\n"

// newSpec writes a spec and its program, and reads it.
func newSpec(t *testing.T, jobs int, more string) *Spec {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte(script), 0o700))
	text := fmt.Sprintf("kind = \"seeds\"\nprogram = \"tool\"\ncommand = [\"{n}\"]\nseeds = %d\nper_job = 1\n%s\n", jobs, more)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "spec.toml"), []byte(text), 0o600))
	s, err := ReadSpec(filepath.Join(dir, "spec.toml"))
	require.NoError(t, err)
	return s
}

// running is a coordinator that runs.
type running struct {
	*Coordinator
	stop     context.CancelFunc
	done     chan struct{}
	findings []Finding
	err      error
	said     chan string
}

func (f *farm) coordinate(s *Spec, change func(*Coordinator)) *running {
	ctx, stop := context.WithCancel(f.t.Context())
	ready := make(chan struct{})
	r := &running{stop: stop, done: make(chan struct{}), said: make(chan string, 1000)}
	r.Coordinator = &Coordinator{Spec: s, Conn: f.connect(natsconn.Coordinator), Say: func(text string) { r.said <- text }, OnReady: func() { close(ready) }}
	if change != nil {
		change(r.Coordinator)
	}
	go func() {
		defer close(r.done)
		r.findings, r.err = r.Run(ctx)
	}()
	select {
	case <-ready:
	case <-r.done:
	}
	f.t.Cleanup(func() { stop(); <-r.done })
	return r
}

// results are what came of all jobs, by number.
func (r *running) results(t *testing.T) map[int]string {
	t.Helper()
	all := map[int]string{}
	require.NoError(t, r.Results(t.Context(), func(number int, _ string, body []byte) error {
		plain, err := Unpack(body)
		require.NoError(t, err)
		text, err := io.ReadAll(plain)
		all[number] = string(text)
		return err
	}))
	return all
}

// work runs a worker that does jobs by do; nil runs the programs.
func (f *farm) work(name string, s *Spec, do func(ctx context.Context, j *Job) (string, error)) (stop func()) {
	w := &Worker{Conn: f.connect(natsconn.Worker), Name: name, Programs: s.Programs(), Isolation: sandbox.New(sandbox.Auto, nil), ExitWhenDone: true}
	if do != nil {
		w.do = func(ctx context.Context, _ string, j *Job) ([]byte, error) {
			text, err := do(ctx, j)
			if err != nil {
				return nil, err
			}
			return pack(strings.NewReader(text))
		}
	}
	ctx, cancel := context.WithCancel(f.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = w.Run(ctx)
	}()
	stop = func() { cancel(); <-done }
	f.t.Cleanup(stop)
	return stop
}

func usual(_ context.Context, j *Job) (string, error) { return "seed " + j.Steps[0][0] + "\n", nil }

// wanted is what one machine would have made of a spec.
func wanted(s *Spec) map[int]string {
	all := map[int]string{}
	for number := range s.Jobs() {
		for _, step := range s.Job(number).Steps {
			all[number] += "seed " + step[0] + "\n"
		}
	}
	return all
}

// Programs are run in isolation, and their results are those of one machine.
func TestIsolatedPrograms(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 5, "first_seed = 7")
	c := f.coordinate(s, nil)
	f.work("one", s, nil)
	f.work("two", s, nil)
	<-c.done
	require.NoError(t, c.err)
	require.Empty(t, c.findings)
	require.Equal(t, wanted(s), c.results(t))
	require.Contains(t, c.State().String(), "5 of 5 jobs done")
}

// A worker that dies costs its job's time alone: the job is given again.
func TestWorkerDies(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 4, "")
	c := f.coordinate(s, func(c *Coordinator) { c.Lease = 200 * time.Millisecond })
	conn := f.connect(natsconn.Worker)
	dead := &Worker{Conn: conn, Name: "dead", Programs: s.Programs()}
	a, err := dead.ask(t.Context(), s.ID(), verbTake, request{Programs: dead.Programs.hashes()}, nil)
	require.NoError(t, err)
	require.NotNil(t, a.Job) // and nothing is heard of it any more
	f.work("alive", s, usual)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, wanted(s), c.results(t))
	require.Equal(t, 1, c.State().Expired)

	// It was only stopped, and delivers after all: counted once.
	again := f.coordinate(s, nil)
	<-again.done
	require.NoError(t, again.err)
	require.Equal(t, 4, again.State().AtStart)
}

// A lease that was lost stops the work on the job.
func TestLostLease(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 2, "")
	c := f.coordinate(s, func(c *Coordinator) { c.Lease = 300 * time.Millisecond })
	began, lost := make(chan *Job, 1), make(chan error, 1)
	f.work("slow", s, func(ctx context.Context, j *Job) (string, error) {
		if j.Number == 0 {
			began <- j
			<-ctx.Done()
			lost <- context.Cause(ctx)
		}
		return usual(ctx, j)
	})
	j := <-began
	body, err := pack(strings.NewReader("seed 0\n"))
	require.NoError(t, err)
	fast := &Worker{Conn: f.connect(natsconn.Worker), Name: "fast"}
	a, err := fast.ask(t.Context(), s.ID(), verbResult, request{Number: j.Number}, body)
	require.NoError(t, err)
	require.True(t, a.OK)
	require.ErrorIs(t, <-lost, errLeaseLost)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, wanted(s), c.results(t))
}

// Two results of a deterministic job that differ are a finding that names both
// workers, also when the first was kept before a restart.
func TestContradiction(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 2, "deterministic = true")
	deliver := func(who, text string) *answer {
		body, err := pack(strings.NewReader(text))
		require.NoError(t, err)
		w := &Worker{Conn: f.connect(natsconn.Worker), Name: who}
		a, err := w.ask(t.Context(), s.ID(), verbResult, request{Number: 0}, body)
		require.NoError(t, err)
		return a
	}
	first := f.coordinate(s, nil)
	require.True(t, deliver("honest", "seed 0\n").OK)
	require.True(t, deliver("honest too", "seed 0\n").OK)
	first.stop()
	<-first.done
	require.Empty(t, first.findings)
	second := f.coordinate(s, nil)
	require.True(t, deliver("liar", "seed 1\n").OK)
	f.work("last", s, usual)
	<-second.done
	require.Len(t, second.findings, 1)
	require.Equal(t, []string{"worker/honest", "worker/liar"}, second.findings[0].Workers)
	require.Equal(t, wanted(s), second.results(t), "the first counts")
}

// There is one coordinator of a spec; and where there are two all the same, each
// job is counted once.
func TestTwoCoordinators(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 1, "deterministic = true")
	first := f.coordinate(s, nil)
	second := f.coordinate(s, nil)
	<-second.done
	require.ErrorContains(t, second.err, "gives the jobs of this spec already")

	st := first.store
	require.NoError(t, st.putIfAbsent(t.Context(), 0, storedResult{"another coordinator's", "sum", []byte("x")}))
	require.ErrorIs(t, st.putIfAbsent(t.Context(), 0, storedResult{"late", "sum", []byte("y")}), errExists)
	f.work("one", s, usual)
	<-first.done
	require.NoError(t, first.err)
	k, err := st.get(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, "another coordinator's", k.Worker)
}

// A server that can keep no more loses nothing: the worker has the result until
// there is room.
func TestFullStore(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{MaxStore: 20 << 10})
	s := newSpec(t, 3, "")
	c := f.coordinate(s, nil)
	random := rand.New(rand.NewPCG(1, 2))
	f.work("one", s, func(context.Context, *Job) (string, error) {
		noise := make([]byte, 15<<10)
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		return string(noise), nil
	})
	for text := range c.said {
		if strings.Contains(text, "free some space") {
			break
		}
	}
	kept := c.State().Done
	require.Less(t, kept, 3)
	c.stop()
	<-c.done
	f.server.Stop()
	f.options.MaxStore = 1 << 20
	f.start()
	again := f.coordinate(s, nil)
	require.GreaterOrEqual(t, again.State().AtStart, kept)
	f.work("two", s, usual)
	<-again.done
	require.NoError(t, again.err)
	require.Len(t, again.results(t), 3)
}

// A disk that is full loses nothing that was kept, the server says where it wants room,
// and the work goes on when there is some. FULL_DISK is a folder on a disk of 2 MB.
func TestFullDisk(t *testing.T) {
	dir := os.Getenv("FULL_DISK")
	if dir == "" {
		t.Skip("FULL_DISK names no folder on a small disk")
	}
	ballast := filepath.Join(dir, "ballast")
	require.NoError(t, os.WriteFile(ballast, make([]byte, 1300<<10), 0o600))
	said := make(chan string, 10_000)
	f := newFarmAt(t, natsconn.ServerOptions{Store: filepath.Join(dir, "store"), MinFree: 256 << 10, Notify: func(text string) { said <- text }})
	s := newSpec(t, 8, "")
	c := f.coordinate(s, nil)
	noise := func(_ context.Context, j *Job) (string, error) {
		random, text := rand.New(rand.NewPCG(1, uint64(j.Number))), make([]byte, 100<<10)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		return string(text), nil
	}
	f.work("one", s, noise)
	untilSaid(t, said, "the disk of the store "+f.options.Store+" is full: free some space there")
	for range 2 { // and what was refused once is not taken for what is kept
		untilSaid(t, c.said, "its worker sends it again")
	}

	// What counts as done is on the disk: a server that starts on a copy of it has it.
	done := c.State().Done
	require.Positive(t, done)
	require.Less(t, done, 8)
	copied := filepath.Join(t.TempDir(), "store")
	require.NoError(t, os.CopyFS(copied, os.DirFS(f.options.Store)))
	other := newFarmAt(t, natsconn.ServerOptions{Store: copied})
	then := other.coordinate(s, nil)
	require.Equal(t, done, then.State().AtStart)
	then.stop()

	require.NoError(t, os.Remove(ballast))
	untilSaid(t, said, "takes results again")
	<-c.done
	require.NoError(t, c.err)
	for number, text := range c.results(t) {
		want, _ := noise(t.Context(), &Job{Number: number})
		require.Equal(t, want, text)
	}
	require.Len(t, c.results(t), 8)
	require.Zero(t, c.State().Late)
}

// untilSaid waits until a text is said.
func untilSaid(t *testing.T, said <-chan string, text string) {
	for line := range said {
		t.Log(line)
		if strings.Contains(line, text) {
			return
		}
	}
}

// A result that is no message is said to be too large, not sent in vain.
func TestLargeResult(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 1, "")
	c := f.coordinate(s, nil)
	f.work("one", s, func(context.Context, *Job) (string, error) {
		return "", errTooLarge
	})
	f.work("two", s, func(context.Context, *Job) (string, error) {
		return "", errTooLarge
	})
	<-c.done
	require.ErrorIs(t, c.err, ErrTooManyFailures)
	require.ErrorContains(t, c.err, "lower per_job")
	require.Len(t, c.findings, 1)

	_, err := pack(&endless{rand.New(rand.NewPCG(1, 2)), 100 << 20})
	require.ErrorContains(t, err, "lower per_job")
}

// endless are random bytes, which nothing makes smaller.
type endless struct {
	random *rand.Rand
	left   int
}

// Read fills p.
func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = byte(e.random.Uint32())
	}
	e.left -= len(p)
	return len(p), nil
}

// What is no request, of another version, of no job or broken is refused and said,
// and changes nothing.
func TestForeignMessages(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 1, "")
	c := f.coordinate(s, nil)
	conn := f.connect(natsconn.Worker)
	for text, want := range map[string]string{
		"":                            "not a request",
		"\x00\xff":                    "not a request",
		`{"protocol":1,"worker":"w"}`: "speaks version 1",
		`{"protocol":2}`:              "without a name",
		`{"protocol":2,"worker":"w"}`: "does not have tool",
		`{"protocol":2,"worker":"` + strings.Repeat("w", 1000) + `"}`: "too long",
	} {
		m, err := conn.Request(subject(s.ID(), verbTake, "worker"), []byte(text), 30*time.Second)
		require.NoError(t, err)
		require.Contains(t, string(m.Data), want)
	}
	const mine = `{"protocol":2,"worker":"w\n"}`
	m, err := conn.Request(subject(s.ID(), verbTake, "worker"), []byte(mine), 30*time.Second)
	require.NoError(t, err)
	require.Contains(t, string(m.Data), "cannot be shown")
	// An answer goes to nobody's subject but an inbox: not to where results are kept.
	foreign := subjectOf(s.ID(), 0)
	require.NoError(t, conn.PublishRequest(subject(s.ID(), verbTake, "worker"), foreign, []byte(`{"protocol":2,"worker":"w"}`)))
	require.NoError(t, conn.Flush())
	untilSaid(t, c.said, "wants its answer at \""+foreign)

	w := &Worker{Conn: conn, Name: "w"}
	good, err := pack(strings.NewReader("x"))
	require.NoError(t, err)
	a, err := w.ask(t.Context(), s.ID(), verbResult, request{Number: 17}, good)
	require.NoError(t, err)
	require.Contains(t, a.Error, "no job 17")
	for _, body := range [][]byte{[]byte("not compressed"), good[:len(good)-3]} {
		a, err = w.ask(t.Context(), s.ID(), verbResult, request{Number: 0}, body)
		require.NoError(t, err)
		require.Contains(t, a.Error, "result")
	}
	a, err = w.ask(t.Context(), s.ID(), verbRenew, request{Number: -1}, nil)
	require.NoError(t, err)
	require.False(t, a.OK)
	require.Zero(t, c.State().Done)
}

// A job that a worker does not do whole, twice as a pair or not at all, does not
// count: Check says so, and it is given again.
func TestCheckedResults(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 1, "")
	var mu sync.Mutex
	checked := 0
	c := f.coordinate(s, func(c *Coordinator) {
		c.Check = func(context.Context, int, []byte) error {
			mu.Lock()
			defer mu.Unlock()
			if checked++; checked == 1 {
				return fmt.Errorf("half a pair")
			}
			return nil
		}
	})
	f.work("one", s, usual)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, 1, c.State().Failed)
}

// StopWhen sees results in the order of their numbers, those of before a restart too,
// and ends the work.
func TestEnough(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 200, "")
	var seen []int
	enough := func(after int) func(c *Coordinator) {
		return func(c *Coordinator) {
			c.StopWhen = func(number int, body []byte) (bool, error) {
				seen = append(seen, number)
				return number == after, nil
			}
		}
	}
	c := f.coordinate(s, enough(3))
	f.work("one", s, usual)
	f.work("two", s, usual)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, []int{0, 1, 2, 3}, seen)
	seen = nil
	again := f.coordinate(s, enough(5))
	<-again.done
	require.NoError(t, again.err)
	require.Equal(t, []int{0, 1, 2, 3, 4, 5}, seen)
}

// A result whose coordinator has gone does not keep its worker from another's work.
func TestOtherWork(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	gone, s := newSpec(t, 1, ""), newSpec(t, 3, "")
	first := f.coordinate(gone, nil)
	w := &Worker{Conn: f.connect(natsconn.Worker), Name: "one", Programs: s.Programs(), waits: time.Millisecond}
	begun := make(chan struct{})
	w.do = func(ctx context.Context, _ string, j *Job) ([]byte, error) {
		if j.Spec == gone.ID() {
			close(begun)
			<-first.done
		}
		text, _ := usual(ctx, j)
		return pack(strings.NewReader(text))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = w.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-ended })
	<-begun
	first.stop()
	<-first.done
	second := f.coordinate(s, nil)
	<-second.done
	require.NoError(t, second.err)
	require.Equal(t, wanted(s), second.results(t))
}

// A worker that ends with its spec ends also where the coordinator ended first.
func TestCoordinatorEndsFirst(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 1, "")
	first := f.coordinate(s, nil)
	w := &Worker{Conn: f.connect(natsconn.Worker), Name: "one", Programs: s.Programs(), ExitWhenDone: true, waits: time.Millisecond}
	w.do = func(context.Context, string, *Job) ([]byte, error) {
		first.stop()
		<-first.done
		return nil, errors.New("it was not to be done")
	}
	require.NoError(t, w.Run(t.Context()))
}
