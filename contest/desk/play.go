package desk

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/filelock"
)

// playFile is locked by the process that plays the contest while a game is in play.
const playFile = "in-play"

// playPoll is how often the desk looks for games in play, and playPause how long a game that begins
// waits for the work of the desk to come to a stop.
const (
	playPoll  = 20 * time.Millisecond
	playPause = 5 * playPoll
)

// Games tells the desk of a contest, which may be another process, that games are in play: it has what
// it builds stand still meanwhile, and checks wait. Its methods may be called concurrently.
type Games struct {
	dir string

	mu   sync.Mutex
	n    int
	lock *os.File
}

// NewGames returns the games of the contest in a folder.
func NewGames(dir string) *Games { return &Games{dir: filepath.Join(dir, tournament.DeskFolder)} }

// Begin tells that a game begins. The caller calls done at its end. A contest without a desk's folder
// tells nobody.
func (g *Games) Begin() (done func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n++; g.n == 1 {
		g.take()
	}
	return g.end
}

// take takes the lock, for which the desk may just be trying.
func (g *Games) take() {
	f, err := os.OpenFile(filepath.Join(g.dir, playFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	for until := time.Now().Add(playPause); filelock.Try(f) != nil && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
	g.lock = f
	time.Sleep(playPause)
}

func (g *Games) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n--; g.n == 0 && g.lock != nil {
		_ = g.lock.Close() // with it goes the lock
		g.lock = nil
	}
}

// inPlay reports whether games of the contest are in play.
func (d *Desk) inPlay() bool {
	f, err := os.Open(d.folder("", playFile))
	if err != nil {
		return false
	}
	defer f.Close() // and with it the lock
	return filelock.Try(f) != nil
}

// StandStill has work of the desk stand still while games are in play, until ctx ends: it calls still
// with true when the first begins, and with false at the end of the last.
func (d *Desk) StandStill(ctx context.Context, still func(bool)) {
	tick := time.NewTicker(playPoll)
	defer tick.Stop()
	for was := false; ; {
		if is := d.inPlay(); is != was {
			was = is
			still(is)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			if was {
				still(false)
			}
			return
		}
	}
}

// awaitIdle waits, where checks do, until no game is in play.
func (d *Desk) awaitIdle(ctx context.Context) error {
	tick := time.NewTicker(playPoll)
	defer tick.Stop()
	for d.Alone && d.inPlay() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// idle returns a context that ends, where checks wait for games, when one begins.
func (d *Desk) idle(ctx context.Context) (context.Context, context.CancelFunc) {
	alone, stop := context.WithCancel(ctx)
	if d.Alone {
		go func() { // ends with alone
			d.StandStill(alone, func(still bool) {
				if still {
					stop()
				}
			})
		}()
	}
	return alone, stop
}

// limited returns a context that ends when a version was worked on for longer than the contest grants.
func (d *Desk) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithCancelCause(ctx)
	go func() { // ends with limited
		most := time.Duration(d.Plan.Desk.CheckTime)
		tick := time.NewTicker(playPause)
		defer tick.Stop()
		for last, worked := time.Now(), time.Duration(0); ; {
			select {
			case <-limited.Done():
				return
			case <-tick.C:
			}
			now := time.Now()
			if !d.inPlay() {
				worked += now.Sub(last)
			}
			if last = now; worked > most {
				cancel(context.DeadlineExceeded)
			}
		}
	}()
	return limited, func() { cancel(context.Canceled) }
}
