package host

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
)

// Divergence is the error of a game that, run again, does not do what its
// record says.
type Divergence struct {
	Record   string // name of the record
	Line     int    // of the event that differs, 0 after the last one
	What     string // which fact differs
	Recorded string // what the record says
	Derived  string // what running the game again gives
}

// Error names the place and both sides.
func (d *Divergence) Error() string {
	return fmt.Sprintf("%s:%d: %s: record has %s, the game again gives %s",
		d.Record, d.Line, d.What, d.Recorded, d.Derived)
}

// errExhausted ends the replay of a game that has no more events: it was
// interrupted, or its host was killed.
var errExhausted = fmt.Errorf("%w: the record ends here", ErrInterrupted)

// replayPlayers makes the players of a recorded game: each wants to be sent
// exactly what was sent then, and gives back exactly what came then, with the
// stamps counted from start; faults come back as the errors they were. Being
// sent anything else is a *Divergence. A replayPlayer never waits.
func replayPlayers(g *record.Game, start time.Time) []*replayPlayer {
	all := make([]*replayPlayer, len(g.Header().Seats))
	for seat := range all {
		all[seat] = newReplayPlayer(g, seat, start)
	}
	return all
}

// replayPlayer plays back one seat from the events of its line.
type replayPlayer struct {
	game   *record.Game
	seat   int
	start  time.Time
	events []*record.Event
	last   *record.Event // that was taken
	stalls []stalls.Span // recorded before the last event that was taken
}

// recorded are the stalls before the event that was taken last.
func (t *replayPlayer) recorded(_, _ time.Duration) []stalls.Span { return t.stalls }

func newReplayPlayer(g *record.Game, seat int, start time.Time) *replayPlayer {
	t := &replayPlayer{game: g, seat: seat, start: start}
	for i := range g.Events {
		if e := &g.Events[i]; e.Seat == seat && onWire(e) {
			t.events = append(t.events, e)
		}
	}
	return t
}

// onWire reports whether an event is about a seat's wire.
func onWire(e *record.Event) bool {
	switch e.Type {
	case record.EventTell, record.EventAsk, record.EventHear, record.EventStray, record.EventNoise, record.EventEcho, record.EventStall, record.EventWait,
		record.EventAnswer, record.EventFault:
		return true
	}
	return false
}

// Send wants the text that was sent.
func (t *replayPlayer) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	return t.SendLines(ctx, text, "")
}

// SendLines wants the text that was sent. The line end is compared with the rest
// of the event.
func (t *replayPlayer) SendLines(_ context.Context, text, _ string) (sent, drained time.Time, err error) {
	e, err := t.take("sends " + quote(text))
	if err != nil {
		return sent, drained, err
	}
	switch {
	case e.Type == record.EventFault && e.Question == text:
		return sent, drained, replayedFault(e)
	case (e.Type == record.EventTell || e.Type == record.EventAsk) && e.Text == text:
		return t.at(e.Sent), t.at(e.Drained), nil
	}
	return sent, drained, t.diverged(e, "sends "+quote(text))
}

// Listen gives back when the host began to listen.
func (t *replayPlayer) Listen() (time.Time, error) {
	e, err := t.take("listens")
	if err != nil {
		return time.Time{}, err
	}
	if e.Type != record.EventHear {
		return time.Time{}, t.diverged(e, "listens")
	}
	return t.at(e.Sent), nil
}

// Receive gives back what came.
func (t *replayPlayer) Receive(context.Context) (text string, first, last time.Time, err error) {
	e, err := t.take("waits for a line")
	if err != nil {
		return "", first, last, err
	}
	switch e.Type {
	case record.EventFault:
		return "", first, last, replayedFault(e)
	case record.EventTell, record.EventAsk, record.EventHear:
		return "", first, last, t.diverged(e, "waits for a line")
	}
	return e.Received(), t.at(e.First), t.at(e.Last), nil
}

// Agent is the seat's agent, played back; nil where it had none.
func (t *replayPlayer) Agent() Agent {
	if t.game.Header().Seats[t.seat].Agent == nil {
		return nil
	}
	return (*replayAgent)(t)
}

// replayAgent plays back the agent of a seat.
type replayAgent replayPlayer

// Policy returns the agent policy stored in the record.
func (t *replayAgent) Policy() AgentPolicy {
	a := t.game.Header().Seats[t.seat].Agent
	return AgentPolicy{a.Name, a.Trusted, a.Forfeit, a.Wait.Duration(), a.Share.Duration()}
}

// SendBy wants the text that was sent.
func (t *replayAgent) SendBy(ctx, _ context.Context, text, end string) (Timestamps, error) {
	_, _, err := (*replayPlayer)(t).SendLines(ctx, text, end)
	return t.timestamps(err)
}

// ReceiveBy gives back what came.
func (t *replayAgent) ReceiveBy(ctx, _ context.Context) (string, Timestamps, error) {
	text, _, _, err := (*replayPlayer)(t).Receive(ctx)
	p, err := t.timestamps(err)
	return text, p, err
}

