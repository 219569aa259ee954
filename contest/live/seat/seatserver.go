package seat

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/throttle"
)

// Server has the pages on which people play. Each seat has a link with a code, which
// gives it to the first browser that opens the link; a cookie keeps it there. The
// methods may be called concurrently.
type Server struct {
	pages   *web.Pages
	queue   *web.DelayQueue
	newView func(game string) (live.View, error)
	invite  func(who, link string)
	cookie  string // the name of the cookie of each seat, which no other program's is
	guesses throttle.Table[netip.Prefix]
	front   http.Handler // of a stand, whose address is that of all seats; nil is none

	mu    sync.Mutex
	bases map[string]string // URLs of the open addresses
	seats map[string]*Seat  // by the key of the person
	order []*Seat           // by their numbers, from 1; nil is forgotten
	games map[string][]playing
}

// playing is a seat in a game, by the number of the person's game.
type playing struct {
	seat *Seat
	game int
}

// Limits of a seat's own requests, which no other request takes from.
const (
	seatRequests = 20 // a second
	seatBurst    = 400
	maxReply     = 4 << 10 // bytes
)

// NewServer makes a server without seats; Close ends it. NewView makes the view of a game by the name of
// its record, say gets notices and may be nil, and invite gets the link of each seat that waits for its person, for the
// terminal.
func NewServer(newView func(game string) (live.View, error), say func(string), invite func(who, link string)) *Server {
	d := &Server{
		pages: web.New(web.Options{Say: say}), newView: newView, invite: invite, cookie: "loopline-" + strings.ToLower(rand.Text()[:8]),
		guesses: throttle.Table[netip.Prefix]{Rate: web.GuessRate, Burst: web.GuessBurst, Most: web.Guessers},
		bases:   map[string]string{}, seats: map[string]*Seat{}, games: map[string][]playing{},
	}
	d.queue = web.NewDelayQueue(0, web.QueueHooks{Learnt: d.tell, Pace: pace})
	return d
}

// shortestPace is the shortest time between two events of a seat.
const shortestPace = 5 * time.Millisecond

// pace returns how long people learn no more after they learnt something that took so long to tell: there are few, and
// their clocks run.
func pace(took time.Duration) time.Duration { return max(shortestPace, took) }

// settle has the people know all that was heard.
func (d *Server) settle() {
	d.queue.Settle()
	d.tell()
}

// tell tells the people what was heard.
func (d *Server) tell() {
	d.mu.Lock()
	all := slices.Collect(maps.Values(d.seats))
	d.mu.Unlock()
	for _, s := range all {
		s.tell()
	}
}

// Visitor names a person, and where the person plays next.
type Visitor struct {
	Key    string // the same for the same person
	Who    string // for the terminal
	Player string // as records name the person
	Seat   string // of the game
	Listen string // where the page is, such as :8080; port 0 lets the system choose one
	Hidden bool   // a player of the game doesn't see the whole position
}

// Seat returns the person's seat, once somebody has it, or the context's error. It opens the
// address unless it is open, and shows the link unless the seat has its person.
func (d *Server) Seat(ctx context.Context, v Visitor) (*Seat, error) {
	base, err := d.listen(ctx, v.Listen)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	s := d.seats[v.Key]
	fresh := s == nil
	if fresh {
		number := len(d.order) + 1
		s = newSeat(number, &v, func(code string) {
			d.invite(v.Who, fmt.Sprintf("%sseat/%d/#%s", base, number, code))
		})
		d.seats[v.Key] = s
		d.order = append(d.order, s)
	}
	d.mu.Unlock()
	if fresh {
		s.invite(s.code) // nobody has seen it yet
	}
	select {
	case <-s.entered:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.begin(v.Seat)
	return s, nil
}

// listen opens an address for the pages, unless it is open, and returns their URL.
func (d *Server) listen(ctx context.Context, addr string) (base string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, base := range d.bases {
		if at == addr || d.front != nil {
			return base, nil
		}
	}
	l, err := web.Listen(ctx, addr)
	if err != nil {
		return "", fmt.Errorf("page of a seat at %s: %w; is another program listening there?", addr, err)
	}
	d.pages.Serve(d.handler(), l)
	base = "http://" + web.OnNetwork(l.Addr().String()) + "/"
	d.bases[addr] = base
	return base, nil
}

// Watch takes in an event of a game by the identity in its record, and tells it to the
// people who play it. It returns at once and never fails the match.
func (d *Server) Watch(id string, e record.Event) {
	if e.Type == record.EventGame {
		d.begin(id, &e)
	}
	d.mu.Lock()
	told := d.games[id]
	if e.Type == record.EventVerdict {
		delete(d.games, id)
	}
	d.mu.Unlock()
	if len(told) == 0 {
		return
	}
	d.queue.Push(func(now time.Time) {
		for _, p := range told {
			p.seat.hear(p.game, &e, now, d.newView)
		}
	})
}

func (d *Server) begin(id string, e *record.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.order {
		if s == nil {
			continue
		}
		if game, ok := s.takes(e); ok {
			d.games[id] = append(d.games[id], playing{s, game})
		}
	}
}

// farewell is the time that the end of a match waits for people whose network is lost.
const farewell = 10 * time.Second

// Finish returns when the pages of all people show how their last game ended, when ctx ends, or
// after some seconds: somebody's network may be lost for good.
func (d *Server) Finish(ctx context.Context) {
	d.settle()
	d.mu.Lock()
	all := slices.Collect(maps.Values(d.seats))
	d.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, farewell)
	defer cancel()
	for _, s := range all {
		select {
		case <-s.present():
		case <-limited.Done():
			return
		}
	}
}

