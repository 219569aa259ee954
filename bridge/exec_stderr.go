package bridge

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"
)

// Limits of what a player may say on its standard error.
const (
	maxStderrLine  = 1024      // bytes of one line, the rest is cut
	maxStderrQueue = 256       // lines waiting for a slow writer
	maxStderrRate  = 64 * 1024 // bytes in one second
	stderrGrace    = 100 * time.Millisecond
)

// stderrLog hands the lines of a pipe to a writer without ever letting the
// writer hold up the pipe: what comes too fast is counted and dropped.
type stderrLog struct {
	pipe    *os.File
	lines   chan []byte
	read    chan struct{} // closed when the pipe has ended
	written chan struct{} // closed when the writer has had everything

	line    []byte // unfinished
	cut     int    // bytes of the unfinished line left out
	dropped int    // bytes not handed on
	window  time.Time
	spent   int // bytes handed on in the window
}

// followStderr may be given a nil pipe; then it does nothing.
func followStderr(pipe *os.File, w io.Writer) *stderrLog {
	if pipe == nil {
		return nil
	}
	s := &stderrLog{
		pipe: pipe, lines: make(chan []byte, maxStderrQueue),
		read: make(chan struct{}), written: make(chan struct{}),
	}
	go s.readPipe()
	go s.writeLines(w)
	return s
}

func (s *stderrLog) readPipe() {
	defer close(s.read)
	defer close(s.lines)
	buf := make([]byte, 4096)
	for {
		n, err := s.pipe.Read(buf)
		s.take(buf[:n])
		if err != nil {
			s.flush()
			s.reportDropped()
			return
		}
	}
}

func (s *stderrLog) take(chunk []byte) {
	for len(chunk) > 0 {
		end := bytes.IndexByte(chunk, '\n')
		part := chunk
		if end >= 0 {
			part = chunk[:end]
		}
		room := min(maxStderrLine-len(s.line), len(part))
		s.line = append(s.line, part[:room]...)
		s.cut += len(part) - room
		if end < 0 {
			return
		}
		s.flush()
		chunk = chunk[end+1:]
	}
}

// flush hands the line on, unless the player has said too much already.
func (s *stderrLog) flush() {
	if len(s.line) == 0 && s.cut == 0 {
		return
	}
	text := bytes.TrimRight(s.line, "\r")
	if s.cut > 0 {
		text = fmt.Appendf(text, " … %d bytes cut", s.cut)
	}
	s.offer(append(bytes.Clone(text), '\n'))
	s.line, s.cut = s.line[:0], 0
}

func (s *stderrLog) offer(line []byte) {
	if now := time.Now(); now.Sub(s.window) >= time.Second {
		s.window, s.spent = now, 0
		s.reportDropped()
	}
	if s.spent+len(line) > maxStderrRate {
		s.dropped += len(line)
		return
	}
	select {
	case s.lines <- line:
		s.spent += len(line)
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

// close ends the log: what the player wrote last is still read, a child that it
// left behind is not waited for, nor is a writer that hangs.
func (s *stderrLog) close() {
	if s == nil {
		return
	}
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
