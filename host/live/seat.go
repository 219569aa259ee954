package live

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// Turn is a question to a person at a page: a position, and all that may be answered.
type Turn struct {
	Picture string   // the position, as View.SVG writes it
	Cell    int      // the edge of a cell in the picture's units
	Fresh   [][2]int // upper left corners of what the last move put on the board, in this order
	Choices []Choice // the cells on which something may be played, in reading order
}

// Choice is a cell, with what may be played there.
type Choice struct {
	Name    string   // of the cell
	X, Y    int      // its upper left corner in the picture
	Options []Option // at least one
}

// Option is an answer that the rules allow.
type Option struct {
	Answer string   // goes to the game
	Key    string   // the key that picks it among the options of its cell
	Draw   []string // elements of the picture: the piece itself, then what follows from it
	Remark say.Text // what follows, in words
}

// allows reports whether an answer is one of the turn's.
func (t *Turn) allows(answer string) bool {
	for _, c := range t.Choices {
		for _, o := range c.Options {
			if o.Answer == answer {
				return true
			}
		}
	}
	return false
}

// Seat is a person's place at a page, in one game after another. Its methods may be called
// concurrently, but for Ask.
type Seat struct {
	number  int
	player  string            // as records name it
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
	feed    *GameFeed
	heard   int      // the number of the feed's game
	before  []string // the verdict of the game before, in each language
	log     *EventStream
	sent    int // updates

	asked   int // questions
	askedIn int // the number of the game of the last
	turn    *Turn
	replies chan reply
}

// reply is what the page sends: an answer, or that the person gives up.
type reply struct {
	answer string
	leaves bool
}

// absence is how long a person may be away from the page while it is asked. Then the
// terminal shows a new link, for the person's battery may be empty, or the link was opened
// by somebody else.
const absence = 20 * time.Second

// newSeat is a seat that waits for its person. Invite gets its code.
func newSeat(number int, player string, invite func(code string)) *Seat {
	return &Seat{
		number: number, player: player, invite: invite, patient: absence,
		limit:   rate.NewLimiter(seatRequests, seatBurst),
		entered: make(chan struct{}), log: &EventStream{}, code: rand.Text(),
	}
}

// Errors of a person's request.
var (
	errNotAsked   = errors.New("seat-stale")
	errNotAllowed = errors.New("seat-illegal")
)