// Close tells the pages what is left to tell, and ends them.
func (d *Server) Close() error {
	d.settle()
	d.mu.Lock()
	for _, s := range d.seats {
		s.mu.Lock()
		s.log.End()
		s.mu.Unlock()
	}
	d.mu.Unlock()
	if !d.queue.Close() {
		return nil
	}
	return d.pages.Close()
}

// seatPolicy is the Content-Security-Policy of the pages of seats.
const seatPolicy = web.Policy + "; frame-ancestors 'none'"

func (d *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /seat/{number}/{$}", d.page)
	mux.HandleFunc("POST /seat/{number}/enter", d.post(d.enter))
	mux.HandleFunc("POST /seat/{number}/reply", d.post(d.reply))
	mux.HandleFunc("GET /seat/{number}/events", d.events)
	mux.HandleFunc("GET /static/{name}", d.pages.Asset)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if d.front != nil {
			d.front.ServeHTTP(w, r)
			return
		}
		d.notHere(w, r)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.SetPrivate(w.Header(), seatPolicy, "no-referrer")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if d.tooMany(r) {
			d.pages.Guard.Refuse(w, r, web.Source(r))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// tooMany counts a request. Those of the person who has a seat are counted apart, so that
// no stranger at the same address takes the game from them.
func (d *Server) tooMany(r *http.Request) bool {
	if s := d.seatOf(r.URL.Path); s != nil && d.has(s, r) {
		web.KeepOpen(r, true)
		return !s.limit.Allow()
	}
	return d.pages.Guard.TooMany(web.Source(r))
}

// seatOf finds the seat of a path, nil where there is none.
func (d *Server) seatOf(path string) *Seat {
	rest, ok := strings.CutPrefix(path, "/seat/")
	number, _, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(number)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !ok || err != nil || n < 1 || n > len(d.order) {
		return nil
	}
	return d.order[n-1]
}

// Forget ends the seat of a person by the key, whose match is over. Its page keeps what it shows.
func (d *Server) Forget(key string) {
	d.settle()
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.seats[key]; s != nil {
		s.mu.Lock()
		s.log.End()
		s.mu.Unlock()
		delete(d.seats, key)
		d.order[s.number-1] = nil
	}
}

// has reports whether the request is of the person who has the seat.
func (d *Server) has(s *Seat, r *http.Request) bool {
	return slices.ContainsFunc(r.CookiesNamed(d.cookie), func(c *http.Cookie) bool { return s.knows(c.Value) })
}

// seatPage is the page of a seat. It is the same for all: what a person sees comes in
// events.
type seatPage struct {
	web.PageData
	Missing bool
	Stand   bool // there is a queue to come back to
}

// Scripts returns the scripts of a seat, or none if the page is missing.
func (p seatPage) Scripts() []string {
	if p.Missing {
		return nil
	}
	return []string{"fill.js", "choice.js", "seat.js"}
}

// Styles returns the page's style sheets.
func (p seatPage) Styles() []string { return []string{"seat.css"} }

func (d *Server) page(w http.ResponseWriter, r *http.Request) {
	if d.seatOf(r.URL.Path) == nil {
		d.notHere(w, r)
		return
	}
	d.pages.Render(w, r, templates.Lookup("seat.html"), seatPage{PageData: d.pages.PageData(w, r, "../../"), Stand: d.front != nil})
}

// notHere says that a seat needs its link.
func (d *Server) notHere(w http.ResponseWriter, r *http.Request) {
	p := seatPage{PageData: d.pages.PageData(w, r, "/"), Missing: true}
	web.Refuse(w, http.StatusNotFound, templates.Lookup("seat.html"), p)
}

type seatRequest struct {
	Code    string   `json:"code"`
	Turn    int      `json:"turn"`
	Answers []string `json:"answers"`
	Leave   bool     `json:"leave"`
}

// post reads a request of the page. A page of another site cannot send one: browsers send
// neither the cookie with it nor Origin as ours, and ask before they send JSON elsewhere.
func (d *Server) post(do func(http.ResponseWriter, *http.Request, *Seat, seatRequest)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		s := d.seatOf(r.URL.Path)
		if s == nil {
			d.refuse(w, r, http.StatusNotFound, "seat-need")
			return
		}
		if !web.OwnOrigin(r) || r.Header.Get("Content-Type") != "application/json" {
			d.refuse(w, r, http.StatusForbidden, "seat-foreign")
			return
		}
		var body seatRequest
		decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxReply))
		if err := decoder.Decode(&body); err != nil {
			status := http.StatusBadRequest
			if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
				status = http.StatusRequestEntityTooLarge
			}
			d.refuse(w, r, status, "seat-unread")
			return
		}
		do(w, r, s, body)
	}
}

