package bridgetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/loopline/loopline/bridge/lines"
)

// maxTapLine bounds a line of a tap file.
const maxTapLine = 1 << 20

// Playback is a connection that behaves as a taped one did: what the player said
// is read once everything that had been written to it before has been written
// again, byte for byte. One taped session with a board becomes a test for ever.
type Playback struct {
	mu     sync.Mutex // guards the rest
	moved  *sync.Cond
	steps  []step
	fault  error // the first byte that was written otherwise
	closed bool
}

// step is a run of bytes in one direction.
type step struct {
	fromPlayer bool
	bytes      []byte
}

// NewPlayback reads a tap as [bridge.NewTap] writes it. A last line that was cut
// off is left out.
func NewPlayback(tape io.Reader) (*Playback, error) {
	p := &Playback{}
	p.moved = sync.NewCond(&p.mu)
	lines := bufio.NewScanner(tape)
	lines.Buffer(nil, maxTapLine)
	var bad error
	for number := 1; lines.Scan(); number++ {
		if bad != nil {
			return nil, bad
		}
		if err := p.add(lines.Bytes()); err != nil {
			bad = fmt.Errorf("tap line %d: %w", number, err)
		}
	}
	return p, lines.Err()
}

func (p *Playback) add(line []byte) error {
	var entry lines.TapEntry
	if err := json.Unmarshal(line, &entry); err != nil {
		return err
	}
	if entry.Lost > 0 {
		return errors.New("bytes of the session were not noted")
	}
	chunk, err := entry.Bytes()
	if err != nil || len(chunk) == 0 {
		return err
	}
	fromPlayer := entry.Dir == "in"
	if n := len(p.steps); n > 0 && p.steps[n-1].fromPlayer == fromPlayer {
		p.steps[n-1].bytes = append(p.steps[n-1].bytes, chunk...)
	} else {
		p.steps = append(p.steps, step{fromPlayer, chunk})
	}
	return nil
}

// Read returns what the player said next, when its turn has come, and io.EOF at
// the end of the tape.
func (p *Playback) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.closed && p.fault == nil && len(p.steps) > 0 && !p.steps[0].fromPlayer {
		p.moved.Wait()
	}
	switch {
	case p.closed:
		return 0, os.ErrClosed
	case p.fault != nil:
		return 0, p.fault
	case len(p.steps) == 0:
		return 0, io.EOF
	}
	n := copy(b, p.steps[0].bytes)
	p.consume(n)
	return n, nil
}

// Write compares the bytes with the tape. It answers an error at the first that
// differs, and so does every Read after it. A byte that comes before the player
// has said what it said before that byte is accepted: it was only written early.
func (p *Playback) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return 0, os.ErrClosed
	}
	if p.fault != nil {
		return 0, p.fault
	}
	for i, got := range b {
		if err := p.expect(got); err != nil {
			p.fault = err
			p.moved.Broadcast()
			return i, err
		}
	}
	p.moved.Broadcast()
	return len(b), nil
}

// expect takes the next byte of the tape that was written.
func (p *Playback) expect(got byte) error {
	for i := range p.steps {
		s := &p.steps[i]
		if s.fromPlayer || len(s.bytes) == 0 {
			continue
		}
		if s.bytes[0] != got {
			return fmt.Errorf("playback: wrote %q where the tape has %q", got, s.bytes[0])
		}
		s.bytes = s.bytes[1:]
		p.consume(0)
		return nil
	}
	return fmt.Errorf("playback: wrote %q after the end of the tape", got)
}

// consume drops n bytes of the first step and the steps that are used up.
func (p *Playback) consume(n int) {
	p.steps[0].bytes = p.steps[0].bytes[n:]
	for len(p.steps) > 0 && len(p.steps[0].bytes) == 0 {
		p.steps = p.steps[1:]
	}
}

// Remaining returns the bytes of the tape that were neither read nor written.
func (p *Playback) Remaining() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	var left bytes.Buffer
	for _, s := range p.steps {
		left.Write(s.bytes)
	}
	return left.Bytes()
}

// Close unblocks Read. It is idempotent.
func (p *Playback) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.moved.Broadcast()
	return nil
}
