package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
)

// A Referee plays one game by calling the session, and returns its verdict. A *Foul as
// error loses for its seat, with the Ply of the returned verdict; any other error makes
// the game void. A referee must be deterministic: given the same lines it does the same.
// It may read no clock, and draws chance only from a seed in its options.
type Referee func(ctx context.Context, t *Session) (Verdict, error)

// Seat is a place in one game.
type Seat struct {
	Name    string // unique in the game, for the record and the verdict
	Address string // where the player was found, for the record only
	Player  Player

	// SimulatedTime is set if the player's stamps are of a clock that does not
	// stand still with the host, such as a simulated one: it gets no compensation.
	SimulatedTime bool

	// PollingClient is set if the player is a service whose clients come when they
	// like: it answers when the time that it gives them is over. Table.PollingClient
	// has it for a game that limits such answers otherwise.
	PollingClient bool

	// Usage returns the resources that the player has used on the host so far. It is nil
	// where they are unknown, for example for a device. It is called every few milliseconds, from
	// several goroutines, and must return at once. Stalls that the player's own
	// usage explains earn no compensation.
	Usage func() stalls.Usage

	// Uncounted is set if Usage misses some of the player's work, so that the player
	// could cause stalls unseen. The length of a stall then counts as its own: the seat
	// gets no compensation.
	Uncounted bool

	// Waits returns what the kernel has counted of the waits of the player's program. It is nil where that
	// is unknown. A seat with Waits is credited what its program could not do because of the host, by
	// them; Nice and Uncounted then decide nothing. What others used is fresh, or a little older. It is
	// called from several goroutines.
	Waits func(fresh bool) stalls.Waits

	// External is set if the player is no program of this machine, and its bytes come by the kernel's workers.
	External bool

	// Nice is the nice value of a player on the host's processors, relative to the host's
	// own, and 0 for any other player. Stalls that only programs of
	// such a priority notice are its stalls too.
	Nice int

	// Suspend, if it is not nil, stops the player or lets it go on, and returns
	// when that is done. A seat with one runs only while it is asked: it is
	// stopped before another's question leaves, and goes on before its own
	// does. Calls do not overlap.
	Suspend func(stop bool)

	// Apart is set if Suspend stops a program, which shares the processors with others
	// while it runs: of several such seats [Session.Each] serves one at a time.
	Apart bool
}

// MatchRef names the match that a game belongs to, and its place in it.
type MatchRef struct {
	ID     string // id of the game, the same for its games
	Number int    // of the game, from 1
	Games  int    // that the game is to have
}

// Game is one game between the players at its seats. Fill it in, then call
// Run once.
type Game struct {
	Referee Referee
	Name    string                   // of the game, for the record
	ID      string                   // of this game; random when empty
	Match   MatchRef                 // in a match of several games; zero is a game alone
	Seats   []Seat                   // at most 64; the host closes none
	Limits  map[string]time.Duration // of the game, for the record
	Options map[string]string        // of the game, for the record
	Strict  bool                     // an unasked line in play is a foul
	Version string                   // of the program, for the record

	// Pace is the least time from a note to the next question, so that people can watch a fast
	// game. No clock runs meanwhile, and the record doesn't hold it.
	Pace time.Duration

	// MaxCompensation bounds the stall compensation of one answer: how much its limit
	// is extended because the host itself stalled, in whole microseconds. A seat gets at
	// most five times that in a game. Stalls detects the stalls. Without both there is
	// no compensation.
	MaxCompensation time.Duration
	Stalls          stalls.Source

	// VoidCredited makes a game void whose verdict hangs on the compensation: see Verdict.HangsOnCredit. The
	// record has it.
	VoidCredited bool

	// Record gets the record, each event in one Write; nil keeps none. When it
	// is a [record.HashChained] the record continues the hash chain written there.
	Record io.Writer
	// Watch, if it is not nil, gets each event after it is recorded. It is called from
	// several goroutines, one at a time, in order, and must return at once: the game
	// waits for it.
	Watch func(record.Event)

	logs   logBuffer
	replay []*replayPlayer // the players of the record that is being verified
}

