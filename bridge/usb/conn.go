package usb

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// DisconnectedError is the end of a connection: the device is gone, or must not be used any
// further. Why is a text for users.
type DisconnectedError struct{ Why say.Text }

// Error implements error.
func (e *DisconnectedError) Error() string { return e.Why.String() }

// Text implements say.Sayer.
func (e *DisconnectedError) Text() say.Text { return e.Why }

// Sizes and limits of a connection.
const (
	readPackets = 8       // of a transfer, at most
	writeChunk  = 4 << 10 // bytes
	maxDrain    = 10 * time.Second

	minDrainPause = 50 * time.Microsecond
	maxDrainPause = 5 * time.Millisecond

	// maxEmpty packets in emptyTime are a flood: an idle FTDI chip sends at most one a
	// millisecond.
	maxEmpty  = 20_000
	emptyTime = time.Second
)

// Conn is an open port. One goroutine may read while another writes. Any may call Close, repeatedly.
type Conn struct {
	name string // as the user knows it
	node string // exists as long as the device is plugged in
	line Line
	pipe pipe
	chip chip
	log  func(string)

	closing chan struct{} // closed when Close begins
	written *deadline

	reading    sync.Mutex // held by Read
	left       []byte     // stripped bytes that Read has not returned yet
	buf        []byte
	emptyReads int
	since      time.Time // of the first of empties
	logged     bool      // a warning was given

	writing sync.Mutex   // held by Write and Drain
	leaving atomic.Int64 // when the written bytes should have left, Unix nanoseconds

	restore   func() error // sets the chip back
	closeOnce sync.Once
	closeErr  error
}

// newConn makes a connection of a pipe and a chip whose line settings are done.
func newConn(name string, line Line, p pipe, c chip, log func(string)) *Conn {
	if log == nil {
		log = func(string) {}
	}
	return &Conn{
		name: name, line: line, pipe: p, chip: c, log: log,
		closing: make(chan struct{}), written: newDeadline(),
		buf:     make([]byte, readPackets*p.packet()),
		restore: func() error { return nil },
	}
}

// Read blocks until bytes arrive. Unless Close ended it, its error is a [*DisconnectedError].
func (c *Conn) Read(b []byte) (int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	for len(c.left) == 0 {
		if len(b) == 0 {
			return 0, nil
		}
		n, err := c.pipe.read(c.buf)
		if err != nil {
			return 0, c.explain(err)
		}
		if c.left, err = c.chip.payload(c.buf[:n]); err != nil {
			return 0, &DisconnectedError{say.Format("%s: %s", c.name, err)}
		}
		if err := c.guardFlood(); err != nil {
			return 0, err
		}
		c.logOnce()
	}
	n := copy(b, c.left)
	c.left = c.left[n:]
	return n, nil
}

// guardFlood ends a connection that floods the host with empty packets.
func (c *Conn) guardFlood() error {
	if len(c.left) > 0 {
		c.emptyReads = 0
		return nil
	}
	now := time.Now()
	if c.emptyReads == 0 || now.Sub(c.since) > emptyTime {
		c.emptyReads, c.since = 0, now
	}
	if c.emptyReads++; c.emptyReads > maxEmpty {
		return &DisconnectedError{say.Format("%s: the device floods us with empty packets, %d within %v",
			c.name, c.emptyReads, emptyTime)}
	}
	return nil
}

// logOnce reports the first error of the line, such as a framing error.
func (c *Conn) logOnce() {
	if c.logged {
		return
	}
	if text := c.chip.lineErrors(); text != "" {
		c.logged = true
		c.log(c.name + ": " + text)
	}
}

