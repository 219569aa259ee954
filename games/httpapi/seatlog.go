package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/host"
)

// goneAfter is the number of turns without a request after which a client counts as gone, which
// is noted and costs nothing.
const goneAfter = 3

// maxRefusals bounds the kinds of refused requests that are told apart.
const maxRefusals = 50

// A Logger is a Seat that has something to log about its client.
type Logger interface {
	// LogAnswers has the seat call log. It is called before the seat is served.
	LogAnswers(log func(text string))
}

// seatLog notes what a seat's client is refused, and when it has gone. It is safe for
// concurrent use.
type seatLog struct {
	name string // of the seat
	open bool   // it wants no token
	say  func(string)

	mu      sync.Mutex
	log     func(string)
	waiting []string       // lines from before there was a log
	refused map[string]int // by request and answer
	order   []string
	idle    int // turns without a request
	gone    bool
}

// note logs a line, and returns it as a notice, which the caller says once it holds no lock:
// a terminal may stand still. The caller holds mu.
func (l *seatLog) note(text string) (notice string) {
	notice = l.name + ": " + text
	if l.log == nil {
		l.waiting = append(l.waiting, text)
		return notice
	}
	l.log(text)
	return notice
}

// sayAll says notices.
func (l *seatLog) sayAll(notices []string) {
	for _, text := range notices {
		l.say(text)
	}
}

// LogAnswers has log called.
func (l *seatLog) LogAnswers(log func(string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.log = log
	for _, text := range l.waiting {
		log(text)
	}
	l.waiting = nil
}

// request notes a request that the seat's client, or perhaps it, has made, and returns what
// to say of it. A refused one has a kind.
func (l *seatLog) request(kind string) (notices []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.idle = 0; l.gone {
		l.gone = false
		notices = append(notices, l.note("the client is back"))
	}
	if kind == "" {
		return notices
	}
	if l.refused == nil {
		l.refused = map[string]int{}
	}
	_, known := l.refused[kind]
	if !known && len(l.refused) >= maxRefusals {
		return notices
	}
	if l.refused[kind]++; !known {
		l.order = append(l.order, kind)
		notices = append(notices, l.note("refused "+kind))
	}
	return notices
}

// turn notes the end of a turn, and returns what to say of it.
func (l *seatLog) turn() (notices []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.idle++; l.idle == goneAfter {
		l.gone = true
		notices = append(notices, l.note(fmt.Sprintf("the client has gone: no request in %d turns", goneAfter)))
	}
	return notices
}

// end notes how often requests were refused, and returns what to say of it.
func (l *seatLog) end() (notices []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, kind := range l.order {
		if n := l.refused[kind]; n > 1 {
			notices = append(notices, l.note(fmt.Sprintf("refused %d times: %s", n, kind)))
		}
	}
	return notices
}

// turnCounter is a line whose sent answers are the seat's turns.
type turnCounter struct {
	host.Player
	log *seatLog
}

// Send implements host.Player.
func (c turnCounter) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	c.log.sayAll(c.log.turn())
	return c.Player.Send(ctx, text)
}

// answerWriter keeps what a request was answered.
type answerWriter struct {
	http.ResponseWriter
	status int
	begin  []byte // of the body
	usual  bool
}

// Unwrap is for http.ResponseController.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *answerWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

const maxBegin = 200

// Write implements http.ResponseWriter.
func (w *answerWriter) Write(b []byte) (int, error) {
	if w.status >= http.StatusBadRequest && len(w.begin) < maxBegin {
		w.begin = append(w.begin, b[:min(len(b), maxBegin-len(w.begin))]...)
	}
	return w.ResponseWriter.Write(b)
}

// Usual marks an answer of status 400 or more as part of the game, such as that it is too
// early for something: it isn't logged.
func Usual(w http.ResponseWriter) {
	if a, ok := w.(*answerWriter); ok {
		a.usual = true
	}
}

// refusal is the kind of a refused request, for a log; empty of another.
func (w *answerWriter) refusal(r *http.Request) string {
	if w.status < http.StatusBadRequest || w.usual {
		return ""
	}
	return fmt.Sprintf("%s %.80q with status %d: %.120s", r.Method, r.URL.Path, w.status, strings.TrimSpace(string(w.begin)))
}

// logRequest notes a request in the logs of the seats whose client it may be from: that
// whose secret it shows, or else all.
func (p *port) logRequest(v *visitor, kind string) {
	seat := v.seat
	if seat == "" {
		seat = v.on.of()
	}
	for _, l := range p.seatLogs() {
		switch {
		case l.name == seat:
			l.sayAll(l.request(kind))
		case seat != "":
		case kind != "":
			l.sayAll(l.request("of a client without a token or code of this seat: " + kind))
		case l.open:
			l.sayAll(l.request(""))
		}
	}
}

// seatLogs returns the logs of the seats.
func (p *port) seatLogs() []*seatLog {
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
	return slices.Clone(p.logs)
}

// Nearest returns the route, a method and a path with {…} for what differs, that a request
// may have meant, with the request's own words in place of these; empty if none is near.
func Nearest(r *http.Request, routes ...string) string {
	given := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	best, least := "", 4
	for _, route := range routes {
		method, path, _ := strings.Cut(route, " ")
		parts := strings.Split(strings.Trim(path, "/"), "/")
		if len(parts) != len(given) {
			continue
		}
		far := 0
		for i, part := range parts {
			if strings.HasPrefix(part, "{") {
				parts[i] = given[i]
				continue
			}
			far += distance(part, given[i])
		}
		if method != r.Method {
			far++
		}
		if far < least {
			best, least = method+" /"+strings.Join(parts, "/"), far
		}
	}
	return best
}

// distance is the number of letters to add, take away or change (Levenshtein), at most 4.
func distance(a, b string) int {
	const most = 4
	if len(a) > 40 || len(b) > 40 {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0]++
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before, row[j+1] = row[j+1], min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return min(row[len(b)], most)
}
