package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/loopline/loopline/farm/leases"
)

// Coordinator gives the jobs of a spec to workers, until all are done.
type Coordinator struct {
	Spec *Spec
	Conn *nats.Conn

	Replicas int           // servers that keep each result; 0 is one
	Lease    time.Duration // how long a worker may be silent; 0 is the spec's

	// Kept is the folder in which results are kept besides, each in a file under the
	// spec's name, from before their workers hear that they are. What either the store
	// of the servers or this folder has is not done again. Empty keeps nothing there.
	Kept string

	// Check returns an error for a bad result of a job before it is stored; nil accepts
	// every result.
	Check func(ctx context.Context, number int, body []byte) error

	// StopWhen, unless it is nil, is given the result of each job, in the order of
	// their numbers, and reports whether no more is needed. So what is decided does
	// not depend on which worker was fast.
	StopWhen func(number int, body []byte) (bool, error)

	// Say gets messages for the user, Progress how far the jobs are, every second.
	// Nil is silent. They are called concurrently.
	Say      func(text string)
	Progress func(Progress)

	// OnReady, unless it is nil, is called when workers can ask.
	OnReady func()

	mu       sync.Mutex
	table    *leases.LeaseTable
	store    *store
	files    *files // of Kept; nil if that is empty
	began    time.Time
	findings []Finding
	changed  chan struct{} // gets something when a job was done or broken
	looked   int           // the next job that StopWhen is given
	atStart  int           // jobs that were done before

	saidNotKept time.Duration // when it said last that a result is not kept; 0 is never
	checks      chan struct{} // as many as may run at once
	wg          sync.WaitGroup
}

// Finding is something wrong that was found on the way.
type Finding struct {
	Job     int      `json:"job"`
	Problem string   `json:"problem"`
	Workers []string `json:"workers"`
	Sums    []string `json:"sums,omitempty"`
}

// String is the finding in a line.
func (f Finding) String() string {
	return fmt.Sprintf("job %d: %s (%v)", f.Job, f.Problem, f.Workers)
}

// Progress is a snapshot of the jobs.
type Progress struct {
	leases.Counts
	AtStart  int             `json:"at_start"` // jobs that were done before the coordinator was started
	Runs     int             `json:"runs"`     // pairs or seeds a job
	Since    time.Duration   `json:"since"`    // how long the coordinator has been running; times are in nanoseconds
	Median   time.Duration   `json:"median"`   // of the last jobs
	Workers  []leases.Worker `json:"workers"`  // that were heard of
	Slow     []Straggler     `json:"slow"`     // jobs that take far longer than others
	Estimate time.Duration   `json:"estimate"` // until the end; 0 is unknown
	Findings []Finding       `json:"findings"`
}

// Straggler is a job that takes far longer than others, and who has it.
type Straggler struct {
	Job    int    `json:"job"`
	Worker string `json:"worker"`
}

// String is the job in words.
func (s Straggler) String() string { return fmt.Sprintf("job %d at %s", s.Job, s.Worker) }

// ErrTooManyFailures says that jobs failed too often.
var ErrTooManyFailures = errors.New("jobs failed too often")

// wait is the pause of a worker before it asks again when no job is free.
const wait = time.Second

// Run leases jobs until all are done or ctx ends. Results are stored: another Run of
// the same spec continues there. It returns the problems found.
func (c *Coordinator) Run(ctx context.Context) ([]Finding, error) {
	err := c.open(ctx)
	if c.files != nil {
		defer c.files.close()
	}
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	subscriptions, err := c.listen(ctx)
	defer func() {
		for _, s := range subscriptions {
			_ = s.Unsubscribe()
		}
		c.wg.Wait()
	}()
	if err != nil {
		return nil, err
	}
	if c.OnReady != nil {
		c.OnReady()
	}
	if err := c.wait(ctx); err != nil {
		return c.found(), err
	}
	c.report()
	return c.found(), c.broken()
}

// clusterTime bounds the time in which a cluster agrees on a store.
const clusterTime = 2 * time.Minute

