package live

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

// GameFeed publishes one game to viewers, with the delay of the site. It is safe for
// concurrent use.
type GameFeed struct {
	key string
	log web.EventStream

	mu      sync.Mutex
	view    View
	opening record.Event
	seats   []seat
	moves   []Move
	scores  []int
	verdict *record.Event
	lost    bool // events were dropped: the page cannot go on
	past    bool // of a record

	feed *feed // gets what viewers are told; nil for none
	fed  bool  // it has the players

	evals      []*analysis.Eval   // by plies; nil is not known
	unsaid     []analysis.PlyEval // values that viewers were not told
	sentEvals  time.Time          // when they were sent last
	evaluating chan struct{}      // closed when the evaluation is done; nil then, and without an evaluator
	closed     bool               // only evals follow

	told    int      // moves that were sent to viewers
	picture []string // lines of the picture of told moves; nil before the first
	changed bool     // since the last event for viewers
}

// seat is a seat's clock.
type seat struct {
	used  time.Duration // for the last answer
	total time.Duration
	since time.Time // when we heard that the clock runs; zero when it does not
	limit time.Duration

	stalled time.Duration // the host, since the last question
	excess  time.Duration // of it, what an answer that came too late was not credited
}

// Move is a move as pages show it.
type Move struct {
	Ply    int    `json:"ply"`
	Words  string `json:"words"`
	Seat   int    `json:"seat"`
	Remark string `json:"remark,omitempty"`
	Used   int64  `json:"used"`             // microseconds
	Scores []int  `json:"scores,omitempty"` // of the seats after it
	Code   string `json:"code,omitempty"`   // as the game's engine reads it

	Japanese *Translation `json:"ja,omitempty"` // nil where it is the same
}

// Translation is a move in another language.
type Translation struct {
	Words  string `json:"words"`
	Remark string `json:"remark,omitempty"`
}

// In returns a move in a language.
func (m Move) In(l web.Lang) Translation {
	if l == web.Japanese && m.Japanese != nil {
		return *m.Japanese
	}
	return Translation{m.Words, m.Remark}
}

// NewGameFeed makes the page of a game that begins. The key names it in addresses:
// letters, digits, dots and dashes.
func NewGameFeed(key string, view View) (*GameFeed, error) {
	if !IsKey(key) {
		return nil, fmt.Errorf("game %.40q cannot be in an address: letters, digits, - and . are, up to %d", key, maxKey)
	}
	return &GameFeed{key: key, view: view}, nil
}

// Key returns the name of the game in addresses.
func (g *GameFeed) Key() string { return g.key }

const maxKey = 200

// IsKey reports whether a text may name a game in addresses: letters, digits, dots and dashes.
func IsKey(key string) bool {
	ok := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' || r == '_'
	}
	return key != "" && len(key) <= maxKey && key[0] != '.' && !strings.ContainsFunc(key, func(r rune) bool { return !ok(r) })
}

// Load makes the page of a recorded game.
func Load(key string, view View, recorded *record.Game) (*GameFeed, error) {
	g, err := NewGameFeed(key, view)
	if err == nil {
		g.load(recorded, func(*record.Event, int) {})
	}
	return g, err
}

// load takes in a recorded game; heard gets each event, with the moves behind it.
func (g *GameFeed) load(recorded *record.Game, heard func(e *record.Event, ply int)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range recorded.Events {
		g.take(&recorded.Events[i], time.Time{})
		heard(&recorded.Events[i], len(g.moves))
	}
	heard(nil, 0)
	g.told, g.past, g.changed, g.closed = len(g.moves), true, false, true
	g.end()
}

// take takes in an event of the record that was heard at a time; zero is long
// ago. The caller holds the lock.
func (g *GameFeed) take(e *record.Event, now time.Time) {
	g.changed = true
	switch e.Type {
	case record.EventGame:
		g.opening = *e
		g.seats = make([]seat, len(e.Seats))
		for i := range g.seats {
			g.seats[i].limit = moveLimit(e.Limits)
		}
	case record.EventVerdict:
		v := *e
		g.verdict = &v
		for i := range g.seats {
			g.seats[i].since = time.Time{}
		}
	}
	if e.Seat >= 0 && e.Seat < len(g.seats) {
		move, start := g.limitOf(e.Limit)
		g.seats[e.Seat].take(e, now, move, start)
	}
	m, ok := g.view.Observe(*e)
	if !ok {
		return
	}
	added := Move{
		Ply: len(g.moves) + 1, Words: web.English.Show(m.Words, web.MaxWords), Seat: m.Seat,
		Remark: web.English.Show(m.Remark, web.MaxWords), Used: g.usedFor(m).Microseconds(),
	}
	other := Translation{web.Japanese.Show(m.Words, web.MaxWords), web.Japanese.Show(m.Remark, web.MaxWords)}
	if other != added.In(web.English) {
		added.Japanese = &other
	}
	if n, ok := g.view.(Notated); ok {
		added.Code = n.Notation(added.Ply)
	}
	g.moves = append(g.moves, added)
	g.scores = g.scoresAt(len(g.moves))
	g.moves[len(g.moves)-1].Scores = slices.Clone(g.scores)
}

