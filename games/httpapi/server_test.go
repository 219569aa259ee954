package httpapi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/host"
)

// echo is a wire that answers with what it is sent. /come readies the seat whose
// token is said.
type echo struct {
	mu    sync.Mutex
	seats []*echoSeat
}

type echoSeat struct {
	token string
	ready chan struct{}
	left  chan struct{}
}

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.seats {
		if r.URL.Path == "/come" && EqualConstantTime(s.token, Credentials(r)) {
			close(s.ready)
		}
	}
	if r.URL.Path == "/stream" {
		events := make(chan []byte, 1)
		events <- []byte(`{"n":2}`)
		close(events)
		Stream(r.Context(), w, []byte(`{"n":1}`), events)
		return
	}
	text, err := Body(r)
	if err != nil {
		e.Reject(w, http.StatusBadRequest, err.Error())
		return
	}
	JSON(w, http.StatusOK, string(text))
}

func (e *echo) Owner(credentials []string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.seats {
		if EqualConstantTime(s.token, credentials) {
			return s.token
		}
	}
	return ""
}

func (e *echo) Reject(w http.ResponseWriter, status int, words string) { JSON(w, status, words) }

func (e *echo) Seat(name, token string) (Seat, error) {
	if name == "third" {
		return nil, errors.New("there are two seats")
	}
	s := &echoSeat{token, make(chan struct{}), make(chan struct{})}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seats = append(e.seats, s)
	return s, nil
}

func (s *echoSeat) Ready() <-chan struct{} { return s.ready }
func (s *echoSeat) Leave()                 { close(s.left) }
func (s *echoSeat) Serve(ctx context.Context, line host.Player) error {
	_, _, _, err := line.Receive(ctx)
	return err
}

// freePort is a port on which nobody listens.
func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func address(t *testing.T, port int, token string) addr.Address {
	a, err := addr.Parse(fmt.Sprintf("api:%d?token=%s", port, token))
	require.NoError(t, err)
	return a
}

// gone is a player that has hung up.
type gone struct{}

func (gone) Send(context.Context, string) (sent, drained time.Time, err error) {
	return sent, drained, io.EOF
}

func (gone) Receive(context.Context) (text string, first, last time.Time, err error) {
	return "", first, last, io.EOF
}

// Two seats share a port, in any order; it closes behind the second.
func TestServer(t *testing.T) {
	wire := &echo{}
	server := Server{New: func(string, func(string)) Handler { return wire }}
	port := freePort(t)
	sessions := make(chan *SeatSession, 2)
	waiting := make(chan string, 2)
	for _, token := range []string{"A", "B"} {
		go func() {
			g, err := server.Open(t.Context(), token, address(t, port, token), func(text string) { waiting <- text })
			if err != nil {
				t.Error(err)
			}
			sessions <- g
		}()
	}
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	for range 2 {
		require.Equal(t, "waiting for a client on "+url, <-waiting)
	}
	_, err := server.Open(t.Context(), "third", address(t, port, "C"), func(string) {})
	require.ErrorContains(t, err, "there are two seats")
	for _, token := range []string{"nobody", "B", "A"} {
		answer, err := http.Get(url + "/come?token=" + token)
		require.NoError(t, err)
		answer.Body.Close()
	}
	for range 2 {
		require.ErrorIs(t, (<-sessions).Serve(t.Context(), gone{}), io.EOF)
	}
	for _, s := range wire.seats {
		<-s.left
	}
	_, err = http.Get(url)
	require.Error(t, err)
}

// quick is an echo whose client sends a request that is refused before Seat has returned.
type quick struct {
	echo
	url   string
	early bool // it was answered before there was a seat
}

func (q *quick) Seat(name, token string) (Seat, error) {
	answered := make(chan struct{})
	ready := make(chan struct{})
	go func() {
		_, _ = http.Post(q.url+"/?token="+token, "text/plain", strings.NewReader(strings.Repeat("x", maxBody+1)))
		close(answered)
		<-ready
		close(q.seats[0].ready)
	}()
	select {
	case <-answered:
		q.early = true
	case <-time.After(100 * time.Millisecond):
	}
	s, err := q.echo.Seat(name, token)
	close(ready)
	return s, err
}

