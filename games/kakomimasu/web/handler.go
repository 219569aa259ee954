package web

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math/big"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/jsonvalue"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// Handler is the interface on one port: one match, of which some seats are here.
// It is an httpapi.Handler.
type Handler struct {
	version string
	say     func(string)

	mu      sync.Mutex
	match   match
	seats   []*seat
	begun   chan struct{} // closed when the game has begun
	streams map[*stream]bool
	later   *time.Timer     // tells the streams of a turn that begins
	saw     map[string]bool // who has seen the end
	seen    chan struct{}   // closed when all clients have
}

// New is a Handler without seats. The version is the program's; say gets
// notices for the user.
func New(version string, say func(string)) *Handler {
	w := &Handler{version: version, say: say, streams: map[*stream]bool{}, saw: map[string]bool{},
		seen: make(chan struct{}), begun: make(chan struct{})}
	w.match.id = uuid()
	w.match.changed()
	return w
}

// uuid is a random identifier, as clients expect one.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// pic is a random player code of six digits.
func pic() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system has no chance left
	}
	return fmt.Sprintf("%06d", n)
}

// Seat implements httpapi.Handler.
func (w *Handler) Seat(name, token string) (httpapi.Seat, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	index := slices.Index(referee.SeatNames[:], name)
	switch {
	case index < 0:
		return nil, fmt.Errorf("there is no seat %.20q", name)
	case slices.ContainsFunc(w.seats, func(s *seat) bool { return s.index == index }):
		return nil, fmt.Errorf("seat %s is there already", name)
	case token != "" && slices.ContainsFunc(w.seats, func(s *seat) bool { return s.token == token }):
		return nil, fmt.Errorf("two seats of a port have the same token; give each its own")
	case w.match.opening != nil:
		return nil, fmt.Errorf("a match is being played there")
	}
	s := &seat{wire: w, index: index, token: token, ready: make(chan struct{}), pic: pic(), secret: rand.Text()}
	for slices.ContainsFunc(w.seats, func(other *seat) bool { return other.pic == s.pic }) {
		s.pic = pic()
	}
	w.seats = append(w.seats, s)
	slices.SortFunc(w.seats, func(a, b *seat) int { return a.index - b.index })
	return s, nil
}

// Owner implements httpapi.Handler. A client that shows the long secret of its seat needs the
// six digits no more, and must not be guessable.
func (w *Handler) Owner(credentials []string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.seats {
		long := s.joined && httpapi.EqualConstantTime(s.secret, credentials)
		if long {
			s.pic = ""
		}
		if long || httpapi.EqualConstantTime(s.token, credentials) || s.joined && httpapi.EqualConstantTime(s.pic, credentials) {
			return referee.SeatNames[s.index]
		}
	}
	return ""
}

// refused is the fault of a request without a secret that is right: another one, if it
// showed some that were not looked at.
func refused(rw http.ResponseWriter, r *http.Request, otherwise *fault) *fault {
	words, locked := httpapi.LockedOut(rw, r)
	if !locked {
		return otherwise
	}
	f := faultRequest.with(words)
	f.status = http.StatusTooManyRequests
	return f
}

// Reject implements httpapi.Handler.
func (w *Handler) Reject(rw http.ResponseWriter, status int, words string) {
	f := faultRequest.with(words)
	f.status = status
	f.answer(rw)
}

// ServeHTTP implements http.Handler.
func (w *Handler) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	h := rw.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "Date, Retry-After")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PATCH")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
		rw.WriteHeader(http.StatusNoContent)
		return
	}
	if f := w.route(rw, r); f != nil {
		f.answer(rw)
	}
}

// route answers a request, or returns what is wrong with it.
func (w *Handler) route(rw http.ResponseWriter, r *http.Request) *fault {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if parts[0] == "api" {
		parts[0] = "v1" // as it was called until autumn of 2021
	}
	at := func(method string, pattern ...string) bool {
		if r.Method != method && !(method == http.MethodGet && r.Method == http.MethodHead) || len(pattern) != len(parts) {
			return false
		}
		for i, p := range pattern {
			if p != "*" && p != parts[i] {
				return false
			}
		}
		return true
	}
	switch {
	case at("GET", "version"):
		httpapi.JSON(rw, http.StatusOK, map[string]string{"version": w.version})
	case at("GET", "v1", "boards"):
		w.boards(rw)
	case at("GET", "v1", "matches"):
		w.list(rw)
	case at("POST", "v1", "matches"):
		return w.create(rw, r)
	case at("GET", "v1", "matches", "stream"):
		return w.stream(rw, r)
	case at("POST", "v1", "matches", "*", "players"):
		return w.join(rw, r, parts[2])
	case at("GET", "v1", "matches", "*"):
		return w.get(rw, r, parts[2], schemaNow)
	case at("PATCH", "v1", "matches", "*", "actions"):
		return w.act(rw, r, parts[2], schemaNow)
	case at("POST", "v1", "match"):
		return w.joinOld(rw, r)
	case at("GET", "v1", "match", "*"):
		return w.get(rw, r, parts[2], schema2021)
	case at("POST", "v1", "match", "*", "action"):
		return w.act(rw, r, parts[2], schema2021)
	default:
		if near := httpapi.Nearest(r, routes...); near != "" {
			return faultNotFound.with("use " + near)
		}
		return faultNotFound
	}
	return nil
}

