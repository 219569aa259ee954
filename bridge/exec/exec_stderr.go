package exec

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/loopline/loopline/bridge/lines"
)

// Limits of a player's standard error.
const (
	MaxStderrLine  = 1024      // bytes of one line, the rest is cut
	maxStderrQueue = 256       // lines waiting for a slow writer
	maxStderrRate  = 64 * 1024 // bytes in one second
	minStderrCost  = 128       // bytes that a shorter line counts as
	stderrGrace    = 100 * time.Millisecond
)

// stderrLog copies the lines of a pipe to a writer. A slow writer never blocks the pipe:
// excess lines are counted and dropped. Beyond the rate of lines.StderrLimiter the pipe isn't
// read, which blocks the player.
type stderrLog struct {
	pipe    *os.File
	lines   chan []byte
	closing chan struct{} // closed when the log is closing
	read    chan struct{} // closed when the pipe has ended
	written chan struct{} // closed when the writer has had everything

	bytes atomic.Int64 // that were read

	line    []byte // unfinished
	cut     int    // bytes of the unfinished line left out
	inside  bool   // a line whose beginning was dropped
	dropped int    // bytes not handed on
	window  time.Time
	spent   int // bytes handed on in the window
}

// followStderr starts the copy. With a nil pipe it does nothing and returns nil.
func followStderr(pipe *os.File, w io.Writer) *stderrLog {
	if pipe == nil {
		return nil
	}
	s := &stderrLog{
		pipe: pipe, lines: make(chan []byte, maxStderrQueue),
		read: make(chan struct{}), written: make(chan struct{}), closing: make(chan struct{}),
	}
	go s.readPipe()
	go s.writeLines(w)
	return s
}

func (s *stderrLog) readPipe() {
	defer close(s.read)
	defer close(s.lines)
	buf := make([]byte, 16<<10)
	budget := lines.StderrLimiter()
	for {
		n, err := s.pipe.Read(buf)
		s.bytes.Add(int64(n))
		s.feed(buf[:n])
		if err != nil {
			s.flush()
			s.reportDropped()
			return
		}
		// A flooding player waits for us; we don't wait for it.
		if pause := budget.Pause(n, time.Now()); pause > 0 {
			s.rest(pause)
		}
	}
}

// rest waits, until the log is closed at the latest.
func (s *stderrLog) rest(pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.closing:
	}
}

// StderrBytes returns the number of bytes that were read from the player's standard
// error.
func (p *process) StderrBytes() int64 {
	if p.stderr == nil {
		return 0
	}
	return p.stderr.bytes.Load()
}

func (s *stderrLog) feed(chunk []byte) {
	if s.spent >= maxStderrRate && time.Since(s.window) < time.Second {
		s.drop(chunk)
		return
	}
	if s.inside {
		end := bytes.IndexByte(chunk, '\n') + 1
		if end == 0 {
			end = len(chunk)
		}
		s.inside = chunk[end-1] != '\n'
		s.dropped += end
		chunk = chunk[end:]
	}
	for len(chunk) > 0 {
		chunk = s.feedLine(chunk)
	}
}

// drop counts what comes too fast, without a look at its lines.
func (s *stderrLog) drop(chunk []byte) {
	if len(chunk) == 0 {
		return
	}
	s.dropped += len(s.line) + s.cut + len(chunk)
	s.line, s.cut = s.line[:0], 0
	s.inside = chunk[len(chunk)-1] != '\n'
}

// feedLine takes a line or a part of one and returns the rest.
func (s *stderrLog) feedLine(chunk []byte) (rest []byte) {
	part, rest, whole := bytes.Cut(chunk, []byte{'\n'})
	room := min(MaxStderrLine-len(s.line), len(part))
	s.line = append(s.line, part[:room]...)
	s.cut += len(part) - room
	if whole {
		s.flush()
	}
	return rest
}

// flush passes the line on, unless the player has exceeded its rate.
func (s *stderrLog) flush() {
	if len(s.line) == 0 && s.cut == 0 {
		return
	}
	text := bytes.TrimRight(s.line, "\r")
	if s.cut > 0 {
		text = fmt.Appendf(text, " … %d bytes cut", s.cut)
	}
	s.enqueue(append(bytes.Clone(text), '\n'))
	s.line, s.cut = s.line[:0], 0
}

func (s *stderrLog) enqueue(line []byte) {
	if now := time.Now(); now.Sub(s.window) >= time.Second {
		s.window, s.spent = now, 0
		s.reportDropped()
	}
	cost := max(len(line), minStderrCost)
	if s.spent+cost > maxStderrRate {
		s.spent = maxStderrRate
		s.dropped += len(line)
		return
	}
	select {
	case s.lines <- line:
		s.spent += cost
	default:
		s.dropped += len(line)
	}
}

func (s *stderrLog) reportDropped() {
	if s.dropped == 0 {
		return
	}
	note := fmt.Appendf(nil, "… %d bytes of standard error dropped\n", s.dropped)
	select {
	case s.lines <- note:
		s.dropped = 0
	default:
	}
}

func (s *stderrLog) writeLines(w io.Writer) {
	defer close(s.written)
	for line := range s.lines {
		// Each line is one Write. An error is the writer's own affair.
		w.Write(line)
	}
}

// drain waits briefly until the last lines of an ended program are passed on, so that they
// precede the verdict. It doesn't wait for a child that keeps the pipe open.
func (s *stderrLog) drain() {
	if s == nil {
		return
	}
	timer := time.NewTimer(stderrGrace)
	defer timer.Stop()
	select {
	case <-s.written:
	case <-s.closing:
	case <-timer.C:
	}
}

// close ends the log. It still reads the player's last lines, and waits neither for a child
// that keeps the pipe open nor for a writer that hangs.
func (s *stderrLog) close() {
	if s == nil {
		return
	}
	close(s.closing)
	s.pipe.SetReadDeadline(time.Now().Add(stderrGrace))
	<-s.read
	s.pipe.Close()
	timer := time.NewTimer(stderrGrace)
	defer timer.Stop()
	select {
	case <-s.written:
	case <-timer.C:
	}
}
