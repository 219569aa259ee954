package tournament

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/series"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/filelock"
)

// Setup is what a game is to be played with.
type Setup struct {
	Plan    *Plan
	Move    time.Duration     // limit for a move
	Options map[string]string // of the game: the plan's, and those of the opening
}

// Director plays a day: it pairs what can be paired, sits entrants down at tables, and
// writes down what comes out. Fill it in, then call Run once.
type Director struct {
	Journal *Journal

	// Match makes the match of a game; the seats have their addresses.
	Match func(Setup, ...host.Seat) (*host.Game, error)

	// Open opens the player at an address, once. What it writes to its standard error
	// goes to stderr, line by line.
	Open func(ctx context.Context, entrant, address string, stderr io.Writer) (series.Player, error)

	// Again is how long it waits between tries to open a player; 0 is two seconds.
	Again time.Duration

	// Say gets what happens, in a line. Watch sees the events of games, if it is set,
	// as host.Game.Watch does, from several goroutines. Both must return at once.
	Say   func(text string)
	Watch func(game string, e record.Event)

	// Begun, if it is set, is called by PlayDay when the day is open, before anything is
	// played; its error ends the day.
	Begun func() error

	Version string // of the program, for the records
	Env     Env    // where PlayDay plays

	uncounted sync.Once // was said
	stopping  sync.Once // was said
	mu        sync.Mutex
	heldSaid  time.Time // that a file is locked

	gate   gate
	tables map[string]*deskTable // by match
	ended  chan *deskTable
	stalls *stalls.Detector
}

// poll is how often a director looks for decisions of others.
const poll = 100 * time.Millisecond

// Run plays the day to its end. When ctx ends the games in play are lost, and will be
// played again; the error is ctx's. Any other error means that the day cannot go on as
// it is: nothing that was decided is lost.
func (d *Director) Run(ctx context.Context) error {
	d.tables, d.ended = map[string]*deskTable{}, make(chan *deskTable)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := d.resume(); err != nil {
		return err
	}
	if d.credit() > 0 {
		d.stalls = stalls.Start()
		defer d.stalls.Close()
	}
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		over, err := d.look(ctx)
		if over && err == nil && len(d.tables) == 0 {
			return nil
		}
		if err != nil {
			return d.clear(cancel, err)
		}
		select {
		case <-ctx.Done():
			return d.clear(cancel, ctx.Err())
		case t := <-d.ended:
			err = d.rise(t)
		case <-tick.C:
			select { // not by chance: who has ended comes first
			case t := <-d.ended:
				err = d.rise(t)
			default:
			}
		}
		if err != nil {
			return d.clear(cancel, err)
		}
	}
}

// rise takes in that a table has ended.
func (d *Director) rise(t *deskTable) error {
	delete(d.tables, t.match)
	return t.err
}

// clear ends all tables.
func (d *Director) clear(cancel func(), err error) error {
	cancel()
	for len(d.tables) > 0 {
		t := <-d.ended
		delete(d.tables, t.match)
	}
	return err
}

func (d *Director) credit() (credit time.Duration) {
	_ = d.Journal.Day(func(day *Day) { credit = time.Duration(*day.Plan.Credit) })
	return credit
}

// resume lets a day that was paused go on, and takes in the games that ended just
// before the last run was stopped.
func (d *Director) resume() error {
	if err := d.decide(func(day *Day) (*Decision, error) {
		if !day.Paused {
			return nil, nil
		}
		return &Decision{Type: Resumed, By: "loopline", Why: "contest run"}, nil
	}); err != nil {
		return err
	}
	var open []string
	if err := d.Journal.Day(func(day *Day) {
		day.Matches(func(m *Match) {
			for _, g := range m.Games {
				if g.State == Playing {
					open = append(open, g.AttemptID())
				}
			}
		})
	}); err != nil {
		return err
	}
	if err := d.settleRecords(); err != nil {
		return err
	}
	for _, id := range open {
		if err := d.recover(id); err != nil {
			return err
		}
	}
	return d.Journal.Day(func(day *Day) {
		for i := range day.Decisions {
			d.sayNetwork(&day.Decisions[i])
		}
	})
}

// sayNetwork tells of the agents that a decision on a game names. A run that goes on tells
// of them again.
func (d *Director) sayNetwork(c *Decision) {
	for _, n := range c.Network {
		d.Say(c.Game + ": " + n.String())
	}
}

// recover looks into the record of a game that was begun. If it was played to its end
// that counts; else the game is played again, at its next attempt.
func (d *Director) recover(id string) error {
	return d.decide(func(day *Day) (*Decision, error) {
		match, number, attempt, err := ParseGameID(id)
		m := day.Match(match)
		if err != nil || m == nil || m.game(number).State != Playing || m.game(number).Attempt != attempt {
			return nil, err
		}
		recorded, err := day.recorded(m, id)
		if err != nil || recorded == nil {
			if err != nil {
				d.Say(fmt.Sprintf("%s: its record is not understood, it is played again: %v", id, err))
			}
			return nil, nil
		}
		c, ok := outcomeOf(day, m.game(number), m.Entrants, m.Lost, recorded)
		if !ok {
			return nil, nil
		}
		return c, nil
	})
}