// Write blocks until the device has taken all bytes, or the write deadline
// passes.
func (c *Conn) Write(b []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	done := 0
	for done < len(b) {
		if err := c.mayWrite(); err != nil {
			return done, err
		}
		chunk := b[done:min(done+writeChunk, len(b))]
		n, err := c.writeChunk(chunk)
		done += n
		c.sent(n)
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// writeChunk ends with the deadline, which Close sets to the past.
func (c *Conn) writeChunk(chunk []byte) (int, error) {
	n, err := c.pipe.write(c.written.channel(), chunk)
	if err == nil && n < len(chunk) {
		err = errTimeout
	}
	if err != nil {
		return n, c.explain(err)
	}
	return n, nil
}

func (c *Conn) mayWrite() error {
	select {
	case <-c.closing:
	case <-c.written.channel():
	default:
		return nil
	}
	return c.explain(errStopped)
}

// usbFrame is the time in which a full-speed bus takes at least one packet.
const usbFrame = time.Millisecond

// SendTime returns how long so many bytes are on their way to the player: as long as the
// line needs, or the packets on the bus.
func (c *Conn) SendTime(bytes int) time.Duration {
	wire := time.Duration(bytes*c.line.bitsPerByte()) * time.Second / time.Duration(c.line.Baud)
	packet := max(1, c.pipe.packet())
	return max(wire, time.Duration((bytes+packet-1)/packet)*usbFrame)
}

// sent estimates when the bytes will have left on the line.
func (c *Conn) sent(n int) {
	wire := c.SendTime(n)
	start := max(c.leaving.Load(), time.Now().UnixNano())
	c.leaving.Store(start + int64(wire))
}

// SetWriteDeadline bounds Write and Drain; the zero time lifts the bound.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	c.written.set(t)
	return nil
}

// Drain waits until the written bytes have left, as far as the chip can tell, or until the write
// deadline.
func (c *Conn) Drain() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	select {
	case <-c.closing:
		return c.errClosed() // another device may have the number now
	default:
	}
	rest := max(0, time.Until(time.Unix(0, c.leaving.Load())))
	return c.drain(time.Now().Add(maxDrain+2*rest), c.written.channel())
}

func (c *Conn) drain(until time.Time, passed <-chan struct{}) error {
	for {
		empty, err := c.chip.txEmpty()
		if err != nil {
			return c.explain(err)
		}
		if empty {
			return nil
		}
		if time.Now().After(until) {
			return c.errDeadline()
		}
		// First the time that the bytes need, then short steps, never past a deadline.
		rest := time.Until(time.Unix(0, c.leaving.Load()))
		if err := c.pause(min(max(rest, minDrainPause), maxDrainPause), passed); err != nil {
			return err
		}
	}
}

// pause waits, unless the deadline passes or Close is called.
func (c *Conn) pause(d time.Duration, passed <-chan struct{}) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-passed:
	case <-c.closing:
	}
	return c.explain(errStopped)
}

func (c *Conn) errDeadline() error {
	return fmt.Errorf("%s: bytes do not leave: %w", c.name, os.ErrDeadlineExceeded)
}

func (c *Conn) errClosed() error {
	return say.Errorf("%s: closed by us: %w", c.name, os.ErrClosed)
}

// explain turns the error of a request into words: our own Close, a deadline, a device that went
// away or must not be used any more.
func (c *Conn) explain(err error) error {
	select {
	case <-c.closing:
		return c.errClosed()
	default:
	}
	switch {
	case errors.Is(err, errStopped):
		return c.errDeadline()
	case errors.Is(err, errGone), errors.Is(err, errWire) && c.vanishes():
		return &DisconnectedError{say.Format("unplugged: %s: device went away", c.name)}
	}
	return &DisconnectedError{say.Format("connection lost: %s", say.Format("%s: %s", c.name, err))}
}

// The kernel knows that a device was pulled out a moment after transfers fail.
const (
	vanishTime = 250 * time.Millisecond
	vanishStep = 2 * time.Millisecond
)

// vanishes waits a moment for the kernel to take the device's node away.
func (c *Conn) vanishes() bool {
	for end := time.Now().Add(vanishTime); ; time.Sleep(vanishStep) {
		if _, err := os.Stat(c.node); errors.Is(err, os.ErrNotExist) {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// maxLastDrain bounds the wait of Close for the last bytes.
const maxLastDrain = time.Second

// Close returns the device to the kernel's driver. It is idempotent.
func (c *Conn) Close() error {
	c.closeOnce.Do(func() {
		// Let the last bytes leave: a line that was just written counts.
		wait := min(time.Until(time.Unix(0, c.leaving.Load())), maxLastDrain)
		if wait > 0 && c.writing.TryLock() {
			_ = c.drain(time.Now().Add(wait), nil)
			c.writing.Unlock()
		}
		close(c.closing)
		c.pipe.halt()
		c.written.set(time.Unix(1, 0))
		c.reading.Lock()
		defer c.reading.Unlock()
		c.writing.Lock()
		defer c.writing.Unlock()
		if text := c.chip.lineErrors(); text != "" && c.logged {
			c.log(c.name + ": in all " + text)
		}
		c.closeErr = errors.Join(unlessGone(c.restore()), c.pipe.close())
	})
	return c.closeErr
}

// unlessGone drops the error of a device that is gone: nothing is left to restore.
func unlessGone(err error) error {
	if errors.Is(err, errGone) {
		return nil
	}
	return err
}
