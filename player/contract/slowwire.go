package contract

import (
	"io"
	"sync"
	"time"
)

// SlowWire has bytes leave and come at a rate, as a UART does, and drains as tcdrain does. A byte has ten bits.
// It may be read, written and closed concurrently.
type SlowWire struct {
	io.ReadWriteCloser
	baud int

	mu   sync.Mutex
	busy time.Time // until then bytes are on the wire to the far end

	in   chan dueByte
	last error // of reading, once in is closed
}

type dueByte struct {
	b  byte
	at time.Time // when its stop bit has come
}

// NewSlowWire slows a connection down to a rate in baud. It reads from it until that ends.
func NewSlowWire(c io.ReadWriteCloser, baud int) *SlowWire {
	const most = 1 << 16
	w := &SlowWire{ReadWriteCloser: c, baud: baud, in: make(chan dueByte, most)}
	go w.pump()
	return w
}

func (w *SlowWire) pump() {
	defer close(w.in)
	buf := make([]byte, 256)
	var at time.Time
	for {
		n, err := w.ReadWriteCloser.Read(buf)
		for _, b := range buf[:n] {
			at = later(at, w.SendTime(1))
			w.in <- dueByte{b, at}
		}
		if err != nil {
			w.last = err
			return
		}
	}
}

// SendTime implements host.SendTimer.
func (w *SlowWire) SendTime(bytes int) time.Duration {
	return time.Duration(bytes) * 10 * time.Second / time.Duration(w.baud)
}

// Write hands each byte on when it has left.
func (w *SlowWire) Write(b []byte) (int, error) {
	for i := range b {
		w.mu.Lock()
		if i == 0 {
			w.busy = later(w.busy, 0)
		}
		w.busy = w.busy.Add(w.SendTime(1))
		at := w.busy
		w.mu.Unlock()
		time.Sleep(time.Until(at))
		if _, err := w.ReadWriteCloser.Write(b[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(b), nil
}

// Drain returns when the last byte has left, which Write has waited for.
func (w *SlowWire) Drain() error { return nil }

// Read gives a byte when it has come.
func (w *SlowWire) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	one, ok := <-w.in
	if !ok {
		return 0, w.last
	}
	time.Sleep(time.Until(one.at))
	b[0] = one.b
	return 1, nil
}

// later is so long after t, or after now if that is later.
func later(t time.Time, d time.Duration) time.Time {
	if now := time.Now(); t.Before(now) {
		t = now
	}
	return t.Add(d)
}
