package host

import (
	"context"
	"time"

	"github.com/loopline/loopline/host/record"
)

// An Agent passes on the lines of a player on another machine and stamps them by a clock
// of its own, so that the network between is not charged to the player.
type Agent interface {
	// Policy returns the rules between the host and the agent. They do not change.
	Policy() AgentPolicy

	// SendBy is Player.Send within wait, or LineEnder.SendLines where end is not
	// empty. The game ends with ctx, of which wait is a part.
	SendBy(ctx, wait context.Context, text, end string) (Timestamps, error)

	// ReceiveBy is Player.Receive within wait. When that has ended an agent that is
	// trusted is waited for on: until it says that no line had come by the deadline,
	// on its own clock. Its error when it is not heard of is a [*NetworkError].
	ReceiveBy(ctx, wait context.Context) (text string, p Timestamps, err error)
}

// AgentPlayer is a Player that may have an Agent. Agent returns nil if it has none.
type AgentPlayer interface {
	Agent() Agent
}

// AgentPolicy sets how far the host trusts an agent, and what follows when the network
// to it is lost. It does not change during a game.
type AgentPolicy struct {
	Name string // of the agent

	// Trusted has the agent's stamps judge. Otherwise the host's own do, with the
	// network in them.
	Trusted bool

	// Forfeit has the seat lose a game in which the network is lost for good. Such a
	// game is void otherwise.
	Forfeit bool

	// Wait bounds the wait for a lost network to come back.
	Wait time.Duration

	// Share is the most that the answers of a game may leave to the network together,
	// beyond the round trips that were measured; the seat is charged what is more. 0 is
	// without end: see [NetworkShare].
	Share time.Duration
}

// LossReporter is an Agent that knows without a question whether its connection is lost.
// Lost returns nil while it is not, and otherwise a [*NetworkError].
type LossReporter interface {
	Lost() error
}

// lostSeats are the seats whose agents have lost their connection. Those of which nothing
// was wanted are looked at too, and that is recorded: where all are lost, it is the
// network of the host that failed.
func (t *Session) lostSeats() (seats []int) {
	for i := range t.seats {
		s := &t.seats[i]
		if !s.lost && s.agent != nil {
			if a, ok := s.agent.Agent.(LossReporter); ok {
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

// Timestamps holds the send and receive times of one line on the host's clock and the
// agent's, with the estimated clock offset and its error, as NTP has them.
type Timestamps struct {
	// Out is when a question left the host, and In when the agent's report of it, or
	// a line, came back: by the host's clock. Out of a line is not set.
	Out, In time.Time

	// Start and End are the agent's stamps, since it began: of a question when it was
	// sent and drained, of a line those of its first and last byte.
	Start, End time.Duration

	// Epoch is the time at which the agent's clock read 0, on the host's clock: the clock
	// offset of NTP. It may be off by OffsetError either way. It is the same for a question and all that comes until the
	// next one, so that times between them are the agent's own.
	Epoch       time.Time
	OffsetError time.Duration

	// RTT is the shortest round trip to the agent that was measured lately.
	RTT time.Duration
}

// Stamps are the two stamps by which a question was sent, or a line came, on the clock
// that judges: the agent's, placed on the host's, or the host's own.
func (p *Timestamps) Stamps(agent bool) (start, end time.Time) {
	switch {
	case agent:
		return p.Epoch.Add(p.Start), p.Epoch.Add(p.End)
	case !p.Out.IsZero():
		return p.Out, p.Out
	}
	return p.In, p.In
}

// NetworkError is the error of an agent whose connection is lost, or that was restarted
// and knows nothing of the game.
type NetworkError struct{ Why string }

// Error returns e.Why.
func (e *NetworkError) Error() string { return e.Why }

// eventClock is a Passage in the time of the game.
func (c clock) eventClock(p *Timestamps) *record.EventClock {
	e := &record.EventClock{
		ClockOffset: record.MicrosOf(c.at(p.Epoch)), OffsetError: record.MicrosOf(p.OffsetError), RTT: record.MicrosOf(p.RTT), In: record.MicrosOf(c.at(p.In)),
		Start: record.MicrosOf(p.Start), End: record.MicrosOf(p.End),
	}
	if !p.Out.IsZero() {
		e.Out = record.MicrosOf(c.at(p.Out))
	}
	return e
}

// plausible reports whether the stamps of a question that was sent can be true: it
// cannot reach the player before it left the host, nor be reported before it was done.
func plausible(e *record.EventClock) bool {
	return plausibleLine(e) && e.ClockOffset+e.Start+e.OffsetError >= e.Out
}

// plausibleLine is possible of a line: it cannot come to the host before it came to the
// agent.
func plausibleLine(e *record.EventClock) bool {
	return e.Start <= e.End && e.ClockOffset+e.End-e.OffsetError <= e.In
}

type agentState struct {
	Agent
	policy     AgentPolicy
	distrusted bool // a stamp of it could not be true
}

// agentOf is the agent of a player, or nil.
func agentOf(p Player) Agent {
	if a, ok := p.(AgentPlayer); ok {
		return a.Agent()
	}
	return nil
}

// chooseClock decides whose stamps judge. An agent of which a stamp cannot be true is not
// believed any more.
func (a *agentState) chooseClock(e *record.EventClock, possible bool) {
	a.distrusted = a.distrusted || !possible
	e.By = record.ByHost
	if a.policy.Trusted && !a.distrusted {
		e.By = record.ByAgent
	}
}

// sentBy sets the stamps of a question that an agent has sent.
func (q *question) sentBy(e *record.EventClock) {
	q.clock = e
	if e.By == record.ByAgent {
		q.sent, q.drained = (e.ClockOffset + e.Start).Duration(), (e.ClockOffset + e.End).Duration()
		return
	}
	q.sent, q.drained = e.Out.Duration(), e.Out.Duration()
}

// sendByAgent sends a question by the seat's agent.
func (t *Session) sendByAgent(ctx, wait context.Context, q *question) error {
	s := &t.seats[q.seat]
	p, err := s.agent.SendBy(ctx, wait, q.Text, q.LineEnd)
	if err != nil {
		return err
	}
	e := t.clock.eventClock(&p)
	s.agent.chooseClock(e, plausible(e))
	s.shares.asked(e)
	q.sentBy(e)
	return nil
}

// receiveByAgent takes what comes next by the seat's agent. When that is not believed any
// more, the stamps of the question are the host's from here on.
func (t *Session) receiveByAgent(ctx, wait context.Context, q *question) (received, error) {
	s := &t.seats[q.seat]
	text, p, err := s.agent.ReceiveBy(ctx, wait)
	if err != nil {
		return received{}, err
	}
	e := t.clock.eventClock(&p)
	s.agent.chooseClock(e, plausibleLine(e))
	a := received{text: text, clock: e, first: e.In.Duration(), last: e.In.Duration()}
	if e.By == record.ByAgent {
		a.first, a.last = (e.ClockOffset + e.Start).Duration(), (e.ClockOffset + e.End).Duration()
		return a, nil
	}
	if q.clock != nil && q.clock.By == record.ByAgent {
		own := *q.clock
		own.By = record.ByHost
		q.sentBy(&own)
	}
	return a, nil
}
