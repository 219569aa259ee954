package player

import (
	"errors"
	"io"
	"sync"

	"github.com/loopline/loopline/bridge/lines"
)

// Taps note the bytes that pass to and from players.
type Taps struct {
	Opened   func()         // told of each connection; nil is not told
	Sent     func()         // told of bytes that go out; nil is not told
	Received func(b []byte) // told of those that come in; nil is not told
	File     io.WriteCloser // gets every entry; nil where none is kept

	mu   sync.Mutex
	taps []*lines.Tap // that write to File
}

// Wrap puts the taps on a connection: see Opener.Wrap.
func (t *Taps) Wrap(conn io.ReadWriteCloser, address string) io.ReadWriteCloser {
	if t.Opened != nil {
		t.Opened()
	}
	w := lines.TapEntries(t.pass)
	if t.File == nil {
		return lines.NewTap(conn, address, w)
	}
	tap := lines.NewTap(conn, address, io.MultiWriter(w, t.File))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taps = append(t.taps, tap)
	return tap
}

func (t *Taps) pass(entry lines.TapEntry) {
	b, err := entry.Bytes()
	switch {
	case err != nil || len(b) == 0:
	case entry.Dir == "out":
		if t.Sent != nil {
			t.Sent()
		}
	case t.Received != nil:
		t.Received(b)
	}
}

// Close closes the file, if there is one, after all connections. Its error is the first of
// what could not be written, too.
func (t *Taps) Close() error {
	if t.File == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, tap := range t.taps {
		if err := tap.Err(); err != nil {
			return errors.Join(err, t.File.Close())
		}
	}
	return t.File.Close()
}