// openStore opens the store. A cluster that has just begun, or lost who leads it, is
// waited for.
func (c *Coordinator) openStore(ctx context.Context) (*store, error) {
	for begun := time.Now(); ; {
		s, err := openStore(ctx, c.Conn, c.Spec.ID(), c.Replicas)
		if err == nil || c.Replicas <= 1 || ctx.Err() != nil || time.Since(begun) > clusterTime {
			return s, err
		}
		c.Say(err.Error() + "; trying again")
		if err := pause(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// open loads the results that are there, and makes sure that no other coordinator
// leases these jobs.
func (c *Coordinator) open(ctx context.Context) (err error) {
	if c.Say == nil {
		c.Say = func(string) {}
	}
	if c.Lease == 0 {
		c.Lease = c.Spec.lease
	}
	if err := c.checkSoleCoordinator(ctx); err != nil {
		return err
	}
	c.began, c.changed, c.checks = time.Now(), make(chan struct{}, 1), make(chan struct{}, runtime.NumCPU())
	if c.store, err = c.openStore(ctx); err != nil {
		return err
	}
	c.table = leases.New(c.Spec.Jobs(), leases.Options{
		Lease: c.Lease, Deterministic: c.Spec.Deterministic, FirstLease: uint64(c.began.UnixNano()),
	})
	if err := c.loadResults(ctx); err != nil {
		return err
	}
	c.atStart = c.table.Counts().Done
	return nil
}

// findTime bounds the wait for another coordinator's answer.
const findTime = 500 * time.Millisecond

// checkSoleCoordinator refuses to be a second coordinator of a spec.
func (c *Coordinator) checkSoleCoordinator(ctx context.Context) error {
	info, err := find(ctx, c.Conn, findTime, func(info *coordinatorInfo) bool { return info.Spec == c.Spec.ID() })
	if err != nil || info == nil {
		return err
	}
	return fmt.Errorf("%s gives the jobs of this spec already; stop it first, or run farm work here", info.Who)
}

// find asks for a coordinator that suits, and returns nil if none answers.
func find(ctx context.Context, conn *nats.Conn, patience time.Duration, suits func(*coordinatorInfo) bool) (*coordinatorInfo, error) {
	inbox := conn.NewInbox()
	answers, err := conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }()
	if err := conn.PublishRequest(subjectFind, inbox, nil); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil || m.Header.Get("Status") == "503" {
			return nil, nil // no coordinator answers
		}
		if info, err := readInfo(m.Data); err != nil {
			return nil, err
		} else if suits(info) {
			return info, nil
		}
	}
}

// processName names this process and its machine, to report them.
func processName() string {
	host, _ := os.Hostname() // without one the process is named
	return fmt.Sprintf("process %d on %s", os.Getpid(), host)
}

// now is the ledger's clock: it does not jump.
func (c *Coordinator) now() time.Duration { return time.Since(c.began) + 1 }

func (c *Coordinator) listen(ctx context.Context) (all []*nats.Subscription, err error) {
	info := coordinatorInfo{protocol, c.Spec.ID(), processName()}
	verbs := map[string]func(context.Context, *nats.Msg, *request){
		verbTake: c.acquire, verbRenew: c.renew, verbFail: c.fail, verbResult: c.result,
	}
	handlers := map[string]nats.MsgHandler{subjectFind: func(m *nats.Msg) { respond(m, info) }}
	for verb, do := range verbs {
		handlers[subject(c.Spec.ID(), verb, "*")] = func(m *nats.Msg) {
			r, err := readRequest(m)
			if err != nil {
				c.Say(err.Error())
				respond(m, answer{Error: err.Error()})
				return
			}
			if !c.admits(r.Worker) {
				respond(m, answer{For: wait, Error: "there are too many workers"})
				return
			}
			do(ctx, m, r)
		}
	}
	for name, handler := range handlers {
		s, err := c.Conn.Subscribe(name, handler)
		if err != nil {
			return all, err
		}
		all = append(all, s)
	}
	return all, c.Conn.FlushTimeout(askTime)
}

// wait waits until nothing is left to do, and tells how far it is.
func (c *Coordinator) wait(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if enough, err := c.checkStopWhen(ctx); err != nil || enough || c.over() {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-c.changed:
		case <-tick.C:
			c.report()
		}
	}
}

// checkStopWhen passes the next results in order to StopWhen.
func (c *Coordinator) checkStopWhen(ctx context.Context) (bool, error) {
	for c.StopWhen != nil {
		c.mu.Lock()
		_, done := c.table.Done(c.looked)
		c.mu.Unlock()
		if !done {
			break
		}
		k, err := c.get(ctx, c.looked)
		if ctx.Err() == nil && err != nil {
			c.Say(err.Error() + "; trying again") // a cluster may choose who leads it
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if enough, err := c.StopWhen(c.looked, k.Body); err != nil || enough {
			return enough, err
		}
		c.looked++
	}
	return false, nil
}

func (c *Coordinator) report() {
	if c.Progress != nil {
		c.Progress(c.State())
	}
}

func (c *Coordinator) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.table.Over()
}