// routes are suggested to clients that request an unknown one.
var routes = []string{
	"GET /version", "GET /v1/boards", "GET /v1/matches", "GET /v1/matches/stream", "POST /v1/matches/{id}/players",
	"GET /v1/matches/{id}", "PATCH /v1/matches/{id}/actions", "POST /v1/match", "GET /v1/match/{id}", "POST /v1/match/{id}/action",
}

// object reads the JSON object of a request.
func object(r *http.Request) (jsonvalue.Value, *fault) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return jsonvalue.Value{}, faultContentType
	}
	text, err := httpapi.Body(r)
	if err != nil {
		return jsonvalue.Value{}, faultSyntax.with(err.Error())
	}
	if text = jsonvalue.WithoutMark(text); !json.Valid(text) {
		return jsonvalue.Value{}, faultSyntax
	}
	v, err := jsonvalue.Object(text)
	if err != nil {
		return jsonvalue.Value{}, faultRequest.with(err.Error())
	}
	return v, nil
}

// has reports whether a key has a value that is not null.
func has(v jsonvalue.Value, key string) bool { return v.Has(key) && !v.Key(key).IsNull() }

// word is a string that may be missing, with what cannot be printed left out.
func word(v jsonvalue.Value, key string) string {
	if !has(v, key) {
		return ""
	}
	text := strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, v.Key(key).Text()))
	return strings.ToValidUTF8(text[:min(len(text), maxName)], "")
}

// truth is a boolean that may be missing.
func truth(v jsonvalue.Value, key string) bool { return has(v, key) && v.Key(key).Bool() }

// boards lists the board of the match, once it may be seen.
func (w *Handler) boards(rw http.ResponseWriter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := []json.RawMessage{}
	if o := w.match.opening; o != nil {
		if file, err := o.Board.File(); err == nil {
			all = append(all, file)
		}
	}
	httpapi.JSON(rw, http.StatusOK, all)
}

// locked calls f with the lock, which a panic in f does not keep.
func (w *Handler) locked(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

// shown is the match as clients read it now.
func (w *Handler) shown() (text []byte) {
	w.locked(func() { text = w.text(schemaNow, time.Now()) })
	return text
}

// list lists the match.
func (w *Handler) list(rw http.ResponseWriter) {
	httpapi.JSON(rw, http.StatusOK, []json.RawMessage{w.shown()})
}

// get answers with the match.
func (w *Handler) get(rw http.ResponseWriter, r *http.Request, id, shape string) (f *fault) {
	var text []byte
	over := false
	w.locked(func() {
		now := time.Now()
		switch {
		case id != w.match.id:
			f = faultNoGame
		case shape == schemaNow && w.match.between(now):
			f = faultTransition
		default:
			text, over = w.text(shape, now), w.match.over
		}
	})
	if f != nil {
		return f
	}
	httpapi.Text(rw, http.StatusOK, text)
	if over {
		w.acknowledgeEnd(r)
	}
	return nil
}

// acknowledgeEnd notes that a client has seen the end.
func (w *Handler) acknowledgeEnd(r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.saw[r.RemoteAddr] = true
	select {
	case <-w.seen:
	default:
		if len(w.saw) >= len(w.seats) {
			close(w.seen)
		}
	}
}

// create answers who would make a match with the one that there is: the
// organiser has made it.
func (w *Handler) create(rw http.ResponseWriter, r *http.Request) *fault {
	v, f := object(r)
	if f != nil {
		return f
	}
	name := v.Key("boardName").Text()
	for _, key := range []string{"nAgent", "nPlayer", "totalTurn", "operationSec", "transitionSec"} {
		if has(v, key) {
			v.Key(key).Int(0, 1<<20)
		}
	}
	switch {
	case v.Err() != nil:
		return faultRequest.with(v.Err().Error())
	case name == "":
		return faultBoard
	}
	httpapi.Text(rw, http.StatusOK, w.shown())
	return nil
}