// The names of limits in records: those of a move, the one that is shown before the first question first, and
// those of what comes before the moves.
var (
	moveLimits  = []string{"move", "turn", "operation"}
	startLimits = []string{"handshake", "init"}
)

// moveLimit is the limit of a move by the limits of a game; 0 if none has its name.
func moveLimit(limits map[string]record.Micros) time.Duration {
	for _, name := range moveLimits {
		if limit, ok := limits[name]; ok {
			return limit.Duration()
		}
	}
	return 0
}

// limitOf reports whether the limit of a question is one of the game's for a move, or for what comes before the
// moves. Others are waits, such as that for the end of a connection, and what a clock for the whole game has left.
func (g *GameFeed) limitOf(limit record.Micros) (move, start bool) {
	if len(g.opening.Limits) == 0 {
		return true, false
	}
	for name, l := range g.opening.Limits {
		if l == limit && slices.Contains(startLimits, name) {
			start = true
		} else if l == limit {
			move = true
		}
	}
	return move, start && !move
}

// take runs the clock of a seat. It stands before the moves.
func (s *seat) take(e *record.Event, now time.Time, move, start bool) {
	switch e.Type {
	case record.EventAsk, record.EventHear:
		s.stalled = 0
		if !start {
			s.since = now
		}
		if move {
			s.limit = e.Limit.Duration()
		}
	case record.EventWait:
		s.stalled += (e.Held + e.Stopped + e.Late).Duration()
	case record.EventStall:
		s.stalled += e.To.Duration() - e.From.Duration()
	case record.EventAnswer, record.EventFault:
		s.since = time.Time{}
		s.excess = s.stalled - e.Credit.Duration()
		s.used = e.Used.Duration()
		s.total += s.used
	}
}

// usedFor returns the time that a move took: of its seat, or of the slowest where it
// is everybody's.
func (g *GameFeed) usedFor(m terminal.Move) (used time.Duration) {
	for i := range g.seats {
		if m.Seat == i || m.Seat < 0 {
			used = max(used, g.seats[i].used)
		}
	}
	return used
}

// scoresAt returns the scores after the given number of moves, nil in a game without.
func (g *GameFeed) scoresAt(moves int) []int {
	if s, ok := g.view.(Scorer); ok {
		return s.Scores(moves)
	}
	return nil
}

// drawn returns the picture after the given number of moves. The caller holds the lock.
func (g *GameFeed) drawn(moves int) (string, error) {
	var b strings.Builder
	err := g.view.SVG(&b, moves)
	return b.String(), err
}

// Picture returns the picture after the given number of moves; a number that is too large means
// the last.
func (g *GameFeed) Picture(moves int) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.drawn(min(max(moves, 0), g.told))
}

type update struct {
	Ply    int         `json:"ply"`
	Moves  []Move      `json:"moves,omitempty"`
	Seats  []SeatState `json:"seats"`
	From   int         `json:"from"` // the position that Patch begins with
	Patch  []web.Hunk  `json:"patch,omitempty"`
	End    []string    `json:"end,omitempty"` // the verdict in each language
	Behind bool        `json:"behind,omitempty"`
}

// SeatState is a clock as viewers see it: in milliseconds; Running is -1 when it
// stands still.
type SeatState struct {
	Used    float64 `json:"used"`
	Total   float64 `json:"total"`
	Running float64 `json:"running"`
	Limit   float64 `json:"limit"`
	Score   *int    `json:"score,omitempty"`
}

// maxPatch limits how many bytes of a picture go to every viewer; beyond, each
// fetches the picture itself.
const maxPatch = 16 << 10

// publish tells the viewers what has changed.
func (g *GameFeed) publish(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.changed {
		return
	}
	g.changed = false
	n := update{
		Ply: len(g.moves), Moves: g.moves[g.told:], From: g.told, Seats: g.seatStates(now),
		End: g.endings(), Behind: g.lost,
	}
	if text, err := g.drawn(len(g.moves)); err == nil {
		lines := web.PictureLines(text)
		if g.picture != nil {
			n.Patch = web.Patch(g.picture, lines)
		}
		g.picture = lines
	}
	if web.SizeOf(n.Patch) > maxPatch {
		n.Patch = nil
	}
	g.told = len(g.moves)
	if g.feed != nil {
		g.feed.tell(g, &n, now)
	}
	if data, err := json.Marshal(n); err == nil { // its types cannot fail
		g.log.Append(web.NewEvent(g.key, g.told, "state", data))
	}
	if g.verdict != nil && g.opening.Number >= g.opening.Games {
		g.closed = true
		g.end()
	}
}

