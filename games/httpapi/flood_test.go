package httpapi

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"golang.org/x/time/rate"
)

const (
	shortToken = "914425"
	longToken  = "BQVZLQOD4T6NOC3YZ2K6QG7X2M" // as crypto/rand.Text makes them
)

// secretive is a wire whose requests need a secret, but for those to /open.
type secretive struct{ echo }

func (s *secretive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch words, locked := LockedOut(w, r); {
	case r.URL.Path == "/open":
		JSON(w, http.StatusOK, "open")
	case locked:
		s.Reject(w, http.StatusTooManyRequests, words)
	case s.Owner(Credentials(r)) == "":
		s.Reject(w, http.StatusUnauthorized, "who are you?")
	default:
		JSON(w, http.StatusOK, "hello "+SeatOf(r))
	}
}

// doorOf is a port without a network, whose seats have these tokens.
func doorOf(tokens ...string) *port {
	s := &secretive{}
	for _, token := range tokens {
		s.seats = append(s.seats, &echoSeat{token: token})
	}
	p := &port{owner: &Server{}, handler: s, rates: newRateLimiter(), lockout: newLockout()}
	p.lockout.early = p.early
	return p
}

// asks is somebody who asks a port, from an address, on a connection or, if on is nil, a
// new one each time.
type asks struct {
	port *port
	from string
	on   *connection
}

// ask shows a secret, if it is not empty.
func (a *asks) ask(path, secret string) *httptest.ResponseRecorder {
	return a.askAs(path, secret, nil)
}

func (a *asks) askAs(path, secret string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for key, values := range header {
		r.Header[key] = values
	}
	if secret != "" {
		r.Header.Set("Authorization", secret)
	}
	r.RemoteAddr = a.from
	on := a.on
	if on == nil {
		on = newConnection(nil)
	}
	w := httptest.NewRecorder()
	a.port.answer(w, r.WithContext(context.WithValue(r.Context(), connectionKey{}, on)))
	return w
}

// TestGuesserIsLockedOut: who tries codes one after the other, as fast as they are
// refused, tries few of the 10^6 in an hour, whatever connections they come on.
func TestGuesserIsLockedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf(shortToken)
		guesser := asks{port: p, from: "10.0.0.9:1"}
		looked, refused := 0, 0
		for began, n := time.Now(), 0; time.Since(began) < time.Hour; n++ {
			switch w := guesser.ask("/", fmt.Sprintf("%06d", n)); w.Code {
			case http.StatusUnauthorized:
				looked++
			case http.StatusTooManyRequests:
				refused++
				require.NotEmpty(t, w.Header().Get("Retry-After"))
			default:
				t.Fatal(w.Code)
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Logf("%d guesses in an hour, %d refused", looked, refused)
		require.LessOrEqual(t, looked, 30, "docs/security.md says so")
		require.Equal(t, http.StatusTooManyRequests, guesser.ask("/", shortToken).Code, "the right one is not looked at")
	})
}

// TestEarlyClientIsNotLockedOut: a client that shows its right token while its seat is not open,
// again and again, has its seat as soon as there is one.
func TestEarlyClientIsNotLockedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf()
		p.owner.tokens = map[string][]string{p.name: {shortToken}}
		client := asks{port: p, from: "10.0.0.9:1"}
		for range 1000 {
			require.Equal(t, http.StatusUnauthorized, client.ask("/", shortToken).Code)
			time.Sleep(100 * time.Millisecond)
		}
		p.handler = doorOf(shortToken).handler
		require.Equal(t, http.StatusOK, client.ask("/", shortToken).Code)
	})
}

