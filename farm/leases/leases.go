// Package leases keeps the jobs of a farm: which are to be done, who has which
// on lease until when, and which are done.
//
// It does no I/O and reads no clock: the coordinator of a farm drives it by
// messages, and the simulation in farm/simulate in virtual time. Its times are
// those of one clock, the coordinator's; clocks of workers do not matter.
package leases

import (
	"cmp"
	"container/heap"
	"slices"
	"time"
)

// Options configures a LeaseTable.
type Options struct {
	// Lease is the silence of a worker after which its job is leased again.
	Lease time.Duration

	// Attempts is the number of failures after which a job is not leased any more.
	Attempts int

	// Deterministic jobs have equal results whoever does them.
	Deterministic bool

	// FirstLease is the number before the first lease. One that is given again, after a
	// coordinator was started again, goes on from there.
	FirstLease uint64
}

// The defaults of Options.
const (
	DefaultLease    = time.Minute
	DefaultAttempts = 3
)

type state int8

const (
	free state = iota
	leased
	done
	failed
)

type job struct {
	state    state
	queued   bool // is in the queue of free jobs
	lease    uint64
	worker   string
	given    time.Duration // when it was first given
	until    time.Duration
	failures int
	lastFail string // who failed it last
	why      string
	sum      string
}

// Lease is a job that a worker has.
type Lease struct {
	Job   int    // its number
	ID    uint64 // names the lease
	Until time.Duration
}

// SubmitStatus tells what to do with a result.
type SubmitStatus int

// The outcomes.
const (
	Accepted   SubmitStatus = iota // the first result: store it, then call Commit
	Duplicate                      // it is kept already
	Conflict                       // another result of a deterministic job is kept
	UnknownJob                     // there is no such job
)

// LeaseTable tracks which jobs of a spec are free, leased or done. A lease ends unless its
// worker renews it: renewals are the heartbeat. A job may run more than once (at-least-once
// execution), but the first result alone is committed, so that each counts exactly once.
// It does no I/O and is not safe for concurrent use.
type LeaseTable struct {
	options   Options
	jobs      []job
	queue     []int // free jobs in order; those that are free no more are passed over
	requeued  []int // those that were leased before come first
	deadlines deadlines
	lastLease uint64
	workers   map[string]*Worker
	count     Counts
	durations []time.Duration // of the last jobs
}

// Counts counts jobs and leases.
type Counts struct {
	Jobs      int `json:"jobs"`
	Done      int `json:"done"`
	Leased    int `json:"leased"`
	Broken    int `json:"broken"`
	Expired   int `json:"expired"` // leases of silent workers
	Failed    int `json:"failed"`  // attempts
	Late      int `json:"late"`    // results that were kept already
	Conflicts int `json:"contradictions"`
}

// Worker holds the statistics of a worker.
type Worker struct {
	Name     string        `json:"name"`
	Done     int           `json:"done"`
	Leased   int           `json:"leased"`
	Expired  int           `json:"expired"`
	LastSeen time.Duration `json:"heard"` // when it last said something, in nanoseconds of the ledger's clock
}

// New returns the ledger of n jobs, none of them done.
func New(n int, o Options) *LeaseTable {
	if o.Lease <= 0 {
		o.Lease = DefaultLease
	}
	if o.Attempts <= 0 {
		o.Attempts = DefaultAttempts
	}
	l := &LeaseTable{options: o, jobs: make([]job, n), queue: make([]int, n), lastLease: o.FirstLease, workers: map[string]*Worker{}}
	l.count.Jobs = n
	for i := range n {
		l.queue[i], l.jobs[i].queued = i, true
	}
	return l
}

// Recover marks a job as done whose result was stored before, by this coordinator or
// another. With an empty sum, call it again with the sum before the job's next Submit.
func (l *LeaseTable) Recover(number int, sum string) {
	j := &l.jobs[number]
	if j.state != done {
		l.finish(j, number)
	}
	if j.sum == "" {
		j.sum = sum
	}
}

// Acquire gives a job to a worker, if there is one.
func (l *LeaseTable) Acquire(now time.Duration, worker string) (Lease, bool) {
	l.Expire(now)
	number, ok := l.next(now, worker)
	if !ok {
		l.worker(now, worker)
		return Lease{}, false
	}
	l.lastLease++
	j := &l.jobs[number]
	j.given = now
	l.grant(now, number, l.lastLease, worker)
	return Lease{number, j.lease, j.until}, true
}