// Ask shows a position to the person, and returns the answer of one of its options. The
// error is io.EOF if the person gives up, and the context's when it ends.
func (s *Seat) Ask(ctx context.Context, t Turn) (answer string, err error) {
	replies := make(chan reply, 1)
	s.mu.Lock()
	s.asked++
	s.askedIn = s.begun
	s.turn, s.replies = &t, replies
	s.publish(time.Now())
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.turn, s.replies = nil, nil
		s.mu.Unlock()
	}()
	away := time.NewTimer(s.patient)
	defer away.Stop()
	for {
		select {
		case r := <-replies:
			if r.leaves {
				return "", io.EOF
			}
			return r.answer, nil
		case <-away.C:
			if s.inviteAgain() {
				break
			}
			away.Reset(s.patient)
		case <-ctx.Done():
			return "", ctx.Err()
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
	case !r.leaves && !s.turn.allows(r.answer):
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
	if s.code == "" || !same(code, s.code) {
		return "", false
	}
	if s.session == "" {
		close(s.entered)
	}
	s.code, s.session = "", rand.Text()
	s.log.End() // of who had the seat before
	s.log = &EventStream{}
	s.publish(time.Now())
	return s.session, true
}

// knows reports whether the session is that of the person who has the seat.
func (s *Seat) knows(session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session != "" && same(session, s.session)
}

// maxPages limits how many pages of a person follow at once.
const maxPages = 8

// follow counts a page that follows, and returns the events for it. The page calls leave.
// The log is nil if there are too many.
func (s *Seat) follow() (log *EventStream, leave func()) {
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
func (s *Seat) hear(game int, e *record.Event, now time.Time, newView func(game string) (View, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.Type == record.EventGame {
		view, err := newView(e.Game)
		if err != nil {
			return // the page shows the questions alone
		}
		if s.before = nil; s.feed != nil {
			s.before = s.feed.verdicts()
		}
		s.feed, s.heard = &GameFeed{key: "seat", view: view}, game
	}
	if s.feed == nil || s.heard != game {
		return
	}
	if e.Type == record.EventVerdict && s.askedIn == game {
		s.turn = nil // what the page sends now is too late
	}
	moved := s.feed.hear(e, now)
	if moved || e.Type == record.EventGame || e.Type == record.EventAsk || e.Type == record.EventVerdict {
		s.publish(now)
	}
}

// hear takes in an event, and reports whether there are more moves.
func (g *GameFeed) hear(e *record.Event, now time.Time) (moved bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	before := len(g.moves)
	g.take(e, now)
	g.told = len(g.moves)
	return g.told > before
}

// verdicts are the verdict in each language, nil while there is none.
func (g *GameFeed) verdicts() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.endings()
}

// seatUpdate is all that the page shows.
type seatUpdate struct {
	Game    int          `json:"game"` // the number of the person's game
	Turn    int          `json:"turn"` // that of the question; 0 without one
	Ply     int          `json:"ply"`
	Me      int          `json:"me"` // the person's place among the players
	Players []seatPlayer `json:"players,omitempty"`
	Picture string       `json:"picture,omitempty"`
	Cell    int          `json:"cell,omitempty"`
	Fresh   [][2]int     `json:"fresh,omitempty"`
	Choices []seatChoice `json:"choices,omitempty"`
	Last    *move        `json:"last,omitempty"`
	End     []string     `json:"end,omitempty"`    // the verdict in each language
	Before  []string     `json:"before,omitempty"` // that of the game before
}

type seatPlayer struct {
	Name  string   `json:"name"`
	Seat  []string `json:"seat"` // in each language
	Class string   `json:"class"`
	seatState
}

type seatChoice struct {
	Name    string       `json:"name"`
	X       int          `json:"x"`
	Y       int          `json:"y"`
	Options []seatOption `json:"options"`
}

type seatOption struct {
	Answer string   `json:"answer"`
	Key    string   `json:"key"`
	Draw   []string `json:"draw"`
	Remark []string `json:"remark,omitempty"` // in each language
}

// publish tells the page the state. The caller holds the lock.
func (s *Seat) publish(now time.Time) {
	u := seatUpdate{Game: s.heard, Before: s.before}
	switch {
	case s.feed == nil:
	case s.turn != nil && s.askedIn > s.heard: // the events of the game are on their way
		u.Game, u.Before = s.askedIn, s.feed.verdicts()
	default:
		s.feed.seatUpdate(&u, s.name, s.turn == nil, now)
	}
	if t := s.turn; t != nil {
		u.Turn, u.Picture, u.Cell, u.Fresh = s.asked, t.Picture, t.Cell, t.Fresh
		for _, c := range t.Choices {
			u.Choices = append(u.Choices, choiceOf(c))
		}
	}
	data, err := json.Marshal(u)
	if err != nil {
		return // its types cannot fail
	}
	s.sent++
	s.log.latest(newEvent("seat", s.sent, "seat", data))
}

func choiceOf(c Choice) seatChoice {
	said := seatChoice{Name: c.Name, X: c.X, Y: c.Y}
	for _, o := range c.Options {
		option := seatOption{Answer: o.Answer, Key: o.Key, Draw: o.Draw}
		for l := range langs {
			if !o.Remark.IsZero() {
				option.Remark = append(option.Remark, Lang(l).shown(o.Remark, maxWords))
			}
		}
		said.Options = append(said.Options, option)
	}
	return said
}

// seatUpdate fills in what the game knows, for the seat of that name. A picture is drawn
// if it is wanted.
func (g *GameFeed) seatUpdate(u *seatUpdate, name string, drawn bool, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	u.Ply, u.End = len(g.moves), g.endings()
	if u.Ply > 0 {
		u.Last = &g.moves[u.Ply-1]
	}
	for i, state := range g.seatStates(now) {
		p := seatPlayer{Name: g.who(i), Class: seatClass(i, g.opening.Seats[i].Name), seatState: state}
		for l := range langs {
			p.Seat = append(p.Seat, g.seatName(Lang(l), i))
		}
		if g.opening.Seats[i].Name == name {
			u.Me = i
		}
		u.Players = append(u.Players, p)
	}
	if drawn && len(u.Players) > 0 {
		u.Picture, _ = g.drawn(u.Ply) // without a picture the page keeps the last one
	}
}
