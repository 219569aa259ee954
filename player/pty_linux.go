package player

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// PTY is our end of a pseudo-terminal whose other end is opened as a
// serial port.
type PTY struct {
	master, slave *os.File
	link          string
	closing       sync.Once
}

// OpenPTY makes a pseudo-terminal and, unless it is empty, a link to it.
// A link of that name that is there already is replaced, anything else not.
func OpenPTY(link string) (*PTY, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	b := &PTY{master: master, slave: slave}
	// Like a wire: no echo, no line editing, no change of line ends.
	if _, err := term.MakeRaw(int(slave.Fd())); err != nil {
		return nil, errors.Join(fmt.Errorf("set %s raw: %w", slave.Name(), err), b.Close())
	}
	if link != "" {
		if old, err := os.Lstat(link); err == nil && old.Mode()&os.ModeSymlink != 0 {
			os.Remove(link)
		}
		if err := os.Symlink(slave.Name(), link); err != nil {
			return nil, errors.Join(err, b.Close())
		}
		b.link = link
	}
	return b, nil
}

// Path returns the device that stands for the serial port.
func (b *PTY) Path() string { return b.slave.Name() }

// Read reads what the host sends. We keep the other end open ourselves, so
// that a board, which cannot see a host come and go, does not either.
func (b *PTY) Read(p []byte) (int, error) {
	n, err := b.master.Read(p)
	// A host that is killed leaves the port closed to others behind, for as
	// long as we hold it. The advisory lock still keeps a second host out.
	if raw, err := b.slave.SyscallConn(); err == nil { // which knows of a Close meanwhile
		_ = raw.Control(func(fd uintptr) { _ = unix.IoctlSetInt(int(fd), unix.TIOCNXCL, 0) })
	}
	return n, err
}

// Write writes to the host.
func (b *PTY) Write(p []byte) (int, error) { return b.master.Write(p) }

// Close takes the port and the link away.
func (b *PTY) Close() (err error) {
	b.closing.Do(func() {
		if b.link != "" {
			if to, _ := os.Readlink(b.link); to == b.slave.Name() {
				err = os.Remove(b.link)
			}
		}
		err = errors.Join(err, b.master.Close(), b.slave.Close())
	})
	return err
}
