package director

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
)

// lookout opens the player of an entrant and keeps it until a table takes it. It goes on looking
// after the entrant's wait: a late entrant plays its remaining games.
type lookout struct {
	entrant int
	address string
	wait    wait
	cancel  func()
	ready   chan struct{} // closed when player is there
	ended   chan struct{} // closed when the search has stopped

	player slotPlayer

	unprepared atomic.Value // string: why its board could not be prepared; empty otherwise
}

// missingAfter sets how long an entrant is looked for at a table before it counts as missing,
// and its opponent is free for others.
const missingAfter = 5 * time.Second

// lookouts holds a director's lookouts by entrant.
type lookouts struct {
	mu  sync.Mutex
	all map[int]*lookout
	run context.Context // of the director; nil before it runs
}

// isReady reports whether the player is there.
func (l *lookout) isReady() bool {
	select {
	case <-l.ready:
		return true
	default:
		return false
	}
}

// lookFor returns the lookout for an entrant, which it begins where there is none.
func (d *Director) lookFor(entrant int, name, address string, seat int) *lookout {
	ls := &d.lookouts
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if l := ls.all[entrant]; l != nil {
		return l
	}
	l := &lookout{entrant: entrant, address: address, ready: make(chan struct{}), ended: make(chan struct{})}
	l.wait.since = time.Now()
	ctx, cancel := context.WithCancel(ls.run)
	l.cancel = cancel
	ls.all[entrant] = l
	go d.look(ctx, l, name, seat)
	return l
}

// look opens the player, and tries again until it is there or ctx ends.
func (d *Director) look(ctx context.Context, l *lookout, name string, seat int) {
	defer close(l.ended)
	again := d.Again
	if again == 0 {
		again = 2 * time.Second
	}
	said := ""
	for ctx.Err() == nil {
		out := &host.StderrLog{}
		l.wait.starts(l.address)
		p, err := d.Open(ctx, name, seat, l.address, out)
		if err == nil {
			l.player = slotPlayer{p, seat, l.address, out}
			close(l.ready)
			return
		}
		why := ""
		if wrong := (unprepared)(nil); errors.As(err, &wrong) {
			why = clipText(wrong.Error(), config.MaxText)
		}
		l.unprepared.Store(why)
		if ctx.Err() != nil {
			return
		}
		if fault, due := l.wait.note(err); due {
			d.sayHostFault(name, err)
		} else if text := fmt.Sprintf("waiting for %s on %s: %v", name, tournament.WithoutToken(l.address), err); !fault && text != said {
			d.Say(text)
			said = text
		}
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}

// unprepared is the error of a board that was there and could not be loaded or reset.
type unprepared interface {
	error
	Unprepared()
}

// unprepared says why the boards of entrants could not be prepared; empty if that is not the
// cause.
func (ls *lookouts) unprepared(entrants []int) string {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	var all []string
	for _, e := range entrants {
		if l := ls.all[e]; l != nil {
			if why, _ := l.unprepared.Load().(string); why != "" {
				all = append(all, why)
			}
		}
	}
	return clipText(strings.Join(all, "; "), config.MaxText)
}

// hostFault is why this machine cannot open the player of an entrant; empty if it can.
func (ls *lookouts) hostFault(entrant int) string {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if l := ls.all[entrant]; l != nil && !l.isReady() {
		return l.wait.hostFault()
	}
	return ""
}

// clipText is at most so many bytes of a text.
func clipText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-len("…")], "") + "…"
}

// take takes the player of a lookout that is ready; false where another took it.
func (ls *lookouts) take(l *lookout) bool {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.all[l.entrant] != l {
		return false
	}
	delete(ls.all, l.entrant)
	return true
}

// keep keeps a player for its next table.
func (ls *lookouts) keep(entrant int, p slotPlayer) {
	l := &lookout{
		entrant: entrant, address: p.address, cancel: func() {}, player: p,
		ready: make(chan struct{}), ended: make(chan struct{}),
	}
	close(l.ready)
	close(l.ended)
	ls.mu.Lock()
	was := ls.all[entrant]
	ls.all[entrant] = l
	ls.mu.Unlock()
	was.drop()
}

