package host

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/echo"
)

// tellLimit sets how long a player may hold up a line that asks nothing, besides the
// time that the wire takes. It stops a game from hanging on a player that never reads.
const tellLimit = time.Second

// Session gives a referee access to the players of one game. Its methods may be called from
// several goroutines, but for one seat from one at a time; Each does so.
//
// A method that fails because of the player returns a *Foul. Any other error
// is the host's or an interruption (ErrInterrupted): the game returns it.
type Session struct {
	clock     clock
	strict    bool
	rec       record.Recorder
	logs      *logBuffer
	seats     []seatState
	each      atomic.Int32 // calls of Each that run
	pacer     pacer
	suspender suspender
}

// seatState holds the state of one seat.
type seatState struct {
	name          string
	player        Player
	simulatedTime bool
	pollingClient bool
	suspend       func(stop bool)
	apart         bool
	agent         *agentState // nil of a seat without an agent
	stalls        *stalls.Account

	question record.Event // what was sent last, as it is recorded

	echoes    echoFilter
	lines     echo.History
	lost      bool   // its agent has lost its connection
	shares    shares // of the network in its answers
	discarded int    // lines that were passed over in this game
	credited  []CreditedAnswer

	// answer is the one that the game is judging, if pending: under mu, for a note
	// settles it too.
	mu      sync.Mutex
	pending bool
	answer  record.Event
	used    []time.Duration
}

func newSession(m *Game, c clock) *Session {
	t := &Session{clock: c, strict: m.Strict, logs: &m.logs, pacer: pacer{pace: m.Pace}}
	t.rec.Start(m.Record, m.Watch)
	t.seats = make([]seatState, len(m.Seats))
	for i := range m.Seats {
		t.seats[i].sit(&m.Seats[i])
		t.seats[i].stalls = m.account(i, &t.seats[i], c)
		t.suspender.needed = t.suspender.needed || m.Seats[i].Suspend != nil
	}
	return t
}

// account opens the account of a seat. One is granted nothing where the clock that
// judges does not stand still with the host.
func (m *Game) account(seat int, s *seatState, c clock) *stalls.Account {
	most := m.maxCompensation()
	if s.simulatedTime || s.agent != nil && s.agent.policy.Trusted {
		most = 0
	}
	p := stalls.Player{Usage: m.Seats[seat].Usage, Nice: m.Seats[seat].Nice, Uncounted: m.Seats[seat].Uncounted, Waits: m.Seats[seat].Waits, External: m.Seats[seat].External}
	switch {
	case m.replay != nil:
		return stalls.Recorded(m.replay[seat].recorded, p, most)
	case m.Stalls == nil || most == 0:
		return &stalls.Account{}
	}
	return stalls.Watch(m.Stalls, p, most, c.start, c.at)
}

// sit gives the seat to a player.
func (s *seatState) sit(seat *Seat) {
	s.name, s.player, s.simulatedTime, s.pollingClient = seat.Name, seat.Player, seat.SimulatedTime, seat.PollingClient
	s.suspend, s.apart = seat.Suspend, seat.Apart
	if agent := agentOf(seat.Player); agent != nil {
		s.agent = &agentState{Agent: agent, policy: agent.Policy()}
		s.shares.budget = s.agent.policy.Share
	}
}

// voids reports whether a game is void in which the network to a seat's agent is lost.
func (t *Session) voids(seat int) bool {
	if seat < 0 || seat >= len(t.seats) {
		return false
	}
	a := t.seats[seat].agent
	return a != nil && !a.policy.Forfeit
}

// close ends the look at stalls.
func (t *Session) close() {
	for i := range t.seats {
		t.seats[i].stalls.Close()
	}
}

// Seats is the number of seats. They are counted from 0 in the order of the
// game.
func (t *Session) Seats() int { return len(t.seats) }

// PollingClient reports whether a seat's player answers when the time of its clients is
// over: see Seat. The record has it, so a playback gives the same.
func (t *Session) PollingClient(seat int) bool { return t.seats[seat].pollingClient }

// ReturnLine gives a line back that a seat sent after the end of the game: a player that plays several games
// hears it as the first of its next one. Other players lose it.
func (t *Session) ReturnLine(seat int, text string) {
	if p, ok := t.seats[seat].player.(LineReturner); ok {
		p.ReturnLine(text)
	}
}

