package lines

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
)

// Defaults of a Config.
const (
	DefaultMaxLine     = 4096
	DefaultMaxQueue    = 256
	DefaultIdle        = 15 * time.Millisecond
	DefaultSendTimeout = 10 * time.Second
)

// Config bounds a Line. Zero fields mean the defaults.
type Config struct {
	// MaxLine is the longest line in bytes, without its end.
	MaxLine int

	// MaxQueue bounds the lines that wait to be received.
	MaxQueue int

	// Dialect is where lines end; Lines by default.
	Dialect Dialect

	// SendTimeout bounds a Send whose context has no deadline, besides the time that the
	// wire takes.
	SendTimeout time.Duration
}

func (c Config) withDefaults() Config {
	if c.MaxLine <= 0 {
		c.MaxLine = DefaultMaxLine
	}
	if c.MaxQueue <= 0 {
		c.MaxQueue = DefaultMaxQueue
	}
	if c.SendTimeout <= 0 {
		c.SendTimeout = DefaultSendTimeout
	}
	return c
}

// Line reads and writes lines over a connection. Its own goroutine reads from the
// start, so that a line is stamped when it arrives, not when Receive is called.
//
// A stamp is taken when the read that brought the byte returned. Bytes that one read
// brought share a stamp, an upper bound of their arrival. Lines end with LF, CR or CR
// LF; empty lines are skipped, up to a limit. A Dialect changes that. All other bytes are passed on as they came, NUL and broken
// UTF-8 included.
//
// One goroutine may Send while another Receives. The caller closes the Line, which
// closes the connection.
type Line struct {
	conn   io.ReadWriteCloser
	config Config

	lines chan *stamped // closed when the reader has ended
	done  chan struct{} // closed when the reader has returned

	mu     sync.Mutex // guards framer, err, ended
	framer framer
	err    error // why the reader ended; set before lines is closed
	ended  bool
	idle   *time.Timer
	spaced uint64 // counts chunks, so that a late timer knows it is late

	sender sender
	bytes  atomic.Int64 // that were read
	asked  atomic.Bool  // a line was sent since the last read

	closeOnce sync.Once
	closeErr  error
}

// New starts to read from conn, which now belongs to the Line.
func New(conn io.ReadWriteCloser, config Config) *Line {
	config = config.withDefaults()
	l := &Line{
		conn: conn, config: config,
		lines:  make(chan *stamped, config.MaxQueue),
		done:   make(chan struct{}),
		framer: config.Dialect.framer(config.MaxLine),
		sender: newSender(conn),
	}
	go l.read()
	return l
}

// readBuffers pools the read buffers; a Line has one while it reads.
var readBuffers = sync.Pool{New: func() any { return new([chunkBytes]byte) }}

const chunkBytes = 4096

// read ends when the connection does, or when the other side sends more than it
// may: then the rest is left unread and holds the other side up. What comes too
// fast holds it up as well.
func (l *Line) read() {
	defer close(l.done)
	chunk := readBuffers.Get().(*[chunkBytes]byte)
	defer readBuffers.Put(chunk)
	buf := chunk[:]
	empty := 0
	budget := lineLimiter()
	for {
		n, err := l.conn.Read(buf)
		at := time.Now()
		l.bytes.Add(int64(n))
		if n > 0 && !l.feed(buf[:n], at) {
			return
		}
		if n == 0 && err == nil {
			// A reader may answer nothing now and then, not for ever.
			if empty++; empty < 100 {
				continue
			}
			err = io.ErrNoProgress
		}
		if err != nil {
			l.end(err)
			return
		}
		empty = 0
		if l.asked.CompareAndSwap(true, false) {
			budget.reset()
		}
		if pause := budget.Pause(n, at); pause > 0 {
			time.Sleep(pause)
		}
	}
}

// feed queues the lines that a chunk ends.
func (l *Line) feed(chunk []byte, at time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spaced++
	overflow := false
	emit := func(line stamped) bool {
		overflow = !l.enqueue(line)
		return !overflow
	}
	if !l.framer.feed(chunk, at, emit) {
		if !overflow {
			l.setErr(newGarbled(l.framer.tail, l.framer.problem))
		}
		return false
	}
	if ends, ok := l.framer.silenceEnds(); ok {
		l.armIdle(time.Until(ends))
	}
	return true
}

// enqueue queues a line, or ends the Line when the queue is full.
func (l *Line) enqueue(line stamped) bool {
	if l.ended {
		return false
	}
	select {
	case l.lines <- &line:
		return true
	default:
		l.setErr(newGarbled([]byte(line.text), say.Format("more than %d unsolicited lines", l.config.MaxQueue)))
		return false
	}
}

// armIdle ends the unfinished line after a silence.
func (l *Line) armIdle(silence time.Duration) {
	if l.idle != nil {
		l.idle.Stop()
	}
	spaced := l.spaced
	l.idle = time.AfterFunc(silence, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.spaced != spaced || l.ended {
			return
		}
		if line, ok := l.framer.finish(); ok {
			l.enqueue(line)
		}
	})
}

