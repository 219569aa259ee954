package record

import (
	"fmt"
	"io"
	"sync"
)

// MaxLine is the longest line of a record, its line feed included.
const MaxLine = 1 << 20

// Recorder writes events in the order in which they happen, each with one
// Write. After an error it writes nothing more and keeps the error. Once it is
// started it may be used by many goroutines.
type Recorder struct {
	mu    sync.Mutex
	w     io.Writer   // nil: nothing is written
	watch func(Event) // nil: no watcher
	chain *HashChain
	event Event // a copy of the event being written
	buf   []byte
	err   error
}

// Start records to w, continuing its hash chain if w is [HashChained]; nil keeps
// no record. Watch gets each event after it is written, one at a time; it may be
// nil. Start comes before all else.
func (r *Recorder) Start(w io.Writer, watch func(Event)) {
	r.w, r.watch, r.chain = w, watch, &HashChain{}
	if c, ok := w.(HashChained); ok {
		r.chain = c.Chain()
	}
}

// Write records one event. It is copied first, so that it takes no memory of its
// own: events are written while a clock may run.
func (r *Recorder) Write(e *Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.event = *e
	r.add(&r.event)
}

// WriteKept is Write of an event that has a place of its own already, and is not
// copied: no caller may change it before WriteKept returns.
func (r *Recorder) WriteKept(e *Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(e)
}

func (r *Recorder) add(e *Event) {
	if r.err != nil {
		return
	}
	if r.w != nil {
		if err := r.append(e); err != nil {
			r.err = fmt.Errorf("record the match: %w", err)
			return
		}
	}
	if r.watch != nil {
		r.watch(*e)
	}
}

// append writes the line of an event.
func (r *Recorder) append(e *Event) error {
	r.buf = appendEvent(r.buf[:0], e, Version)
	if n := len(r.buf) + len(sumKey) + longSum + len(sumEnd) + 1; n > MaxLine {
		return fmt.Errorf("%s event of %d bytes is longer than %d", e.Type, n, MaxLine)
	}
	sum := r.chain.after(r.buf, Version)
	r.buf = append(append(r.buf, sumKey...), sum.bytes()...)
	r.buf = append(append(r.buf, sumEnd...), '\n')
	if n, err := r.w.Write(r.buf); err != nil {
		r.chain.broken(r.buf[:max(0, min(n, len(r.buf)))])
		return err
	}
	r.chain.last = sum
	return nil
}

// Failed is the error that stopped the record, if any.
func (r *Recorder) Failed() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}
