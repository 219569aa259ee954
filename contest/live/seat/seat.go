package seat

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// Seat is a person's place at a page, in one game after another. Its methods may be called
// concurrently, but for Ask.
type Seat struct {
	number  int
	player  string            // as records name it
	hidden  bool              // the person sees what Ask and Show have alone until a game is over
	invite  func(code string) // shows the link
	patient time.Duration
	limit   *rate.Limiter // of the person's requests
	entered chan struct{} // closed when somebody has the seat

	mu      sync.Mutex
	code    string        // of the link; "" once it was used
	session string        // of the person who has the seat; "" before
	here    int           // pages that follow
	came    chan struct{} // closed when one follows; nil while nobody waits for it
	name    string        // of the seat in the game that is on, or comes; "" before the first
	begun   int           // games
	feed    *live.GameFeed
	heard   int            // the number of the feed's game
	before  []string       // the verdict of the game before, in each language
	shown   *question.Turn // by Ask or Show, in a game in which much is hidden
	log     *web.EventStream
	sent    int  // updates
	unsaid  bool // the page doesn't know what was heard last

	asked   int // questions
	askedIn int // the number of the game of the last
	turn    *question.Turn
	replies chan reply
}

// reply is a message of the page: answers, or a resignation.
type reply struct {
	answers []string
	leaves  bool
}

// absence is the time that a person may be away from the page while it is asked. Then the
// terminal shows a new link, for the person's battery may be empty, or the link was opened
// by somebody else.
const absence = 20 * time.Second

// newSeat returns a seat that waits for its person. Invite gets its code.
func newSeat(number int, v *Visitor, invite func(code string)) *Seat {
	return &Seat{
		number: number, player: v.Player, hidden: v.Hidden, invite: invite, patient: absence,
		limit:   rate.NewLimiter(seatRequests, seatBurst),
		entered: make(chan struct{}), log: &web.EventStream{}, code: rand.Text(),
	}
}

// Errors of a person's request.
var (
	errNotAsked   = errors.New("seat-stale")
	errNotAllowed = errors.New("seat-illegal")
)

// Show shows a position to the person of a seat from whom much is hidden, without a question.
func (s *Seat) Show(t question.Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = &t
	s.publish(time.Now())
}

// Ask shows a position to the person, and returns the answers of one option of each part, empty
// for a part that is left out. The error is io.EOF if the person gives up, and the context's
// when it ends.
func (s *Seat) Ask(ctx context.Context, t question.Turn) (answers []string, err error) {
	replies := make(chan reply, 1)
	s.mu.Lock()
	s.asked++
	s.shown = &t
	s.askedIn = s.begun
	s.turn, s.replies = &t, replies
	s.publish(time.Now())
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.turn, s.replies = nil, nil
		if ctx.Err() != nil {
			s.publish(time.Now()) // the time is over, the game perhaps not
		}
		s.mu.Unlock()
	}()
	away := time.NewTimer(s.patient)
	defer away.Stop()
	for {
		select {
		case r := <-replies:
			if r.leaves {
				return nil, io.EOF
			}
			return r.answers, nil
		case <-away.C:
			if s.inviteAgain() {
				break
			}
			away.Reset(s.patient)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// inviteAgain shows a new link, unless somebody follows on the page.
func (s *Seat) inviteAgain() bool {
	s.mu.Lock()
	if s.here > 0 {
		s.mu.Unlock()
		return false
	}
	code := rand.Text()
	s.code = code
	s.mu.Unlock()
	s.invite(code)
	return true
}

// reply takes the answer to a question, by its number.
func (s *Seat) reply(question int, r reply) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.turn == nil || question != s.asked:
		return errNotAsked
	case !r.leaves && !s.turn.Allows(r.answers):
		return errNotAllowed
	}
	s.turn = nil // whatever comes now is too late
	s.replies <- r
	return nil
}

// enter gives the seat to the person with the code of the link, and returns what the
// person shows from then on. A code is good for one person.
func (s *Seat) enter(code string) (session string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.code == "" || !web.Same(code, s.code) {
		return "", false
	}
	if s.session == "" {
		close(s.entered)
	}
	s.code, s.session = "", rand.Text()
	s.log.End() // of who had the seat before
	s.log = &web.EventStream{}
	s.publish(time.Now())
	return s.session, true
}

func (s *Seat) knows(session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session != "" && web.Same(session, s.session)
}

// maxPages limits how many pages of a person follow at once.
const maxPages = 8

// follow counts a page that follows, and returns the events for it. The page calls leave.
// The log is nil if there are too many.
func (s *Seat) follow() (log *web.EventStream, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.here >= maxPages {
		return nil, nil
	}
	s.here++
	if s.came != nil {
		close(s.came)
		s.came = nil
	}
	return s.log, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.here--
	}
}

