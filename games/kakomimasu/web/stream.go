package web

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/internal/throttle"
)

// Limits of streams.
const (
	maxStreams = 128 // at once, of those who show no secret
	perSource  = 64  // of these
	perSeat    = 16
	maxWaiting = 16 // events that a client has not taken; more end its stream
	maxListed  = 50 // matches that may be asked for
	usual      = 20
)

// stream is a client that subscribes to changes (server-sent events).
type stream struct {
	seat   string       // whose client it is, "" of others
	source netip.Prefix // that it comes from
	query  query
	events chan []byte
	has    bool // it knows the match
	grows  bool // it wants to know of matches that begin to fit
}

type query []struct{ op, value string }

func parseQuery(q string) (all query) {
	for _, part := range strings.Fields(q) {
		op, value, ok := strings.Cut(part, ":")
		if !ok {
			op, value = "match", part
		}
		all = append(all, struct{ op, value string }{op, value})
	}
	return all
}

// lasting reports whether a match is one that is meant, whatever its status.
func (q query) lasting(id string) bool {
	for _, o := range q {
		if o.op == "type" && (o.value == "self" || o.value == "personal") || o.op == "id" && o.value != id {
			return false
		}
	}
	return true
}

// now reports whether a match of that status is meant.
func (q query) now(status string) bool {
	for _, o := range q {
		is := map[string]string{"waiting": "free", "gaming": "gaming", "finished": "ended"}[o.value]
		if o.op == "is" && is != "" && is != status {
			return false
		}
	}
	return true
}

// stream tells a client of the match as it goes on.
func (w *Handler) stream(rw http.ResponseWriter, r *http.Request) *fault {
	params := r.URL.Query()
	start, ok := index(params.Get("startIndex"), 0)
	end, okEnd := index(params.Get("endIndex"), start+usual)
	if !ok || !okEnd || end-start > maxListed {
		return faultStream
	}
	s := &stream{query: parseQuery(params.Get("q")), events: make(chan []byte, maxWaiting), grows: params.Get("allowNewGame") == "true"}
	s.seat, s.source = httpapi.SeatOf(r), throttle.Source(r.RemoteAddr)
	var first []byte
	w.locked(func() {
		if w.room(s) {
			w.streams[s] = true
			first = w.initial(s, params.Get("q"), start, end)
		}
	})
	if first == nil {
		return faultStream.with("too many streams")
	}
	httpapi.Stream(r.Context(), rw, first, s.events)
	over := false
	w.locked(func() {
		delete(w.streams, s)
		over = w.match.over && s.has
	})
	if over {
		w.acknowledgeEnd(r)
	}
	return nil
}

// room reports whether there is room for a stream. Others take none from a seat's
// clients.
func (w *Handler) room(s *stream) bool {
	of, from := 0, 0
	for other := range w.streams {
		if other.seat == s.seat {
			of++
			if other.source == s.source {
				from++
			}
		}
	}
	if s.seat != "" {
		return of < perSeat
	}
	return of < maxStreams && from < perSource
}

// index is a whole number from 0, or another where nothing is said.
func index(text string, other int) (n int, ok bool) {
	if text == "" {
		return other, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0
}

// initial is the first event of a stream.
func (w *Handler) initial(s *stream, q string, start, end int) []byte {
	now := time.Now()
	games, fits := []json.RawMessage{}, s.query.lasting(w.match.id) && s.query.now(w.match.status(now))
	count := 0
	if fits {
		count = 1
	}
	if s.has = fits && start == 0 && end > 0; s.has {
		games = append(games, w.text(schemaNow, now))
	}
	return marshal(struct {
		Type  string            `json:"type"`
		Q     string            `json:"q"`
		Start int               `json:"startIndex"`
		End   int               `json:"endIndex"`
		Games []json.RawMessage `json:"games"`
		Count int               `json:"gamesNum"`
	}{"initial", q, start, end, games, count})
}

func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // there is nothing in it that cannot be JSON
	}
	return text
}

// tell tells all streams that the match has changed. One that takes nothing ends.
func (w *Handler) tell() {
	now := time.Now()
	status := w.match.status(now)
	for s := range w.streams {
		fits := s.query.now(status)
		var data []byte
		switch {
		case s.has && fits:
			data = w.event("update", now)
		case s.has:
			s.has = false
			data = marshal(map[string]string{"type": "remove", "gameId": w.match.id})
		case fits && s.grows && s.query.lasting(w.match.id):
			s.has = true
			data = w.event("add", now)
		default:
			continue
		}
		select {
		case s.events <- data:
		default:
			delete(w.streams, s)
			close(s.events)
		}
	}
}

func (w *Handler) event(kind string, now time.Time) []byte {
	return marshal(struct {
		Type string          `json:"type"`
		Game json.RawMessage `json:"game"`
	}{kind, w.text(schemaNow, now)})
}

// tellAt tells all streams at a time to come.
func (w *Handler) tellAt(at time.Time) {
	if w.later != nil {
		w.later.Stop()
	}
	w.later = time.AfterFunc(time.Until(at), func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.tell()
	})
}