// A client that comes before its seat waits for it; what it is refused then is said and logged.
func TestQuickClientIsSeen(t *testing.T) {
	port := freePort(t)
	wire := &quick{url: fmt.Sprintf("http://127.0.0.1:%d", port)}
	server := Server{New: func(string, func(string)) Handler { return wire }}
	said := make(chan string, 9) // a request is noted behind its answer
	g, err := server.Open(t.Context(), "A", address(t, port, "A"), func(text string) { said <- text })
	require.NoError(t, err)
	require.False(t, wire.early, "a client was answered that had no seat yet")
	for text := ""; !strings.HasPrefix(text, `A: refused POST "/" with status 413`); {
		select {
		case text = <-said:
		case <-time.After(10 * time.Second):
			require.Fail(t, "nothing is said of the refusal")
		}
	}
	require.ErrorIs(t, g.Serve(t.Context(), gone{}), io.EOF)
}

// Nobody comes: the wait ends with its context, and the port is free again.
func TestServerWithoutClient(t *testing.T) {
	server := Server{New: func(string, func(string)) Handler { return &echo{} }}
	port := freePort(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := server.Open(ctx, "x", address(t, port, "A"), func(string) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	require.NoError(t, err)
	defer l.Close()
	_, err = server.Open(t.Context(), "x", address(t, port, "A"), func(string) {})
	require.ErrorContains(t, err, "is another program listening there?")
}

// opened is a port with the echo, without a seat.
func opened(t *testing.T) *port { return openedFor(t, 0) }

// openedFor is one where a request may take so long.
func openedFor(t *testing.T, request time.Duration) *port {
	server := &Server{New: func(string, func(string)) Handler { return &echo{} }, request: request}
	p, err := server.enter(t.Context(), address(t, freePort(t), "A"), func(string) {})
	require.NoError(t, err)
	p.begin()
	t.Cleanup(p.left)
	return p
}

// send writes a request as it stands and returns what comes back.
func send(t *testing.T, p *port, text string) string {
	conn, err := net.Dial("tcp", p.name)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	answer, err := io.ReadAll(conn)
	require.NoError(t, err)
	return string(answer)
}

// faulty is a wire that fails in some requests.
type faulty struct{ echo }

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/fault" {
		f.mu.Lock()
		defer f.mu.Unlock()
		panic("index out of range")
	}
	f.echo.ServeHTTP(w, r)
}