// TestGuessersOfManyAddresses: who has a network of IPv6 addresses, or many, gains little.
func TestGuessersOfManyAddresses(t *testing.T) {
	tier.Slow(t)
	for name, address := range map[string]func(n int) string{
		"of one network": func(n int) string { return fmt.Sprintf("[2001:db8::%x]:1", n&0xffff) },
		"of networks":    func(n int) string { return fmt.Sprintf("[2001:db8:%x:%x::1]:1", n>>16, n&0xffff) },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := doorOf(shortToken)
			home := asks{port: p, from: "10.0.0.1:1"}
			require.Equal(t, http.StatusOK, home.ask("/", shortToken).Code)
			looked := 0
			for began, n := time.Now(), 0; time.Since(began) < time.Hour; n++ {
				guesser := asks{port: p, from: address(n)}
				if guesser.ask("/", fmt.Sprintf("%06d", n)).Code == http.StatusUnauthorized {
					looked++
				}
				time.Sleep(50 * time.Millisecond)
			}
			t.Logf("%s: %d guesses in an hour", name, looked)
			require.LessOrEqual(t, looked, 3600+strangeBurst+1, "docs/security.md says so")
			require.LessOrEqual(t, len(p.lockout.sources), maxSources)
			require.Equal(t, http.StatusOK, home.ask("/", shortToken).Code, "its client is let in")
		})
	}
}

// TestGuessesAtOnce: guesses that come together are counted each.
func TestGuessesAtOnce(t *testing.T) {
	p := doorOf(shortToken)
	var looked atomic.Int32
	var all sync.WaitGroup
	for n := range 500 {
		all.Go(func() {
			guesser := asks{port: p, from: "10.0.0.9:1"}
			if guesser.ask("/", fmt.Sprint(n)).Code == http.StatusUnauthorized {
				looked.Add(1)
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, looked.Load(), int32(freeGuesses+1))
}

// TestManyTokensInARequest: each of them is a guess.
func TestManyTokensInARequest(t *testing.T) {
	p := doorOf(shortToken)
	guesser := asks{port: p, from: "10.0.0.9:1"}
	looked := 0
	for n := range 10 {
		w := guesser.askAs(fmt.Sprintf("/?token=%d", 3*n), fmt.Sprintf("Bearer %d", 3*n+1), http.Header{"X-Api-Token": {fmt.Sprint(3*n + 2)}})
		if w.Code == http.StatusUnauthorized {
			looked++
		}
	}
	require.Equal(t, 4, looked)
}

// TestForwardedForIsNotBelieved: headers that name another source name none.
func TestForwardedForIsNotBelieved(t *testing.T) {
	p := doorOf(shortToken)
	guesser := asks{port: p, from: "10.0.0.9:1"}
	looked := 0
	for n := range 100 {
		other := fmt.Sprintf("10.1.0.%d", n)
		w := guesser.askAs("/", fmt.Sprint(n), http.Header{
			"X-Forwarded-For": {other}, "X-Real-Ip": {other}, "Forwarded": {"for=" + other}, "True-Client-Ip": {other}})
		if w.Code == http.StatusUnauthorized {
			looked++
		}
	}
	require.Equal(t, freeGuesses, looked)
}

// TestClientIsNotLockedOut: whoever guesses, from wherever, those who have shown the
// right secret go on, and so does who shows a long one for the first time.
func TestClientIsNotLockedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf(shortToken, longToken)
		elsewhere := asks{port: p, from: "10.0.0.1:1"}
		beside := asks{port: p, from: "10.0.0.9:2"}
		onOne := asks{port: p, from: "10.0.0.9:3", on: newConnection(nil)}
		for _, a := range []asks{elsewhere, beside, onOne} {
			require.Equal(t, http.StatusOK, a.ask("/", shortToken).Code)
		}
		guesser := asks{port: p, from: "10.0.0.9:1"}
		guess := func(times int) {
			for n := range times {
				require.NotEqual(t, http.StatusOK, guesser.ask("/", fmt.Sprintf("1%05d", n)).Code)
			}
		}
		guess(900)
		for _, a := range []asks{elsewhere, beside, onOne} {
			require.Equal(t, http.StatusOK, a.ask("/", shortToken).Code, a.from)
		}
		guess(2000)
		require.Equal(t, http.StatusOK, elsewhere.ask("/", shortToken).Code)
		require.Equal(t, http.StatusOK, onOne.ask("/", shortToken).Code)
		require.Equal(t, http.StatusTooManyRequests, beside.ask("/", shortToken).Code,
			"a short secret, on a new connection from where somebody guesses without end")
		first := asks{port: p, from: "10.0.0.9:4"}
		require.Equal(t, http.StatusOK, first.ask("/", "Bearer "+longToken).Code)
		require.Equal(t, http.StatusOK, beside.ask("/open", "whatever").Code, "what needs no secret is answered")
	})
}

