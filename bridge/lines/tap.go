package lines

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Limits of a Tap.
const (
	maxTapBacklog = 1 << 20     // bytes of the wire waiting to be noted
	tapFlushWait  = time.Second // how long Close waits for the writer
)

// Tap passes bytes through and notes each chunk with its time and direction. The
// notes are written by a goroutine of their own: a writer that is slow or fails
// never delays or changes a byte. Err says what it did.
//
// A Tap has the same promises to goroutines as the connection it wraps.
type Tap struct {
	conn io.ReadWriteCloser
	w    io.Writer
	from time.Time

	mu      sync.Mutex // guards the rest
	wake    *sync.Cond
	waiting []TapEntry
	backlog int // bytes of the wire in waiting
	lost    int
	err     error
	closed  bool

	written   chan struct{} // closed when the writer has ended
	closeOnce sync.Once
	closeErr  error
}

// NewTap notes what passes over conn to w, which gets whole lines, from one
// goroutine. The caller closes the Tap, which closes conn and not w.
func NewTap(conn io.ReadWriteCloser, name string, w io.Writer) *Tap {
	t := &Tap{conn: conn, w: w, from: time.Now(), written: make(chan struct{})}
	t.wake = sync.NewCond(&t.mu)
	t.waiting = []TapEntry{{
		Start: t.from.UTC().Format(time.RFC3339Nano), Name: name,
	}}
	go t.writeEntries()
	return t
}

// Read reads from the connection and notes what came.
func (t *Tap) Read(b []byte) (int, error) {
	n, err := t.conn.Read(b)
	t.note("in", b[:n])
	if err != nil {
		t.noteEvent(TapEntry{Event: "end", Detail: err.Error()})
	}
	return n, err
}

// Write notes what the connection took.
func (t *Tap) Write(b []byte) (int, error) {
	n, err := t.conn.Write(b)
	t.note("out", b[:n])
	if err != nil {
		t.noteEvent(TapEntry{Event: "error", Detail: err.Error()})
	}
	return n, err
}

// Drain passes on to the connection, if that can.
func (t *Tap) Drain() error {
	if d, ok := t.conn.(drainer); ok {
		return d.Drain()
	}
	return nil
}

// SetWriteDeadline passes on to the connection, or answers os.ErrNoDeadline.
func (t *Tap) SetWriteDeadline(at time.Time) error {
	if d, ok := t.conn.(writeDeadliner); ok {
		return d.SetWriteDeadline(at)
	}
	return os.ErrNoDeadline
}

// CloseWrite passes on to the connection, or answers errors.ErrUnsupported.
func (t *Tap) CloseWrite() error {
	if c, ok := t.conn.(writeCloser); ok {
		return c.CloseWrite()
	}
	return errors.ErrUnsupported
}

// Close closes the connection and waits a moment for the notes. It is
// idempotent and answers the connection's error; that of the notes is Err's.
func (t *Tap) Close() error {
	t.closeOnce.Do(func() {
		t.closeErr = t.conn.Close()
		t.noteEvent(TapEntry{Event: "close"})
		t.mu.Lock()
		t.closed = true
		t.wake.Signal()
		t.mu.Unlock()
		timer := time.NewTimer(tapFlushWait)
		defer timer.Stop()
		select {
		case <-t.written:
		case <-timer.C:
			t.fail(fmt.Errorf("tap: writing hangs: %w", os.ErrDeadlineExceeded))
		}
	})
	return t.closeErr
}

// Err returns the first error of the tap's writer, or how much was left out
// because it was too slow. The bytes themselves were passed on all the same.
func (t *Tap) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil && t.lost > 0 {
		return fmt.Errorf("tap: %d bytes not noted: the writer is too slow", t.lost)
	}
	return t.err
}

func (t *Tap) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
}

func (t *Tap) note(dir string, b []byte) {
	if len(b) == 0 {
		return
	}
	entry := TapEntry{Dir: dir}
	if isPlain(b) {
		entry.Text = string(b)
	} else {
		entry.Hex = hex.EncodeToString(b)
	}
	t.queue(entry, len(b))
}

func (t *Tap) noteEvent(entry TapEntry) { t.queue(entry, len(entry.Detail)+1) }

func (t *Tap) queue(entry TapEntry, size int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || t.err != nil {
		return
	}
	if t.backlog+size > maxTapBacklog {
		t.lost += size
		return
	}
	entry.Micros = time.Since(t.from).Microseconds()
	t.backlog += size
	t.waiting = append(t.waiting, entry)
	t.wake.Signal()
}
