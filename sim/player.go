package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge"
)

// Limits of a Player.
const (
	// boot is how long a board runs before it is first spoken to.
	boot = 5 * time.Millisecond
	// settleBytes is how long a board runs on after it was heard, in the time
	// of bytes: what it says unasked is heard before the next question.
	settleBytes = 20
	// patience is how long an answer may take to simulate.
	patience = 10 * time.Minute
	// slice is how many cycles are run at a time, so that an end is noticed.
	slice = 1 << 18
	// maxWaiting is how many lines may wait to be received.
	maxWaiting = bridge.DefaultMaxQueue
)

// Player is a simulated board at a table: it has the methods of host.Player.
// Its time is simulated: it runs from the first bit of a line that is sent to
// the board until the answer is there, or until its limit, and stands still
// otherwise, but for the time of some twenty bytes in which what the board says
// unasked is heard. The stamps of a line are the time at which it was sent, by
// the clock on the wall, and from there on the board's clock cycles; how fast
// the model runs does not matter to them.
//
// One goroutine may Send while none Receives: the host does so.
type Player struct {
	board *Board
	wire  *wire
	conn  io.ReadWriteCloser // the wire, perhaps with something around it
	warn  func(string)
	log   func(string) // of answers; nil unless LogAnswers was called

	cutter  bridge.Cutter
	begun   lineStart
	waiting []line
	err     error // for ever

	// Simulated time: the cycle zero came at the time base.
	base time.Time
	zero uint64

	// A question was sent, and until when its answer is waited for: what is
	// received until another time has nothing to do with it.
	asked bool
	due   time.Time
	sent  crossing

	heard    uint64 // the clock cycle in which the last byte had come
	answered uint64 // clock cycles from the last question's stop bit to its answer's

	complained bool // of framing, or of the length of bits
	reminded   bool // of what makes a board mute
	closing    sync.Once
}

// line is a line that waits.
type line struct {
	text        string
	first, last time.Time
	start, end  uint64 // the clock cycles of its first start bit and its last stop bit
}

// crossing is the last line that was sent.
type crossing struct {
	drained uint64
	wall    time.Time
}

// NewPlayer makes a player of a board that has just been started, and which
// now belongs to it. Wrap may put something around the bytes that pass, such
// as a tap; nil does not. Warn is told what people should know of the wire.
func NewPlayer(b *Board, wrap func(io.ReadWriteCloser) io.ReadWriteCloser, warn func(string)) (*Player, error) {
	p := &Player{board: b, wire: &wire{board: b}, warn: warn, base: time.Now()}
	p.conn = p.wire
	if wrap != nil {
		p.conn = wrap(p.wire)
	}
	if err := p.run(b.Cycles(boot), 0); err != nil {
		b.Close()
		return nil, err
	}
	return p, nil
}

// LogAnswers has log told the clock cycles, the simulated and the real time of
// every answer from now on.
func (p *Player) LogAnswers(log func(string)) { p.log = log }

// at is the time of a clock cycle.
func (p *Player) at(cycle uint64) time.Time {
	return p.base.Add(p.board.Duration(cycle - p.zero))
}

// Send sends a line. See host.Player.
func (p *Player) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	switch {
	case p.err != nil:
		return sent, drained, p.err
	case ctx.Err() != nil:
		return sent, drained, fmt.Errorf("sending %q: %w", text, ctx.Err())
	}
	if err := p.settle(); err != nil {
		return sent, drained, err
	}
	// Time goes on where it stood, or now.
	now := p.at(p.board.Now())
	if wall := time.Now(); wall.After(now) {
		now = wall
	}
	p.base, p.zero = now, p.board.Now()
	p.sent.wall = time.Now()
	if _, err := p.conn.Write([]byte(text + "\n")); err != nil {
		return now, now, p.lost(err)
	}
	if err := p.take(); err != nil {
		return now, now, err
	}
	p.asked, p.due = true, time.Time{}
	p.sent.drained = p.wire.sent
	return now, p.at(p.wire.sent), nil
}

