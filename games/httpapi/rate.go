package httpapi

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/internal/throttle"
)

// How many requests are answered in a second. Twice that may come at once.
const (
	perSeat       = 500    // that show a secret of the seat
	perConnection = 100    // that show none
	perSource     = 5_000  // that show none, from one source
	perPort       = 10_000 // that show none
	maxSources    = 4096   // that are counted one by one
)

const (
	// maxTurn is the time that a request that shows no secret waits for its turn.
	maxTurn = time.Second

	// maxRefused is the number of refused requests that closes a connection.
	maxRefused = 500
)

// rateLimiter are the token buckets of a port. Requests that show a secret of a seat have
// one of their own, which no other request takes from.
type rateLimiter struct {
	seats, companions throttle.Table[string] // companions show no secret, on a connection that has
	sources           throttle.Table[netip.Prefix]
	all               *rate.Limiter
}

func newRateLimiter() rateLimiter {
	seats := func() throttle.Table[string] {
		return throttle.Table[string]{Rate: perSeat, Burst: 2 * perSeat, Most: 64}
	}
	return rateLimiter{
		seats: seats(), companions: seats(),
		sources: throttle.Table[netip.Prefix]{Rate: perSource, Burst: 2 * perSource, Most: maxSources},
		all:     rate.NewLimiter(perPort, 2*perPort),
	}
}

// turn returns the wait of a request that shows no secret (a token bucket): those of a
// source, and all of them, are answered in the order in which they came. False is of
// one that would wait too long, and is refused.
func (r *rateLimiter) turn(source netip.Prefix, now time.Time) (wait time.Duration, ok bool) {
	own, all := r.sources.Of(source, now).ReserveN(now, 1), r.all.ReserveN(now, 1)
	wait = max(own.DelayFrom(now), all.DelayFrom(now))
	if wait > maxTurn {
		own.CancelAt(now)
		all.CancelAt(now)
		return wait, false
	}
	return wait, true
}

// connection is a connection to a port.
type connection struct {
	conn net.Conn
	pace *rate.Limiter

	mu      sync.Mutex
	seat    string // whose secret it has shown
	refused int    // requests
}

type connectionKey struct{}

func newConnection(conn net.Conn) *connection {
	return &connection{conn: conn, pace: rate.NewLimiter(perConnection, 2*perConnection)}
}

// of is the seat whose secret the connection has shown, "" of none.
func (c *connection) of() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seat
}

// belongs has the connection belong to a seat, and reports whether it did not before.
func (c *connection) belongs(seat string) (changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	changed, c.seat = c.seat != seat, seat
	return changed
}

// refuse counts a request that is refused, and reports whether that is enough.
func (c *connection) refuse() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused++
	return c.refused > maxRefused
}

// admit lets a request through when its turn has come. Otherwise it returns false, and
// how long the client should wait.
func (p *port) admit(ctx context.Context, v *visitor) (wait time.Duration, ok bool) {
	now := time.Now()
	switch {
	case v.seat != "":
		return time.Second, p.rates.seats.Of(v.seat, now).AllowN(now, 1)
	case !v.on.pace.AllowN(now, 1):
		return time.Second, false
	case v.on.of() != "":
		return time.Second, p.rates.companions.Of(v.on.of(), now).AllowN(now, 1)
	}
	wait, ok = p.rates.turn(v.source, now)
	if !ok || wait == 0 {
		return wait, ok
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0, true
}
