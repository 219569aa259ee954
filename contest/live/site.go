package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Options configures a Site. The zero value is ready to use.
type Options struct {
	Title  string        // of the pages; empty is the program's name
	Limits web.Limits    // of viewers
	Delay  time.Duration // viewers see everything this much later
	Say    func(string)  // gets notices; may be nil

	// NewView makes the view of a game by the name of its record.
	NewView func(game string) (View, error)

	Analysis analysis.Options // of the games

	// Record is the file to which the games that are watched are recorded; empty is
	// none. Games that are over can be downloaded from it.
	Record string

	// DrawImage draws an SVG picture as PNG, for the previews of links; nil draws none.
	DrawImage func(svg []byte) ([]byte, error)

	// Records has what is over and written to files; nil is nothing.
	Records *Records
}

// Site has the pages of games, and of the parts that are attached to it. It is safe for concurrent use.
type Site struct {
	Options
	*web.Pages
	analysis *analysis.Pages
	Queue    *web.DelayQueue

	games gameList

	mu      sync.Mutex
	parts   []Part
	begun   int                           // matches
	watched map[string]func(record.Event) // games in play, by their keys

	feed  feed
	cards cards
}

const (
	publishes = 50 * time.Millisecond // the shortest time between two events of a game
	perViewer = 40 * time.Microsecond // is added to it for each viewer
)

// NewSite makes a site without games. Close ends it.
func NewSite(o Options) *Site {
	if o.Records == nil {
		o.Records = &Records{}
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	s := &Site{
		Options: o, Pages: web.New(web.Options{Title: o.Title, Limits: o.Limits, Say: o.Say}), watched: map[string]func(record.Event){},
	}
	s.analysis = analysis.New(s.Pages, o.Analysis, s.withheld)
	s.Queue = web.NewDelayQueue(o.Delay, web.QueueHooks{Learnt: s.publish, Summed: s.tellParts, Pace: s.pace})
	return s
}

// pace returns how long viewers learn no more after they learnt something that took so
// long to tell: so that the pages take little of a core, however many follow.
func (s *Site) pace(took time.Duration) time.Duration {
	return max(publishes+time.Duration(s.Guard.Watching())*perViewer, 20*took)
}

// tellParts has the parts tell their viewers what has changed.
func (s *Site) tellParts() {
	for _, part := range s.attached() {
		part.Learnt()
	}
}

// publish tells the viewers of every game what has changed.
func (s *Site) publish() {
	for _, g := range s.games.all() {
		g.publish(time.Now().Add(-s.Delay))
	}
}

// Watch returns what tells the site of the events of a game that begins: see
// host.Game. It returns at once and never fails the match. Key names the game
// in addresses; game is the name that its record has.
func (s *Site) Watch(key, game string) (func(record.Event), error) {
	view, err := s.NewView(game)
	if err != nil {
		return nil, err
	}
	g, err := NewGameFeed(key, view)
	if err != nil {
		return nil, err
	}
	g.feed = &s.feed
	observe, err := s.analysis.Evaluate(g, key, game)
	if err != nil {
		return nil, err
	}
	s.Queue.Push(func(time.Time) { s.add(g) })
	return func(e record.Event) {
		ok := s.Queue.Push(func(now time.Time) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.take(&e, now)
			observe(&e, len(g.moves))
		})
		if !ok {
			g.mu.Lock()
			g.lost, g.changed = true, true
			g.mu.Unlock()
			observe(nil, 0)
		}
	}, nil
}

// add puts a game on the site, as the newest.
func (s *Site) add(g *GameFeed) {
	for _, old := range s.games.add(g) {
		s.analysis.Forget(old)
	}
}

// Game finds a game: one in memory, or one of the records.
func (s *Site) Game(key string) (*GameFeed, error) {
	g := s.games.get(key)
	switch {
	case g != nil:
		return g, nil
	case !s.recorded(key):
		return nil, errNoGame
	}
	return s.Records.load(key, s)
}

// recorded reports whether there is a record of a game that viewers may see.
func (s *Site) recorded(key string) bool {
	for _, part := range s.attached() {
		if path, id, ok := part.Recorded(key); ok {
			s.Records.put(key, path, id)
		}
	}
	return s.Records.has(key)
}

var errNoGame = errors.New("there is no such game")

// Listen opens an address for the site, such as :8080, serves the pages until Close,
// and returns their URL.
func (s *Site) Listen(ctx context.Context, addr string) (url string, err error) {
	l, err := web.Listen(ctx, addr)
	if err != nil {
		return "", fmt.Errorf("pages at %s: %w", addr, err)
	}
	s.Serve(s.Handler(), l)
	url = "http://" + web.Reachable(l.Addr().String()) + "/"
	s.Say("pages at " + url)
	return url, nil
}

// Close lets the viewers learn what is due, then ends their streams and the site.
func (s *Site) Close() error {
	if s.Delay == 0 {
		s.Queue.Settle()
	}
	if !s.Queue.Close() {
		return nil
	}
	for _, g := range s.games.all() {
		g.log.End()
	}
	for _, part := range s.attached() {
		part.End()
	}
	s.feed.log.End()
	s.analysis.Close()
	return s.Pages.Close()
}

// WatchMatch is Watch for a match that begins, whose key is its number among the
// games of the site.
func (s *Site) WatchMatch(m *host.Game) func(record.Event) {
	s.mu.Lock()
	s.begun++
	key := Numbered(s.begun)
	s.mu.Unlock()
	see, err := s.Watch(key, m.Name)
	if err != nil {
		s.Say("no page of this game: " + err.Error())
		return func(record.Event) {}
	}
	return see
}

// WatchGame takes in an event of a game by the identity in its record: the first of
// a game begins its page. It returns at once and never fails the match.
func (s *Site) WatchGame(id string, e record.Event) {
	key := KeyOf(id)
	if e.Type == record.EventGame {
		see, err := s.Watch(key, e.Game)
		if err != nil {
			s.Say("no page of game " + id + ": " + err.Error())
			return
		}
		s.mu.Lock()
		s.watched[key] = see
		s.mu.Unlock()
	}
	s.mu.Lock()
	see := s.watched[key]
	if e.Type == record.EventVerdict {
		delete(s.watched, key)
	}
	s.mu.Unlock()
	if see != nil {
		see(e)
	}
}

// seenLate returns the name of a game, and whether who plays it has moved before anybody sees a position.
func (s *Site) seenLate(g *GameFeed) (game string, late bool) {
	game, slowest := g.limits()
	return game, slowest > 0 && s.Delay > slowest
}

// withheld reports whether a game is in play that viewers may not analyse yet: whoever sees its
// moves could paste them.
func (s *Site) withheld(game string) bool {
	for _, g := range s.games.all() {
		if name, late := s.seenLate(g); name == game && !g.Over() && !late {
			return true
		}
	}
	return false
}
