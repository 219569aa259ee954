package host

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// tellLimit is how long a player may take to take a line that asks nothing.
// It stops a match from hanging on a player that never reads.
const tellLimit = time.Second

// Table is where a game meets its players. Its methods may be called from
// several goroutines, but for one seat from one at a time; Each does so.
//
// A method that fails because of the player returns a *Foul. Any other error
// is the host's or an interruption (ErrInterrupted): the game returns it.
type Table struct {
	clock  clock
	strict bool
	rec    recorder
	logs   *logbook
	chairs []chair

	credit  time.Duration // the most that one answer is granted
	stalls  stallsOf      // nil: the host never stood still
	observe stallsOf      // the same while they happen; nil in a playback
}

// chair is what the table knows about one seat.
type chair struct {
	name     string
	player   Player
	ownClock bool

	// echoes: this seat sends our lines back, seen in its handshake.
	// expected are the lines whose echo is still to come.
	echoes   bool
	expected []string

	// pending is the answer the game is judging, under mu because a note of
	// another seat's goroutine settles it too.
	mu      sync.Mutex
	pending *Event
	used    []time.Duration

	credit time.Duration // granted in this match
}

func newTable(m *Match, c clock) *Table {
	t := &Table{clock: c, strict: m.Strict, logs: &m.logs}
	t.rec.w, t.rec.watch = m.Record, m.Watch
	t.credit = m.credit()
	t.observe = observed(m.Stalls, c)
	if t.stalls = m.replayed; t.stalls == nil {
		t.stalls = t.observe
	}
	t.chairs = make([]chair, len(m.Seats))
	for i, s := range m.Seats {
		t.chairs[i].name, t.chairs[i].player, t.chairs[i].ownClock = s.Name, s.Player, s.OwnClock
	}
	return t
}

// Seats is the number of seats. They are counted from 0 in the order of the
// match.
func (t *Table) Seats() int { return len(t.chairs) }

// Tell sends a line to a seat; no answer is due.
func (t *Table) Tell(ctx context.Context, seat int, text string) error {
	return t.send(ctx, &query{seat: seat, text: text, tell: true})
}

// Each runs f for every seat at once and returns when all have ended, with
// the error of each seat at its index. An error of one does not stop another.
func (t *Table) Each(
	ctx context.Context, f func(ctx context.Context, seat int) error,
) []error {
	errs := make([]error, len(t.chairs))
	var all sync.WaitGroup
	for seat := range t.chairs {
		all.Go(func() { errs[seat] = f(ctx, seat) })
	}
	all.Wait()
	return errs
}

// Note puts an event of the game's own into the record. Data is what
// encoding/json makes of it. Answers given before it count as judged now.
// Notes are derived again by Verify: they may hold nothing that chance or the
// hour decides.
func (t *Table) Note(name string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("note %s: %w", name, err)
	}
	t.settleAll()
	t.rec.write(&Event{Type: EventNote, Name: name, At: t.now(), Data: raw})
	return t.rec.failed()
}

// Log is Match.Log for a game that has something to say about a seat.
func (t *Table) Log(seat int, text string) { t.logs.add(newLogLine(seat, text)) }

// now is for what is recorded but never judged by.
func (t *Table) now() Micros { return micros(t.clock.at(time.Now())) }

// settle writes the answer a seat's game was judging: it has judged it now.
func (t *Table) settle(seat int) {
	c := &t.chairs[seat]
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending == nil {
		return
	}
	c.pending.Judged = t.now()
	t.rec.write(c.pending)
	c.pending = nil
}

func (t *Table) settleAll() {
	for seat := range t.chairs {
		t.settle(seat)
	}
}

// times sums up the answers of each seat.
func (t *Table) times() []Times {
	all := make([]Times, len(t.chairs))
	for i := range t.chairs {
		all[i] = summarize(t.chairs[i].used)
	}
	return all
}

// closing is the last event of the record.
func (t *Table) closing(v Verdict) *Event {
	e := &Event{
		Type: EventVerdict, Reason: v.Reason, Ply: v.Ply, Void: v.Void,
		Detail: v.Detail, At: t.now(),
	}
	if v.Winner >= 0 {
		e.Winner = &t.chairs[v.Winner].name
	}
	if f := v.Foul; f != nil {
		e.Foul = &EventFoul{
			Seat: f.Seat, Kind: f.Kind, Reason: f.Reason, Detail: f.Detail,
			Question: f.Question, Used: micros(f.Used), Limit: micros(f.Limit),
		}
		e.Foul.Text, e.Foul.Hex = textOrHex(string(f.Bytes))
	}
	for _, s := range v.Times {
		e.Times = append(e.Times, EventTimes{
			s.Answers, micros(s.Min), micros(s.Median), micros(s.P99), micros(s.Max),
		})
	}
	return e
}

// lost is the error of a record that failed only at its last event.
func (t *Table) lost(err error) error {
	if err != nil {
		return nil
	}
	return t.rec.failed()
}
