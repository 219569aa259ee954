package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// Desk takes in what teams hand in for one contest. Fill it in, then call Open; its other methods may
// then be called concurrently.
type Desk struct {
	Dir      string // of the contest
	Plan     *config.Config
	Deadline time.Time        // zero is none
	Now      func() time.Time // nil is time.Now
	Say      func(string)     // gets what happens; nil drops it

	// Build makes a program of the sources in a folder, in isolation, and writes what is there then to
	// built, as a tar: the folder stays as it is. It writes what it says to the report. Nil builds
	// nothing, and what needs it fails.
	Build func(ctx context.Context, dir, command string, built, report io.Writer) error

	// Check plays with what was handed in, in isolation, and writes what comes of it to the report;
	// its error is why it may not play.
	Check func(ctx context.Context, team string, p Player, report io.Writer) error

	// Alone has checks wait while a game is in play, and begin again when one begins: this machine does not
	// share its processors out between programs.
	Alone bool

	// Stalled returns for how long what is checked had no processor in a time, because of others; nil does
	// not know.
	Stalled func(from, to time.Time) time.Duration

	// CheckBoard finds mistakes in what a team says of a design or of a bitstream, such as a clock out of
	// the contest's bounds; nil finds none.
	CheckBoard func(b entrant.Board) error

	lock      vfs.File
	numbering sync.Mutex // one gives a number at a time

	mu      sync.Mutex
	queue   []ticket
	running map[string]int           // versions in check, by team
	taken   map[string]time.Duration // by the checks of a team, all together
	changed chan struct{}            // closed when the queue has more
}

// ticket is a version that waits for its check.
type ticket struct {
	team    string
	version int
}

func (d *Desk) now() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}

func (d *Desk) say(text string) {
	if d.Say != nil {
		d.Say(text)
	}
}

// Open opens the desk in the contest's folder, which no other process has open. It removes what
// is left of uploads that were cut, and finds the versions whose check was. Close ends it.
func (d *Desk) Open() error {
	folder := filepath.Join(d.Dir, tournament.DeskFolder)
	if err := vfs.MakeDirs(vfs.OS, folder); err != nil {
		return err
	}
	if err := os.Chmod(folder, 0o700); err != nil {
		return err
	}
	lock, err := vfs.OS.OpenDir(folder)
	if err != nil {
		return err
	}
	if err := lock.TryLock(); err != nil {
		return errors.Join(say.Errorf("%s: another desk is open here: %w", folder, err), lock.Close())
	}
	d.lock, d.running, d.taken, d.changed = lock, map[string]int{}, map[string]time.Duration{}, make(chan struct{})
	if err := d.resume(folder); err != nil {
		return errors.Join(err, d.Close())
	}
	return nil
}

// resume goes through what is there.
func (d *Desk) resume(folder string) error {
	teams, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, t := range teams {
		team := t.Name()
		if !t.IsDir() {
			continue
		}
		inside, err := os.ReadDir(d.folder(team))
		if err != nil {
			return err
		}
		for _, e := range inside {
			if strings.HasPrefix(e.Name(), partPrefix) {
				if err := removeTree(d.folder(team, e.Name())); err != nil {
					return err
				}
			}
		}
		versions, err := d.Versions(team)
		if err != nil {
			return err
		}
		for i := len(versions) - 1; i >= 0; i-- {
			if versions[i].State == Checking {
				d.enqueue(team, versions[i].Number)
			}
		}
	}
	return d.Sync()
}

// Close gives the folder back.
func (d *Desk) Close() error { return d.lock.Close() }

func (d *Desk) enqueue(team string, version int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = append(d.queue, ticket{team, version})
	close(d.changed)
	d.changed = make(chan struct{})
}

// waiting counts the versions of a team whose check is not over.
func (d *Desk) waiting(team string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.running[team]
	for _, t := range d.queue {
		if t.team == team {
			n++
		}
	}
	return n
}

