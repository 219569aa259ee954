package director

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
)

// Director plays a contest: it pairs rounds, plays the matches in game slots, and logs
// the results as decisions. Fill it in, then call Run once.
type Director struct {
	Log *journal.DecisionLog

	// Match makes a game; the seats have their addresses.
	Match func(tournament.GameSetup, ...host.Seat) (*host.Game, error)

	// Open opens the player at an address, once. What it writes to its standard error
	// goes to stderr, line by line. Seat is the place that it has in the next game, from 0; one
	// that is not reusable is opened for each game.
	Open func(ctx context.Context, entrant string, seat int, address string, stderr io.Writer) (series.PlayerConn, error)

	// KeepsSeat reports whether the player at an address is opened for its seat in the whole heat, also
	// when the heat is played without another entrant. Nil is of none.
	KeepsSeat func(address string) bool

	// Sides tells who sits where in a game, by names and addresses, before its players
	// are opened; nil or an empty text tells nothing.
	Sides func(names, addresses []string) string

	// Playing, if it is set, is called before each game is played, and what it returns at its end.
	Playing func() (done func())

	// Pace is host.Game.Pace of each game.
	Pace time.Duration

	// Again is the pause between tries to open a player; 0 means two seconds.
	Again time.Duration

	// Say gets what happens, in a line. Watch sees the events of games, if it is set,
	// as host.Game.Watch does, from several goroutines. Both must return at once.
	Say   func(text string)
	Watch func(game string, e record.Event)

	// Begun, if it is set, is called by [Run] when the contest is open, before anything is
	// played; its error ends the contest.
	Begun func() error

	// Over, if it is set, is called when the contest is over. With Stay, Run then goes on
	// until ctx ends, because a decision may have a game played again.
	Over func()
	Stay bool

	// Halls reaches the other halls of the file, and Verify derives the verdicts of games that they
	// hand in, as [journal.Verify] has it. Without Halls nothing is played there.
	Halls  HallLink
	Verify func(*record.Game) (host.ReplayReport, error)

	Version string         // of the program, for the records
	Env     tournament.Env // where [Run] plays

	uncounted sync.Once // was said
	stopping  sync.Once // was said
	mu        sync.Mutex
	heldSaid  time.Time // that a file is locked, or the disk full
	fullSince time.Time // is the disk; zero while it is not
	fullSeen  time.Time

	lookouts lookouts
	dropping sync.WaitGroup // of lookouts

	halls  hallDirector
	over   atomic.Bool
	gate   gate
	slots  map[string]*gameSlot // by match
	ended  chan *gameSlot
	stalls *stalls.Detector
}

// pollInterval sets how often a director looks for decisions of others.
const pollInterval = 100 * time.Millisecond

// Run plays the contest to its end. When ctx ends before, the games in play are lost, and will
// be played again; the error is ctx's. Any other error means that the contest cannot go on as
// it is: nothing that was decided is lost.
func (d *Director) Run(ctx context.Context) error {
	d.slots, d.ended = map[string]*gameSlot{}, make(chan *gameSlot)
	ctx, cancel := context.WithCancel(ctx)
	d.halls.began, d.halls.back, d.halls.without = time.Now(), map[string]bool{}, map[string][]int{}
	d.lookouts.all, d.lookouts.run = map[int]*lookout{}, ctx
	defer func() {
		cancel()
		d.lookouts.dropAll()
		d.dropping.Wait()
	}()
	if err := d.Resume(ctx); err != nil {
		return err
	}
	if d.credit() > 0 {
		d.stalls = stalls.Start()
		defer d.stalls.Close()
	}
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		over, err := d.refresh(ctx)
		if over = over && err == nil && len(d.slots) == 0; over && !d.over.Swap(true) && d.Over != nil {
			d.Over()
		}
		d.over.Store(over)
		if over && !d.Stay {
			return nil
		}
		if err != nil {
			return d.clear(cancel, err)
		}
		select {
		case <-ctx.Done():
			if over {
				return nil
			}
			return d.clear(cancel, ctx.Err())
		case t := <-d.ended:
			err = d.freeSlot(t)
		case <-tick.C:
			select { // not by chance: who has ended comes first
			case t := <-d.ended:
				err = d.freeSlot(t)
			default:
			}
		}
		if err != nil {
			return d.clear(cancel, err)
		}
	}
}

