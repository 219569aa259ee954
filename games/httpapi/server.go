package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/rebinding"
)

// Limits of a port.
const (
	maxConnections = 1024             // at once; the idlest goes for another one
	maxBody        = 64 << 10         // bytes of a request's body
	maxHeader      = 16 << 10         // bytes of a request's header
	headerTime     = 5 * time.Second  // for a request's header to come
	requestTime    = 10 * time.Second // for a whole request to come
	answerTime     = 10 * time.Second // for an answer to be taken
	idleTime       = 30 * time.Second // between two requests
)

// Server has the ports of a game. Set New, then call Open; it may be called
// concurrently. Requests with a body of more than 64 KiB, more than 1024 connections,
// and what comes slowly are refused or cut off, whoever sends it. Requests that show a
// secret of a seat have a limit of their own; all others are limited by connection, by
// source and together, and who guesses secrets is locked out.
type Server struct {
	// New makes what answers on a port for a game, which has a key if it is known: the
	// ports of one game have the same. Say gets notices for the user.
	New func(game string, say func(string)) Handler

	// request is the time limit for a request to arrive; 0 is requestTime.
	request time.Duration

	mu     sync.Mutex
	ports  map[string]*port
	tokens map[string][]string // by host and port, those of all seats that there were
}

// port is a port that is open.
type port struct {
	owner    *Server
	address  addr.Address
	name     string // host and port
	handler  Handler
	server   *http.Server
	listener net.Listener
	begin    func() // answers requests from the first call on; clients wait before it
	conns    connLimiter
	rates    rateLimiter
	lockout  *lockout
	say      func(string)
	faulty   sync.Once // a fault of ours was said

	seats int        // under the owner's mu
	logs  []*seatLog // of the seats; under the owner's mu
}

// SeatSession is a seat that has its client. It is a player.LocalPlayer.
type SeatSession struct {
	*seatLog
	seat  Seat
	leave func()
}

// Serve implements player.LocalPlayer. The port closes after the last seat of it.
func (g *SeatSession) Serve(ctx context.Context, line host.Player) error {
	defer g.leave()
	defer func() { g.sayAll(g.end()) }()
	return g.seat.Serve(ctx, turnCounter{line, g.seatLog})
}

// LogAnswers calls log for each refused request of the seat's client, when the client has
// gone, and for each line that the seat logs itself: see [Logger].
func (g *SeatSession) LogAnswers(log func(text string)) {
	g.seatLog.LogAnswers(log)
	if l, ok := g.seat.(Logger); ok {
		l.LogAnswers(log)
	}
}