// next takes the version that is checked next: of the teams of which none is in check the one whose
// checks took the least time until now, and of its versions the one that waits longest. So a team holds
// up the others neither by many versions nor by slow ones.
func (d *Desk) next() (t ticket, ok bool, more <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	best := -1
	for i, t := range d.queue {
		if d.running[t.team] == 0 && (best < 0 || d.taken[t.team] < d.taken[d.queue[best].team]) {
			best = i
		}
	}
	if best < 0 {
		return t, false, d.changed
	}
	t = d.queue[best]
	d.queue = slices.Delete(d.queue, best, best+1)
	d.running[t.team]++
	return t, true, nil
}

// A Wait is why the check of a version has not begun, or stands still.
type Wait string

// Why a version waits.
const (
	WaitsForNothing Wait = ""
	WaitsForGames   Wait = "games"  // Alone, and a game is in play
	WaitsForOthers  Wait = "others" // that are checked before
)

// Waits returns why a version waits that is not checked yet.
func (d *Desk) Waits(team string, version int) Wait {
	d.mu.Lock()
	queued := slices.Contains(d.queue, ticket{team, version})
	d.mu.Unlock()
	switch {
	case d.Alone && d.inPlay():
		return WaitsForGames
	case queued:
		return WaitsForOthers
	}
	return WaitsForNothing
}

// Again has a version checked again that failed: the machine may have had too much to do.
func (d *Desk) Again(team string, number int) (v Version, err error) {
	d.numbering.Lock()
	defer d.numbering.Unlock()
	if v, err = d.Version(team, number); err != nil {
		return v, err
	}
	if v.State != Failed {
		return v, say.Errorf("version %d has not failed", number)
	}
	if d.waiting(team) >= maxWaiting {
		return v, &refusal{ErrBusy, say.Format("%d versions wait for their check; try again later", maxWaiting)}
	}
	v.State, v.Reason = Checking, nil
	if err := d.put(team, &v); err != nil {
		return v, err
	}
	d.enqueue(team, number)
	return v, nil
}

// charge counts the time of a team's check.
func (d *Desk) charge(t ticket, took time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.taken[t.team] += took
}

func (d *Desk) done(t ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running[t.team]--; d.running[t.team] == 0 {
		delete(d.running, t.team)
	}
	close(d.changed)
	d.changed = make(chan struct{})
}

// Run checks versions, one after the other, until ctx ends. Several may run at once. A version whose
// check is cut is checked again when a desk is open again.
func (d *Desk) Run(ctx context.Context) {
	for ctx.Err() == nil {
		t, ok, more := d.next()
		if !ok {
			select {
			case <-more:
			case <-ctx.Done():
			}
			continue
		}
		began := time.Now()
		if err := d.process(ctx, t); err != nil && ctx.Err() == nil {
			d.say(fmt.Sprintf("%s, version %d: %v", t.team, t.version, err))
		}
		d.charge(t, time.Since(began))
		d.done(t)
	}
}

// maxTries is how often a version is checked that fails while games are in play, or while others kept the
// processors from it for longer than maxStalled.
const (
	maxTries   = 3
	maxStalled = 50 * time.Millisecond
)