// freeSlot takes in that a table has ended.
func (d *Director) freeSlot(t *gameSlot) error {
	delete(d.slots, t.match)
	return t.err
}

// clear ends all tables.
func (d *Director) clear(cancel func(), err error) error {
	cancel()
	for len(d.slots) > 0 {
		t := <-d.ended
		delete(d.slots, t.match)
	}
	return err
}

func (d *Director) credit() (credit time.Duration) {
	_ = d.Log.View(func(day *tournament.Tournament) { credit = day.Config.Credit.Most })
	return credit
}

// interrupted is why a contest is paused that an interrupt paused: whoever runs it again resumes it.
const interrupted = "Ctrl-C"

// Resume lets a contest go on that an interrupt paused, and takes in the games that ended just
// before the last run was stopped. A pause that its director ordered stays.
func (d *Director) Resume(ctx context.Context) error {
	var pause *tournament.Decision
	if err := d.decide(ctx, func(day *tournament.Tournament) (*tournament.Decision, error) {
		if !day.Paused {
			return nil, nil
		}
		for i := range day.Decisions {
			if day.Decisions[i].Type == tournament.Paused {
				pause = &day.Decisions[i]
			}
		}
		if pause.Why != interrupted {
			return nil, nil
		}
		return &tournament.Decision{Type: tournament.Resumed, By: "loopline", Why: "contest run"}, nil
	}); err != nil {
		return err
	}
	if pause != nil && pause.Why != interrupted {
		d.Say(fmt.Sprintf("the contest is paused, by %s: %s; loopline contest resume goes on", cmp.Or(pause.By, "its director"), cmp.Or(pause.Why, "no reason given")))
	}
	var open []string
	if err := d.Log.View(func(day *tournament.Tournament) {
		day.Matches(func(m *tournament.Match) {
			for _, g := range m.Games {
				if g.State == tournament.Playing && g.Hall == "" { // a hall hands its games in
					open = append(open, g.AttemptID())
				}
			}
		})
	}); err != nil {
		return err
	}
	if err := d.awaitSpace(ctx, 0, d.settleRecords); err != nil {
		return err
	}
	for _, id := range open {
		if err := d.recover(ctx, id); err != nil {
			return err
		}
	}
	return d.Log.View(func(day *tournament.Tournament) {
		for i := range day.Decisions {
			d.sayNetwork(&day.Decisions[i])
		}
	})
}

// sayNetwork tells of the agents that a decision on a game names. A run that goes on tells
// of them again.
func (d *Director) sayNetwork(c *tournament.Decision) {
	for _, n := range c.Network {
		d.Say(c.Game + ": " + n.String())
	}
}

// recover looks into the record of a game that was begun. If it was played to its end
// that counts; else the game is played again, at its next attempt.
func (d *Director) recover(ctx context.Context, id string) error {
	return d.decide(ctx, func(day *tournament.Tournament) (*tournament.Decision, error) {
		match, number, attempt, err := tournament.ParseGameID(id)
		m := day.Match(match)
		if err != nil || m == nil || m.Game(number).State != tournament.Playing || m.Game(number).Attempt != attempt {
			return nil, err
		}
		recorded, err := day.Recorded(m, id)
		if err != nil || recorded == nil {
			if err != nil {
				d.Say(fmt.Sprintf("%s: its record is not understood, it is played again: %v", id, err))
			}
			return nil, nil
		}
		c, ok := tournament.OutcomeOfRecord(day, m.Game(number), m.Entrants, m.Lost, recorded)
		if !ok {
			return nil, nil
		}
		return c, nil
	})
}

