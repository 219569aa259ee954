package api

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// crowd knows the connections of a port, so that those who open many and say
// nothing keep nobody out.
type crowd struct {
	mu     sync.Mutex
	visits map[net.Conn]visit
}

// visit is a connection.
type visit struct {
	machine string
	since   time.Time // in this state
	active  bool      // a request is being answered
}

// changed is a server's ConnState.
func (c *crowd) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.visits == nil {
		c.visits = map[net.Conn]visit{}
	}
	switch state {
	case http.StateNew, http.StateIdle, http.StateActive:
		c.visits[conn] = visit{machineOf(conn.RemoteAddr().String()), time.Now(), state == http.StateActive}
	default:
		delete(c.visits, conn)
	}
	if len(c.visits) > maxConnections {
		if worst := c.worst(); worst != nil {
			delete(c.visits, worst)
			_ = worst.Close()
		}
	}
}

// worst is the connection that has to go: of the machine that has most of them
// the one that has said nothing for longest.
func (c *crowd) worst() (worst net.Conn) {
	count := map[string]int{}
	for _, v := range c.visits {
		count[v.machine]++
	}
	for conn, v := range c.visits {
		if worst == nil || before(v, c.visits[worst], count) {
			worst = conn
		}
	}
	return worst
}

// before reports whether a connection has to go before another.
func before(a, b visit, count map[string]int) bool {
	switch {
	case count[a.machine] != count[b.machine]:
		return count[a.machine] > count[b.machine]
	case a.active != b.active:
		return b.active
	}
	return a.since.Before(b.since)
}

// machineOf is an address without its port.
func machineOf(address string) string {
	name, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return name
}