// refuse says in words why a request is refused.
func (d *Server) refuse(w http.ResponseWriter, r *http.Request, status int, key string) {
	http.Error(w, web.LangOf(r).T(key), status)
}

// enter gives the seat to who shows the code, or has it already.
func (d *Server) enter(w http.ResponseWriter, r *http.Request, s *Seat, body seatRequest) {
	session, ok := s.enter(body.Code)
	switch {
	case ok:
		http.SetCookie(w, &http.Cookie{
			Name: d.cookie, Value: session, Path: fmt.Sprintf("/seat/%d/", s.number),
			HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int((24 * time.Hour).Seconds()),
		})
		w.WriteHeader(http.StatusNoContent)
	case d.has(s, r):
		w.WriteHeader(http.StatusNoContent)
	case body.Code == "" && len(r.CookiesNamed(d.cookie)) > 0:
		d.refuse(w, r, http.StatusForbidden, "seat-gone")
	case body.Code == "":
		d.refuse(w, r, http.StatusForbidden, "seat-need")
	case !d.guesses.Of(web.Source(r), d.pages.Guard.Now()).AllowN(d.pages.Guard.Now(), 1):
		w.Header().Set("Retry-After", "10")
		d.refuse(w, r, http.StatusTooManyRequests, "seat-used")
	default:
		d.refuse(w, r, http.StatusForbidden, "seat-used")
	}
}

// reply takes an answer, or that the person gives up.
func (d *Server) reply(w http.ResponseWriter, r *http.Request, s *Seat, body seatRequest) {
	if !d.has(s, r) {
		d.refuse(w, r, http.StatusForbidden, "seat-gone")
		return
	}
	switch err := s.reply(body.Turn, reply{body.Answers, body.Leave}); {
	case errors.Is(err, errNotAllowed):
		d.refuse(w, r, http.StatusUnprocessableEntity, err.Error())
	case err != nil:
		d.refuse(w, r, http.StatusConflict, err.Error())
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// events sends the person the state of the game, and each change.
func (d *Server) events(w http.ResponseWriter, r *http.Request) {
	s := d.seatOf(r.URL.Path)
	if s == nil || !d.has(s, r) || !web.OwnOrigin(r) {
		d.refuse(w, r, http.StatusForbidden, "seat-gone")
		return
	}
	log, leave := s.follow()
	if log == nil {
		d.refuse(w, r, http.StatusServiceUnavailable, "seat-pages")
		return
	}
	defer leave()
	d.pages.Stream(w, r, log, 0)
}