// Receive returns the next line. The deadline of ctx is one of simulated time:
// the board runs until then, however long that takes. See host.Player.
func (p *Player) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	until, bounded := ctx.Deadline()
	if p.asked && p.due.IsZero() {
		p.due = until
	}
	if !p.asked || !until.Equal(p.due) {
		return p.unasked(ctx)
	}
	started := time.Now()
	for len(p.waiting) == 0 {
		now := p.at(p.board.Now())
		left := p.board.Cycles(until.Sub(now))
		switch {
		case p.err != nil:
			return "", first, last, p.err
		case errors.Is(ctx.Err(), context.Canceled):
			return "", first, last, p.cutter.Unfinished(ctx.Err())
		case bounded && left == 0:
			p.remind()
			return "", first, last, p.cutter.Unfinished(context.DeadlineExceeded)
		case time.Since(started) > patience:
			return "", first, last, p.lost(fmt.Errorf("an answer takes more than %v to simulate", patience))
		}
		if !bounded {
			left = slice
		}
		_ = p.run(min(left, slice), AtLine) // an error stays in p.err
		p.endAtSpace()
	}
	p.answered = p.waiting[0].end - min(p.sent.drained, p.waiting[0].end)
	p.tell()
	return p.next()
}

// unasked answers what the board says though nothing was asked.
func (p *Player) unasked(ctx context.Context) (string, time.Time, time.Time, error) {
	_ = p.settle()
	p.endAtSpace()
	if len(p.waiting) > 0 {
		return p.next()
	}
	if p.err != nil {
		return "", time.Time{}, time.Time{}, p.err
	}
	<-ctx.Done()
	return "", time.Time{}, time.Time{}, p.cutter.Unfinished(ctx.Err())
}

func (p *Player) next() (string, time.Time, time.Time, error) {
	l := p.waiting[0]
	p.waiting = p.waiting[1:]
	p.begun.answer = l.start
	return l.text, l.first, l.last, nil
}

// tell tells how long an answer took.
func (p *Player) tell() {
	if p.log == nil {
		return
	}
	p.log(fmt.Sprintf("answered after %d clock cycles: %v simulated, %v on the wall clock",
		p.answered, p.board.Duration(p.answered).Round(time.Microsecond),
		time.Since(p.sent.wall).Round(time.Microsecond)))
}

// settle lets the board say what it has to say.
func (p *Player) settle() error {
	bits := uint64(10 * settleBytes * p.board.config.bit())
	return p.run(bits, 0)
}

// run runs the board and takes in what it says.
func (p *Player) run(cycles uint64, stop Stop) error {
	if p.err != nil {
		return p.err
	}
	if err := p.wire.run(cycles, stop); err != nil {
		return p.lost(err)
	}
	return p.take()
}

// take cuts what was heard into lines. It passes through the conn, so that
// whatever is around the wire hears it too.
func (p *Player) take() error {
	var one [1]byte
	for len(p.wire.heard) > 0 {
		h := p.wire.heard[0]
		if _, err := p.conn.Read(one[:]); err != nil {
			return p.lost(err)
		}
		if h.Framing {
			p.complain(h)
			continue // no receiver hands such a byte on
		}
		p.measure(h)
		p.begun.hear(h)
		p.heard = h.End
		err := p.cutter.Feed(one[:], p.at(h.End), p.queue)
		if err == nil && len(p.waiting) > maxWaiting {
			err = p.lost(fmt.Errorf("more than %d lines that nobody asked for", maxWaiting))
		}
		if err != nil {
			p.err = err
			return err
		}
	}
	return nil
}

