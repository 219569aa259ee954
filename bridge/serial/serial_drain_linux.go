package serial

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/lines"
)

// maxDrain bounds Drain where no write deadline does, besides the time of the wire;
// maxLastDrain what Close waits.
const (
	maxDrain     = 10 * time.Second
	maxLastDrain = time.Second
)

// Drain waits until the bytes written have left the machine, within the write
// deadline. A pseudo-terminal has no wire: what Write took is with the other
// side.
func (p *serialPort) Drain() error {
	started, most := time.Now(), maxDrain
	if queued, err := p.outQueue(); err == nil {
		most += lines.SendSlack * p.SendTime(queued)
	}
	return p.drainUntil(func() bool {
		at := p.deadline.Load()
		return at != 0 && time.Now().UnixNano() >= at ||
			at == 0 && time.Since(started) >= most || p.closing.Load()
	})
}

// drainUntil gives up once expired says so. tcdrain alone waits for ever when
// the flow is stopped, so first the queue is watched until it is empty; what
// tcdrain then waits for is the few bytes of the chip, which drivers bound by
// themselves.
func (p *serialPort) drainUntil(expired func() bool) error {
	if p.pty {
		return nil
	}
	for {
		late := expired() // first: who stood still finds the queue empty
		queued, err := p.outQueue()
		if err != nil {
			return p.explain(err)
		}
		if queued == 0 {
			break
		}
		if late {
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

// lastDrain gives the bytes written before Close a moment to leave and throws
// the rest away, for the system would wait for them much longer.
func (p *serialPort) lastDrain() {
	started := time.Now()
	err := p.drainUntil(func() bool { return time.Since(started) >= maxLastDrain })
	if errors.Is(err, os.ErrDeadlineExceeded) {
		p.control(func(fd int) error {
			return unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCOFLUSH)
		})
	}
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

// wireTime returns the time that n bytes take, but between 50 µs and 5 ms,
// so that no deadline is overlooked for long.
func (p *serialPort) wireTime(n int) time.Duration {
	return min(max(p.SendTime(n), 50*time.Microsecond), 5*time.Millisecond)
}
