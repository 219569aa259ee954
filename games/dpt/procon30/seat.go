package procon30

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/host"
)

// seat is a team whose clients poll. It is a referee.Strategy: what it chooses is
// what its clients sent last for each agent.
type seat struct {
	team  int
	token string
	room  *Server

	ready   chan struct{}
	once    sync.Once
	told    chan struct{} // closed when the first turn is known
	quit    chan struct{} // closed at the end of the seat's game
	seen    chan struct{} // closed when a client has seen the end
	tell    sync.Once
	showEnd sync.Once

	mu     sync.Mutex
	now    *referee.TurnState // of team 0's view; nil before the first turn
	past   []dpt.StateAction
	start  time.Time // of the time grid: when turn 1 takes actions
	opens  time.Time // when the turn takes actions
	closes time.Time // when it takes no more
	over   bool
	during []byte // the state while the turn takes actions
	before []byte // the state before that
	wants  []dpt.Action
	acted  time.Time    // when the last of them came; zero without any
	log    func(string) // may be nil
}

func newSeat(room *Server, team int, token string) *seat {
	return &seat{
		room: room, team: team, token: token,
		ready: make(chan struct{}), told: make(chan struct{}), seen: make(chan struct{}), quit: make(chan struct{}),
	}
}

// Ready implements httpapi.Seat.
func (s *seat) Ready() <-chan struct{} { return s.ready }

// joined is called at each request.
func (s *seat) joined() { s.once.Do(func() { close(s.ready) }) }

// Leave implements httpapi.Seat.
func (s *seat) Leave() { s.room.leave(s.team) }

// Serve implements httpapi.Seat. The end of ctx ends the turn in play, no more: what
// the host has said is read to its end, and shown.
func (s *seat) Serve(ctx context.Context, line host.Player) error {
	stop := context.AfterFunc(ctx, func() { close(s.quit) })
	defer stop()
	c := &referee.Responder{Strategy: s, Say: func(string) {}}
	err := c.Serve(context.WithoutCancel(ctx), line)
	if s.ended() {
		linger := time.NewTimer(httpapi.Linger)
		defer linger.Stop()
		select {
		case <-s.seen:
		case <-linger.C:
		}
	}
	return err
}

func (s *seat) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// Choose implements referee.Strategy: it waits until the time of the turn is over.
func (s *seat) Choose(_ context.Context, now *referee.TurnState, limit time.Duration) []dpt.Action {
	closes := s.begin(now, limit, time.Now())
	timer := time.NewTimer(time.Until(closes))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.quit:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	actions := s.wants
	s.wants = nil
	if !s.acted.IsZero() && s.log != nil {
		s.log(fmt.Sprintf(host.PollingActionLine, s.acted.Sub(s.opens).Round(time.Millisecond), limit))
	}
	s.acted = time.Time{}
	return actions
}

// LogAnswers implements httpapi.Logger.
func (s *seat) LogAnswers(log func(text string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = log
}

// begin shows the turn, and tells when it is over. Turns keep to a grid of times,
// so that clients may reckon with it: what the host takes between two turns is of
// the pause, or of the turn.
func (s *seat) begin(now *referee.TurnState, limit time.Duration, at time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		s.start = s.room.startAt(at)
		s.opens = s.start
	} else if s.opens = s.closes.Add(now.Pause); at.After(s.opens.Add(limit / 4)) {
		s.opens = at.Add(now.Pause) // the host, or the other team, was slow
	}
	s.closes = s.opens.Add(limit)
	s.wants = make([]dpt.Action, len(now.Field.Agents[0]))
	s.take(now, now.Turn-1)
	return s.closes
}

// take keeps what the host said, under mu: what was done in a turn, and where
// things are now.
func (s *seat) take(now *referee.TurnState, turn int) {
	s.now = now.Of(s.team) // as team 0 sees it
	s.tell.Do(func() { close(s.told) })
	if turn > 0 {
		s.past = append(s.past, s.done(turn)...)
	}
	state := s.now.Field.State()
	state.Started, state.Actions = s.start.Unix(), s.past
	if s.past == nil {
		state.Actions = []dpt.StateAction{}
	}
	state.Turn = max(turn, 0)
	s.before = state.JSON()
	state.Turn = s.now.Turn
	s.during = state.JSON()
}

// done are the actions of a turn that was played.
func (s *seat) done(turn int) (actions []dpt.StateAction) {
	for team, did := range s.now.Last {
		for i, a := range did {
			actions = append(actions, dpt.StateAction{
				AgentID: s.now.Field.AgentID(team, i), DX: a.DX, DY: a.DY, Type: a.Type.String(),
				Apply: s.now.Applied[team][i], Turn: turn,
			})
		}
	}
	return actions
}

// End implements referee.OnEnd.
func (s *seat) End(now *referee.TurnState, _ string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.take(now, now.Turn)
}

type phase int

const (
	waiting phase = iota // for the first turn
	pausing              // before a turn, or behind it
	playing              // a turn takes actions
	over
)

func (s *seat) phase(at time.Time) phase {
	switch {
	case s.over:
		return over
	case s.now == nil, s.now.Turn == 1 && at.Before(s.opens):
		return waiting
	case at.Before(s.opens), !at.Before(s.closes):
		return pausing
	}
	return playing
}

// refused answers that it is not the time for something.
func refused(w http.ResponseWriter, why string, start time.Time) {
	unix := start.Unix()
	httpapi.Usual(w)
	httpapi.JSON(w, http.StatusBadRequest, status{Status: why, Start: &unix})
}

// startsAt is when turn 1 takes actions, under mu.
func (s *seat) startsAt(at time.Time) time.Time {
	if s.now == nil {
		return at.Add(startLead + time.Second) // not known yet
	}
	return s.start
}

// shown is what a client sees now: the phase, when turn 1 takes actions, and the state.
func (s *seat) shown() (now phase, start time.Time, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := time.Now()
	text = s.during
	if at.Before(s.opens) {
		text = s.before
	}
	return s.phase(at), s.startsAt(at), text
}

// show answers with the state.
func (s *seat) show(w http.ResponseWriter) {
	phase, start, text := s.shown()
	if phase == waiting {
		refused(w, TooEarly, start)
		return
	}
	httpapi.Text(w, http.StatusOK, text)
	if phase == over {
		s.showEnd.Do(func() { close(s.seen) })
	}
}

type match struct {
	ID         int    `json:"id"`
	To         string `json:"matchTo"`
	TeamID     int    `json:"teamID"`
	Turns      int    `json:"turns"`
	TurnMillis int64  `json:"turnMillis"`
	Interval   int64  `json:"intervalMillis"`
}

// listWait is the time that a request for the matches may wait until the other team
// has come and the match is known.
const listWait = 5 * time.Second

// list answers with the one match, or with none while it is not known.
func (s *seat) list(ctx context.Context, w http.ResponseWriter, id int) {
	wait, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
	select {
	case <-s.told:
	case <-wait.Done():
		httpapi.JSON(w, http.StatusOK, []match{})
		return
	}
	httpapi.JSON(w, http.StatusOK, []match{s.match(id)})
}

// match is the match, once it is known.
func (s *seat) match(id int) match {
	s.mu.Lock()
	defer s.mu.Unlock()
	return match{
		ID: id, To: referee.SeatNames[1-s.team], TeamID: s.now.Field.TeamID(s.team), Turns: s.now.Turns,
		TurnMillis: s.now.Limit.Milliseconds(), Interval: s.now.Pause.Milliseconds(),
	}
}
