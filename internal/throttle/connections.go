package throttle

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Connections bounds how many connections of a server are open, in total and for each
// [Source]. The newest comes in: for it goes the one that has been still for longest, of
// the same source when that has too many, of all otherwise. Those that are kept stay;
// where all are, the newest is closed. Set the fields, then have the server call Changed;
// it is safe for concurrent use.
type Connections struct {
	Most      int
	PerSource int

	mu      sync.Mutex
	open    map[net.Conn]*connection
	sources map[netip.Prefix]*source
	still   list.List // of *connection that are not kept, the stillest first
}

// connection is one that is open. The elements are nil while it is kept.
type connection struct {
	conn   net.Conn
	source netip.Prefix
	all    *list.Element // of Connections.still
	own    *list.Element // of its source's
}

// source has open connections.
type source struct {
	open  int
	still list.List // as in Connections
}

// Changed is the ConnState of an http.Server.
func (c *Connections) Changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.open[conn]
	switch {
	case state == http.StateNew && v == nil:
		c.add(conn)
	case v == nil: // has been closed for another
	case state == http.StateClosed || state == http.StateHijacked:
		c.remove(v)
	case v.all != nil:
		c.still.MoveToBack(v.all)
		c.sources[v.source].still.MoveToBack(v.own)
	}
}

// Keep has a connection not be closed for others, or be closed again like others.
func (c *Connections) Keep(conn net.Conn, keep bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v := c.open[conn]; v != nil && keep {
		c.unlist(v)
	} else if v != nil && v.all == nil {
		c.list(v)
	}
}

// Len counts the open connections.
func (c *Connections) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}

// add takes a connection in, and closes another where there are too many. The caller holds
// the lock.
func (c *Connections) add(conn net.Conn) {
	if c.open == nil {
		c.open, c.sources = map[net.Conn]*connection{}, map[netip.Prefix]*source{}
	}
	v := &connection{conn: conn, source: Source(conn.RemoteAddr().String())}
	s := c.sources[v.source]
	if s == nil {
		s = &source{}
		c.sources[v.source] = s
	}
	c.open[conn] = v
	s.open++
	c.list(v)
	switch {
	case s.open > c.PerSource:
		c.close(s.still.Front())
	case len(c.open) > c.Most:
		c.close(c.still.Front())
	}
}

func (c *Connections) close(e *list.Element) {
	v := e.Value.(*connection)
	c.remove(v)
	_ = v.conn.Close() // the peer has lost it either way
}

func (c *Connections) remove(v *connection) {
	delete(c.open, v.conn)
	c.unlist(v)
	s := c.sources[v.source]
	if s.open--; s.open == 0 {
		delete(c.sources, v.source)
	}
}

// list puts a connection behind those that are stiller.
func (c *Connections) list(v *connection) {
	v.all, v.own = c.still.PushBack(v), c.sources[v.source].still.PushBack(v)
}

func (c *Connections) unlist(v *connection) {
	if v.all != nil {
		c.still.Remove(v.all)
		c.sources[v.source].still.Remove(v.own)
		v.all, v.own = nil, nil
	}
}