func (l *Line) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	gone := AsDisconnected(err)
	l.setErr(&DroppedError{gone, bytes.Clone(l.framer.tail)})
}

// setErr lets the lines queued so far be received and then err, for ever.
func (l *Line) setErr(err error) {
	if l.ended {
		return
	}
	l.ended, l.err = true, err
	if l.idle != nil {
		l.idle.Stop()
	}
	close(l.lines)
}

// Receive returns the next line without its end, and when its first and its
// last byte arrived; the line end is a byte of the line. A line that waits is
// answered even when ctx has ended, so that a caller may look once more after a
// deadline.
//
// When ctx ends first the error wraps ctx.Err() and is an [*IncompleteLineError].
// When the other side sent too much it is a [*GarbledError], when it went away a
// [*DroppedError]; both come after the lines before them and then stay.
func (l *Line) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	select {
	case line, ok := <-l.lines:
		return l.received(line, ok)
	default:
	}
	select {
	case line, ok := <-l.lines:
		return l.received(line, ok)
	case <-ctx.Done():
	}
	// Both may have been ready, and Go chose.
	select {
	case line, ok := <-l.lines:
		return l.received(line, ok)
	default:
	}
	return "", time.Time{}, time.Time{}, l.unfinished(ctx)
}

func (l *Line) received(line *stamped, ok bool) (string, time.Time, time.Time, error) {
	if ok {
		return line.text, line.first, line.last, nil
	}
	// lines was closed after err was set.
	return "", time.Time{}, time.Time{}, l.err
}

func (l *Line) unfinished(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &IncompleteLineError{ctx.Err(), bytes.Clone(l.framer.tail)}
}

// Send writes text and the line end in one piece. Text may be several lines, with
// a line feed between them; each gets its line end. sent is the time before the
// first byte was written, drained the time when the last one had left as far as
// the connection can tell. Send returns within ctx, or within
// Config.SendTimeout and the time of the wire, even when the other side does not read; a line that
// left in part makes every later Send fail.
func (l *Line) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	return l.SendLines(ctx, text, l.config.Dialect.End())
}

// SendLines does what Send does, with another line end than the Dialect's.
func (l *Line) SendLines(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	l.mu.Lock()
	l.framer.asked()
	l.mu.Unlock()
	l.asked.Store(true)
	bytes := len(text) + len(end)*(strings.Count(text, "\n")+1)
	return l.sender.send(ctx, text, end, l.config.SendTimeout+SendSlack*l.SendTime(bytes))
}

// Load returns the player's cost for this machine since it was opened: the processor
// time of its processes, 0 for one on other hardware, and the bytes that were read from
// it.
func (l *Line) Load() (cpu time.Duration, read int64) {
	read = l.bytes.Load()
	p := l.Program()
	if p == nil {
		return 0, read
	}
	if b, ok := p.(stderrReader); ok {
		read += b.StderrBytes()
	}
	return p.CPUTime(), read
}

// Waits returns what the system has counted of the waits of the player's program: see
// sandbox.Process.Waits. It reports false of a player that is no program on this machine.
func (l *Line) Waits(fresh bool) (w sandbox.Waits, ok bool) {
	if p, is := l.Program().(interface {
		Waits(fresh bool) (sandbox.Waits, bool)
	}); is {
		return p.Waits(fresh)
	}
	return w, false
}

// Runnable reports whether the player's program runs or waits for a processor: see sandbox.Process.Runnable.
// Ok is false of a player that is no program on this machine.
func (l *Line) Runnable() (runs, ok bool) {
	if p, is := l.Program().(interface{ Runnable() (runs, ok bool) }); is {
		return p.Runnable()
	}
	return false, false
}

// AnswersAtEnd ends the standard input of the player's program and reports whether a line
// comes then, until ctx ends: one that the program had written and not flushed. It is
// false of a player that is no program on this machine, and where a line waits already.
// Nothing can be sent afterwards.
func (l *Line) AnswersAtEnd(ctx context.Context) bool {
	p := l.Program()
	if p == nil {
		return false
	}
	select {
	case <-l.lines: // it was late, or the reader has ended
		return false
	default:
	}
	end, ok := p.(writeCloser)
	if !ok || p.Continue() != nil || end.CloseWrite() != nil {
		return false
	}
	_, _, _, err := l.Receive(ctx)
	return err == nil
}

// stderrReader is a program that also writes beside its line.
type stderrReader interface {
	StderrBytes() int64
}

// maxCloseWait bounds how long Close waits for a Read that a foreign connection
// does not give up.
const maxCloseWait = 2 * time.Second

// Close closes the connection and ends the reader. It is idempotent. Lines that
// had arrived can still be received.
func (l *Line) Close() error {
	l.closeOnce.Do(func() {
		l.closeErr = l.conn.Close()
		timer := time.NewTimer(maxCloseWait)
		defer timer.Stop()
		select {
		case <-l.done:
		case <-timer.C:
			l.closeErr = fmt.Errorf("closing: the connection does not give up "+
				"its read: %w", os.ErrDeadlineExceeded)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.setErr(&DroppedError{AsDisconnected(os.ErrClosed), nil})
	})
	return l.closeErr
}
