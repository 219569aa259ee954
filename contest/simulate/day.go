package simulate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

// Fault is a fault of the host that is seeded into days: what the simulation has to
// find.
type Fault struct {
	Name string
	// Files, if it is set, makes for a contest what puts something wrong between its
	// programs and the disk. It is called once a contest, what it returns once a program.
	Files func() func(vfs.FS) vfs.FS
	// WallStamps stamps lines by the wall clock.
	WallStamps bool
	// Stages replaces the drawn stages; no fault.
	Stages string
	// NoJumps has the wall clock never jump; no fault.
	NoJumps bool
	// FullDisk has nothing disturb the day but a full disk, of which no run may end; no fault.
	FullDisk bool
}

// Report sums up one simulated contest.
type Report struct {
	Seed        uint64
	Lives       int // of the run: the first one, and those behind ends
	PowerLosses int
	Kills       int
	Jumps       int // of the wall clock
	Orders      int // of the director that were taken
	Held        int // times that a stranger kept the decisions locked
	Games       int // that were begun
	Disk        simfs.Counts
	Took        time.Duration // virtual
	Files       string        // a sum over names and bytes of all files
	Trace       string        // a sum over all that was done to files, and when
	Events      []simfs.Event // of Trace
}

// folder is the path of the contest.
const folder = "cups/day"

// again sets how long a run waits between tries to open a player.
const again = 500 * time.Millisecond

// day is a contest that is simulated.
type day struct {
	seed     uint64
	fault    Fault
	files    func(vfs.FS) vfs.FS
	disk     *simfs.Disk
	start    time.Time
	planText string
	entrants map[string]*entrant
	orders   sync.WaitGroup
	acts     sync.WaitGroup // what disturbs lives

	mu      sync.Mutex
	offset  time.Duration // of the wall clock
	acked   []byte        // decisions that a process was shown
	shown   map[string]shown
	owed    map[string]string // sums of verdicts that are on the disk, by game
	life    *life
	wrong   error // the first thing that is not as it should be
	report  Report
	quiet   bool // no more faults
	running bool // a run has the contest
}

// shown is a verdict that a viewer saw on a page.
type shown struct{ winner, reason string }

// life is a run of the contest, from its start to its end or death.
type life struct {
	process   *simfs.Process
	began     time.Time
	dead      bool
	diedAt    time.Time
	disturbed bool // the disk failed: the run may end with an error
	timers    []*time.Timer
}

// Run simulates the contest of a seed. Call it in a bubble of testing/synctest. The
// error is the first invariant that does not hold.
func Run(seed uint64, fault Fault) (*Report, error) {
	d := &day{
		seed: seed, fault: fault, start: time.Now(), entrants: map[string]*entrant{},
		shown: map[string]shown{}, owed: map[string]string{},
	}
	d.files = func(files vfs.FS) vfs.FS { return files }
	if fault.Files != nil {
		d.files = fault.Files()
	}
	d.disk = simfs.New(simfs.Options{Seed: seed, SyncTime: func(name string, now time.Time) time.Duration {
		if path.Base(path.Dir(name)) != tournament.RecordsFolder {
			return 0
		}
		return jitter(simfs.Chance(seed, "sync/"+name, now.UnixNano()), 20*time.Millisecond)
	}})
	r := d.chance("day")
	until := d.start.Local().Add(time.Minute).Format("15:04")
	d.planText = planText(r, seed, strings.Replace(fault.Stages, "UNTIL", until, 1))
	err := d.run(r)
	d.report.Seed, d.report.Disk, d.report.Took = seed, d.disk.Counts(), time.Since(d.start)
	d.report.Files, d.report.Events = d.disk.Sum(), d.disk.Trace()
	hash := sha256.New()
	for _, e := range d.report.Events {
		fmt.Fprintln(hash, e.At.Sub(d.start), e.Path, e.What)
	}
	d.report.Trace = hex.EncodeToString(hash.Sum(nil))
	return &d.report, err
}

// chance is the chance of a place, now.
func (d *day) chance(place string) *rand.Rand {
	return simfs.Chance(d.seed, place, int64(time.Since(d.start)))
}

func (d *day) entrantOf(name string) *entrant {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.entrants[name] == nil {
		d.entrants[name] = d.newEntrant(name)
	}
	return d.entrants[name]
}

// wall is the wall clock.
func (d *day) wall() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Now().Add(d.offset)
}

func (d *day) wallStamps() func() time.Duration {
	if !d.fault.WallStamps {
		return nil
	}
	return func() time.Duration {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.offset
	}
}