// present returns a channel that is closed as soon as a page follows, or if nobody has had the
// seat.
func (s *Seat) present() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	came := make(chan struct{})
	if s.here > 0 || s.session == "" {
		close(came)
		return came
	}
	s.came = came
	return came
}

// begin has the seat wait for the next game, as the seat of that name.
func (s *Seat) begin(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.name = name
}

// takes reports whether a game that begins is the one that the seat waits for, and numbers it.
func (s *Seat) takes(e *record.Event) (game int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seat := range e.Seats {
		if s.name != "" && seat.Name == s.name && seat.Address == s.player {
			s.begun++
			return s.begun, true
		}
	}
	return 0, false
}

// hear takes in an event of a game, perhaps later than the questions of the next one.
func (s *Seat) hear(game int, e *record.Event, now time.Time, newView func(game string) (live.View, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.Type == record.EventGame {
		view, err := newView(e.Game)
		if err != nil {
			return // the page shows the questions alone
		}
		feed, err := live.NewGameFeed("seat", view)
		if err != nil {
			return
		}
		if s.before = nil; s.feed != nil {
			s.before = s.feed.Verdicts()
		}
		s.feed, s.heard = feed, game
		if s.askedIn < game {
			s.shown = nil // of the game before
		}
	}
	if s.feed == nil || s.heard != game {
		return
	}
	if e.Type == record.EventVerdict && s.askedIn == game {
		s.turn = nil // what the page sends now is too late
	}
	moved := s.feed.Hear(e, now)
	s.unsaid = s.unsaid || moved || e.Type == record.EventGame || e.Type == record.EventAsk || e.Type == record.EventVerdict
}

// tell tells the page what was heard.
func (s *Seat) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unsaid {
		s.publish(time.Now())
	}
}

// seatUpdate is the whole state of the page.
type seatUpdate struct {
	Game    int                `json:"game"` // the number of the person's game
	Turn    int                `json:"turn"` // that of the question; 0 without one
	Ply     int                `json:"ply"`
	Me      int                `json:"me"` // the person's place among the players
	Players []seatPlayer       `json:"players,omitempty"`
	Picture string             `json:"picture,omitempty"`
	Cell    int                `json:"cell,omitempty"`
	Fresh   [][2]int           `json:"fresh,omitempty"`
	Parts   []question.Written `json:"parts,omitempty"`
	Last    *live.Move         `json:"last,omitempty"`
	End     []string           `json:"end,omitempty"`    // the verdict in each language
	Before  []string           `json:"before,omitempty"` // that of the game before
}

type seatPlayer struct {
	Name  string   `json:"name"`
	Seat  []string `json:"seat"` // in each language
	Class string   `json:"class"`
	live.SeatState
}

// publish tells the page the state. The caller holds the lock.
func (s *Seat) publish(now time.Time) {
	s.unsaid = false
	u := seatUpdate{Game: s.heard, Before: s.before}
	switch {
	case s.feed == nil:
	case s.turn != nil && s.askedIn > s.heard: // the events of the game are on their way
		u.Game, u.Before = s.askedIn, s.feed.Verdicts()
	default:
		u.fill(s.feed, s, now)
	}
	if t := s.turn; t != nil {
		u.Turn, u.Picture, u.Cell, u.Fresh = s.asked, cmp.Or(t.Picture, u.Picture), t.Cell, t.Fresh
		u.Parts = question.Write(t.Parts, inEach)
	} else if t := s.shown; t != nil && s.hidden && u.End == nil {
		u.Picture, u.Cell = t.Picture, t.Cell
	}
	data, err := json.Marshal(u)
	if err != nil {
		return // its types cannot fail
	}
	s.sent++
	s.log.Latest(web.NewEvent("seat", s.sent, "seat", data))
}

// inEach returns a text in each language; nil where there is none.
func inEach(t say.Text) (all []string) {
	if t.IsZero() {
		return nil
	}
	for l := range web.Langs {
		all = append(all, web.Lang(l).Show(t, web.MaxWords))
	}
	return all
}

// fill fills in what the game knows, for a seat. A picture is drawn unless the person is
// asked about another.
func (u *seatUpdate) fill(g *live.GameFeed, s *Seat, now time.Time) {
	game := g.Snapshot(now)
	u.Ply, u.End = game.Plies, game.End
	blind := s.hidden && u.End == nil
	for i, player := range game.Players {
		p := seatPlayer{Name: player.Name, Seat: player.Seats, Class: player.Class, SeatState: player.State}
		if player.Seat == s.name {
			u.Me = i
		} else if blind {
			p.Score = nil
		}
		u.Players = append(u.Players, p)
	}
	if game.Last != nil && !(blind && game.Last.Seat != u.Me) {
		u.Last = game.Last
	}
	if (s.turn == nil || s.turn.Picture == "") && !blind && len(u.Players) > 0 {
		u.Picture, _ = g.Picture(u.Ply) // without a picture the page keeps the last one
	}
}
