package bridge

import (
	"bytes"
	"time"
)

// stamped is a line and when its first and its last byte arrived.
type stamped struct {
	text        string
	first, last time.Time
}

// framer cuts a stream of bytes into lines. It neither reads nor waits, so the
// same bytes give the same lines however they are split.
//
// A line ends with LF, CR or CR LF. A CR ends it at once, for it may be the last
// byte for a long time; an LF that follows it, even much later, ends nothing.
// Empty lines are skipped.
type framer struct {
	maxLine int
	tail    []byte    // the unfinished line
	first   time.Time // of the tail
	last    time.Time // of the tail
	afterCR bool      // the byte before was a CR
}

// feed takes bytes that arrived at one time and calls emit for every line they
// end. It stops, with the too long line in the tail, when a line grows beyond
// its limit, and stops when emit answers false.
func (f *framer) feed(chunk []byte, at time.Time, emit func(stamped) bool) (ok bool) {
	for len(chunk) > 0 {
		if f.afterCR && chunk[0] == '\n' {
			f.afterCR = false
			chunk = chunk[1:]
			continue
		}
		f.afterCR = false
		end := bytes.IndexAny(chunk, "\r\n")
		if end < 0 {
			return f.grow(chunk, at)
		}
		if !f.grow(chunk[:end], at) {
			return false
		}
		f.afterCR = chunk[end] == '\r'
		f.last = at
		if line, ok := f.finish(); ok && !emit(line) {
			return false
		}
		chunk = chunk[end+1:]
	}
	return true
}

// grow adds to the tail, and no more than it may hold.
func (f *framer) grow(part []byte, at time.Time) bool {
	if len(part) == 0 {
		return true
	}
	if len(f.tail) == 0 {
		f.first = at
	}
	f.last = at
	room := f.maxLine - len(f.tail)
	f.tail = append(f.tail, part[:min(room, len(part))]...)
	return len(part) <= room
}

// finish makes the tail a line, unless it is empty.
func (f *framer) finish() (stamped, bool) {
	if len(f.tail) == 0 {
		return stamped{}, false
	}
	line := stamped{string(f.tail), f.first, f.last}
	f.tail = f.tail[:0]
	return line, true
}

// idleEnds says whether silence would end the unfinished line: some players end
// an answer with a space instead of a line end.
func (f *framer) idleEnds() bool {
	n := len(f.tail)
	return n > 0 && f.tail[n-1] == ' ' && len(bytes.Trim(f.tail, " ")) > 0
}
