package seat

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/web"
)

// Stand is the page of a stand at a fair: whoever comes queues for a game, and gets a seat in
// turn. It is safe for concurrent use.
type Stand struct {
	site     *live.Site // shows the games
	seats    *Server
	opponent string
	encode   func(text string) (modules int, black func(x, y int) bool)
	cookie   string

	mu       sync.Mutex
	url      string
	guests   []*Guest      // in the queue
	called   *Guest        // who plays, or is to come; nil is nobody
	numbered int           // guests so far
	came     chan struct{} // closed when the queue is not empty any more
}

// Guest is a person at a stand.
type Guest struct {
	Number int

	token  string
	source netip.Prefix
	seen   time.Time // when the page asked last
	link   string    // of the seat
}

// Limits of a queue.
const (
	maxGuests     = 60
	guestsOfOne   = 12               // from one address: a hall behind one router has one
	guestPatience = 45 * time.Second // a page that does not ask for so long has gone
)

// NewStand makes a stand whose games a site shows, and on whose seats people play. Both are the
// caller's to close. Opponent is the name of whom people play against. Encode makes the QR code of
// a text: the modules of its edge, 0 for none, and which are black.
func NewStand(site *live.Site, seats *Server, opponent string, encode func(text string) (modules int, black func(x, y int) bool)) *Stand {
	s := &Stand{site: site, seats: seats, opponent: opponent, encode: encode, cookie: "loopline-" + strings.ToLower(rand.Text()[:8]), came: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /stand/place.json", s.place)
	mux.HandleFunc("POST /stand/join", s.join)
	mux.HandleFunc("POST /stand/leave", s.leave)
	mux.Handle("/", site.Handler())
	seats.front = mux
	return s
}

// Listen opens an address for the stand and the pages of its seats, and returns its URL as a
// phone on the same network opens it.
func (s *Stand) Listen(ctx context.Context, addr string) (url string, err error) {
	if url, err = s.seats.listen(ctx, addr); err != nil {
		return "", err
	}
	s.mu.Lock()
	s.url = url
	s.mu.Unlock()
	return url, nil
}

// Came returns a channel that is closed while somebody waits.
func (s *Stand) Came() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.came
}

// Next calls the first in the queue, and waits so long for one. False is that nobody came. Who was called
// before has had the turn: see Guest.Pass.
func (s *Stand) Next(ctx context.Context, wait time.Duration) (*Guest, bool) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-s.Came():
	case <-timer.C:
		return nil, false
	case <-ctx.Done():
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep(time.Now())
	if len(s.guests) == 0 {
		return nil, false
	}
	s.called = s.guests[0]
	s.remove(s.called)
	return s.called, true
}

// Invite has a guest's page open the link of the seat.
func (s *Stand) Invite(g *Guest, link string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g.link = link
}

// Pass ends a guest's turn: the game is over, or did not begin.
func (s *Stand) Pass(g *Guest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.called == g {
		s.called = nil
	}
}

// remove takes a guest from the queue. The caller holds the lock.
func (s *Stand) remove(g *Guest) {
	s.guests = slices.DeleteFunc(s.guests, func(is *Guest) bool { return is == g })
	if len(s.guests) == 0 {
		s.empty()
	}
}

// empty has Came wait again. The caller holds the lock.
func (s *Stand) empty() {
	select {
	case <-s.came:
		s.came = make(chan struct{})
	default:
	}
}

// sweep forgets guests whose pages have gone. The caller holds the lock.
func (s *Stand) sweep(now time.Time) {
	s.guests = slices.DeleteFunc(s.guests, func(g *Guest) bool { return now.Sub(g.seen) > guestPatience })
	if len(s.guests) == 0 {
		s.empty()
	}
}

// of finds the guest of a request, nil where there is none. The caller holds the lock.
func (s *Stand) of(r *http.Request) *Guest {
	all := s.guests
	if s.called != nil {
		all = append(all[:len(all):len(all)], s.called)
	}
	for _, c := range r.CookiesNamed(s.cookie) {
		for _, g := range all {
			if web.Same(c.Value, g.token) {
				return g
			}
		}
	}
	return nil
}

