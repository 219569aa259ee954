//go:build !linux

package player

import (
	"errors"
	"fmt"
	"net"
)

// socketPair makes two connected ends. Unlike those of net.Pipe they buffer,
// so that a write has left when it returns, and not when it was read.
func socketPair() (a, b net.Conn, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	defer l.Close()
	if a, err = net.Dial("tcp", l.Addr().String()); err != nil {
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	// Another process may have been faster.
	if b, err = l.Accept(); err == nil && b.RemoteAddr().String() != a.LocalAddr().String() {
		err = errors.Join(errors.New("another program connected to it"), b.Close())
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("socket pair: %w", err), a.Close())
	}
	return a, b, nil
}