// decide appends a decision. It waits as awaitSpace does.
func (d *Director) decide(ctx context.Context, f func(*tournament.Tournament) (*tournament.Decision, error)) error {
	return d.awaitSpace(ctx, 0, func() error {
		_, err := d.Log.Append(f)
		return err
	})
}

// refresh applies new decisions, decides what follows, and fills the game slots. It
// reports whether the contest is over.
func (d *Director) refresh(ctx context.Context) (over bool, err error) {
	for {
		c, err := d.Log.Follow()
		if d.waits(err) {
			return false, nil // games that are played go on
		}
		if err != nil {
			return false, err
		}
		if c == nil {
			break
		}
		d.sayRoom()
		d.tell(c)
	}
	if err := d.followMissing(); err != nil {
		return false, err
	}
	if err := d.followHalls(); err != nil {
		return false, err
	}
	var ordered error
	err = d.Log.View(func(day *tournament.Tournament) {
		d.gate.set(day.Paused)
		d.interrupt(day)
		if over = standing.Over(day); !over && !day.Paused {
			d.fillSlots(ctx, day)
		}
		ordered = d.orderHalls(day)
	})
	return over, cmp.Or(err, ordered)
}

// heldEvery sets how often a locked file is reported, fullEvery how often a full disk, spacePause how soon
// that is tried again.
const (
	heldEvery  = 10 * time.Second
	fullEvery  = time.Minute
	spacePause = time.Second
)

// waits reports whether an error is of a file that another process keeps locked, or of a full disk,
// which it tells: the same can be tried again.
func (d *Director) waits(err error) bool {
	isFull := errors.As(err, new(*vfs.FullError))
	if !isFull && !errors.Is(err, filelock.ErrHeld) {
		return false
	}
	d.mu.Lock()
	now, every := time.Now(), heldEvery
	if isFull {
		d.fullSeen, every = now, fullEvery
	}
	if isFull && d.fullSince.IsZero() {
		d.fullSince, d.heldSaid = now, time.Time{}
	}
	due := now.Sub(d.heldSaid) >= every
	if due {
		d.heldSaid = now
	}
	d.mu.Unlock()
	if due {
		d.Say(err.Error() + "; the contest waits for it")
	}
	return true
}

// awaitSpace calls do until it neither finds the disk full nor a file locked, or ctx ends. Stagger
// keeps those who wait from trying again at the same time.
func (d *Director) awaitSpace(ctx context.Context, stagger time.Duration, do func() error) error {
	for full := false; ; {
		err := do()
		if ctx.Err() != nil || !d.waits(err) {
			if full && err == nil {
				d.sayRoom()
			}
			return err
		}
		pause := pollInterval + stagger
		if errors.As(err, new(*vfs.FullError)) {
			full, pause = true, spacePause+stagger
		}
		select {
		case <-ctx.Done():
			return cmp.Or(ctx.Err(), err)
		case <-time.After(pause):
		}
	}
}

// sayRoom tells that the disk is not full any more.
func (d *Director) sayRoom() {
	d.mu.Lock()
	was := !d.fullSince.IsZero()
	d.fullSince = time.Time{}
	d.mu.Unlock()
	if was {
		d.Say("the disk has space again; the contest goes on")
	}
}

// FullSince returns since when the disk of the contest has been full, and the contest waited for
// space; zero while it does not.
func (d *Director) FullSince() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.fullSeen) > 3*spacePause {
		return time.Time{}
	}
	return d.fullSince
}

func (d *Director) tell(c *tournament.Decision) {
	switch c.Type {
	case tournament.Paired:
		text := fmt.Sprintf("%s, round %d:", c.Stage, c.Round)
		for _, p := range c.Pairs {
			text += " " + strings.Join(p.Names(), " - ") + ";"
		}
		for _, name := range c.Byes {
			text += fmt.Sprintf(" %s is free;", name)
		}
		d.Say(text[:len(text)-1])
	case tournament.Disqualified:
		d.Say(fmt.Sprintf("%s is disqualified: too many strikes in %s", c.Entrant, c.Stage))
	case tournament.Closed:
		d.Say(fmt.Sprintf("%s is over at %s; games in play go on to their end", c.Stage, c.Value))
	case tournament.DecidedByLots:
		d.Say(fmt.Sprintf("%s: even; %s goes on by %s", c.Match, c.Winner, c.Rule))
	}
}

