package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// openListen waits for one peer that may connect, then stops listening: a
// second one is refused by the system.
func openListen(ctx context.Context, a addr.Address, opts Options) (io.ReadWriteCloser, error) {
	l, err := listen(ctx, a, opts)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return l.Accept(ctx)
}

// Listener waits for players that connect to a listen address. One goroutine may
// Accept while another closes it.
type Listener struct {
	address  addr.Address
	opts     Options
	listener net.Listener
}

// Listen starts to listen at a listen address. The caller closes the Listener.
func Listen(ctx context.Context, address string, opts Options) (*Listener, error) {
	a, err := addr.Parse(address)
	switch {
	case err != nil:
		return nil, err
	case a.Scheme != addr.SchemeListen:
		return nil, &addr.OtherSchemeError{Address: a}
	}
	return listen(ctx, a, opts)
}

func listen(ctx context.Context, a addr.Address, opts Options) (*Listener, error) {
	if len(a.MorePorts) > 0 {
		return nil, say.Errorf("%s: several ports are for games whose clients connect for each game, such as CHaser; name one", a)
	}
	// A peer whose cable is pulled is gone within half a minute, not within three.
	config := net.ListenConfig{KeepAliveConfig: net.KeepAliveConfig{
		Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 4,
	}}
	listener, err := config.Listen(ctx, "tcp", a.HostPort())
	if err != nil {
		return nil, listenError(a, err)
	}
	bound := listener.Addr().String()
	opts.log("waiting for a player to connect to %s", bound)
	if opts.Listening != nil {
		opts.Listening(bound)
	}
	return &Listener{a, opts, listener}, nil
}

// Close stops listening. Connections that were accepted stay.
func (l *Listener) Close() error { return l.listener.Close() }

// Accept returns the next connection of a peer that may connect, with the
// promises of Open. Others are turned away. When ctx ends the Listener is
// closed.
func (l *Listener) Accept(ctx context.Context) (io.ReadWriteCloser, error) {
	stop := context.AfterFunc(ctx, func() { l.listener.Close() })
	defer stop()
	for {
		conn, err := l.listener.Accept()
		if ctx.Err() != nil {
			if conn != nil {
				conn.Close()
			}
			return nil, say.Errorf("%s: no player connected: %w", l.address, ctx.Err())
		}
		if err != nil {
			if !pauseAfter(ctx, err) {
				return nil, fmt.Errorf("%s: waiting for the player: %w", l.address, err)
			}
			continue
		}
		if l.address.Allows(conn.RemoteAddr()) {
			return newSocket(conn)
		}
		l.opts.log("turned away %s: not in the allow list of %s",
			conn.RemoteAddr(), l.address)
		conn.Close()
	}
}

// RemoteAddr returns the address of the other end of a connection over TCP, or empty.
func RemoteAddr(conn io.ReadWriteCloser) string {
	if s, ok := conn.(*socket); ok {
		return s.peer
	}
	return ""
}

// pauseAfter waits out an error that passes by itself: a peer that hung up
// before it was accepted, or a moment without free descriptors.
func pauseAfter(ctx context.Context, err error) bool {
	passing := errors.Is(err, lines.ErrAborted) ||
		errors.Is(err, lines.ErrTooManyOpen) || errors.Is(err, syscall.ENFILE)
	if !passing {
		return false
	}
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
	return true
}

func listenError(a addr.Address, err error) error {
	switch {
	case errors.Is(err, lines.ErrInUse):
		who := devices.DescribeHolders(devices.ListenersOn("/", a.Port))
		return say.Errorf("%s: address in use%s: end that program or take "+
			"another port: %w", a, who, err)
	case errors.Is(err, lines.ErrNotAllowed):
		return fmt.Errorf("%s: port %d needs root: take one above 1023: %w",
			a, a.Port, err)
	case errors.Is(err, lines.ErrNoSuchHere):
		return fmt.Errorf("%s: %s is not an address of this machine: write "+
			"listen::%d or one of its own: %w", a, a.Host, a.Port, err)
	}
	return say.Errorf("%s: %w", a, err)
}
