package host

import (
	"context"
	"time"

	"github.com/loopline/loopline/host/record"
)

// An Agent passes the lines of a player that is on another machine, where it stamps
// them by a clock of its own. So the network between is not charged to the player.
type Agent interface {
	// Terms are what holds between the host and the agent. They do not change.
	Terms() Terms

	// SendBy is Player.Send within wait, or LineEnder.SendLines where end is not
	// empty. The match ends with ctx, of which wait is a part.
	SendBy(ctx, wait context.Context, text, end string) (Passage, error)

	// ReceiveBy is Player.Receive within wait. When that has ended an agent that is
	// trusted is waited for on: until it says that no line had come by the deadline,
	// on its own clock. Its error when it is not heard of is a [*NetworkError].
	ReceiveBy(ctx, wait context.Context) (text string, p Passage, err error)
}

// Agented is a player that has an agent, which is nil of one that has none after all.
type Agented interface {
	Agent() Agent
}

// Terms are what holds between the host and an agent.
type Terms struct {
	Name string // of the agent

	// Trusted has the agent's stamps judge. Otherwise the host's own do, with the
	// network in them.
	Trusted bool

	// Forfeit has the seat lose a game in which the network is lost for good. Such a
	// game is void otherwise.
	Forfeit bool

	// Wait is how long a network that is lost is waited for.
	Wait time.Duration

	// Share is the most that the answers of a game may leave to the network together,
	// beyond the round trips that were measured; the seat is charged what is more. 0 is
	// without end: see [NetworkShare].
	Share time.Duration
}

// Losable is an agent that knows, without being asked for a line, whether it is still
// heard of. Lost returns nil while it is, else a [*NetworkError].
type Losable interface {
	Lost() error
}

// lostSeats are the seats whose agents are not heard of any more. Those of which nothing
// was wanted are looked at too, and that is recorded: where all are lost, it is the
// network of the host that failed.
func (t *Table) lostSeats() (seats []int) {
	for i := range t.seats {
		s := &t.seats[i]
		if !s.lost && s.away != nil {
			if a, ok := s.away.Agent.(Losable); ok {
				if err := a.Lost(); err != nil {
					s.lost = true
					t.rec.Write(&record.Event{Type: record.EventFault, Seat: i, Kind: record.FaultNetwork, Detail: err.Error(), At: t.now()})
				}
			}
		}
		if s.lost {
			seats = append(seats, i)
		}
	}
	return seats
}

// Passage is how a line passed between the host and an agent, by both clocks.
type Passage struct {
	// Out is when a question left the host, and In when the agent's report of it, or
	// a line, came back: by the host's clock. Out of a line is not set.
	Out, In time.Time

	// Start and End are the agent's stamps, since it began: of a question when it was
	// sent and drained, of a line those of its first and last byte.
	Start, End time.Duration

	// Zero is when the agent began, by the host's clock, as far as that is known: to
	// Within, either way. It is the same for a question and all that comes until the
	// next one, so that times between them are the agent's own.
	Zero   time.Time
	Within time.Duration

	// Trip is the shortest round trip to the agent that was measured of late.
	Trip time.Duration
}

// Stamps are the two stamps by which a question was sent, or a line came, on the clock
// that judges: the agent's, placed on the host's, or the host's own.
func (p *Passage) Stamps(agent bool) (start, end time.Time) {
	switch {
	case agent:
		return p.Zero.Add(p.Start), p.Zero.Add(p.End)
	case !p.Out.IsZero():
		return p.Out, p.Out
	}
	return p.In, p.In
}

// NetworkError is the error of an agent that is not heard of any more, or that has begun
// anew and knows nothing of the game.
type NetworkError struct{ Why string }

// Error is Why.
func (e *NetworkError) Error() string { return e.Why }

// passage is a Passage in the time of the match.
func (c clock) passage(p *Passage) *record.EventClock {
	e := &record.EventClock{
		Zero: record.MicrosOf(c.at(p.Zero)), Within: record.MicrosOf(p.Within), Trip: record.MicrosOf(p.Trip), In: record.MicrosOf(c.at(p.In)),
		Start: record.MicrosOf(p.Start), End: record.MicrosOf(p.End),
	}
	if !p.Out.IsZero() {
		e.Out = record.MicrosOf(c.at(p.Out))
	}
	return e
}

// possible reports whether the stamps of a question that was sent can be true: it
// cannot reach the player before it left the host, nor be reported before it was done.
func possible(e *record.EventClock) bool {
	return possibleLine(e) && e.Zero+e.Start+e.Within >= e.Out
}

// possibleLine is possible of a line: it cannot come to the host before it came to the
// agent.
func possibleLine(e *record.EventClock) bool {
	return e.Start <= e.End && e.Zero+e.End-e.Within <= e.In
}

// away is what a table keeps of a seat's agent.
type away struct {
	Agent
	terms   Terms
	doubted bool // a stamp of it could not be true
}

// agentOf is the agent of a player, or nil.
func agentOf(p Player) Agent {
	if a, ok := p.(Agented); ok {
		return a.Agent()
	}
	return nil
}

// weigh decides whose stamps judge. An agent of which a stamp cannot be true is not
// believed any more.
func (a *away) weigh(e *record.EventClock, possible bool) {
	a.doubted = a.doubted || !possible
	e.Judge = record.ByHost
	if a.terms.Trusted && !a.doubted {
		e.Judge = record.ByAgent
	}
}

// sentBy sets the stamps of a question that an agent has sent.
func (q *question) sentBy(e *record.EventClock) {
	q.clock = e
	if e.Judge == record.ByAgent {
		q.sent, q.drained = (e.Zero + e.Start).Duration(), (e.Zero + e.End).Duration()
		return
	}
	q.sent, q.drained = e.Out.Duration(), e.Out.Duration()
}

// sendBy sends a question by the seat's agent.
func (t *Table) sendBy(ctx, wait context.Context, q *question) error {
	s := &t.seats[q.seat]
	p, err := s.away.SendBy(ctx, wait, q.Text, q.LineEnd)
	if err != nil {
		return err
	}
	e := t.clock.passage(&p)
	s.away.weigh(e, possible(e))
	s.shares.asked(e)
	q.sentBy(e)
	return nil
}

// receiveBy takes what comes next by the seat's agent. When that is not believed any
// more, the stamps of the question are the host's from here on.
func (t *Table) receiveBy(ctx, wait context.Context, q *question) (arrival, error) {
	s := &t.seats[q.seat]
	text, p, err := s.away.ReceiveBy(ctx, wait)
	if err != nil {
		return arrival{}, err
	}
	e := t.clock.passage(&p)
	s.away.weigh(e, possibleLine(e))
	a := arrival{text: text, clock: e, first: e.In.Duration(), last: e.In.Duration()}
	if e.Judge == record.ByAgent {
		a.first, a.last = (e.Zero + e.Start).Duration(), (e.Zero + e.End).Duration()
		return a, nil
	}
	if q.clock != nil && q.clock.Judge == record.ByAgent {
		own := *q.clock
		own.Judge = record.ByHost
		q.sentBy(&own)
	}
	return a, nil
}