// TestOpponentIsNoNeighbour: who has a seat may not guess another's from there.
func TestOpponentIsNoNeighbour(t *testing.T) {
	p := doorOf(shortToken, "555555")
	opponent := asks{port: p, from: "10.0.0.9:1", on: newConnection(nil)}
	require.Equal(t, http.StatusOK, opponent.ask("/", "555555").Code)
	for n := range 100 {
		require.NotEqual(t, http.StatusOK, opponent.ask("/", fmt.Sprint(n)).Code)
		require.Equal(t, http.StatusOK, opponent.ask("/", "555555").Code, "its own")
	}
	require.Equal(t, http.StatusTooManyRequests, opponent.ask("/", shortToken).Code)
}

// TestFloodTouchesNoClient: requests that show no secret, or a wrong one, take nothing
// from those that show the right one, from the same address too.
func TestFloodTouchesNoClient(t *testing.T) {
	tier.Slow(t)
	for name, wrong := range map[string]string{"without a secret": "", "with a wrong one": longToken + "X"} {
		synctest.Test(t, func(t *testing.T) {
			p := doorOf(shortToken)
			client := asks{port: p, from: "10.0.0.9:1"}
			require.Equal(t, http.StatusOK, client.ask("/", shortToken).Code)
			defer flood(p, 200, "10.0.0.9:2", wrong)()
			for range 100 {
				began := time.Now()
				require.Equal(t, http.StatusOK, client.ask("/", shortToken).Code, name)
				require.Zero(t, time.Since(began))
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
}

// flood asks without end, on so many connections, until it is stopped.
func flood(p *port, connections int, from, secret string) (stop func()) {
	var all sync.WaitGroup
	over := make(chan struct{})
	for range connections {
		all.Go(func() {
			a := asks{port: p, from: from, on: newConnection(nil)}
			for {
				select {
				case <-over:
					return
				case <-time.After(5 * time.Millisecond): // of a fake clock: 200 a second each
				}
				a.ask("/open", secret)
			}
		})
	}
	return func() { close(over); all.Wait() }
}

// TestJoinsUnderAFlood: a client that has no secret yet waits for its turn, no longer
// than all that may be asked at once takes.
func TestJoinsUnderAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf(shortToken)
		// What is at most on the way is a request for each connection. Each flooder has
		// spent what it may ask at once, so that all wait or are refused.
		for range 2 * perSource {
			p.rates.sources.Of(netip.MustParsePrefix("10.0.0.9/32"), time.Now()).AllowN(time.Now(), 1)
		}
		var all sync.WaitGroup
		for range maxConnections - 1 {
			all.Go(func() {
				a := asks{port: p, from: "10.0.0.9:2", on: newConnection(nil)}
				for range 20 {
					a.ask("/open", "")
				}
			})
		}
		time.Sleep(time.Second / 2)
		client := asks{port: p, from: "10.0.0.9:1"}
		began := time.Now()
		require.Equal(t, http.StatusOK, client.ask("/open", "").Code)
		t.Logf("waited %v", time.Since(began))
		require.Positive(t, time.Since(began), "there was a flood")
		require.LessOrEqual(t, time.Since(began), 250*time.Millisecond, "docs/security.md says so")
		all.Wait()
	})
}

// TestCompanionsOfAClient: what a client asks without its secret, on a connection that
// has shown it, does not wait behind a flood either.
func TestCompanionsOfAClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf(shortToken)
		client := asks{port: p, from: "10.0.0.9:1", on: newConnection(nil)}
		require.Equal(t, http.StatusOK, client.ask("/", shortToken).Code)
		defer flood(p, 200, "10.0.0.9:2", "")()
		for range 100 {
			began := time.Now()
			require.Equal(t, http.StatusOK, client.ask("/open", "").Code)
			require.Zero(t, time.Since(began))
			time.Sleep(50 * time.Millisecond)
		}
	})
}