// Lost returns the recorded fault.
func (t *replayAgent) Lost() error {
	if len(t.events) == 0 || t.events[0].Type != record.EventFault || t.events[0].Kind != record.FaultNetwork {
		return nil
	}
	e := t.events[0]
	t.events = t.events[1:]
	return replayedFault(e)
}

func (t *replayAgent) timestamps(err error) (Timestamps, error) {
	switch e := t.last; {
	case err != nil:
		return Timestamps{}, err
	case e.Clock == nil:
		return Timestamps{}, &Divergence{t.game.Name, e.Line, e.Type + "'s clock", "none", "that of the seat's agent"}
	default:
		return (*replayPlayer)(t).timestamps(e), nil
	}
}

func (t *replayPlayer) timestamps(e *record.Event) Timestamps {
	c := e.Clock
	p := Timestamps{
		In: t.at(c.In), Start: c.Start.Duration(), End: c.End.Duration(),
		Epoch: t.at(c.ClockOffset), OffsetError: c.OffsetError.Duration(), RTT: c.RTT.Duration(),
	}
	if e.Type == record.EventTell || e.Type == record.EventAsk {
		p.Out = t.at(c.Out)
	}
	return p
}

// take is the next event of the seat. A game that goes on after the last
// one diverges, unless it was stopped from outside.
func (t *replayPlayer) take(doing string) (*record.Event, error) {
	t.stalls = nil
	for len(t.events) > 0 {
		e := t.events[0]
		t.events = t.events[1:]
		if e.Type != record.EventStall && e.Type != record.EventWait {
			t.last = e
			return e, nil
		}
		t.stalls = append(t.stalls, stalls.Span{
			From: e.From.Duration(), To: e.To.Duration(), Waited: e.Waited.Duration(),
			After: stalls.Usage{CPU: e.Own.Duration(), Read: e.Read}, Wait: waitOf(e),
		})
	}
	if v := t.game.Verdict(); v == nil || v.Reason == ReasonInterrupted {
		return nil, errExhausted
	}
	return nil, t.diverged(t.game.Last(), doing)
}

// waitOf returns the wait that an event is of, or nil.
func waitOf(e *record.Event) *stalls.Wait {
	if e.Type != record.EventWait {
		return nil
	}
	return &stalls.Wait{Held: e.Held.Duration(), Stopped: e.Stopped.Duration(), Late: e.Late.Duration()}
}

func (t *replayPlayer) at(m record.Micros) time.Time { return t.start.Add(m.Duration()) }

func (t *replayPlayer) diverged(e *record.Event, derived string) error {
	recorded := e.Type
	if onWire(e) {
		recorded += " " + quote(e.Received())
	}
	return &Divergence{
		Record: t.game.Name, Line: e.Line,
		What:     fmt.Sprintf("seat %d", t.seat),
		Recorded: recorded, Derived: derived,
	}
}

func quote(s string) string { return fmt.Sprintf("%.60q", s) }

// replayedFault is the error that a fault event was.
func replayedFault(e *record.Event) error {
	bytes := []byte(e.Received())
	switch e.Kind {
	case record.FaultInterrupted:
		return ErrInterrupted
	case record.FaultNetwork:
		return &NetworkError{e.Detail}
	case record.FaultMemory:
		return &replayedMemory{e.Detail}
	case record.FaultHost:
		return &replayedHost{e.Detail}
	case record.FaultOverrun:
		return &replayedOverrun{e.Detail}
	case record.FaultGarbled:
		return &replayedGarbled{e.Detail, bytes}
	case record.FaultTimeout, record.FaultSendTimeout:
		return &replayedPartial{e.Detail, bytes, context.DeadlineExceeded}
	}
	return &replayedPartial{e.Detail, bytes, nil}
}

// replayedHost is the error of a player that the host could not stop, played back.
type replayedHost struct{ detail string }

func (e *replayedHost) Error() string    { return e.detail }
func (e *replayedHost) HostFailed() bool { return true }

// replayedOverrun is the error of a player that took more than it may, played back.
type replayedOverrun struct{ detail string }

func (e *replayedOverrun) Error() string   { return e.detail }
func (e *replayedOverrun) Overrun() string { return e.detail }

// replayedGarbled is the error of a player that sent no line, played back.
type replayedGarbled struct {
	detail string
	bytes  []byte
}

func (e *replayedGarbled) Error() string   { return e.detail }
func (e *replayedGarbled) Garbled() []byte { return e.bytes }

// replayedMemory is the error of a player that had used up its memory, played back.
type replayedMemory struct{ detail string }

func (e *replayedMemory) Error() string     { return e.detail }
func (e *replayedMemory) OutOfMemory() bool { return true }

// replayedPartial is any other error of a player, played back.
type replayedPartial struct {
	detail string
	bytes  []byte
	cause  error
}

func (e *replayedPartial) Error() string   { return e.detail }
func (e *replayedPartial) Partial() []byte { return e.bytes }
func (e *replayedPartial) Unwrap() error   { return e.cause }
