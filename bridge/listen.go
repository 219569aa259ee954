package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// openListen waits for one peer that may connect, then stops listening: a
// second one is refused by the system.
func openListen(ctx context.Context, a Address, opts Options) (io.ReadWriteCloser, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", a.hostPort())
	if err != nil {
		return nil, listenError(a, err)
	}
	defer listener.Close()
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	bound := listener.Addr().String()
	opts.log("waiting for a player to connect to %s", bound)
	if opts.Listening != nil {
		opts.Listening(bound)
	}
	return acceptAllowed(ctx, listener, a, opts)
}

func acceptAllowed(ctx context.Context, listener net.Listener, a Address,
	opts Options,
) (io.ReadWriteCloser, error) {
	for {
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			if conn != nil {
				conn.Close()
			}
			return nil, fmt.Errorf("%s: no player connected: %w", a, ctx.Err())
		}
		if err != nil {
			if !pauseAfter(ctx, err) {
				return nil, fmt.Errorf("%s: waiting for the player: %w", a, err)
			}
			continue
		}
		if peerAllowed(a.Allow, conn.RemoteAddr()) {
			return newSocket(conn)
		}
		opts.log("turned away %s: not in the allow list of %s",
			conn.RemoteAddr(), a)
		conn.Close()
	}
}

// pauseAfter waits out an error that passes by itself: a peer that hung up
// before it was accepted, or a moment without free descriptors.
func pauseAfter(ctx context.Context, err error) bool {
	passing := errors.Is(err, syscall.ECONNABORTED) ||
		errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
	if !passing {
		return false
	}
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
	return true
}

// peerAllowed lets everybody in who can reach a loopback address, where no list
// is given.
func peerAllowed(allow []netip.Prefix, peer net.Addr) bool {
	if len(allow) == 0 {
		return true
	}
	tcp, ok := peer.(*net.TCPAddr)
	if !ok {
		return false
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	for _, prefix := range allow {
		if prefix.Contains(ip) {
			return true
		}
	}
	return false
}

func listenError(a Address, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		who := describeHolders(listenersOn("/", a.Port))
		return fmt.Errorf("%s: address in use%s: end that program or take "+
			"another port: %w", a, who, err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s: port %d needs root: take one above 1023: %w",
			a, a.Port, err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s: %s is no address of this machine: write "+
			"listen::%d or one of its own: %w", a, a.Host, a.Port, err)
	}
	return fmt.Errorf("%s: %w", a, err)
}