// Run plays the game and returns its verdict. The error is nil unless the
// host could not do its part: the game was interrupted (ErrInterrupted), the
// game failed, or the record could not be written. The verdict is void then,
// with one exception: a game played to its end keeps its verdict when only
// the last event could not be recorded.
func (m *Game) Run(ctx context.Context) (Verdict, error) {
	return m.run(ctx, clock{time.Now()})
}

func (m *Game) run(ctx context.Context, c clock) (Verdict, error) {
	if err := m.validate(); err != nil {
		return voidVerdict(Verdict{}, err), err
	}
	t := newSession(m, c)
	defer t.close()
	t.rec.Write(m.header(c.start))
	m.logs.open(t)
	defer m.logs.close()
	v, err := m.play(ctx, t)
	m.logs.close()
	t.rec.Write(t.verdictEvent(v))
	return v, errors.Join(err, t.lostRecord(err))
}

// play runs the game and judges what it returns.
func (m *Game) play(ctx context.Context, t *Session) (Verdict, error) {
	v, err := m.Referee(ctx, t)
	t.flushAll()
	if failed := t.rec.Failed(); failed != nil {
		err = failed
	}
	v, err = conclude(ctx, v, err, len(m.Seats))
	t.markEcho(v.Foul)
	if v.Void && v.Reason == ReasonLost {
		v.Lost = t.lostSeats()
	}
	v.Times = t.times()
	for seat := range t.seats {
		v.Credited = append(v.Credited, t.seats[seat].credited...)
	}
	if m.VoidCredited {
		v.voidCredited(t.seats)
	}
	for seat := range t.seats {
		if n := t.seats[seat].shares.of(seat); n.Exceeds() {
			v.Network = append(v.Network, n)
			t.Log(seat, n.String())
		}
	}
	return v, err
}

func (m *Game) validate() error {
	if m.Referee == nil {
		return errors.New("match has no game")
	}
	if n := len(m.Seats); n == 0 || n > record.MaxSeats {
		return fmt.Errorf("match has %d seats, want 1 to %d", n, record.MaxSeats)
	}
	names := map[string]bool{}
	for i, s := range m.Seats {
		if s.Player == nil {
			return fmt.Errorf("seat %d (%s) has no player", i, s.Name)
		}
		if s.Name == "" || names[s.Name] {
			return fmt.Errorf("seat %d needs a name of its own, not %q", i, s.Name)
		}
		names[s.Name] = true
	}
	return nil
}

// header is the first event of the record.
func (m *Game) header(start time.Time) *record.Event {
	e := &record.Event{
		Type: record.EventGame, Version: record.Version, Game: m.Name, ID: m.ID,
		Time: start.Format(time.RFC3339Nano), Host: m.Version,
		Limits: map[string]record.Micros{}, Options: m.Options, Strict: m.Strict,
		Credit: record.MicrosOf(m.maxCompensation()), CreditVoid: m.VoidCredited,
	}
	if e.ID == "" {
		e.ID = rand.Text()
	}
	e.Match, e.Number, e.Games = m.Match.ID, m.Match.Number, m.Match.Games
	if m.Match == (MatchRef{}) {
		e.Match, e.Number, e.Games = e.ID, 1, 1
	}
	for _, s := range m.Seats {
		e.Seats = append(e.Seats, record.EventSeat{
			Name: s.Name, Address: s.Address, PollingClient: s.PollingClient,
			Uncounted: s.Uncounted && m.maxCompensation() > 0, Agent: s.agentEvent(),
		})
	}
	for name, limit := range m.Limits {
		e.Limits[name] = record.MicrosOf(limit)
	}
	return e
}

// agentEvent is the seat's agent as the record has it.
func (s *Seat) agentEvent() *record.EventAgent {
	agent := agentOf(s.Player)
	if agent == nil {
		return nil
	}
	t := agent.Policy()
	return &record.EventAgent{
		Name: t.Name, Trusted: t.Trusted, Forfeit: t.Forfeit,
		Wait: record.MicrosOf(t.Wait), Share: record.MicrosOf(t.Share),
	}
}

// maxCompensation is Credit where it can be granted.
func (m *Game) maxCompensation() time.Duration {
	if m.Stalls == nil && m.replay == nil {
		return 0
	}
	return max(0, m.MaxCompensation.Truncate(time.Microsecond))
}