// TestSeatHasItsLimit: a client that asks too fast is told to wait, whatever connections
// it has, and the other seat's client goes on.
func TestSeatHasItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf(shortToken, longToken)
		fast, other := asks{port: p, from: "10.0.0.1:1"}, asks{port: p, from: "10.0.0.1:2"}
		allowed := 0
		for range 10 * perSeat {
			if fast.ask("/", shortToken).Code == http.StatusOK {
				allowed++
			}
		}
		require.Equal(t, 2*perSeat, allowed)
		require.Equal(t, "1", fast.ask("/", shortToken).Header().Get("Retry-After"))
		require.Equal(t, http.StatusOK, other.ask("/", longToken).Code)
	})
}

// TestPipelinedRequests: who sends requests without end on one connection is hung up on.
func TestPipelinedRequests(t *testing.T) {
	p := opened(t)
	conn, err := net.Dial("tcp", p.name)
	require.NoError(t, err)
	defer conn.Close()
	go func() {
		one := strings.Repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 100)
		for range 1000 {
			if _, err := conn.Write([]byte(one)); err != nil {
				return
			}
		}
	}()
	var answers int
	buffer := make([]byte, 64<<10)
	for {
		n, err := conn.Read(buffer)
		answers += strings.Count(string(buffer[:n]), "HTTP/1.1 ")
		if err != nil {
			break
		}
	}
	t.Logf("%d answers", answers)
	require.Less(t, answers, 10_000, "of 100,000 requests")
}

// TestSlowRequestsKeepNobodyOut: a thousand connections whose requests come byte by byte
// keep out neither a new client, nor one that has shown its secret, from the same address.
func TestSlowRequestsKeepNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c connLimiter
		come := func(state http.ConnState, port int) net.Conn {
			a, b := net.Pipe()
			t.Cleanup(func() { a.Close(); b.Close() })
			conn := from{a, fmt.Sprintf("10.0.0.2:%d", port)}
			c.connState(conn, http.StateNew)
			if state != http.StateNew {
				c.connState(conn, state)
			}
			return conn
		}
		seated := come(http.StateActive, 1)
		c.belongs(seated, "A")
		c.connState(seated, http.StateIdle)
		time.Sleep(time.Second)
		for i := range maxConnections {
			come(http.StateActive, i+2)
			time.Sleep(time.Millisecond)
		}
		time.Sleep(settling)
		ours := come(http.StateNew, 5000)
		require.Contains(t, c.open, ours, "who has just come has time to ask")
		require.Contains(t, c.open, seated)
		require.Len(t, c.open, maxConnections)
		for i := range 2 * keptSeat {
			c.belongs(come(http.StateActive, 6000+i), "B")
		}
		for i := range maxConnections {
			come(http.StateActive, 7000+i)
		}
		require.Contains(t, c.open, seated, "the seats' connections go last")
		b := 0
		for _, v := range c.open {
			if v.group.seat == "B" {
				b++
			}
		}
		require.LessOrEqual(t, b, 2*keptSeat)
	})
}

// TestManySources: the tables of a port are bounded, whoever comes.
func TestManySources(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := doorOf(shortToken)
		for n := range maxSources + 500 {
			a := asks{port: p, from: fmt.Sprintf("[2001:db8:%x:%x::1]:1", n>>16, n&0xffff)}
			a.ask("/open", "")
		}
		require.Equal(t, maxSources, p.rates.sources.Len())
		l := newLockout()
		l.strange = rate.NewLimiter(1, 1<<30)
		for n := range maxSources + 500 {
			source := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), 32)
			l.try(time.Now(), source, []string{"1"}, func([]string) string { return "" })
		}
		require.Len(t, l.sources, maxSources)
	})
}
