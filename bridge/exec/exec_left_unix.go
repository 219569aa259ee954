//go:build unix

package exec

import (
	"golang.org/x/sys/unix"
)

// readLeft reads what is in the pipe after the end, without waiting.
func (p *process) readLeft(b []byte) int {
	raw, err := p.stdout.SyscallConn()
	if err != nil || len(b) == 0 {
		return 0
	}
	var n int
	err = raw.Control(func(fd uintptr) {
		n, err = unix.Read(int(fd), b)
		for err == unix.EINTR {
			n, err = unix.Read(int(fd), b)
		}
	})
	if err != nil || n < 0 {
		return 0
	}
	return n
}