// drop ends a lookout and closes its player. It is for those that no table finds any more.
func (l *lookout) drop() {
	if l == nil {
		return
	}
	l.cancel()
	<-l.ended
	if l.player.player != nil {
		_ = l.player.player.Close()
	}
}

// dropAll drops all lookouts and returns when they have ended.
func (ls *lookouts) dropAll() {
	ls.mu.Lock()
	all := ls.all
	ls.all = map[int]*lookout{}
	ls.mu.Unlock()
	for _, e := range slices.Sorted(maps.Keys(all)) {
		all[e].drop()
	}
}

// followMissing decides that entrants who were missing are there, and drops lookouts for those
// who have left, have another address, or have nothing to play any more.
func (d *Director) followMissing() error {
	var here []string
	var gone []*lookout
	err := d.Log.View(func(day *tournament.Tournament) {
		over := standing.Over(day)
		d.lookouts.mu.Lock()
		defer d.lookouts.mu.Unlock()
		for _, e := range slices.Sorted(maps.Keys(d.lookouts.all)) { // the order of decisions is not left to chance
			l := d.lookouts.all[e]
			switch {
			case over || day.Entrants[e].Withdrawn || !day.MayPlayAt(e, l.address):
				gone = append(gone, l)
				delete(d.lookouts.all, e) // at once, so that a new one can begin at this poll
			case l.isReady() && !day.Entrants[e].Missing.IsZero():
				here = append(here, day.Entrants[e].Name)
			}
		}
	})
	if len(gone) > 0 {
		d.dropping.Go(func() {
			for _, l := range gone {
				l.drop()
			}
		})
	}
	for _, name := range here {
		if err == nil {
			err = d.decidePresence(tournament.Present, name)
		}
	}
	return err
}

// decidePresence decides that an entrant is missing, or there, unless that is known. While the decisions
// cannot be written it is decided later.
func (d *Director) decidePresence(kind, name string) error {
	if err := d.presence(kind, name); !d.waits(err) {
		return err
	}
	return nil
}

// presence decides that an entrant is missing, or there, unless that is known.
func (d *Director) presence(kind, name string) error {
	c, err := d.Log.Append(func(day *tournament.Tournament) (*tournament.Decision, error) {
		e, err := day.Entrant(name)
		if err != nil || e.Withdrawn || e.Missing.IsZero() == (kind == tournament.Present) {
			return nil, err
		}
		return &tournament.Decision{Type: kind, Entrant: e.Name}, nil
	})
	if c != nil {
		d.sayRoom()
		d.Say(map[string]string{tournament.Missing: c.Entrant + " is missing; others play meanwhile", tournament.Present: c.Entrant + " is there"}[kind])
	}
	return err
}

// awaited lists the entrants of a match that are missing, or that this machine cannot open.
func (d *Director) awaited(day *tournament.Tournament, m *tournament.Match) (all []int) {
	for _, e := range m.Entrants {
		if is := day.Entrants[e]; !is.Withdrawn && (!is.Missing.IsZero() || d.lookouts.hostFault(e) != "") {
			all = append(all, e)
		}
	}
	return all
}

// absent reports whether entrants of a match are missing, and whether the wait for them is over, or they came. It
// begins to look for them.
func (d *Director) absent(day *tournament.Tournament, m *tournament.Match) (missing, over bool) {
	over = true
	awaited := d.awaited(day, m)
	for _, e := range awaited {
		l := d.lookFor(e, day.Entrants[e].Name, day.PlaysAt(m, m.Next(), e), d.seatFor(day, m, e, awaited))
		over = over && (l.isReady() || l.wait.hostFault() == "" && l.wait.passed() >= time.Duration(day.Config.Wait))
	}
	return len(awaited) > 0, over
}
