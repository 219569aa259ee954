package bridgetest

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// PTY is a serial device without a cable: the bridge opens Name, the player
// talks on the PTY. It reads as if nothing had come until the bridge has opened
// it, and ends when the bridge has closed it.
type PTY struct {
	Name   string // of the device
	master *os.File

	mu     sync.Mutex
	slave  *os.File // kept open until the bridge has opened it too
	closed bool
}

// NewPTY makes a pseudo-terminal in raw mode, as a board would be: it neither
// echoes nor edits.
func NewPTY() (*PTY, error) {
	master, err := openPolled("/dev/ptmx")
	if err != nil {
		return nil, err
	}
	p := &PTY{master: master}
	if p.Name, err = unlock(master); err != nil {
		p.Unplug()
		return nil, err
	}
	if p.slave, err = openPolled(p.Name); err != nil {
		p.Unplug()
		return nil, err
	}
	if err := makeRaw(p.slave); err != nil {
		p.Unplug()
		return nil, err
	}
	return p, nil
}

// openPolled opens a terminal so that Close wakes who reads or writes.
func openPolled(name string) (*os.File, error) {
	fd, err := unix.Open(name, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|
		unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", name, err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// unlock makes the other side of a pseudo-terminal usable and answers its name.
func unlock(master *os.File) (string, error) {
	var number int
	err := control(master, func(fd int) error {
		err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
		if err == nil {
			number, err = unix.IoctlGetInt(fd, unix.TIOCGPTN)
		}
		return err
	})
	return fmt.Sprintf("/dev/pts/%d", number), err
}

// control runs f with the descriptor, which stays as it is.
func control(file *os.File, f func(fd int) error) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return err
	}
	return inner
}

func makeRaw(f *os.File) error {
	return control(f, func(fd int) error {
		t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
		if err != nil {
			return err
		}
		t.Lflag &^= unix.ICANON | unix.ECHO | unix.ISIG | unix.IEXTEN
		t.Iflag &^= unix.ICRNL | unix.INLCR | unix.IGNCR | unix.IXON | unix.IXOFF
		t.Oflag &^= unix.OPOST
		return unix.IoctlSetTermios(fd, unix.TCSETS, t)
	})
}

// Opened is called once the bridge has opened the device: from then on its
// closing ends Read.
func (p *PTY) Opened() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.slave != nil {
		p.slave.Close()
		p.slave = nil
	}
}

// Read reads what the bridge wrote.
func (p *PTY) Read(b []byte) (int, error) { return p.master.Read(b) }

// Write writes to the bridge.
func (p *PTY) Write(b []byte) (int, error) { return p.master.Write(b) }

// Close waits until the bridge has read everything, for at most half a second,
// then unplugs: a pseudo-terminal forgets what is unread when it is closed.
func (p *PTY) Close() error {
	p.mu.Lock()
	closed := p.closed
	p.mu.Unlock()
	if !closed {
		p.awaitRead(500 * time.Millisecond)
	}
	return p.Unplug()
}

// Unplug closes at once, as a pulled cable does. It is idempotent.
func (p *PTY) Unplug() error {
	p.Opened()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	return p.master.Close()
}

// awaitRead waits until nothing is left to read. Asking by poll makes the system
// first move what is still on its way across; asking for the length of the queue
// does not.
func (p *PTY) awaitRead(limit time.Duration) {
	fd, err := unix.Open(p.Name, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|
		unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); {
		asked := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(asked, 0)
		if err == nil && n == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
