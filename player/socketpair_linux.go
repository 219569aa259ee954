package player

import (
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// socketPair makes two connected ends. Unlike those of net.Pipe they buffer,
// so that a write has left when it returns, and not when it was read.
func socketPair() (a, b net.Conn, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	var ends [2]net.Conn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "socketpair")
		ends[i], err = net.FileConn(f)
		f.Close()
		if err != nil {
			break
		}
	}
	if err != nil {
		if ends[0] != nil {
			ends[0].Close()
		} else {
			unix.Close(fds[1])
		}
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	return ends[0], ends[1], nil
}