// follow tells the viewers that the next game of the match has begun, if there is to
// be one.
func (g *GameFeed) follow(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.verdict == nil || g.opening.Number >= g.opening.Games {
		return
	}
	g.log.Append(web.NewEvent(g.key, g.told, "next", []byte(`{"key":"`+key+`"}`))) // a key is letters, digits and dashes
	g.closed = true
	g.end()
}

func (g *GameFeed) seatStates(now time.Time) []SeatState {
	states := make([]SeatState, len(g.seats))
	for i, s := range g.seats {
		states[i] = SeatState{
			Used: milliseconds(s.used), Total: milliseconds(s.total),
			Running: -1, Limit: milliseconds(s.limit),
		}
		if !s.since.IsZero() {
			states[i].Running = milliseconds(max(0, now.Sub(s.since)))
		}
		if i < len(g.scores) {
			states[i].Score = &g.scores[i]
		}
	}
	return states
}

// Clocks returns how many moves viewers know, and the clocks of the seats, as they are at a time.
func (g *GameFeed) Clocks(now time.Time) (moves int, all []SeatState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.told, g.seatStates(now)
}

// milliseconds are rounded to microseconds.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// LostToStall returns who lost the game by an answer that came too late while the host stalled for
// longer than it may credit, and for how much longer; "" for nobody.
func (g *GameFeed) LostToStall() (who string, excess time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.verdict == nil || g.changed || g.verdict.Foul == nil {
		return "", 0
	}
	f := g.verdict.Foul
	if f.Kind != string(host.Late) && f.Kind != string(host.Silent) || f.Seat >= len(g.seats) || g.seats[f.Seat].excess <= 0 {
		return "", 0
	}
	return g.who(f.Seat), g.seats[f.Seat].excess
}

func (g *GameFeed) id() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.opening.ID
}

// Over reports whether viewers know how the game ended.
func (g *GameFeed) Over() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.verdict != nil && !g.changed
}

// steps are pictures in a row: the first, and what changes from each to the
// next.
type steps struct {
	From    int          `json:"from"`
	Picture string       `json:"picture"`
	Steps   [][]web.Hunk `json:"steps"`
}

// Limits of the steps of one answer.
const (
	maxSteps     = 64
	maxStepBytes = 512 << 10
	maxStepTime  = 200 * time.Millisecond
)

// stepsFrom returns the pictures after the given number of moves and behind them: at most so many, and, for
// an answer, as many as its limits allow.
func (g *GameFeed) stepsFrom(from, most int, answer bool) (steps, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	began := time.Now()
	s := steps{From: min(max(from, 0), g.told), Steps: [][]web.Hunk{}}
	text, err := g.drawn(s.From)
	if err != nil {
		return s, err
	}
	s.Picture = text
	before, bytes := web.PictureLines(text), 0
	for ply := s.From + 1; ply <= min(g.told, s.From+most); ply++ {
		if text, err = g.drawn(ply); err != nil {
			return s, err
		}
		after := web.PictureLines(text)
		hunks := web.Patch(before, after)
		if hunks == nil {
			hunks = []web.Hunk{}
		}
		s.Steps = append(s.Steps, hunks)
		before = after
		if bytes += web.SizeOf(hunks); answer && (bytes > maxStepBytes || time.Since(began) > maxStepTime) {
			break
		}
	}
	return s, nil
}

// MovesFrom returns the moves of the list from one to before another, counted from 0.
func (g *GameFeed) MovesFrom(from, to int) []Move {
	g.mu.Lock()
	defer g.mu.Unlock()
	to = min(to, g.told)
	return slices.Clone(g.moves[min(max(from, 0), to):to])
}

// placeOf returns where a viewer of a game goes on: after the last event that the
// browser says it had, or the ply that the page has.
func (g *GameFeed) placeOf(r *http.Request) int {
	if ply, ok := web.PlyOf(r.Header.Get("Last-Event-ID"), g.key); ok {
		return g.log.After(ply)
	}
	ply, err := strconv.Atoi(r.URL.Query().Get("from"))
	if err != nil || ply < 0 {
		return 0
	}
	return g.log.After(ply)
}

// limits returns the game's name and the longest that a move may take.
func (g *GameFeed) limits() (game string, slowest time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, l := range g.opening.Limits {
		slowest = max(slowest, l.Duration())
	}
	return g.opening.Game, slowest
}

// start returns what the game's engine has to know, null where that is nothing.
func (g *GameFeed) start() json.RawMessage {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v, ok := g.view.(Started); ok {
		if start := v.Start(g.told); start != nil {
			return start
		}
	}
	return json.RawMessage("null")
}

// Game returns the name that the game has in records.
func (g *GameFeed) Game() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.opening.Game
}
