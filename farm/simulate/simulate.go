// Package simulate runs a farm of many workers in virtual time: the ledger that
// the real coordinator has, and workers that crash, stop, are slow and lose their
// messages. All of it follows from a seed.
package simulate

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/farm/leases"
)

// Options configures a simulation. Chances are for each job that a worker takes.
type Options struct {
	Seed    uint64
	Workers int
	Jobs    int
	Job     time.Duration // how long a job takes on a usual worker, on average
	Lease   time.Duration

	Crash     float64       // the worker loses its job, and comes back after Downtime
	Pause     float64       // the worker stops for Downtime in a job, then goes on
	Slow      float64       // the worker takes ten times as long
	Partition float64       // the worker's messages are lost for Downtime
	Downtime  time.Duration // on average
	Loss      float64       // chance that a message is lost, either way
	Duplicate float64       // chance that a message comes twice
	Delay     time.Duration // of a message, on average
	Restarts  int           // of the coordinator, which then knows what is kept alone
	Wrong     float64       // chance that a worker's result is wrong
}

// Report is the result of a simulation.
type Report struct {
	Took    time.Duration // virtual
	Useful  time.Duration // work of the results that are kept
	Wasted  time.Duration // all other work
	Events  int
	Counts  leases.Counts
	Kept    []int // how often the result of each job was kept
	Found   int   // reported conflicts
	Crashes int
}

// Waste is the share of all work that was not needed.
func (r *Report) Waste() float64 {
	return float64(r.Wasted) / float64(max(1, r.Wasted+r.Useful))
}

// Throughput is the share of the workers' time that was useful.
func (r *Report) Throughput(workers int) float64 {
	return float64(r.Useful) / float64(max(1, int64(r.Took)*int64(workers)))
}

// String sums up in a line.
func (r *Report) String() string {
	return fmt.Sprintf("%d jobs done in %v (virtual), waste %.2f %%, %d leases of silent workers, %d results late, %d contradictions, %d crashes, %d events",
		r.Counts.Done, r.Took.Round(time.Second), 100*r.Waste(), r.Counts.Expired, r.Counts.Late, r.Found, r.Crashes, r.Events)
}

// worker is one worker.
type worker struct {
	name  string
	life  uint64 // counts its lives; what belonged to an earlier one is void
	lease leases.Lease
	busy  bool
	wrong bool
	work  time.Duration // of its job
	ends  time.Duration // when the job is finished, as far as it knows

	cutUntil    time.Duration
	pausedUntil time.Duration
}

type farm struct {
	o       Options
	rand    *rand.Rand
	now     time.Duration
	events  events
	order   uint64
	ledger  *leases.LeaseTable
	epoch   uint64
	kept    []string // the store: what was kept, under the job's number
	times   []int
	workers []worker
	report  Report
}

// Run simulates a farm until all is done.
func Run(o Options) (*Report, error) {
	f := &farm{o: o, rand: rand.New(rand.NewPCG(o.Seed, 1)), kept: make([]string, o.Jobs), times: make([]int, o.Jobs), workers: make([]worker, o.Workers)}
	f.open()
	for i := range f.workers {
		f.workers[i].name = fmt.Sprintf("w%04d", i)
		f.at(f.spread(f.o.Delay), func() { f.ask(i, 0) })
	}
	expected := time.Duration(int64(o.Job) * int64(o.Jobs) / int64(max(1, o.Workers)))
	for i := range o.Restarts {
		f.at(expected*time.Duration(i+1)/time.Duration(o.Restarts+1), f.open)
	}
	limit := 1000 * (expected + o.Lease + o.Downtime)
	for len(f.events) > 0 && !f.ledger.Over() {
		e := heap.Pop(&f.events).(event)
		f.now = e.at
		f.report.Events++
		if f.now > limit {
			return nil, fmt.Errorf("seed %d: %d of %d jobs are done after %v", o.Seed, f.ledger.Counts().Done, o.Jobs, f.now)
		}
		e.do()
	}
	f.report.Took, f.report.Counts, f.report.Kept = f.now, f.ledger.Counts(), f.times
	return &f.report, nil
}

// open starts the coordinator, for the first time or again: what is kept is all
// that it knows.
func (f *farm) open() {
	f.epoch++
	f.ledger = leases.New(f.o.Jobs, leases.Options{Lease: f.o.Lease, Deterministic: true, FirstLease: f.epoch << 32})
	for number, sum := range f.kept {
		if sum != "" {
			f.ledger.Recover(number, sum)
		}
	}
}

// send has a message arrive, unless it is lost; sometimes twice.
func (f *farm) send(w int, arrive func()) {
	for range f.copies() {
		if f.workers[w].cutUntil <= f.now && f.rand.Float64() >= f.o.Loss {
			f.at(f.spread(f.o.Delay), arrive)
		}
	}
}

func (f *farm) copies() int {
	if f.rand.Float64() < f.o.Duplicate {
		return 2
	}
	return 1
}

// awake has a worker of a life do something, later if it is paused.
func (f *farm) awake(w int, life uint64, do func()) {
	who := &f.workers[w]
	switch {
	case who.life != life:
	case who.pausedUntil > f.now:
		f.at(who.pausedUntil-f.now, func() { f.awake(w, life, do) })
	default:
		do()
	}
}

// patience bounds a worker's wait for an answer before it asks again.
const patience = 10 * time.Second

