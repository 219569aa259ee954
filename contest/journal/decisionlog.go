package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// DecisionLog appends decisions to decisions.jsonl, from which the state of the contest
// is derived (event sourcing). Several programs may open it: each decision is made under a
// lock, on the state at that moment. Its methods may be called concurrently.
type DecisionLog struct {
	// Now is the clock of the decisions; nil is time.Now.
	Now func() time.Time

	// Unsynced does not wait until a decision is on the disk. It is of rehearsals and tests.
	Unsynced bool

	mu         sync.Mutex
	tournament *tournament.Tournament
	file       vfs.File
	broken     error // of a write: what is on the disk is not known
	uncut      bool  // a line that is cut off may still be on the disk
}

// Open opens the decision log of the contest in a folder. If there is none it creates the
// folder, writes the configuration into it, and the first decision. It refuses a config
// that differs from that of the contest; nil takes the contest's own.
func Open(dir string, plan *config.Config, seed uint64, program string) (*DecisionLog, error) {
	return OpenIn(tournament.Env{}, dir, plan, seed, program)
}

// OpenIn is [Open] in the files and by the clock of e.
func OpenIn(e tournament.Env, dir string, plan *config.Config, seed uint64, program string) (*DecisionLog, error) {
	d := e.New(dir)
	if plan != nil {
		if err := createDir(d, plan); err != nil {
			return nil, err
		}
	}
	flags := os.O_RDWR
	if plan != nil {
		flags |= os.O_CREATE
	}
	if err := vfs.CheckRegular(e.FS(), d.Path(tournament.DecisionsFile)); err != nil {
		return nil, err
	}
	f, err := e.FS().OpenFile(d.Path(tournament.DecisionsFile), flags, 0o644)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: 0, Err: tournament.ErrNotBegun}
	}
	if err != nil {
		return nil, err
	}
	j := &DecisionLog{Now: e.Now, tournament: d, file: f}
	err = j.repair()
	if err == nil {
		err = j.begin(plan, seed, program)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// repair brings to the disk what others wrote and were stopped before they could: from
// here on it is built upon. That is the last line at most. It is written once more,
// because after a sync that failed no later one writes it; a line that was cut goes.
func (j *DecisionLog) repair() error {
	unlock, err := j.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := j.tournament.ReadFrom(j.file); err != nil {
		return err
	}
	if j.tournament.PartialTail > 0 {
		if err := j.file.Truncate(j.tournament.End()); err != nil {
			return err
		}
		j.tournament.PartialTail = 0
	}
	end := make([]byte, min(j.tournament.End(), maxDecision))
	from := j.tournament.End() - int64(len(end))
	if _, err := j.file.ReadAt(end, from); err != nil {
		return err
	}
	last := bytes.LastIndexByte(bytes.TrimSuffix(end, []byte("\n")), '\n') + 1
	if last < len(end) {
		if _, err := j.file.WriteAt(end[last:], from+int64(last)); err != nil {
			return err
		}
	}
	if j.Unsynced {
		return nil
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	return j.tournament.Env.FS().SyncDir(j.tournament.Dir)
}

// maxDecision is more than a line has: the longest holds a config, with its characters
// escaped.
const maxDecision = 8 * config.MaxBytes

// createDir makes the folder of a contest, on the disk, before anything is decided in it.
func createDir(d *tournament.Tournament, plan *config.Config) error {
	files := d.Env.FS()
	if err := vfs.MakeDirs(files, d.Path(tournament.RecordsFolder)); err != nil {
		return err
	}
	if begun, err := d.Env.Read(d.Dir); begun != nil || !errors.Is(err, tournament.ErrNotBegun) {
		return err
	}
	if left, err := files.ReadDir(d.Path(tournament.RecordsFolder)); err != nil || len(left) > 0 {
		if err == nil {
			err = &tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: 0, Err: say.Errorf("it holds no decisions, but %s holds games of a contest: "+
				"put the file back, or name another folder with --dir", d.Path(tournament.RecordsFolder))}
		}
		return err
	}
	if err := vfs.CheckRegular(files, d.Path(config.File)); err != nil {
		return err
	}
	f, err := files.OpenFile(d.Path(config.File), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(plan.Text()))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (j *DecisionLog) begin(plan *config.Config, seed uint64, program string) error {
	_, err := j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		switch {
		case d.Config == nil && plan == nil:
			return nil, &tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: 0, Err: tournament.ErrNotBegun}
		case d.Config != nil:
			if plan != nil && plan.Text() != d.Config.Text() {
				return nil, fmt.Errorf("the file is not the one with which the day in %s began; it differs in line %d: "+
					"name another folder with --dir, or change the day with contest add, withdraw, set-address",
					d.Dir, firstDifference(plan.Text(), d.Config.Text()))
			}
			return nil, CheckConfig(d)
		case plan.Seed != nil:
			seed = *plan.Seed
		}
		opened := &tournament.Decision{Type: tournament.Opened, Version: tournament.FormatVersion, Program: program, Plan: plan.Text(), Seed: &seed, NetVoids: *plan.NetVoids}
		if d.Env.Maps != nil {
			var err error
			if opened.Maps, err = d.Env.Maps(plan, seed); err != nil {
				return nil, err
			}
		}
		return opened, nil
	})
	return err
}