// Open makes the seat of that name at an api address, and returns when its client
// is there, or ctx ends. Say gets notices for the user.
func (h *Server) Open(ctx context.Context, name string, a addr.Address, say func(string)) (*SeatSession, error) {
	p, err := h.enter(ctx, a, say)
	if err != nil {
		return nil, err
	}
	// The log is there before the seat: a client may be refused something as soon as it can join.
	l := &seatLog{name: name, open: a.Token == "", say: say}
	p.openLog(l, a.Token)
	closeLog := func() {
		p.closeLog(l)
		p.left()
	}
	seat, err := p.handler.Seat(name, a.Token)
	if err != nil {
		closeLog()
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	p.begin() // not before there is a seat: a client that came first would be nobody's
	leave := sync.OnceFunc(func() {
		seat.Leave()
		closeLog()
	})
	say(fmt.Sprintf("waiting for a client on http://%s", p.name))
	select {
	case <-seat.Ready():
		return &SeatSession{l, seat, leave}, nil
	case <-ctx.Done():
		leave()
		return nil, fmt.Errorf("%s: no client: %w", p.name, ctx.Err())
	}
}

// openLog adds the log of a seat, and notes the seat's token; empty of none.
func (p *port) openLog(l *seatLog, token string) {
	h := p.owner
	h.mu.Lock()
	defer h.mu.Unlock()
	p.logs = append(p.logs, l)
	if token != "" && !slices.Contains(h.tokens[p.name], token) {
		if h.tokens == nil {
			h.tokens = map[string][]string{}
		}
		h.tokens[p.name] = append(h.tokens[p.name], token)
	}
}

// closeLog takes the log of a seat away.
func (p *port) closeLog(l *seatLog) {
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
	p.logs = slices.DeleteFunc(p.logs, func(other *seatLog) bool { return other == l })
}

// enter finds the port of an address, or opens it.
func (h *Server) enter(ctx context.Context, a addr.Address, say func(string)) (*port, error) {
	name := net.JoinHostPort(a.Host, strconv.Itoa(a.Port))
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.ports[name]; p != nil {
		if !slices.Equal(p.address.Allow, a.Allow) {
			return nil, fmt.Errorf("%s: the seats of a port have the same allow", name)
		}
		p.seats++
		return p, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", name)
	if err != nil {
		return nil, fmt.Errorf("api: %w; is another program listening there?", err)
	}
	p := &port{owner: h, address: a, name: name, handler: h.New(host.GameOf(ctx), say), say: say, seats: 1, listener: listener, rates: newRateLimiter(), lockout: newLockout()}
	p.lockout.early = p.early
	p.prepare()
	if h.ports == nil {
		h.ports = map[string]*port{}
	}
	h.ports[name] = p
	return p, nil
}

// early reports whether one of the secrets is the token of a seat that was open on the port's
// address, and may be again: whoever shows it comes too early or too late, and guesses nothing.
func (p *port) early(secrets []string) bool {
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
	known := false
	for _, token := range p.owner.tokens[p.name] {
		known = EqualConstantTime(token, secrets) || known
	}
	return known
}

// left closes the port behind its last seat.
func (p *port) left() {
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
	if p.seats--; p.seats == 0 {
		delete(p.owner.ports, p.name)
		_ = p.server.Close()
		_ = p.listener.Close() // the server may not have begun
	}
}

// prepare makes the server, which answers requests from begin on until it is closed.
func (p *port) prepare() {
	whole := requestTime
	if p.owner.request > 0 {
		whole = p.owner.request
	}
	// The time for an answer begins with the header: it must outlast a body that comes
	// too slowly, so that this can still be said.
	p.server = &http.Server{
		Handler:           rebinding.Guard(http.HandlerFunc(p.answer)),
		ReadHeaderTimeout: min(headerTime, whole), ReadTimeout: whole, WriteTimeout: whole + answerTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader,
		ErrorLog:       log.New(io.Discard, "", 0), // of clients that go away; people need not know
		ConnState:      p.conns.connState,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, newConnection(conn))
		},
	}
	p.begin = sync.OnceFunc(func() {
		go func() {
			_ = p.server.Serve(filteredListener{p.listener, p.address}) // ends when the server is closed
		}()
	})
}

// answer lets a request through to the wire, unless it is too much. A handler that panics
// fails that request alone.
func (p *port) answer(w http.ResponseWriter, r *http.Request) {
	v := p.identify(r)
	answer := &answerWriter{ResponseWriter: w}
	w = answer
	defer p.logFault(w, r)
	defer func() { p.logRequest(v, answer.refusal(r)) }()
	if wait, ok := p.admit(r.Context(), v); !ok {
		retryAfter(w, wait)
		if v.on.refuse() {
			w.Header().Set("Connection", "close")
		}
		p.handler.Reject(w, http.StatusTooManyRequests, "too many requests; ask every 100 ms")
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, v))
	if r.ContentLength > maxBody {
		w.Header().Set("Connection", "close")
		p.handler.Reject(w, http.StatusRequestEntityTooLarge, errTooLarge.Error())
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	p.handler.ServeHTTP(w, r)
}

// logFault answers a request whose handler panicked, and says so once.
func (p *port) logFault(w http.ResponseWriter, r *http.Request) {
	fault := recover()
	if fault == nil {
		return
	}
	if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(fault)
	}
	p.faulty.Do(func() {
		p.say(fmt.Sprintf("%s: %s %.60s failed by a fault of this program, other requests go on; please report it: %v",
			p.name, r.Method, r.URL.Path, fault))
	})
	w.Header().Set("Connection", "close")
	p.handler.Reject(w, http.StatusInternalServerError, "a fault of the server; ask again")
}

var errTooLarge = errors.New("the body has more than " + strconv.Itoa(maxBody) + " bytes")

// filteredListener is a listener that turns strangers away.
type filteredListener struct {
	net.Listener
	address addr.Address
}

// Accept implements net.Listener.
func (l filteredListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || l.address.Allows(conn.RemoteAddr()) {
			return conn, err
		}
		conn.Close()
	}
}
