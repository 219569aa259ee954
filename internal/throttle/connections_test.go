package throttle

import (
	"net"
	"net/http"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeConn is a connection from an address.
type fakeConn struct {
	net.Conn
	from   string
	closed bool
}

func (f *fakeConn) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(f.from))
}
func (f *fakeConn) Close() error { f.closed = true; return nil }

func TestConnections(t *testing.T) {
	const a, b, d = "10.0.0.1:1", "10.0.0.2:1", "10.0.0.3:1"
	type step struct {
		from  string // opens a connection; else
		state http.ConnState
		keep  bool
		of    int // the number of one
	}
	open := func(from string) step { return step{from: from} }
	for name, c := range map[string]struct {
		steps []step
		open  string // of each connection, "o" or "-"
	}{
		"room for all":                         {[]step{open(a), open(b), open(a)}, "ooo"},
		"a source has too many":                {[]step{open(b), open(a), open(a), open(a)}, "o-oo"},
		"all are too many":                     {[]step{open(a), open(a), open(b), open(b), open(d)}, "-oooo"},
		"who asks is not still":                {[]step{open(b), open(a), open(a), {state: http.StateActive, of: 1}, open(a)}, "oo-o"},
		"nor who was answered":                 {[]step{open(b), open(a), open(a), {state: http.StateIdle, of: 1}, open(a)}, "oo-o"},
		"who is kept stays":                    {[]step{open(a), {keep: true, of: 0}, open(a), open(a)}, "o-o"},
		"and goes when it is kept no more":     {[]step{open(a), {keep: true, of: 0}, {of: 0}, open(a), open(a)}, "-oo"},
		"where all are kept the newest":        {[]step{open(a), open(a), {keep: true, of: 0}, {keep: true, of: 1}, open(a)}, "oo-"},
		"who has gone makes room":              {[]step{open(a), open(a), {state: http.StateClosed, of: 1}, open(a)}, "o-o"},
		"a kept one that has gone, too":        {[]step{open(a), {keep: true, of: 0}, open(a), {state: http.StateClosed, of: 0}, open(a)}, "-oo"},
		"what was closed for another is known": {[]step{open(a), open(a), open(a), {state: http.StateClosed, of: 0}, {keep: true, of: 0}, open(a)}, "--oo"},
	} {
		t.Run(name, func(t *testing.T) {
			table := Connections{Most: 4, PerSource: 2}
			var conns []*fakeConn
			gone := map[int]bool{}
			for _, s := range c.steps {
				switch {
				case s.from != "":
					conns = append(conns, &fakeConn{from: s.from})
					table.Changed(conns[len(conns)-1], http.StateNew)
				case s.state != http.StateNew:
					table.Changed(conns[s.of], s.state)
					gone[s.of] = s.state == http.StateClosed
				default:
					table.Keep(conns[s.of], s.keep)
				}
			}
			got, open := "", 0
			for i, conn := range conns {
				if conn.closed || gone[i] {
					got += "-"
				} else {
					got, open = got+"o", open+1
				}
			}
			require.Equal(t, c.open, got)
			require.Equal(t, open, table.Len())
			for i, conn := range conns {
				if !conn.closed && !gone[i] {
					table.Changed(conn, http.StateClosed)
				}
			}
			require.Zero(t, table.Len())
			require.Empty(t, table.sources)
			require.Zero(t, table.still.Len())
		})
	}
}