// decide appends a decision.
func (d *Director) decide(f func(*Day) (*Decision, error)) error {
	_, err := d.Journal.Append(f)
	return err
}

// look takes in what was decided, decides what follows, and fills the tables. It
// reports whether the day is over.
func (d *Director) look(ctx context.Context) (over bool, err error) {
	for {
		c, err := d.Journal.Append(func(day *Day) (*Decision, error) {
			if c, ok := day.Due(); ok {
				return &c, nil
			}
			return nil, nil
		})
		if errors.Is(err, filelock.ErrHeld) {
			d.sayHeld(err) // games that are played go on
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if c == nil {
			break
		}
		d.tell(c)
	}
	err = d.Journal.Day(func(day *Day) {
		d.gate.set(day.Paused)
		d.interrupt(day)
		if over = day.Over(); !over && !day.Paused {
			d.fill(ctx, day)
		}
	})
	return over, err
}

// heldEvery is how often it is told that a file is locked.
const heldEvery = 10 * time.Second

// sayHeld tells that somebody else keeps a file of the day locked.
func (d *Director) sayHeld(err error) {
	d.mu.Lock()
	due := time.Since(d.heldSaid) >= heldEvery
	if due {
		d.heldSaid = time.Now()
	}
	d.mu.Unlock()
	if due {
		d.Say(err.Error() + "; the contest waits for it")
	}
}

// tell says what was paired or drawn.
func (d *Director) tell(c *Decision) {
	switch c.Type {
	case Paired:
		text := fmt.Sprintf("%s, round %d:", c.Stage, c.Round)
		for _, p := range c.Pairs {
			text += fmt.Sprintf(" %s - %s;", p.First, p.Second)
		}
		for _, name := range c.Byes {
			text += fmt.Sprintf(" %s is free;", name)
		}
		d.Say(text[:len(text)-1])
	case Drawn:
		d.Say(fmt.Sprintf("%s: even; %s goes on by %s", c.Match, c.Winner, c.Rule))
	}
}

// interrupt stops the games whose result is decided, and the tables whose match is.
func (d *Director) interrupt(day *Day) {
	for _, t := range d.tables {
		m := day.Match(t.match)
		if m == nil || m.Over() || !slices.Equal(m.Entrants[:], t.entrants[:]) {
			t.cancel()
			continue
		}
		t.mu.Lock()
		if match, number, attempt, err := ParseGameID(t.game); err == nil && match == t.match {
			if g := m.game(number); g.State != Playing || g.Attempt != attempt {
				t.stop()
			}
		}
		t.mu.Unlock()
	}
}

// fill sits entrants down at free tables: first those whose game an earlier run began,
// because until it ends they may begin no other.
func (d *Director) fill(ctx context.Context, day *Day) {
	busy := map[int]bool{}
	for _, t := range d.tables {
		busy[t.entrants[0]], busy[t.entrants[1]] = true, true
	}
	day.Matches(func(m *Match) {
		if m.inPlay() {
			d.sit(ctx, day, m, busy)
		}
	})
	day.Matches(func(m *Match) { d.sit(ctx, day, m, busy) })
}

// sit sits two entrants down, if there is a table and neither sits at another.
func (d *Director) sit(ctx context.Context, day *Day, m *Match, busy map[int]bool) {
	if len(d.tables) >= day.Plan.Tables || m.Next() == 0 || d.tables[m.ID] != nil ||
		busy[m.Entrants[0]] || busy[m.Entrants[1]] {
		return
	}
	busy[m.Entrants[0]], busy[m.Entrants[1]] = true, true
	t := &deskTable{director: d, match: m.ID, entrants: m.Entrants}
	tableCtx, cancel := context.WithCancel(ctx)
	t.cancel, t.stop = cancel, func() {}
	d.tables[m.ID] = t
	go func() {
		t.err = t.play(tableCtx)
		cancel()
		d.ended <- t
	}()
}

// gate holds players back while the day is paused.
type gate struct {
	mu   sync.Mutex
	open chan struct{} // closed when nobody is held back; nil is open
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

// pass waits until nobody is held back.
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

// Pause pauses the day after the moves that players are asked for now.
func (d *Director) Pause(by, why string) error {
	err := d.decide(func(day *Day) (*Decision, error) {
		if day.Paused {
			return nil, nil
		}
		return &Decision{Type: Paused, By: by, Why: why}, nil
	})
	if err == nil {
		d.gate.set(true)
	}
	return err
}

// errGone ends a table whose match is not to be played any more.
var errGone = errors.New("the match is decided")