// State returns a snapshot of the jobs. It may be called concurrently with Run.
func (c *Coordinator) State() Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	c.table.Expire(now)
	p := Progress{
		Counts: c.table.Counts(), AtStart: c.atStart, Runs: c.Spec.PerJob, Since: now,
		Median: c.table.Median(), Workers: c.table.Workers(), Findings: slices.Clone(c.findings),
	}
	numbers, workers := c.table.Stragglers(now)
	for i, number := range numbers {
		p.Slow = append(p.Slow, Straggler{number, workers[i]})
	}
	if did := p.Done - p.AtStart; did > 0 {
		p.Estimate = time.Duration(float64(now) / float64(did) * float64(p.Jobs-p.Done-p.Broken))
	}
	return p
}

// maxFindings bounds the findings in memory.
const maxFindings = 1000

// find keeps findings, each once: a worker may deliver one again. The caller holds mu.
func (c *Coordinator) find(all ...Finding) {
	for _, f := range all {
		known := slices.ContainsFunc(c.findings, func(k Finding) bool { return k.String() == f.String() && slices.Equal(k.Sums, f.Sums) })
		if !known && len(c.findings) < maxFindings {
			c.findings = append(c.findings, f)
		}
	}
}

func (c *Coordinator) found() []Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.findings)
}

func (c *Coordinator) broken() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	numbers, why := c.table.Failed()
	if len(numbers) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d of %d, the first is job %d: %s", ErrTooManyFailures, len(numbers), c.Spec.Jobs(), numbers[0], why[0])
}

func (c *Coordinator) change() {
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

func (c *Coordinator) admits(worker string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.table.Admits(worker)
}

// acquire gives a job.
func (c *Coordinator) acquire(_ context.Context, m *nats.Msg, r *request) {
	for name, hash := range c.Spec.Binaries {
		if !slices.Contains(r.Programs, hash) {
			respond(m, answer{For: wait, Error: fmt.Sprintf(
				"worker %s does not have %s (SHA-256 %s) on its list of programs", r.Worker, name, hash)})
			return
		}
	}
	c.mu.Lock()
	lease, ok := c.table.Acquire(c.now(), r.Worker)
	over := c.table.Over()
	c.mu.Unlock()
	if !ok {
		respond(m, answer{For: wait, Over: over})
		return
	}
	respond(m, answer{Job: c.Spec.Job(lease.Job), Lease: lease.ID, For: c.lease()})
}

func (c *Coordinator) lease() time.Duration {
	if c.Lease > 0 {
		return c.Lease
	}
	return leases.DefaultLease
}

// renew lengthens a lease.
func (c *Coordinator) renew(_ context.Context, m *nats.Msg, r *request) {
	c.mu.Lock()
	ok := c.table.Renew(c.now(), r.Number, r.Lease, r.Worker)
	c.mu.Unlock()
	respond(m, answer{OK: ok})
}

// fail takes a job back.
func (c *Coordinator) fail(_ context.Context, m *nats.Msg, r *request) {
	if r.Release {
		c.mu.Lock()
		c.table.Release(c.now(), r.Number, r.Lease, r.Worker)
		c.mu.Unlock()
	} else {
		c.failed(r, r.Why)
	}
	respond(m, answer{OK: true})
}

func (c *Coordinator) failed(r *request, why string) {
	c.mu.Lock()
	broken := c.table.Fail(c.now(), r.Number, r.Lease, r.Worker, why)
	if broken {
		c.find(Finding{Job: r.Number, Problem: "failed too often: " + why, Workers: []string{r.Worker}})
	}
	c.mu.Unlock()
	c.Say(fmt.Sprintf("job %d failed at %s: %s", r.Number, r.Worker, why))
	c.change()
}

// result takes a result; as many are checked at once as there are processors.
func (c *Coordinator) result(ctx context.Context, m *nats.Msg, r *request) {
	c.checks <- struct{}{}
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		defer func() { <-c.checks }()
		respond(m, c.submit(ctx, r, m.Data))
	}()
}

