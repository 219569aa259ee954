package sim

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// idleAfter is the simulated silence after which the clock of a Conn stops. A board that is as
// fast as real time may think for longer than any limit.
const (
	idleAfter         = 3 * time.Second
	realTimeIdleAfter = time.Minute
)

// Conn is a simulated board as a connection, for a host that uses the wall
// clock. The board runs by itself, as fast as it can or as fast as real time,
// while bytes pass and for three seconds of its own time after the last one, or for a
// minute of real time; then its clock stops until the next byte. So an idle board costs no
// processor time, and one that works without sending a byte does so for so long.
type Conn struct {
	board    *Board
	realTime bool

	mu      sync.Mutex
	changed *sync.Cond
	out     []byte // for the board
	in      []byte // from it
	now     uint64 // the board's clock
	leaves  uint64 // when the last byte that it was handed has left the wire
	handing bool   // bytes are neither in out nor handed to the board
	err     error
	ended   bool // nothing more will be written
	closed  bool

	done chan struct{}
}

// NewConn lets a board that was started run, as fast as real time if paced is
// set. The board now belongs to the Conn, which the caller closes.
func NewConn(b *Board, realTime bool) *Conn {
	c := &Conn{board: b, realTime: realTime, done: make(chan struct{})}
	c.changed = sync.NewCond(&c.mu)
	go c.run()
	return c
}

// run ends when the Conn is closed, or when the board ends.
func (c *Conn) run() {
	defer close(c.done)
	idle := c.board.Cycles(idleAfter)
	if c.realTime {
		idle = c.board.Cycles(realTimeIdleAfter)
	}
	last := c.board.Now() // when something happened
	start, zero := time.Now(), last
	for {
		send, ok := c.next(c.board.Now()-last > idle)
		if !ok {
			return
		}
		if send.waited {
			start, zero = time.Now(), c.board.Now()
		}
		cycles := uint64(slice)
		if c.realTime {
			cycles = c.due(start, zero)
		}
		if c.realTime && len(send.bytes) > 0 {
			// What comes now was not there before: the board catches up first.
			received, _, err := c.board.Run(nil, cycles, 0)
			c.deliver(received, err)
			cycles = 1
		}
		c.hand(len(send.bytes))
		received, _, err := c.board.Run(send.bytes, cycles, AtByte)
		c.deliver(received, err)
		if len(send.bytes) > 0 || len(received) > 0 {
			last = c.board.Now()
		}
		if err != nil {
			return
		}
	}
}

// due waits until the board is behind real time and returns by how many
// cycles, but no more than can be caught up with in a while.
func (c *Conn) due(start time.Time, zero uint64) uint64 {
	const tick = 500 * time.Microsecond
	for {
		behind := int64(c.board.Cycles(time.Since(start))) - int64(c.board.Now()-zero)
		if behind > 0 {
			return uint64(min(behind, slice))
		}
		time.Sleep(tick)
	}
}

// request holds the bytes that the board is sent next.
type request struct {
	bytes  []byte
	waited bool // the clock has stood still
}

// next returns what is to be sent. If the board is idle it waits until there
// is something. ok is false when the Conn was closed.
func (c *Conn) next(idle bool) (r request, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for idle && len(c.out) == 0 && !c.closed {
		if c.ended {
			c.err = io.EOF
			c.changed.Broadcast()
			return r, false
		}
		r.waited = true
		c.changed.Wait()
	}
	r.bytes = c.out
	c.out, c.handing = nil, len(c.out) > 0
	return r, !c.closed
}

// hand notes that the board is handed n bytes now.
func (c *Conn) hand(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wire := uint64(float64(10*n) * c.board.config.bit())
	c.leaves, c.handing = max(c.leaves, c.board.Now())+wire, false
}

// deliver queues the board's bytes for Read.
func (c *Conn) deliver(received []RxByte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range received {
		if !h.Framing {
			c.in = append(c.in, h.Byte)
		}
	}
	c.err, c.now = err, c.board.Now()
	c.changed.Broadcast()
}

// Drain waits until all that was written has left the wire.
func (c *Conn) Drain() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.out) > 0 || c.handing || c.now < c.leaves {
		if err := c.over(); err != nil {
			return err
		}
		c.changed.Wait()
	}
	return nil
}

// SendTime returns how long so many bytes are on the wire, in the board's time.
func (c *Conn) SendTime(bytes int) time.Duration {
	return c.board.Duration(uint64(float64(10*bytes) * c.board.config.bit()))
}

// maxHeld bounds the bytes that wait to be read, and those that wait to be sent.
const maxHeld = 1 << 16

// Read waits for bytes of the board.
func (c *Conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.in) == 0 {
		if err := c.over(); err != nil {
			return 0, err
		}
		c.changed.Wait()
	}
	if len(c.in) > maxHeld {
		return 0, fmt.Errorf("the board sent %d bytes that were not read", len(c.in))
	}
	n := copy(p, c.in)
	c.in = c.in[n:]
	return n, nil
}

func (c *Conn) over() error {
	if c.closed {
		return os.ErrClosed
	}
	return c.err
}

// Write hands bytes to the wire, on which they leave at its baud rate.
func (c *Conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.over(); err != nil {
		return 0, err
	}
	if len(c.out)+len(p) > maxHeld {
		return 0, errors.New("more bytes than the board can take wait for it")
	}
	c.out = append(c.out, p...)
	c.changed.Broadcast()
	return len(p), nil
}

// CloseWrite ends the input. The board continues until it is idle; then Read returns
// io.EOF.
func (c *Conn) CloseWrite() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.changed.Broadcast()
	return nil
}

// Close switches the board off.
func (c *Conn) Close() error {
	c.mu.Lock()
	was := c.closed
	c.closed = true
	c.changed.Broadcast()
	c.mu.Unlock()
	timer := time.AfterFunc(graceTime, c.board.p.Program.Kill)
	<-c.done
	timer.Stop()
	if was {
		return nil
	}
	return c.board.Close()
}

var _ io.ReadWriteCloser = (*Conn)(nil)