// CheckConfig wants the file in the folder to be the one with which the day began.
func CheckConfig(d *tournament.Tournament) error {
	f, err := d.Env.OpenRead(d.Path(config.File))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.NewSectionReader(f, 0, config.MaxBytes+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if string(text) != d.Config.Text() {
		return &tournament.FileError{File: d.Path(config.File), Line: firstDifference(string(text), d.Config.Text()),
			Err: errors.New("it is not as it was when the day began: put it back, and change the day with contest add, withdraw, set-address")}
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

// View calls f with the contest as it is now. F keeps nothing of it.
func (j *DecisionLog) View(f func(*tournament.Tournament)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.tournament.ReadFrom(j.file)
	f(j.tournament)
	return err
}

// Append decides on the contest as it is and writes what was decided; nil decides nothing.
// The line is on the disk when it returns. After a *vfs.FullError nothing was decided, and the
// same can be tried again. After any other error of writing there is no more to be appended: what
// was decided before is safe, and a new DecisionLog goes on.
func (j *DecisionLog) Append(decide func(*tournament.Tournament) (*tournament.Decision, error)) (*tournament.Decision, error) {
	unlock, err := j.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	if j.broken != nil {
		return nil, j.broken
	}
	if _, err := j.tournament.ReadFrom(j.file); err != nil {
		return nil, err
	}
	c, err := decide(j.tournament)
	if c == nil || err != nil {
		return nil, err
	}
	if err := j.write(c); err != nil {
		return nil, err // nobody is to tell of it
	}
	return c, nil
}

// Follow takes the next decision that follows by itself; nil where games have to be played first.
func (j *DecisionLog) Follow() (*tournament.Decision, error) {
	return j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		if c, ok := standing.Follows(d, j.now()); ok {
			return &c, nil
		}
		return nil, nil
	})
}

// write puts a decision after the last whole one.
func (j *DecisionLog) write(c *tournament.Decision) error {
	c.Time = j.now().UTC().Format(time.RFC3339Nano)
	line, at, err := j.tournament.AddNext(c)
	if err != nil {
		return err
	}
	err = j.put(line, at)
	if errors.As(err, new(*vfs.FullError)) {
		reread := j.reread()
		if reread == nil {
			return err
		}
		err = errors.Join(err, reread)
	}
	if err != nil {
		j.broken = say.Errorf("%s: %w: nothing that was decided is lost; make room, and start the same command again",
			j.file.Name(), err)
		return j.broken
	}
	return nil
}

func (j *DecisionLog) now() time.Time {
	if j.Now != nil {
		return j.Now()
	}
	return time.Now()
}

// reread derives the contest from the file again: a decision was applied that is not in it.
func (j *DecisionLog) reread() error {
	is := j.tournament.Env.New(j.tournament.Dir)
	_, err := is.ReadFrom(j.file)
	j.tournament = is
	return err
}

// put writes a line at a place, where a line that was cut may stand. After a *vfs.FullError the file
// is as it was.
func (j *DecisionLog) put(line []byte, at int64) error {
	full := func(err error) error {
		if vfs.IsFull(err) {
			return &vfs.FullError{File: j.file.Name(), Err: err}
		}
		return err
	}
	cut := func() error {
		if err := j.file.Truncate(at); err != nil {
			return err
		}
		return j.file.Sync()
	}
	if j.tournament.PartialTail > 0 || j.uncut {
		// Synced, lest a loss of power puts the two lines together.
		if err := cut(); err != nil {
			return full(err)
		}
		j.tournament.PartialTail, j.uncut = 0, false
	}
	_, err := j.file.WriteAt(line, at)
	if err == nil && !j.Unsynced {
		err = j.file.Sync()
	}
	if err != nil {
		// After a sync that failed a system may forget what it did not write: nobody
		// may read the line and build upon it.
		undone := cut()
		if vfs.IsFull(err) && (undone == nil || vfs.IsFull(undone)) {
			j.uncut = undone != nil
			return full(err)
		}
		return errors.Join(err, undone)
	}
	return nil
}

// Close closes the file.
func (j *DecisionLog) Close() error { return j.file.Close() }

// lockWait sets how long a decision log waits for the lock of its file. A writer holds it for
// the time of one write; but anyone who may read the file can keep it.
const lockWait = 1500 * time.Millisecond

// lock takes the lock under which decisions are made, and the decision log's own. The error
// of a file that another process keeps locked is a *filelock.HeldError; others have the
// journal meanwhile.
func (j *DecisionLog) lock() (unlock func(), err error) {
	for until := time.Now().Add(lockWait); ; time.Sleep(lockPause) {
		j.mu.Lock()
		err := j.file.TryLock()
		if err == nil {
			return func() {
				_ = j.file.Unlock()
				j.mu.Unlock()
			}, nil
		}
		j.mu.Unlock()
		if !errors.Is(err, filelock.ErrHeld) {
			return nil, fmt.Errorf("%s: lock: %w", j.file.Name(), err)
		}
		if time.Now().After(until) {
			return nil, &filelock.HeldError{File: j.file.Name(), Holder: j.file.LockHolder(), Waited: lockWait}
		}
	}
}

// lockPause is between two tries to take the lock.
const lockPause = 5 * time.Millisecond

// Lock is the lock of who plays a contest: two cannot.
type Lock struct{ dir vfs.File }

// TakeLock takes the lock of a contest's folder, or fails if another process holds it. It ends with
// the process, however that ends.
func TakeLock(dir string) (*Lock, error) { return TakeLockIn(tournament.Env{}, dir) }

// TakeLockIn is [TakeLock] in the files of e.
func TakeLockIn(e tournament.Env, dir string) (*Lock, error) {
	f, err := e.FS().OpenDir(dir)
	if err != nil {
		return nil, err
	}
	err = f.TryLock()
	if err == nil {
		return &Lock{f}, nil
	}
	if errors.Is(err, filelock.ErrHeld) {
		err = say.Errorf("another loopline contest run plays this day; contest pause, void, withdraw and the others direct it")
	}
	return nil, errors.Join(say.Errorf("%s: %w", dir, err), f.Close())
}

// HostOf describes the process that plays the contest in a folder, as in "process 1234 (loopline)"; empty if none
// does. Known is false where the system doesn't tell.
func HostOf(dir string) (host string, known bool) {
	f, err := filelock.OpenDir(dir)
	if err != nil {
		return "", false
	}
	defer f.Close()
	return filelock.Holder(f), runtime.GOOS == "linux"
}

// Release gives the lock back.
func (l *Lock) Release() { _ = l.dir.Close() }
