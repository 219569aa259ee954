package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// RecordFile is a file that records are appended to. Each Write is on its way
// to the file when it returns, so that no kill of the host loses it; a
// goroutine brings it to the disk meanwhile, so that no loss of power does
// and no clock waits for it. One match at a time may write.
type RecordFile struct {
	file    *os.File
	regular bool // a pipe or terminal has no disk to be synced to

	mu     sync.Mutex
	torn   bool // the last write broke off: start a line of its own
	closed bool
	err    error // of syncing, told at the next Write and at Close

	dirty chan struct{} // holds one: written since the last sync began
	done  chan struct{} // closed when the syncing goroutine has ended
}

// RecordStart is how the first event of a record begins, and so its file.
const RecordStart = `{"type":"game"`

// OpenRecord opens a file for appending; what it holds stays. A file that
// another match writes is refused, and one that holds no record. The caller
// closes it.
func OpenRecord(path string) (*RecordFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	r := &RecordFile{
		file: f, dirty: make(chan struct{}, 1), done: make(chan struct{}),
	}
	if err := r.prepare(); err != nil {
		f.Close()
		return nil, err
	}
	go r.syncs()
	return r, nil
}

// prepare takes the lock and ends a line that a killed host left behind.
func (r *RecordFile) prepare() error {
	info, err := r.file.Stat()
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if r.regular = info.Mode().IsRegular(); !r.regular {
		return nil
	}
	if err := lockFile(r.file); err != nil {
		return fmt.Errorf("record %s is being written by another match (%w): "+
			"wait for it or name another file", r.file.Name(), err)
	}
	if info, err = r.file.Stat(); err != nil || info.Size() == 0 {
		return err
	}
	if err := r.wantRecord(); err != nil {
		return err
	}
	var last [1]byte
	if _, err := r.file.ReadAt(last[:], info.Size()-1); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	r.torn = last[0] != '\n'
	return nil
}

// wantRecord wants the file to begin as a record does, perhaps as one whose
// first line was cut.
func (r *RecordFile) wantRecord() error {
	start := make([]byte, len(RecordStart))
	n, err := r.file.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("record: %w", err)
	}
	line, _, _ := bytes.Cut(start[:n], []byte("\n"))
	if !strings.HasPrefix(RecordStart, string(line)) {
		return fmt.Errorf("record %s: it holds something else, which begins with %q: name another file",
			r.file.Name(), line)
	}
	return nil
}

// Name is the path of the file.
func (r *RecordFile) Name() string { return r.file.Name() }

// Write appends p. An error names the file; it may have been one of an
// earlier sync.
func (r *RecordFile) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, fmt.Errorf("record %s: %w", r.file.Name(), os.ErrClosed)
	}
	if r.err != nil {
		return 0, r.err
	}
	if r.torn {
		if _, err := r.file.Write([]byte{'\n'}); err != nil {
			return 0, err
		}
		r.torn = false
	}
	n, err := r.file.Write(p)
	r.torn = n > 0 && p[n-1] != '\n'
	select {
	case r.dirty <- struct{}{}:
	default:
	}
	return n, err
}

// syncs brings to the disk what was written, many writes at once when the
// disk is slow, until Close.
func (r *RecordFile) syncs() {
	defer close(r.done)
	for range r.dirty {
		if err := r.sync(); err != nil {
			r.mu.Lock()
			r.err = errors.Join(r.err, err)
			r.mu.Unlock()
			return
		}
	}
}

func (r *RecordFile) sync() error {
	if !r.regular {
		return nil
	}
	if err := syncData(r.file); err != nil {
		return fmt.Errorf("sync record %s: %w", r.file.Name(), err)
	}
	return nil
}

// Close brings everything to the disk and gives the lock back. A second Close
// does nothing.
func (r *RecordFile) Close() error {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil
	}
	r.closed = true
	close(r.dirty)
	r.mu.Unlock()
	<-r.done
	return errors.Join(r.err, r.sync(), r.file.Close())
}

var _ io.WriteCloser = (*RecordFile)(nil)
