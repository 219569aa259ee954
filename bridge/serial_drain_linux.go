package bridge

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// maxDrain bounds Drain where no write deadline does.
const maxDrain = 10 * time.Second

// Drain waits until the bytes written have left the machine. tcdrain alone
// waits for ever when the flow is stopped, so first the queue is watched, within
// the write deadline, until it is empty; what tcdrain then waits for is the few
// bytes of the chip, which drivers bound by themselves. A pseudo-terminal has no
// wire: what Write took is with the other side.
func (p *serialPort) Drain() error {
	if p.pty {
		return nil
	}
	started := time.Now()
	for {
		queued, err := p.outQueue()
		if err != nil {
			return p.explain(err)
		}
		if queued == 0 {
			break
		}
		if p.drainExpired(started) {
			return fmt.Errorf("%s: %d bytes do not leave: %w", p.name, queued,
				os.ErrDeadlineExceeded)
		}
		time.Sleep(p.wireTime(queued))
	}
	if err := p.control(tcdrain); err != nil {
		return p.explain(err)
	}
	return nil
}

func tcdrain(fd int) error {
	for {
		err := unix.IoctlSetInt(fd, unix.TCSBRK, 1)
		if err != unix.EINTR {
			return err
		}
	}
}

func (p *serialPort) queued() (int, error) {
	var queued int
	err := p.control(func(fd int) (err error) {
		queued, err = unix.IoctlGetInt(fd, unix.TIOCOUTQ)
		return err
	})
	return queued, err
}

func (p *serialPort) drainExpired(started time.Time) bool {
	now := time.Now()
	at := p.deadline.Load()
	return at != 0 && now.UnixNano() >= at || now.Sub(started) >= maxDrain ||
		p.closing.Load()
}

// wireTime is how long n bytes of 10 bits take, between 50 µs and 5 ms so that
// a deadline is never overlooked for long.
func (p *serialPort) wireTime(n int) time.Duration {
	wire := time.Duration(n) * 10 * time.Second / time.Duration(p.baud)
	return min(max(wire, 50*time.Microsecond), 5*time.Millisecond)
}
