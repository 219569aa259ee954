package serial

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// serialPort is an open serial device. The serial library sets the device up;
// the bytes go through a descriptor of our own that the runtime polls. So
// descriptor numbers have no limit, Write can have a deadline, Close wakes
// Read, and no child process inherits the device.
type serialPort struct {
	file     *os.File
	name     string // as the user knows it
	wire     serialWire
	pty      bool
	outQueue func() (int, error) // bytes not yet sent
	closing  atomic.Bool
	deadline atomic.Int64 // of Write and Drain, Unix nanoseconds; 0 means no deadline
	restore  func()       // sets the latency timer back; nil when it was not set

	closeOnce sync.Once
	closeErr  error
}

// Read blocks until bytes arrive. An end that we did not cause is a
// [*lines.DisconnectedError].
func (p *serialPort) Read(b []byte) (int, error) {
	n, err := p.file.Read(b)
	if err != nil {
		err = p.explain(err)
	}
	return n, err
}

// Write blocks until the system has taken all bytes or the write deadline
// passes.
func (p *serialPort) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	if err != nil {
		err = p.explain(err)
	}
	return n, err
}

// SetWriteDeadline bounds Write and Drain; the zero time lifts the bound.
func (p *serialPort) SetWriteDeadline(t time.Time) error {
	var at int64
	if !t.IsZero() {
		at = t.UnixNano()
	}
	p.deadline.Store(at)
	return p.file.SetWriteDeadline(t)
}

// explain tells our own Close from a device that went away: both make the
// system report an end.
func (p *serialPort) explain(err error) error {
	switch {
	case p.closing.Load():
		return lines.Closed(p.name)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, unix.EIO),
		errors.Is(err, unix.ENXIO), errors.Is(err, unix.ENODEV):
		return p.gone(err)
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

func (p *serialPort) gone(err error) *lines.DisconnectedError {
	why := say.Format("unplugged: %s: device went away", p.name)
	if p.pty {
		why = say.Format("unplugged: %s: device went away (the program behind it closed it)", p.name)
	}
	return &lines.DisconnectedError{Why: why, Err: err}
}

// Close gives the device back, within a second or so even when the last bytes do
// not leave. It is idempotent.
func (p *serialPort) Close() error {
	p.closeOnce.Do(func() {
		p.closing.Store(true)
		p.lastDrain()
		if p.restore != nil {
			p.restore()
		}
		p.control(func(fd int) error {
			// A child being started at this instant shares the lock until it
			// runs: unlock by hand, do not leave it to close.
			unix.IoctlSetInt(fd, unix.TIOCNXCL, 0)
			return unix.Flock(fd, unix.LOCK_UN)
		})
		p.closeErr = p.file.Close()
	})
	return p.closeErr
}

// control runs f with the descriptor, which cannot be closed meanwhile.
func (p *serialPort) control(f func(fd int) error) error {
	raw, err := p.file.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return err
	}
	return inner
}
