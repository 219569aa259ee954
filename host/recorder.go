package host

import (
	"fmt"
	"io"
	"sync"
)

// maxLine is the longest line of a record, its line feed included.
const maxLine = 1 << 20

// recorder writes events in the order in which they happen, each with one
// Write. After an error it writes nothing more and keeps the error.
type recorder struct {
	mu    sync.Mutex
	w     io.Writer   // nil: nothing is written
	watch func(Event) // nil: nobody watches
	chain chain
	buf   []byte
	err   error
}

// write records one event.
func (r *recorder) write(e *Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.locked(e)
}

func (r *recorder) locked(e *Event) {
	if r.err != nil {
		return
	}
	if r.w != nil {
		if r.err = r.encode(e); r.err == nil {
			_, r.err = r.w.Write(r.buf)
		}
		if r.err != nil {
			r.err = fmt.Errorf("record the match: %w", r.err)
			return
		}
	}
	if r.watch != nil {
		r.watch(*e)
	}
}

func (r *recorder) encode(e *Event) error {
	if e.Type == EventGame {
		r.chain.restart()
	}
	r.buf = appendEvent(r.buf[:0], e)
	if len(r.buf)+len(sumMask)+1 > maxLine {
		return fmt.Errorf("%s event of %d bytes is longer than %d",
			e.Type, len(r.buf), maxLine)
	}
	sum := r.chain.next(r.buf)
	r.buf = append(r.buf, `,"sum":"`...)
	r.buf = append(r.buf, sum[:]...)
	r.buf = append(r.buf, '"', '}', '\n')
	return nil
}

// failed is the error that stopped the record, if any.
func (r *recorder) failed() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}