// next takes the next free job off the queues: those that were given before come
// first. One that failed in this worker's hands goes to another, if it can.
func (l *LeaseTable) next(now time.Duration, worker string) (int, bool) {
	var passed []int
	defer func() { l.requeued = append(l.requeued, passed...) }()
	for _, queue := range []*[]int{&l.requeued, &l.queue} {
		for len(*queue) > 0 {
			number := (*queue)[0]
			*queue = (*queue)[1:]
			j := &l.jobs[number]
			switch {
			case j.state != free:
				j.queued = false
			case j.lastFail == worker && l.others(now, worker):
				passed = append(passed, number)
			default:
				j.queued = false
				return number, true
			}
		}
	}
	return 0, false
}

// others reports whether another worker was heard within a lease. One that was heard
// before that may never come back.
func (l *LeaseTable) others(now time.Duration, worker string) bool {
	for name, w := range l.workers {
		if name != worker && now-w.LastSeen <= l.options.Lease {
			return true
		}
	}
	return false
}

func (l *LeaseTable) grant(now time.Duration, number int, id uint64, worker string) {
	j := &l.jobs[number]
	j.state, j.lease, j.worker = leased, id, worker
	j.until = now + l.options.Lease
	l.count.Leased++
	l.worker(now, worker).Leased++
	heap.Push(&l.deadlines, deadline{j.until, number, id})
}

// maxWorkers bounds the workers of a table.
const maxWorkers = 100_000

// Admits reports whether a worker may be heard: it was before, or there are not too many.
func (l *LeaseTable) Admits(worker string) bool {
	return l.workers[worker] != nil || len(l.workers) < maxWorkers
}

// worker is a worker that has just said something.
func (l *LeaseTable) worker(now time.Duration, name string) *Worker {
	w := l.workers[name]
	if w == nil {
		w = &Worker{Name: name}
		l.workers[name] = w
	}
	w.LastSeen = now
	return w
}

// Renew extends a lease, and reports whether the worker still has it. It adopts an
// unknown lease of a free job: the lease was given before the coordinator restarted.
func (l *LeaseTable) Renew(now time.Duration, number int, id uint64, worker string) bool {
	if !l.known(number) {
		return false
	}
	l.worker(now, worker)
	j := &l.jobs[number]
	switch {
	case j.state == leased && j.lease == id && j.worker == worker:
		j.until = now + l.options.Lease
		return true
	case j.state == free:
		j.given = now
		l.grant(now, number, id, worker)
		return true
	}
	return false
}

// Submit reports whether a result is new. If it returns Accepted, store the result,
// then call Commit. Otherwise nothing has changed but the counts.
func (l *LeaseTable) Submit(now time.Duration, number int, worker, sum string) SubmitStatus {
	if !l.known(number) {
		return UnknownJob
	}
	l.worker(now, worker)
	j := &l.jobs[number]
	switch {
	case j.state != done:
		return Accepted
	case l.options.Deterministic && j.sum != sum:
		l.count.Conflicts++
		return Conflict
	}
	l.count.Late++
	return Duplicate
}

// Commit marks a job as done: its result is kept. A second call changes nothing.
func (l *LeaseTable) Commit(now time.Duration, number int, worker, sum string) {
	j := &l.jobs[number]
	if j.state == done {
		return
	}
	l.finish(j, number)
	if j.given > 0 {
		l.addDuration(now - j.given)
	}
	j.sum, j.worker = sum, worker
	l.worker(now, worker).Done++
}

// finish makes a job that is not done one that is.
func (l *LeaseTable) finish(j *job, number int) {
	l.endLease(number)
	if j.state == failed {
		l.count.Broken--
	}
	j.state = done
	l.count.Done++
}

// endLease takes a job off its lease, if it has one.
func (l *LeaseTable) endLease(number int) {
	j := &l.jobs[number]
	if j.state != leased {
		return
	}
	j.state = free
	l.count.Leased--
	l.workers[j.worker].Leased--
}

// maxDurations bounds the durations in memory.
const maxDurations = 99

func (l *LeaseTable) addDuration(took time.Duration) {
	l.durations = append(l.durations, took)
	if len(l.durations) > maxDurations {
		l.durations = slices.Delete(l.durations, 0, 1)
	}
}

// Fail says that a worker could not do a job, and why. After too many failures it
// is broken and given no more; Fail then reports true.
func (l *LeaseTable) Fail(now time.Duration, number int, id uint64, worker, why string) bool {
	if !l.holds(now, number, id, worker) {
		return false
	}
	j := &l.jobs[number]
	l.endLease(number)
	j.failures++
	j.lastFail, j.why = worker, why
	l.count.Failed++
	if j.failures >= l.options.Attempts {
		j.state = failed
		l.count.Broken++
		return true
	}
	l.requeue(number)
	return false
}

