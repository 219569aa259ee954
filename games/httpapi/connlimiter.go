package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/throttle"
)

// connLimiter knows the connections of a port, so that those who open many can't exhaust the port.
type connLimiter struct {
	mu   sync.Mutex
	open map[net.Conn]connInfo
}

// connInfo is a connection.
type connInfo struct {
	group  group
	born   time.Time
	since  time.Time // in this state
	active bool      // a request is being answered, or has begun to come
}

// group are connections that stand for each other: those of a source or, when they have
// shown a secret of a seat, those of the seat.
type group struct {
	source netip.Prefix
	seat   string
}

const (
	settling = time.Second // a connection that is younger has had no time to say anything
	keptSeat = 32          // connections of a seat go last, unless they are more
)

// connState is a server's ConnState.
func (c *connLimiter) connState(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[net.Conn]connInfo{}
	}
	now := time.Now()
	switch state {
	case http.StateNew, http.StateIdle, http.StateActive:
		v, known := c.open[conn]
		if !known {
			v = connInfo{group: group{source: throttle.Source(conn.RemoteAddr().String())}, born: now}
		}
		v.since, v.active = now, state == http.StateActive
		c.open[conn] = v
	default:
		delete(c.open, conn)
	}
	if len(c.open) > maxConnections {
		if worst := c.victim(now); worst != nil {
			delete(c.open, worst)
			_ = worst.Close()
		}
	}
}

// belongs notes that a connection has shown a secret of a seat.
func (c *connLimiter) belongs(conn net.Conn, seat string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.open[conn]; ok {
		v.group = group{seat: seat}
		c.open[conn] = v
	}
}

// victim is the connection that has to go: of the group that has most of them the one
// that has said nothing for longest.
func (c *connLimiter) victim(now time.Time) (worst net.Conn) {
	count := map[group]int{}
	for _, v := range c.open {
		count[v.group]++
	}
	for conn, v := range c.open {
		if worst == nil || before(v, c.open[worst], count, now) {
			worst = conn
		}
	}
	return worst
}

// before reports whether a connection has to go before another. One that has just come
// stays: otherwise those whose requests come without end would keep all others out.
func before(a, b connInfo, count map[group]int, now time.Time) bool {
	kept := func(v connInfo) bool { return v.group.seat != "" && count[v.group] <= keptSeat }
	settles := func(v connInfo) bool { return now.Sub(v.born) < settling }
	switch {
	case kept(a) != kept(b):
		return kept(b)
	case count[a.group] != count[b.group]:
		return count[a.group] > count[b.group]
	case settles(a) != settles(b):
		return settles(b)
	case a.active != b.active:
		return b.active
	}
	return a.since.Before(b.since)
}