// process unpacks, builds and checks a version, and keeps what came of it.
func (d *Desk) process(ctx context.Context, t ticket) error {
	v, err := d.Version(t.team, t.version)
	if err != nil || v.State != Checking {
		return err
	}
	limited, cancel := d.limited(ctx)
	defer cancel()
	var report reportWriter
	for try := 1; ; try++ {
		beside, began := d.inPlay(), time.Now()
		err = d.examine(limited, t.team, &v, &report)
		stalled := d.Stalled != nil && d.Stalled(began, time.Now()) > maxStalled
		if err == nil || limited.Err() != nil || try == maxTries || !beside && !d.inPlay() && !stalled {
			break
		}
		// It may have been too slow by no fault of its own.
		report.Reset()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if limited.Err() != nil {
		err = say.Errorf("the check took longer than %v", time.Duration(d.Plan.Desk.CheckTime))
	}
	v.State = Passed
	if err != nil {
		v.State, v.Reason = Failed, d.hidden(inAll(err)...)
		if err := removeTree(d.file(t.team, v.Number, filesFolder)); err != nil {
			d.say(fmt.Sprintf("%s, version %d: its files stay: %v", t.team, t.version, err))
		}
	}
	if err := durable.Write(d.file(t.team, v.Number, reportFile), []byte(d.hidden(report.String())[0])); err != nil {
		return err
	}
	if err := d.put(t.team, &v); err != nil {
		return err
	}
	d.say(fmt.Sprintf("%s: version %d %s", t.team, v.Number, v.State))
	return d.Sync()
}

// hidden are texts without the path of the contest's folder on this machine, which is none of a team's affairs.
func (d *Desk) hidden(texts ...string) (all []string) {
	dir, err := filepath.Abs(d.Dir)
	for _, text := range texts {
		if err == nil && dir != "/" {
			text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
		}
		all = append(all, text)
	}
	return all
}

// inAll is an error in all languages.
func inAll(err error) (all []string) {
	for l := range say.Names() {
		all = append(all, say.Language(l).Say(err))
	}
	return all
}

// unpackTimes bounds the size of an unpacked or built upload, in multiples of the upload's limit.
const (
	unpackTimes = 4
	builtTimes  = 4
)

// unpacked bounds the files of an upload.
func (d *Desk) unpacked() Limits {
	return Limits{Bytes: int64(d.Plan.Desk.MaxSize) * unpackTimes, Files: d.Plan.Desk.MaxFiles}
}

// sealed bounds the files of a version that can play.
func (d *Desk) sealed() Limits {
	l := d.unpacked()
	return Limits{Bytes: l.Bytes * builtTimes, Files: l.Files * builtTimes}
}

// examine unpacks, builds and checks a version.
func (d *Desk) examine(ctx context.Context, team string, v *Version, report *reportWriter) error {
	files := d.file(team, v.Number, filesFolder)
	root, err := emptyFolder(files)
	if err != nil {
		return err
	}
	defer root.Close()
	upload, err := d.Upload(team, v.Number)
	if err != nil {
		return err
	}
	defer upload.Close()
	if err := unpack(root, upload, d.singleName(v, upload), d.unpacked()); err != nil {
		return err
	}
	program, err := d.identify(root, v)
	if err != nil {
		return err
	}
	if _, _, err := treeSum(root, d.sealed(), true); err != nil { // before anything of it runs
		return err
	}
	if program == nil {
		if err := d.findBoard(root, v, report); err != nil {
			return err
		}
	}
	if program != nil && program.Build != "" {
		if d.Build == nil {
			return say.Errorf("nothing is built at this desk")
		}
		built, err := d.build(ctx, files, v, program.Build, report)
		if err != nil {
			return err
		}
		defer built.Close()
		root = built
	}
	if v.Tree, v.Files, err = treeSum(root, d.sealed(), true); err != nil {
		return err
	}
	p, err := d.player(team, v)
	if err != nil {
		return err
	}
	if d.Check == nil {
		return nil
	}
	return d.check(ctx, team, p, report)
}

// check has a version checked: where it must not play beside games, it waits until none is in play, and
// begins again after one that begins.
func (d *Desk) check(ctx context.Context, team string, p Player, report *reportWriter) error {
	for said := report.Len(); ; report.Truncate(said) {
		if err := d.awaitIdle(ctx); err != nil {
			return err
		}
		alone, stop := d.idle(ctx)
		err := d.Check(alone, team, p, report)
		cut := alone.Err() != nil && ctx.Err() == nil
		stop()
		if err == nil || !cut {
			return err
		}
	}
}

// reportWriter keeps the beginning of a report.
type reportWriter struct{ bytes.Buffer }

// Write implements io.Writer. It never fails.
func (r *reportWriter) Write(p []byte) (int, error) {
	r.Buffer.Write(p[:min(len(p), maxReport-r.Len())])
	return len(p), nil
}

// shown is a text of a team as it may be shown.
func shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if letters := []rune(text); len(letters) > maxElement {
		text = string(letters[:maxElement-1]) + "…"
	}
	return text
}
