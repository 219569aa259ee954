package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/host"
)

// seat is a seat of the match whose client comes over HTTP: a referee.Strategy
// that chooses what its client sent.
type seat struct {
	wire  *Handler
	index int
	token string // empty: whoever comes first
	ready chan struct{}

	// Under the wire's mu:
	joined   bool
	pic      string // six digits that the client shows with its actions; "" is used up
	secret   string // 130 bits, for clients that know of it
	id, spec string
	kind     string // guest or account
	actions  []kakomimasu.Action
	acted    time.Time    // when the last of them came; zero without any
	log      func(string) // may be nil
}

// LogAnswers implements httpapi.Logger.
func (s *seat) LogAnswers(log func(text string)) {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	s.log = log
}

// Ready implements httpapi.Seat.
func (s *seat) Ready() <-chan struct{} { return s.ready }

// Leave implements httpapi.Seat.
func (s *seat) Leave() {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	s.wire.seats = slices.DeleteFunc(s.wire.seats, func(other *seat) bool { return other == s })
}

// Serve implements httpapi.Seat.
func (s *seat) Serve(ctx context.Context, line host.Player) error {
	// Lines sent before the line was closed are read to the end, also when ctx
	// has ended: it may be how the game ended.
	c := &referee.Responder{Strategy: &service{s, ctx.Done()}, Say: s.wire.say}
	err := c.Serve(context.WithoutCancel(ctx), line)
	s.wire.linger()
	if errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// service is a seat that is served until it is done.
type service struct {
	*seat
	done <-chan struct{}
}

// errLeft ends a service in the middle of a turn.
var errLeft = errors.New("the match has ended")

// Begin implements referee.Strategy.
func (s *seat) Begin(o *referee.Opening) string {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	isNew := s.wire.match.begin(o, time.Now())
	var joined []int
	for _, other := range s.wire.seats {
		if other.joined {
			joined = append(joined, other.index)
		}
	}
	s.wire.match.place(o.Me, s.index, joined)
	if isNew {
		close(s.wire.begun)
		s.wire.tell()
	}
	if s.id == "" {
		return referee.SeatNames[s.index]
	}
	return s.id
}

// maxName is the number of bytes of a name kept.
const maxName = 64

// Turn implements referee.Strategy: it waits until the turn takes no more actions.
func (s *service) Turn(_ context.Context, at *referee.TurnState) ([]kakomimasu.Action, error) {
	w := s.wire
	var closes time.Time
	w.locked(func() {
		if w.match.next(at, time.Now()) {
			w.tellAt(w.match.opens())
		}
		closes = w.match.closes()
	})
	timer := time.NewTimer(time.Until(closes))
	defer timer.Stop()
	select {
	case <-s.done:
		return nil, errLeft
	case <-timer.C:
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	all := s.actions
	s.actions = nil
	if !s.acted.IsZero() && s.log != nil {
		s.log(fmt.Sprintf(host.PollingActionLine, max(0, s.acted.Sub(w.match.opens())).Round(time.Millisecond), w.match.opening.Operation))
	}
	s.acted = time.Time{}
	// A line holds as many as there can be agents: those of none go first.
	return slices.Concat(
		slices.DeleteFunc(slices.Clone(all), func(a kakomimasu.Action) bool { return !w.exists(a.Agent) }),
		slices.DeleteFunc(slices.Clone(all), func(a kakomimasu.Action) bool { return w.exists(a.Agent) })), nil
}

// exists reports whether there is an agent of that number.
func (w *Handler) exists(agent int) bool { return agent >= 0 && agent < w.match.opening.Board.Agents }

// End implements referee.Strategy.
func (s *seat) End(at *referee.TurnState) {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	if s.wire.match.end(at, time.Now()) {
		s.wire.tell()
	}
}

// linger waits until the clients have seen the end: those that ask once a turn
// need the time between two.
func (w *Handler) linger() {
	var until time.Time
	w.locked(func() {
		if w.match.over {
			until = w.match.ended.Add(httpapi.Linger + min(w.match.opening.Transition, longestPause))
		}
	})
	if until.IsZero() {
		return
	}
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.seen:
	}
}

// longestPause bounds what a long transition adds to the end.
const longestPause = 10 * time.Second