// ask has a worker without a job ask for one, until it has one.
func (f *farm) ask(w int, life uint64) {
	who := &f.workers[w]
	if who.life != life || who.busy {
		return
	}
	f.send(w, func() {
		lease, ok := f.ledger.Acquire(f.now, who.name)
		if ok {
			f.send(w, func() { f.awake(w, life, func() { f.begin(w, life, lease) }) })
		}
	})
	f.at(patience+f.spread(time.Second), func() { f.awake(w, life, func() { f.ask(w, life) }) })
}

// begin has a worker do a job. An answer that comes twice, or to a question that
// was asked again, is passed over: the lease ends by itself.
func (f *farm) begin(w int, life uint64, lease leases.Lease) {
	who := &f.workers[w]
	if who.busy {
		return
	}
	who.busy, who.lease = true, lease
	who.work = f.o.Job/2 + time.Duration(f.rand.Int64N(int64(f.o.Job)+1))
	if f.chance(f.o.Slow) {
		who.work *= 10
	}
	who.wrong = f.chance(f.o.Wrong)
	who.ends = f.now + who.work
	somewhere := time.Duration(f.rand.Int64N(int64(who.work) + 1))
	switch {
	case f.chance(f.o.Crash):
		f.at(somewhere, func() { f.crash(w, life) })
	case f.chance(f.o.Pause):
		f.at(somewhere, func() { f.pause(w, life) })
	case f.chance(f.o.Partition):
		f.at(somewhere, func() { who.cutUntil = f.now + f.spread(f.o.Downtime) })
	}
	f.at(f.o.Lease/3, func() { f.renew(w, life, lease) })
	f.at(who.work, func() { f.awake(w, life, func() { f.finish(w, life) }) })
}

// renew lengthens the lease while the worker has the job.
func (f *farm) renew(w int, life uint64, lease leases.Lease) {
	f.awake(w, life, func() {
		who := &f.workers[w]
		if !who.busy || who.lease.ID != lease.ID {
			return
		}
		f.send(w, func() {
			if !f.ledger.Renew(f.now, lease.Job, lease.ID, who.name) {
				f.send(w, func() { f.awake(w, life, func() { f.drop(w, life, lease) }) })
			}
		})
		f.at(f.o.Lease/3, func() { f.renew(w, life, lease) })
	})
}

// drop has a worker stop a job that is not its own any more.
func (f *farm) drop(w int, life uint64, lease leases.Lease) {
	who := &f.workers[w]
	if !who.busy || who.lease.ID != lease.ID || who.ends <= f.now {
		return
	}
	f.report.Wasted += who.work - (who.ends - f.now)
	f.free(w)
}

// free has a worker look for the next job.
func (f *farm) free(w int) {
	who := &f.workers[w]
	who.busy = false
	who.life++
	f.ask(w, who.life)
}

func (f *farm) crash(w int, life uint64) {
	who := &f.workers[w]
	if who.life != life || !who.busy {
		return
	}
	f.report.Crashes++
	f.report.Wasted += max(0, who.work-max(0, who.ends-f.now))
	who.busy = false
	who.life++
	next := who.life
	f.at(f.spread(f.o.Downtime), func() { f.ask(w, next) })
}

// pause stops a worker for a while; its job is finished that much later.
func (f *farm) pause(w int, life uint64) {
	who := &f.workers[w]
	if who.life == life && who.busy {
		who.pausedUntil = f.now + f.spread(f.o.Downtime)
	}
}

// finish delivers the result until the coordinator acknowledges it.
func (f *farm) finish(w int, life uint64) {
	who := &f.workers[w]
	lease, work := who.lease, who.work
	sum := fmt.Sprintf("result %d", lease.Job)
	if who.wrong {
		sum += " of " + who.name
	}
	delivered, counted := false, false
	useful := func(is bool) {
		if counted {
			return
		}
		counted = true
		if is {
			f.report.Useful += work
		} else {
			f.report.Wasted += work
		}
	}
	var deliver func()
	deliver = func() {
		if delivered || who.life != life {
			return
		}
		f.send(w, func() {
			useful(f.deliver(lease.Job, who.name, sum))
			f.send(w, func() {
				f.awake(w, life, func() {
					if !delivered {
						delivered = true
						f.free(w)
					}
				})
			})
		})
		f.at(patience, func() { f.awake(w, life, deliver) })
	}
	deliver()
}

// deliver is the coordinator's part: it keeps a result that is the first, in a
// store that takes one result a job alone.
func (f *farm) deliver(number int, who, sum string) (first bool) {
	switch f.ledger.Submit(f.now, number, who, sum) {
	case leases.Accepted:
		if f.kept[number] == "" {
			f.kept[number] = sum
			f.times[number]++
			first = true
		}
		f.ledger.Commit(f.now, number, who, f.kept[number])
	case leases.Conflict:
		f.report.Found++
	}
	return first
}

func (f *farm) chance(p float64) bool { return p > 0 && f.rand.Float64() < p }

// spread is a time from half of d to one and a half.
func (f *farm) spread(d time.Duration) time.Duration {
	return d/2 + time.Duration(f.rand.Int64N(int64(d)+1))
}

func (f *farm) at(in time.Duration, do func()) {
	f.order++
	heap.Push(&f.events, event{f.now + in, f.order, do})
}

// event is something that happens at a time.
type event struct {
	at    time.Duration
	order uint64
	do    func()
}

// events is a heap, the next one first; those of one time in their order.
type events []event

// Len implements heap.Interface.
func (e events) Len() int { return len(e) }

// Less orders by time.
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}

// Swap swaps two.
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }

// Push appends one.
func (e *events) Push(x any) { *e = append(*e, x.(event)) }

// Pop takes the last one off.
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	(*e)[len(*e)-1] = event{}
	*e = (*e)[:len(*e)-1]
	return last
}