// interrupt stops the games whose result is decided, and the tables whose match is.
func (d *Director) interrupt(day *tournament.Tournament) {
	for _, t := range d.slots {
		m := day.Match(t.match)
		if m == nil || m.Over() || m.Postponed && !m.InPlay() || !slices.Equal(m.Entrants, t.entrants) {
			t.cancel()
			continue
		}
		t.mu.Lock()
		if match, number, attempt, err := tournament.ParseGameID(t.game); err == nil && match == t.match {
			if g := m.Game(number); g.State != tournament.Playing || g.Attempt != attempt {
				t.stop()
			}
		}
		t.mu.Unlock()
	}
}

// fillSlots sits entrants down at free tables.
func (d *Director) fillSlots(ctx context.Context, day *tournament.Tournament) {
	playing, tables, halls := map[string][]int{}, map[string]int{}, map[string]string{}
	for _, t := range d.slots {
		playing[t.match] = t.entrants
		tables[t.hall]++
	}
	take := func(m *tournament.Match) bool {
		hall, ok := d.place(day, m, tables)
		if ok {
			tables[hall]++
			halls[m.ID] = hall
		}
		return ok
	}
	absent := func(m *tournament.Match) (missing, over bool) {
		if hall, ok := d.place(day, m, tables); !ok || hall != "" {
			return false, false // a hall opens the players itself
		}
		return d.absent(day, m)
	}
	for _, m := range standing.Seating(day, time.Now(), playing, take, absent) {
		d.startSlot(ctx, m, halls[m.ID])
	}
}

// startSlot sits the entrants of a match down, here or in a hall.
func (d *Director) startSlot(ctx context.Context, m *tournament.Match, hall string) {
	t := &gameSlot{director: d, match: m.ID, hall: hall, entrants: m.Entrants, players: make([]slotPlayer, len(m.Entrants))}
	tableCtx, cancel := context.WithCancel(ctx)
	t.cancel, t.stop = cancel, func() {}
	d.slots[m.ID] = t
	go func() {
		t.err = t.play(tableCtx)
		cancel()
		// Tables that are interrupted at once become free in the order of their entrants.
		time.Sleep(time.Duration(t.entrants[0]) * time.Microsecond)
		d.ended <- t
	}()
}

// gate holds players back while the contest is paused.
type gate struct {
	mu   sync.Mutex
	open chan struct{} // closed when no player is held back; nil is open
}

// set pauses or goes on.
func (g *gate) set(paused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case paused && g.open == nil:
		g.open = make(chan struct{})
	case !paused && g.open != nil:
		close(g.open)
		g.open = nil
	}
}

// pass waits until no player is held back.
func (g *gate) pass(ctx context.Context) {
	for {
		g.mu.Lock()
		open := g.open
		g.mu.Unlock()
		if open == nil {
			return
		}
		select {
		case <-open:
		case <-ctx.Done():
			return
		}
	}
}

// Pause pauses the contest after the moves that players are asked for now.
func (d *Director) Pause(by, why string) error {
	_, err := d.Log.Append(func(day *tournament.Tournament) (*tournament.Decision, error) {
		if day.Paused {
			return nil, nil
		}
		return &tournament.Decision{Type: tournament.Paused, By: by, Why: why}, nil
	})
	if err == nil {
		d.gate.set(true)
	}
	return err
}

// errGone ends a table whose match is not to be played any more, errMissing one that waits for
// an entrant. errMoved is of a player that was opened before its entrant had another address, or
// another version.
var (
	errGone    = errors.New("the match is decided")
	errMissing = errors.New("an entrant is missing")
	errMoved   = errors.New("an entrant has another address")
)