// complain tells, once, of a byte that was no byte: most often the baud rate or
// the clock is another than was said.
func (p *Player) complain(h Heard) {
	if p.warn != nil && !p.complained {
		p.complained = true
		p.warn(fmt.Sprintf("a byte without a stop bit, 0x%02x, at clock cycle %d: are clk and baud right?", h.Byte, h.Start))
	}
}

// maxBitError is how far the board's bits may be off before people are told.
// Two ends together have about 4 %; half of it is the other end's.
const maxBitError = 0.02

// measure tells, once, of bits that are too long or too short to be safe with
// a far end that is not exact.
func (p *Player) measure(h Heard) {
	got, ok := h.bit()
	if p.warn == nil || p.complained || !ok {
		return
	}
	c := &p.board.config
	want := c.Clock / c.Baud
	off := got/want - 1
	// The edges are at clock cycles, each up to one late.
	if max(off, -off) <= maxBitError+1/(9*want) {
		return
	}
	p.complained = true
	p.warn(fmt.Sprintf("its bits last %.1f clock cycles, %+.1f %% from the %.1f of %g baud with clk=%g: "+
		"a real far end that is off too may not read it; is its divider right?", got, 100*off, want, c.Baud, c.Clock))
}

// remind tells, once, what to look at if a board has never said a byte: one
// whose wiring is wrong looks like one that does not know the protocol.
func (p *Player) remind() {
	if p.warn == nil || p.reminded || p.complained || p.heard > 0 {
		return
	}
	p.reminded = true
	c := &p.board.config
	reset := c.Pins.Reset
	if reset == "" {
		reset = "none"
	}
	p.warn(fmt.Sprintf("not a byte from %s yet: are clk=%g clock=%s rst=%s (with a ! if active low) baud=%g rx=%s right? "+
		"wave=FILE shows what it does", c.Pins.TX, c.Clock, c.Pins.Clock, reset, c.Baud, c.Pins.RX))
}

// endAtSpace ends a line whose last byte is a space, once it is followed by
// silence.
func (p *Player) endAtSpace() {
	last, ends := p.cutter.Last()
	if !ends || p.at(p.board.Now()).Sub(last) < bridge.DefaultIdle {
		return
	}
	if text, first, last, ok := p.cutter.Finish(); ok {
		p.queue(text, first, last)
	}
}

// queue takes a line whose last byte is the last that was heard.
func (p *Player) queue(text string, first, last time.Time) {
	p.waiting = append(p.waiting, line{text, first, last, p.begun.end(), p.heard})
}

// lost ends the player.
func (p *Player) lost(err error) error {
	if p.err == nil {
		p.err = p.cutter.Lost(err.Error(), err)
	}
	return p.err
}

// Close switches the board off.
func (p *Player) Close() error {
	var err error
	p.closing.Do(func() { err = p.conn.Close() })
	return err
}

// wire is the bytes that pass to and from a board, as a connection. Writing
// runs the board until the last stop bit has left; reading answers what was
// heard, a byte at a time.
type wire struct {
	board *Board
	heard []Heard
	sent  uint64 // the cycle in which the last stop bit left
}

func (w *wire) run(cycles uint64, stop Stop) error {
	heard, _, err := w.board.Run(nil, cycles, stop)
	w.heard = append(w.heard, heard...)
	return err
}

// Write sends bytes.
func (w *wire) Write(p []byte) (int, error) {
	enough := uint64(float64(len(p)+2) * 11 * w.board.config.bit())
	heard, sent, err := w.board.Run(p, enough, WhenSent)
	w.heard = append(w.heard, heard...)
	w.sent = sent
	return len(p), err
}

// Read answers the next byte that was heard, if there is one.
func (w *wire) Read(p []byte) (int, error) {
	if len(w.heard) == 0 || len(p) == 0 {
		return 0, io.EOF
	}
	p[0] = w.heard[0].Byte
	w.heard = w.heard[1:]
	return 1, nil
}

// Close switches the board off.
func (w *wire) Close() error { return w.board.Close() }