// submit keeps a result if it is good and the first.
func (c *Coordinator) submit(ctx context.Context, r *request, body []byte) answer {
	sum, err := sumOf(body, c.Spec.Kind == Pairs)
	if err == nil && c.Check != nil && r.Number >= 0 && r.Number < c.Spec.Jobs() {
		err = c.Check(ctx, r.Number, body)
	}
	if ctx.Err() != nil {
		return answer{For: wait} // the next coordinator takes it
	}
	if err != nil {
		c.failed(r, err.Error())
		return answer{Error: err.Error()}
	}
	if err := c.loadStored(ctx, r.Number); err != nil {
		c.Say(err.Error())
		return answer{For: wait}
	}
	c.mu.Lock()
	outcome := c.table.Submit(c.now(), r.Number, r.Worker, sum)
	c.mu.Unlock()
	switch outcome {
	case leases.UnknownJob:
		return answer{Error: fmt.Sprintf("there is no job %d", r.Number)}
	case leases.Conflict:
		return c.conflict(ctx, r, sum)
	case leases.Duplicate:
		return answer{OK: true}
	}
	return c.commit(ctx, r, storedResult{r.Worker, sum, body})
}

// loadStored learns the sum of a result that was kept before this coordinator began.
func (c *Coordinator) loadStored(ctx context.Context, number int) error {
	c.mu.Lock()
	sum, done := c.table.Done(number)
	c.mu.Unlock()
	if !done || sum != "" {
		return nil
	}
	k, err := c.get(ctx, number)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.table.Recover(number, k.Sum)
	return nil
}

// commit puts a result into the store. Where another coordinator was first, that
// result counts.
func (c *Coordinator) commit(ctx context.Context, r *request, k storedResult) answer {
	err := c.store.putIfAbsent(ctx, r.Number, k)
	if errors.Is(err, errExists) {
		return c.keptBefore(ctx, r, k)
	}
	if err == nil {
		err = c.keepFile(r.Number, k)
	}
	if err != nil {
		c.sayNotKept(r, err)
		return answer{For: wait}
	}
	c.mu.Lock()
	c.table.Commit(c.now(), r.Number, k.Worker, k.Sum)
	c.mu.Unlock()
	c.change()
	return answer{OK: true}
}

// notKeptEvery is the least time between two messages that results are not kept, as while a disk is full.
const notKeptEvery = time.Minute

// sayNotKept reports that a result could not be kept. Workers send theirs again and again: it says so once a
// minute.
func (c *Coordinator) sayNotKept(r *request, err error) {
	c.mu.Lock()
	again := c.saidNotKept > 0 && c.now()-c.saidNotKept < notKeptEvery
	if !again {
		c.saidNotKept = c.now()
	}
	c.mu.Unlock()
	if !again {
		c.Say(fmt.Sprintf("job %d: %v; its worker sends it again, as do others", r.Number, err))
	}
}

// keptBefore takes on a result that is in the store: another coordinator's, or one that
// could not be kept in a file when it came first. Where the store has it no more, and
// takes no other, the new one counts, which a file has.
func (c *Coordinator) keptBefore(ctx context.Context, r *request, k storedResult) answer {
	first, err := c.fromStore(ctx, r.Number)
	if c.files != nil && errors.Is(err, errLost) {
		c.Say(fmt.Sprintf("%v; the new one is in %s and counts", err, c.files.dir))
		first, err = k, nil
	}
	if err == nil {
		err = c.keepFile(r.Number, first)
	}
	if err != nil {
		c.sayNotKept(r, err)
		return answer{For: wait}
	}
	c.mu.Lock()
	c.table.Recover(r.Number, first.Sum)
	c.mu.Unlock()
	c.change()
	return answer{For: 1} // it is compared when it is sent again
}

// conflict keeps in mind that two workers say different things.
func (c *Coordinator) conflict(ctx context.Context, r *request, sum string) answer {
	first, err := c.get(ctx, r.Number)
	if err != nil {
		c.Say(err.Error())
	}
	f := Finding{
		Job: r.Number, Problem: "two results of a deterministic job",
		Workers: []string{first.Worker, r.Worker}, Sums: []string{first.Sum, sum},
	}
	c.mu.Lock()
	c.find(f)
	c.mu.Unlock()
	c.Say(f.String())
	return answer{OK: true}
}

// Results hands out the result of each job that is done, in order.
func (c *Coordinator) Results(ctx context.Context, take func(number int, worker string, body []byte) error) error {
	numbers, err := c.numbers(ctx)
	if err != nil {
		return err
	}
	slices.Sort(numbers)
	for _, number := range numbers {
		k, err := c.get(ctx, number)
		if err != nil {
			return err
		}
		if err := take(number, k.Worker, k.Body); err != nil {
			return err
		}
	}
	return nil
}
