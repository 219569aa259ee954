package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/filelock"
)

// Journal appends decisions to a day. Several programs may have one for the same day:
// each decision is made under a lock, on the day as it is then. Its methods may be
// called concurrently.
type Journal struct {
	// Now is the clock of the decisions; nil is time.Now.
	Now func() time.Time

	mu     sync.Mutex
	day    *Day
	file   *os.File
	broken error // of a write: what is on the disk is not known
	lazy   bool  // tests need not wait for the disk
}

// Begin opens the journal of the day in a folder. Where none has begun it makes the
// folder, puts the plan into it, and writes the first decision. A plan that is not the
// one of the day is refused; nil takes the day's.
func Begin(dir string, plan *Plan, seed uint64, program string) (*Journal, error) {
	if plan != nil {
		if err := lay(dir, plan); err != nil {
			return nil, err
		}
	}
	flags := os.O_RDWR
	if plan != nil {
		flags |= os.O_CREATE
	}
	f, err := os.OpenFile(newDay(dir).Path(DecisionsFile), flags, 0o644)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &DayError{newDay(dir).Path(DecisionsFile), 0, ErrNoDay}
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{day: newDay(dir), file: f}
	if err := j.begin(plan, seed, program); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// lay makes the folder of a day.
func lay(dir string, plan *Plan) error {
	d := newDay(dir)
	if err := os.MkdirAll(d.Path(RecordsFolder), 0o755); err != nil {
		return err
	}
	if info, err := os.Stat(d.Path(DecisionsFile)); err == nil && info.Size() > 0 {
		return nil
	}
	return os.WriteFile(d.Path(PlanFile), []byte(plan.text), 0o644)
}

func (j *Journal) begin(plan *Plan, seed uint64, program string) error {
	_, err := j.Append(func(d *Day) (*Decision, error) {
		switch {
		case d.Plan == nil && plan == nil:
			return nil, &DayError{d.Path(DecisionsFile), 0, ErrNoDay}
		case d.Plan != nil:
			if plan != nil && plan.text != d.Plan.text {
				return nil, fmt.Errorf("the file is not the one with which the day in %s began; it differs in line %d: "+
					"name another folder with --dir, or change the day with contest add, withdraw, readdress",
					d.Dir, firstDifference(plan.text, d.Plan.text))
			}
			return nil, d.CheckPlan()
		case plan.Seed != nil:
			seed = *plan.Seed
		}
		return &Decision{Type: Opened, Version: FormatVersion, Program: program, Plan: plan.text, Seed: &seed, NetVoids: *plan.NetVoids}, nil
	})
	return err
}

// CheckPlan wants the file in the folder to be the one with which the day began.
func (d *Day) CheckPlan() error {
	text, err := os.ReadFile(d.Path(PlanFile))
	if err != nil {
		return err
	}
	if string(text) != d.Plan.text {
		return &DayError{d.Path(PlanFile), firstDifference(string(text), d.Plan.text),
			errors.New("it is not as it was when the day began: put it back, and change the day with contest add, withdraw, readdress")}
	}
	return nil
}

// firstDifference is the first line in which two texts differ.
func firstDifference(a, b string) int {
	line := 1
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

// Day calls f with the day as it is now. F keeps nothing of it.
func (j *Journal) Day(f func(*Day)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.day.readFrom(j.file)
	f(j.day)
	return err
}

// Append decides on the day as it is and writes what was decided; nil decides nothing.
// The line is on the disk when it returns. After an error of writing there is no more
// to be appended: what was decided before is safe, and a new Journal goes on.
func (j *Journal) Append(decide func(*Day) (*Decision, error)) (*Decision, error) {
	unlock, err := j.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	if j.broken != nil {
		return nil, j.broken
	}
	if _, err := j.day.readFrom(j.file); err != nil {
		return nil, err
	}
	c, err := decide(j.day)
	if c == nil || err != nil {
		return nil, err
	}
	return c, j.write(c)
}

// write puts a decision behind the last whole one.
func (j *Journal) write(c *Decision) error {
	now := time.Now
	if j.Now != nil {
		now = j.Now
	}
	c.N, c.Time = len(j.day.Decisions)+1, now().UTC().Format(time.RFC3339Nano)
	line, err := c.encode(j.day.Sum)
	if err != nil {
		return err
	}
	if err := j.day.add(*c); err != nil {
		return err
	}
	j.day.offset += int64(len(line))
	if err := j.put(line, j.day.offset-int64(len(line))); err != nil {
		j.broken = fmt.Errorf("%s: %w: nothing that was decided is lost; make room, and start the same command again",
			j.file.Name(), err)
		return j.broken
	}
	return nil
}

// put writes a line at a place, where a line that was cut may stand.
func (j *Journal) put(line []byte, at int64) error {
	if j.day.Torn > 0 {
		if err := j.file.Truncate(at); err != nil {
			return err
		}
		j.day.Torn = 0
	}
	if _, err := j.file.WriteAt(line, at); err != nil {
		return errors.Join(err, j.file.Truncate(at))
	}
	if j.lazy {
		return nil
	}
	return j.file.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// lockWait is how long a journal waits for the lock of its file. Who decides has it for
// the time of one write; but anybody who may read the file can keep it.
const lockWait = 1500 * time.Millisecond

// lock takes the lock under which decisions are made, and the journal's own. The error
// of a file that somebody else keeps locked is a *filelock.HeldError; others have the
// journal meanwhile.
func (j *Journal) lock() (unlock func(), err error) {
	for until := time.Now().Add(lockWait); ; time.Sleep(lockPause) {
		j.mu.Lock()
		err := filelock.Try(j.file)
		if err == nil {
			return func() {
				_ = filelock.Unlock(j.file)
				j.mu.Unlock()
			}, nil
		}
		j.mu.Unlock()
		if !errors.Is(err, filelock.ErrHeld) {
			return nil, fmt.Errorf("%s: lock: %w", j.file.Name(), err)
		}
		if time.Now().After(until) {
			return nil, &filelock.HeldError{File: j.file.Name(), Holder: filelock.Holder(j.file), Waited: lockWait}
		}
	}
}

// lockPause is between two tries to take the lock.
const lockPause = 5 * time.Millisecond

// AppendWhenFree is Append that goes on trying while somebody else keeps the file locked,
// until ctx ends. Held is told of each time that it had to wait for long.
func (j *Journal) AppendWhenFree(
	ctx context.Context, held func(error), decide func(*Day) (*Decision, error),
) (*Decision, error) {
	for {
		c, err := j.Append(decide)
		if !errors.Is(err, filelock.ErrHeld) || ctx.Err() != nil {
			return c, err
		}
		held(err)
	}
}

// Lock is the lock of who plays a day: two cannot.
type Lock struct{ dir *os.File }

// TakeLock takes the lock of a day's folder, or says that somebody has it. It ends with
// the process, however that ends.
func TakeLock(dir string) (*Lock, error) {
	f, err := filelock.OpenDir(dir)
	if err != nil {
		return nil, err
	}
	err = filelock.Try(f)
	if err == nil {
		return &Lock{f}, nil
	}
	if errors.Is(err, filelock.ErrHeld) {
		err = errors.New("another loopline contest run plays this day; contest pause, void, withdraw and the others direct it")
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", dir, err), f.Close())
}

// Release gives the lock back.
func (l *Lock) Release() { _ = l.dir.Close() }
