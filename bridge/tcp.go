package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// socket is a TCP connection that answers its end in words.
type socket struct {
	*net.TCPConn
	peer   string
	closed atomic.Bool
}

func newSocket(conn net.Conn) (*socket, error) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		conn.Close()
		return nil, fmt.Errorf("%s is not a TCP connection", conn.RemoteAddr())
	}
	// A move is a few bytes: waiting to fill a packet would cost the player
	// time on its clock.
	if err := tcp.SetNoDelay(true); err != nil {
		tcp.Close()
		return nil, fmt.Errorf("tcp:%s: %w", conn.RemoteAddr(), err)
	}
	return &socket{TCPConn: tcp, peer: conn.RemoteAddr().String()}, nil
}

func openTCP(ctx context.Context, a addr.Address, _ Options) (io.ReadWriteCloser, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", a.HostPort())
	if errors.Is(err, lines.ErrRefused) {
		return nil, say.Errorf("%s: no program listens there: start the player first, "+
			"or let it connect to us with listen:: %w", a, err)
	}
	if err != nil {
		return nil, say.Errorf("%s: %w", a, err)
	}
	return newSocket(conn)
}

// Drain has nothing to wait for: what Write took is on its way.
func (s *socket) Drain() error { return nil }

// Read returns a [*lines.DisconnectedError] at the end of the connection.
func (s *socket) Read(p []byte) (int, error) {
	n, err := s.TCPConn.Read(p)
	return n, s.explain(err)
}

// Write returns a [*lines.DisconnectedError] when the peer has gone.
func (s *socket) Write(p []byte) (int, error) {
	n, err := s.TCPConn.Write(p)
	return n, s.explain(err)
}

func (s *socket) explain(err error) error {
	var timeout net.Error
	switch {
	case err == nil:
		return nil
	case s.closed.Load():
		return lines.Closed("tcp:" + s.peer)
	case errors.As(err, &timeout) && timeout.Timeout():
		return err
	}
	return lines.AsDisconnected(err)
}

// Close is idempotent.
func (s *socket) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	return s.TCPConn.Close()
}