// fail keeps the first thing that is wrong.
func (d *day) fail(format string, values ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.wrong == nil {
		d.wrong = fmt.Errorf("after %v: %w", time.Since(d.start), fmt.Errorf(format, values...))
	}
}

func (d *day) failed() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.wrong
}

// maxLives limits how often a contest may be begun: more is one that does not end.
const maxLives = 40

func (d *day) run(r *rand.Rand) error {
	faulty := r.IntN(8)
	for range r.IntN(9) {
		d.orders.Add(1)
		time.AfterFunc(jitter(r, time.Minute), func() {
			defer d.orders.Done()
			d.order()
		})
	}
	for n := 0; ; n++ {
		if n > faulty && d.settled(n) || d.failed() != nil {
			break
		}
		if n > maxLives {
			d.fail("the day does not end")
			break
		}
		d.mu.Lock()
		d.quiet = n >= faulty
		d.report.Lives++
		d.mu.Unlock()
		if d.live(n) && n < faulty {
			faulty = n + 1 // it ended before all faults had come
		}
	}
	d.mu.Lock()
	d.quiet = true
	d.mu.Unlock()
	d.orders.Wait()
	d.acts.Wait()
	if err := d.failed(); err != nil {
		return err
	}
	return d.check()
}

// settled waits for the orders, and reports whether the contest is over then.
func (d *day) settled(int) bool {
	d.orders.Wait()
	is, err := d.env("viewer").Read(folder)
	if err != nil {
		d.fail("the day cannot be read: %w", err)
		return true
	}
	return standing.Over(is)
}

// env is the machine for a program of its own.
func (d *day) env(name string) tournament.Env { return d.envOf(d.disk.Process(name)) }

func (d *day) envOf(p *simfs.Process) tournament.Env {
	return tournament.Env{Files: d.files(p), Now: d.wall}
}

// live is one life of the run. It reports whether the contest ended.
func (d *day) live(n int) (over bool) {
	plan, err := config.Parse("day.toml", d.planText)
	if err != nil {
		d.fail("%w", err)
		return true
	}
	if n > 0 {
		d.survived()
	}
	l := &life{process: d.disk.Process("run"), began: time.Now()}
	d.mu.Lock()
	d.life = l
	quiet := d.quiet
	d.mu.Unlock()
	if !quiet {
		d.disturb(l, d.chance(fmt.Sprint("life/", n)))
	}
	run := &director.Director{
		Match: match, Open: d.open, Again: again, Version: "simulated", Env: d.envOf(l.process),
		Say:   func(text string) { d.said(l, text) },
		Watch: func(game string, e record.Event) { d.watched(l, game, e) },
		Begun: func() error { d.setRunning(l, true); return nil },
	}
	err = director.Run(neverEnds, folder, plan, run, io.Discard)
	d.setRunning(l, false)
	d.rest(l)
	for _, t := range l.timers {
		t.Stop()
	}
	d.disk.Full(nil)
	d.disk.ReadOnly(false)
	d.disk.FailSyncs(nil)
	d.mu.Lock()
	defer d.mu.Unlock()
	l.timers = nil
	l.process.Kill()
	switch {
	case l.dead:
	case err == nil:
		return true
	case errors.Is(err, filelock.ErrHeld) && time.Since(l.began) < 4*time.Second:
		// Another process has the decisions locked: a run that begins says so.
	case !l.disturbed && d.wrong == nil:
		d.wrong = fmt.Errorf("after %v: the day cannot go on: %w", time.Since(d.start), err)
	}
	l.dead = true
	return false
}

// rest is the time until the next life. It must not depend on how long the killed run
// takes to return.
func (d *day) rest(l *life) {
	d.mu.Lock()
	until := time.Now()
	if l.dead {
		until = l.diedAt.Add(time.Second)
	}
	d.mu.Unlock()
	time.Sleep(time.Until(until))
}

func (d *day) setRunning(l *life, is bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = is && !l.dead
}

// died takes in that a life has ended; nil is the one that is lived.
func (d *day) died(l *life, powerLoss bool) {
	d.mu.Lock()
	if l == nil {
		l = d.life
	}
	if l.dead {
		d.mu.Unlock()
		return
	}
	l.dead, l.diedAt, d.running = true, time.Now(), false
	if powerLoss {
		d.report.PowerLosses++
	} else {
		d.report.Kills++
	}
	d.mu.Unlock()
}