// Each runs f for every seat at once and returns when all have ended, with
// the error of each seat at its index. An error of one does not stop another.
// While it runs an answer counts as judged when its own seat is sent a line;
// those left over when it returns wait for the next note or line. Seats that are apart
// from others (see Seat) are served one after another.
func (t *Session) Each(
	ctx context.Context, f func(ctx context.Context, seat int) error,
) []error {
	t.each.Add(1)
	defer t.each.Add(-1)
	errs := make([]error, len(t.seats))
	var all sync.WaitGroup
	var apart []int
	for seat := range t.seats {
		if t.seats[seat].apart {
			apart = append(apart, seat)
			continue
		}
		all.Go(func() { errs[seat] = f(ctx, seat) })
	}
	all.Go(func() {
		for _, seat := range apart {
			errs[seat] = f(ctx, seat)
		}
	})
	all.Wait()
	return errs
}

// Note puts an event of the game's own into the record. Data is what
// encoding/json makes of it. Answers given before it count as judged now.
// Notes are derived again by Verify: they may hold nothing that chance or the
// hour decides.
func (t *Session) Note(name string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("note %s: %w", name, err)
	}
	t.flushFor(noSeat)
	t.rec.Write(&record.Event{Type: record.EventNote, Name: name, At: t.now(), Data: raw, Of: data})
	t.pacer.noted()
	return t.rec.Failed()
}

// Foul puts a foul into the record that does not end the game, such as a late
// answer that only costs the turn. Like a note it is derived again by Verify.
// Bytes of more than 256 are cut.
func (t *Session) Foul(f *Foul) error {
	if f.Seat < 0 || f.Seat >= len(t.seats) {
		return fmt.Errorf("foul of seat %d, which does not exist: there are %d", f.Seat, len(t.seats))
	}
	t.flush(f.Seat)
	t.markEcho(f)
	t.rec.Write(&record.Event{Type: record.EventFouled, Seat: f.Seat, At: t.now(), Foul: f.event()})
	return t.rec.Failed()
}

// markEcho has a foul say so if all that its seat sent are lines that it was sent.
func (t *Session) markEcho(f *Foul) {
	if f != nil && t.seats[f.Seat].lines.Only() {
		f.setEcho()
	}
}

// Log is Game.Log for a game that has something to say about a seat.
func (t *Session) Log(seat int, text string) { t.logs.add(newLogLine(seat, text)) }

// now is for times that are recorded only.
func (t *Session) now() record.Micros { return record.MicrosOf(t.clock.at(time.Now())) }

// flush writes the answer a seat's game was judging: it has judged it now.
func (t *Session) flush(seat int) {
	s := &t.seats[seat]
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.pending {
		return
	}
	s.answer.Judged = t.now()
	t.rec.WriteKept(&s.answer)
	s.pending = false
}

// noSeat stands for no seat.
const noSeat = -1

// flushFor settles the answers that count as judged when a line is sent to a
// seat, or a note written. Where seats play at once one says nothing about the
// answers of the others.
func (t *Session) flushFor(seat int) {
	switch {
	case t.each.Load() == 0:
		t.flushAll()
	case seat != noSeat:
		t.flush(seat)
	}
}

func (t *Session) flushAll() {
	for seat := range t.seats {
		t.flush(seat)
	}
}

// times sums up the answers of each seat.
func (t *Session) times() []Times {
	all := make([]Times, len(t.seats))
	for i := range t.seats {
		all[i] = summarize(t.seats[i].used)
	}
	return all
}

// verdictEvent is the last event of the record.
func (t *Session) verdictEvent(v Verdict) *record.Event {
	e := &record.Event{
		Type: record.EventVerdict, Reason: v.Reason, Ply: v.Ply, Void: v.Void,
		Draw: v.Draw, Scores: v.Scores, Detail: v.Detail, At: t.now(),
	}
	if v.Winner >= 0 {
		e.Winner = &t.seats[v.Winner].name
	}
	if v.Foul != nil {
		e.Foul = v.Foul.event()
	}
	for _, s := range v.Times {
		e.Times = append(e.Times, record.EventTimes{
			Answers: s.Answers, Min: record.MicrosOf(s.Min), Median: record.MicrosOf(s.Median),
			P99: record.MicrosOf(s.P99), Max: record.MicrosOf(s.Max),
		})
	}
	return e
}

// lostRecord is the error of a record that failed only at its last event.
func (t *Session) lostRecord(err error) error {
	if err != nil {
		return nil
	}
	return t.rec.Failed()
}