// Release gives back a job that a worker has no time for.
func (l *LeaseTable) Release(now time.Duration, number int, id uint64, worker string) {
	if l.holds(now, number, id, worker) {
		l.endLease(number)
		l.requeue(number)
	}
}

func (l *LeaseTable) holds(now time.Duration, number int, id uint64, worker string) bool {
	if !l.known(number) {
		return false
	}
	l.worker(now, worker)
	j := &l.jobs[number]
	return j.state == leased && j.lease == id && j.worker == worker
}

func (l *LeaseTable) known(number int) bool { return number >= 0 && number < len(l.jobs) }

// requeue makes a job free again. It is leased before jobs that no worker had.
func (l *LeaseTable) requeue(number int) {
	j := &l.jobs[number]
	j.state = free
	if !j.queued {
		j.queued = true
		l.requeued = append(l.requeued, number)
	}
}

// Expire frees the jobs of workers that were silent for a lease. Acquire does so
// too.
func (l *LeaseTable) Expire(now time.Duration) {
	for len(l.deadlines) > 0 && l.deadlines[0].at <= now {
		d := heap.Pop(&l.deadlines).(deadline)
		j := &l.jobs[d.job]
		switch {
		case j.state != leased || j.lease != d.lease:
		case j.until > now: // it was renewed
			heap.Push(&l.deadlines, deadline{j.until, d.job, d.lease})
		default:
			l.count.Expired++
			l.workers[j.worker].Expired++
			l.endLease(d.job)
			l.requeue(d.job)
		}
	}
}

// Counts returns the current counts.
func (l *LeaseTable) Counts() Counts { return l.count }

// Over reports whether nothing is left to do: each job is done or broken.
func (l *LeaseTable) Over() bool { return l.count.Done+l.count.Broken == l.count.Jobs }

// Done reports whether the result of a job is kept, and its sum.
func (l *LeaseTable) Done(number int) (sum string, ok bool) {
	if !l.known(number) || l.jobs[number].state != done {
		return "", false
	}
	return l.jobs[number].sum, true
}

// Failed lists the jobs that failed too often, and why each did last.
func (l *LeaseTable) Failed() (numbers []int, why []string) {
	for i := range l.jobs {
		if l.jobs[i].state == failed {
			numbers, why = append(numbers, i), append(why, l.jobs[i].why)
		}
	}
	return numbers, why
}

// Workers returns all workers that were ever heard of, sorted by name.
func (l *LeaseTable) Workers() []Worker {
	all := make([]Worker, 0, len(l.workers))
	for _, w := range l.workers {
		all = append(all, *w)
	}
	slices.SortFunc(all, func(a, b Worker) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Median returns the median duration of the last jobs; 0 before the first.
func (l *LeaseTable) Median() time.Duration {
	if len(l.durations) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(l.durations))
	return sorted[len(sorted)/2]
}

// stragglerFactor is the multiple of the median from which on a job is a straggler.
const stragglerFactor = 3

// Stragglers lists the leases that take far longer than jobs do.
func (l *LeaseTable) Stragglers(now time.Duration) (numbers []int, workers []string) {
	median := l.Median()
	if median == 0 {
		return nil, nil
	}
	for _, d := range l.deadlines {
		if j := &l.jobs[d.job]; j.state == leased && j.lease == d.lease && now-j.given > stragglerFactor*median {
			numbers, workers = append(numbers, d.job), append(workers, j.worker)
		}
	}
	return numbers, workers
}

// deadline is when a lease ends, unless it was renewed.
type deadline struct {
	at    time.Duration
	job   int
	lease uint64
}

// deadlines is a heap, the next one first.
type deadlines []deadline

// Len implements heap.Interface.
func (d deadlines) Len() int { return len(d) }

// Less orders by time.
func (d deadlines) Less(i, j int) bool { return d[i].at < d[j].at }

// Swap swaps two.
func (d deadlines) Swap(i, j int) { d[i], d[j] = d[j], d[i] }

// Push appends one.
func (d *deadlines) Push(x any) { *d = append(*d, x.(deadline)) }

// Pop takes the last one off.
func (d *deadlines) Pop() any {
	last := (*d)[len(*d)-1]
	*d = (*d)[:len(*d)-1]
	return last
}