// disturb has things go wrong in a life.
func (d *day) disturb(l *life, r *rand.Rand) {
	if d.fault.FullDisk {
		for range 3 + r.IntN(6) {
			at, seed := jitter(r, 40*time.Second), r.Uint64()
			l.timers = append(l.timers, time.AfterFunc(at, func() {
				d.acts.Add(1)
				defer d.acts.Done()
				r := rand.New(rand.NewPCG(seed, 1))
				d.window(l, r, pick(r, d.disk.Full, d.disk.FullSyncs))
			}))
		}
		return
	}
	if r.IntN(2) == 0 {
		powerLoss := r.IntN(3) > 0
		l.process.EndsAt(1+r.IntN(80), powerLoss, func() { d.died(l, powerLoss) })
	}
	for range 1 + r.IntN(3) {
		at := jitter(r, 40*time.Second)
		if r.IntN(2) == 0 {
			at = jitter(r, 4*time.Second)
		}
		what := []func(*life, *rand.Rand){
			d.losePower, d.losePower, d.kill, d.fullDisk, d.fullDisk, d.failSyncs, d.failSyncs, d.readOnly, d.jump, d.hold, d.look, d.second,
		}[r.IntN(12)]
		seed := r.Uint64()
		l.timers = append(l.timers, time.AfterFunc(at, func() {
			d.acts.Add(1)
			defer d.acts.Done()
			d.mu.Lock()
			dead := l.dead
			d.mu.Unlock()
			if !dead {
				what(l, rand.New(rand.NewPCG(seed, 1)))
			}
		}))
	}
}

func (d *day) losePower(l *life, _ *rand.Rand) {
	d.died(l, true)
	d.disk.PowerLoss()
}

func (d *day) kill(l *life, _ *rand.Rand) {
	d.died(l, false)
	l.process.Kill()
}

// window is a time in which the disk fails: for all files, for the decisions, or for the
// records.
func (d *day) window(l *life, r *rand.Rand, set func(of func(name string) bool)) {
	d.mu.Lock()
	l.disturbed = !d.fault.FullDisk
	d.mu.Unlock()
	decisions := func(name string) bool { return path.Base(name) == tournament.DecisionsFile }
	set(pick(r,
		func(string) bool { return true }, decisions, func(name string) bool { return !decisions(name) }))
	time.Sleep(jitter(r, 3*time.Second))
	set(nil)
}

func (d *day) fullDisk(l *life, r *rand.Rand)  { d.window(l, r, d.disk.Full) }
func (d *day) failSyncs(l *life, r *rand.Rand) { d.window(l, r, d.disk.FailSyncs) }

func (d *day) readOnly(l *life, r *rand.Rand) {
	d.window(l, r, func(of func(string) bool) { d.disk.ReadOnly(of != nil) })
}

// jump sets the wall clock.
func (d *day) jump(_ *life, r *rand.Rand) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fault.NoJumps {
		return
	}
	d.report.Jumps++
	d.offset += time.Duration(r.Int64N(int64(8*time.Hour))) - 4*time.Hour
}

// hold is a stranger who keeps the decisions locked.
func (d *day) hold(_ *life, r *rand.Rand) {
	f, err := d.disk.Process("stranger").OpenFile(path.Join(folder, tournament.DecisionsFile), 0, 0)
	if err != nil || f.TryLock() != nil {
		return
	}
	d.mu.Lock()
	d.report.Held++
	d.mu.Unlock()
	time.Sleep(jitter(r, 4*time.Second))
	_ = f.Close()
}

// look reads the contest, as a page does.
func (d *day) look(l *life, _ *rand.Rand) {
	_, err := d.env("viewer").Read(folder)
	d.mu.Lock()
	dead := l.dead
	d.mu.Unlock()
	if err != nil && !errors.Is(err, tournament.ErrNotBegun) && !dead {
		d.fail("a page cannot read the day: %w", err)
	}
}

// second tries to play the contest as well.
func (d *day) second(*life, *rand.Rand) {
	d.mu.Lock()
	running := d.running
	d.mu.Unlock()
	if !running {
		return
	}
	if lock, err := journal.TakeLockIn(d.env("second"), folder); err == nil {
		lock.Release()
		d.fail("two runs play one day")
	}
}

// told takes in that a process was shown a decision: it and all before it have to
// stay.
func (d *day) told(upTo int) {
	text, _ := d.disk.Seen(path.Join(folder, tournament.DecisionsFile))
	end := 0
	for range upTo {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if end > len(d.acked) {
		d.acked = text[:end:end]
	}
}

// kept wants all that a process was shown to be there.
func (d *day) kept() {
	text, _ := d.disk.Seen(path.Join(folder, tournament.DecisionsFile))
	d.mu.Lock()
	acked := d.acked
	d.mu.Unlock()
	if !bytes.HasPrefix(text, acked) {
		d.fail("of %d printed bytes of decisions %d are kept", len(acked), common(text, acked))
	}
}

func common(a, b []byte) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