// standPage is the page of a stand. What changes comes by place.json.
type standPage struct {
	web.PageData
	Opponent string
	URL      string
	QR       string // the path of the dark modules of its code
	Side     int    // the edge of the code in modules, with its white margin
}

// Scripts show the queue and the game.
func (p standPage) Scripts() []string { return []string{"fill.js", "stand.js"} }

// Styles returns the page's style sheets.
func (p standPage) Styles() []string { return []string{"stand.css"} }

func (s *Stand) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	p := standPage{Opponent: s.opponent, URL: s.url}
	s.mu.Unlock()
	p.PageData = s.site.PageData(w, r, "")
	p.QR, p.Side = s.code(p.URL)
	s.site.Render(w, r, templates.Lookup("stand.html"), p)
}

// quiet is the white margin of a QR code, in modules.
const quiet = 4

// code returns the path of a text's QR code, with the edge of its picture.
func (s *Stand) code(text string) (path string, side int) {
	var b strings.Builder
	modules, black := s.encode(text)
	for y := range modules {
		for x := 0; x < modules; x++ {
			from := x
			for x < modules && black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%[3]dz", from+quiet, y+quiet, x-from)
			}
		}
	}
	return b.String(), modules + 2*quiet
}

// standPlace is the state of the stand for a guest's page.
type standPlace struct {
	Waiting int    `json:"waiting"`
	Place   int    `json:"place,omitempty"` // in the queue, from 1
	Link    string `json:"link,omitempty"`  // of the seat, when it is the guest's turn
	Playing string `json:"playing,omitempty"`
	Game    string `json:"game,omitempty"` // that is shown
	Ply     int    `json:"ply"`
}

func (s *Stand) place(w http.ResponseWriter, r *http.Request) {
	p := standPlace{}
	if g := s.site.Newest(); g != nil {
		i := g.Info()
		p.Game, p.Ply, p.Playing = i.Key, i.Moves, i.Title()
	}
	s.mu.Lock()
	now := time.Now()
	g := s.of(r)
	if g != nil {
		g.seen = now
		p.Place, p.Link = 1+slices.Index(s.guests, g), g.link
	}
	s.sweep(now)
	p.Waiting = len(s.guests)
	s.mu.Unlock()
	w.Header().Set("Cache-Control", "no-store")
	s.site.Json(w, r, p)
}

// Errors of who wants to queue.
var (
	errQueueFull   = errors.New("stand-full")
	errQueueSource = errors.New("stand-many")
)

// add puts a guest at the end of the queue.
func (s *Stand) add(source netip.Prefix) (*Guest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep(time.Now())
	from := 0
	for _, g := range s.guests {
		if g.source == source {
			from++
		}
	}
	switch {
	case len(s.guests) >= maxGuests:
		return nil, errQueueFull
	case from >= guestsOfOne:
		return nil, errQueueSource
	}
	s.numbered++
	g := &Guest{Number: s.numbered, token: rand.Text(), source: source, seen: time.Now()}
	if s.guests = append(s.guests, g); len(s.guests) == 1 {
		close(s.came)
	}
	return g, nil
}

// join queues who presses the button. A page of another site cannot send it: see OwnOrigin.
func (s *Stand) join(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if !web.OwnOrigin(r) {
		s.seats.refuse(w, r, http.StatusForbidden, "seat-foreign")
		return
	}
	s.mu.Lock()
	known := s.of(r)
	s.mu.Unlock()
	if known != nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	g, err := s.add(web.Source(r))
	if err != nil {
		w.Header().Set("Retry-After", "60")
		s.seats.refuse(w, r, http.StatusServiceUnavailable, err.Error())
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int((24 * time.Hour).Seconds()),
	})
	w.WriteHeader(http.StatusNoContent)
}

// leave takes who presses the button out of the queue.
func (s *Stand) leave(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if !web.OwnOrigin(r) {
		s.seats.refuse(w, r, http.StatusForbidden, "seat-foreign")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.of(r); g != nil {
		s.remove(g)
	}
	w.WriteHeader(http.StatusNoContent)
}