// A handler that panics fails one request, which is answered; the port goes on, and says so once.
func TestPanicFailsOneRequest(t *testing.T) {
	said := make(chan string, 9)
	server := &Server{New: func(string, func(string)) Handler { return &faulty{} }}
	p, err := server.enter(t.Context(), address(t, freePort(t), "A"), func(text string) { said <- text })
	require.NoError(t, err)
	p.begin()
	t.Cleanup(p.left)
	for range 2 {
		require.Contains(t, send(t, p, "GET /fault HTTP/1.1\r\nHost: x\r\n\r\n"), "500 Internal Server Error")
	}
	require.Contains(t, <-said, "GET /fault failed by a fault of this program, other requests go on; please report it: index out of range")
	require.Empty(t, said)
	require.Contains(t, send(t, p, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "200 OK")
	require.Contains(t, send(t, p, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"), "421 ")
}

func TestBody(t *testing.T) {
	p := opened(t)
	const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
	require.Contains(t, send(t, p, head+"Content-Length: 2\r\n\r\nhi"), `"hi"`)
	require.Contains(t, send(t, p, head+"Content-Length: 65537\r\n\r\n"), "413 Request Entity Too Large")
	long := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", maxBody+1, strings.Repeat("x", maxBody+1))
	require.Contains(t, send(t, p, head+"Transfer-Encoding: chunked\r\n\r\n"+long), "the body has more than 65536 bytes")
	require.Contains(t, send(t, p, "GET / HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("x", 64<<10)+"\r\n\r\n"), "431 ")
	require.Contains(t, send(t, p, "hello\r\n\r\n"), "400 Bad Request")
}

// Half a request, and a body that does not go on, are cut off.
func TestSlow(t *testing.T) {
	p := openedFor(t, 50*time.Millisecond)
	const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
	require.Contains(t, send(t, p, head+"Content-Length: 10\r\n\r\nhalf"), "the body did not come whole")
	require.NotContains(t, send(t, p, head), "200 OK")
	require.NotContains(t, send(t, p, ""), "200 OK")
}

// There is time for an answer behind the slowest body.
func TestSlowIsTold(t *testing.T) {
	p := opened(t)
	require.GreaterOrEqual(t, p.server.WriteTimeout, p.server.ReadTimeout+answerTime)
}

// Hundreds of connections that say nothing keep nobody out.
func TestFlood(t *testing.T) {
	p := opened(t)
	for range maxConnections / 4 {
		conn, err := net.Dial("tcp", p.name)
		require.NoError(t, err)
		defer conn.Close()
	}
	require.Contains(t, send(t, p, "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi"), `"hi"`)
}

func TestStream(t *testing.T) {
	p := opened(t)
	answer, err := http.Get("http://" + p.name + "/stream")
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, "text/event-stream", answer.Header.Get("Content-Type"))
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, "event: message\ndata: {\"n\":1}\n\nevent: message\ndata: {\"n\":2}\n\n", string(text))
}

// Whoever asks without end on one connection is told to wait.
func TestRate(t *testing.T) {
	p := opened(t)
	conn, err := net.Dial("tcp", p.name)
	require.NoError(t, err)
	defer conn.Close()
	in := bufio.NewReader(conn)
	refused := 0
	for range 5 * perConnection {
		_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		require.NoError(t, err)
		answer, err := http.ReadResponse(in, nil)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, answer.Body)
		require.NoError(t, err)
		if answer.StatusCode == http.StatusTooManyRequests {
			require.Equal(t, "1", answer.Header.Get("Retry-After"))
			refused++
		}
	}
	t.Logf("%d of %d refused", refused, 5*perConnection)
}

// A crowd of connections keeps nobody out: the idlest of the machine that has
// most of them goes.
func TestCrowd(t *testing.T) {
	var c connLimiter
	ours, _ := net.Pipe()
	c.connState(from{ours, "10.0.0.1:1"}, http.StateIdle)
	var crowd []net.Conn
	for i := range maxConnections + 5 {
		a, b := net.Pipe()
		defer b.Close()
		conn := from{a, fmt.Sprintf("10.0.0.2:%d", i+1)}
		crowd = append(crowd, conn)
		c.connState(conn, http.StateNew)
	}
	require.Len(t, c.open, maxConnections)
	require.Contains(t, c.open, net.Conn(from{ours, "10.0.0.1:1"}))
	_, err := crowd[0].Write([]byte("x"))
	require.ErrorIs(t, err, io.ErrClosedPipe)
	c.connState(crowd[len(crowd)-1], http.StateClosed)
	require.Len(t, c.open, maxConnections-1)
}

// from is a connection from an address.
type from struct {
	net.Conn
	address string
}

func (f from) RemoteAddr() net.Addr { return addressed(f.address) }

type addressed string

func (addressed) Network() string  { return "tcp" }
func (a addressed) String() string { return string(a) }

func TestCredentials(t *testing.T) {
	for header, want := range map[string][]string{
		"": nil, "T": {"T"}, "Bearer T": {"Bearer T", "T"}, "Bearer": {"Bearer"},
	} {
		r, err := http.NewRequest(http.MethodGet, "/?token=", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", header)
		require.Equal(t, want, Credentials(r))
	}
	r, err := http.NewRequest(http.MethodGet, "/?token=Q", nil)
	require.NoError(t, err)
	r.Header.Set("X-Api-Token", "X")
	require.Equal(t, []string{"X", "Q"}, Credentials(r))
	require.True(t, EqualConstantTime("Q", []string{"X", "Q"}))
	require.False(t, EqualConstantTime("", []string{""}))
	require.False(t, EqualConstantTime("Q", nil))
	require.False(t, EqualConstantTime("Q", []string{"q"}))
}

// TestTextIsSent: what was answered reaches the client although the server ends.
func TestTextIsSent(t *testing.T) {
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		Text(w, http.StatusOK, []byte(`{"over":true}`))
		server.CloseClientConnections()
		server.Listener.Close()
	}))
	defer server.Close()
	answer, err := http.Get(server.URL)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, `{"over":true}`, string(text))
}
