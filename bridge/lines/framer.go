package lines

import (
	"bytes"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// stamped is a line and when its first and its last byte arrived.
type stamped struct {
	text        string
	first, last time.Time
}

// maxEmpty bounds the bytes of empty lines that may come for one line of ours.
const maxEmpty = 16 << 10

// framer cuts a stream of bytes into lines. It neither reads nor waits, so the
// same bytes give the same lines however they are split.
//
// A line ends with LF, CR or CR LF. A CR ends it at once, for it may be the last
// byte for a long time; an LF that follows it, even much later, ends nothing.
// Empty lines and lines of blanks are skipped, within maxEmpty.
type framer struct {
	maxLine    int
	emptyToo   bool // hands on empty lines
	strictEnds bool // see CRLF

	idle         time.Duration // of silence behind a space that ends a line; 0 is never
	firstSilence time.Duration // that ends the first line; 0 is never

	ended   bool      // a line has ended
	empty   int       // bytes of empty lines since we sent one
	problem say.Text  // why feed stopped
	tail    []byte    // the unfinished line
	first   time.Time // of the tail
	last    time.Time // of the tail
	afterCR bool      // the byte before was a CR
}

// feed takes bytes that arrived at one time and calls emit for every line they
// end. It stops with a problem when a line grows beyond its limit, which is in
// the tail then, or when too many are empty; and it stops when emit returns false.
func (f *framer) feed(chunk []byte, at time.Time, emit func(stamped) bool) (ok bool) {
	for len(chunk) > 0 {
		if f.afterCR && chunk[0] == '\n' {
			f.afterCR = false
			chunk = chunk[1:]
			continue
		}
		f.afterCR = false
		end := bytes.IndexAny(chunk, f.ends())
		if end < 0 {
			return f.grow(chunk, at)
		}
		if !f.grow(chunk[:end], at) {
			return false
		}
		f.afterCR = chunk[end] == '\r'
		f.last = at
		line, ok := f.endLine(at)
		if ok && !emit(line) || !ok && f.tooEmpty() {
			return false
		}
		chunk = chunk[end+1:]
	}
	return true
}

// tooEmpty counts an empty line.
func (f *framer) tooEmpty() bool {
	if f.empty++; f.empty <= maxEmpty {
		return false
	}
	f.problem = say.Format("more than %d empty lines", maxEmpty)
	f.tail = append(f.tail[:0], "\n\n\n\n"...)
	return true
}

// asked restarts the count of empty lines: a line leaves for the player.
func (f *framer) asked() { f.empty = 0 }

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
	if len(part) > room {
		f.problem = say.Format("line longer than %d bytes", f.maxLine)
	}
	return len(part) <= room
}

// ends returns the bytes that end a line.
func (f *framer) ends() string {
	if f.strictEnds {
		return "\n"
	}
	return "\r\n"
}

// endLine makes the tail a line behind which its end came.
func (f *framer) endLine(at time.Time) (stamped, bool) {
	if len(f.tail) == 0 {
		f.first = at
	}
	switch tail, cr := bytes.CutSuffix(f.tail, []byte("\r")); {
	case f.strictEnds && cr:
		f.tail = tail
	case f.strictEnds:
		f.tail = append(f.tail, '\n')
	}
	if len(f.tail) == 0 && f.emptyToo {
		f.ended = true
		return stamped{"", f.first, at}, true
	}
	if !f.emptyToo && len(bytes.Trim(f.tail, " \t")) == 0 {
		f.tail = f.tail[:0] // a line of blanks is as good as an empty one
	}
	return f.finish()
}

func (f *framer) beginsFirst() bool { return !f.ended && len(f.tail) > 0 }

// finish makes the tail a line, unless it is empty.
func (f *framer) finish() (stamped, bool) {
	if len(f.tail) == 0 {
		return stamped{}, false
	}
	f.ended = true
	line := stamped{string(f.tail), f.first, f.last}
	f.tail = f.tail[:0]
	return line, true
}

// silenceEnds returns when silence ends the unfinished line; ok is false if only a line
// end does. Some players end an answer with a space, or their name with nothing.
func (f *framer) silenceEnds() (at time.Time, ok bool) {
	switch {
	case f.idle > 0 && f.endsInSpace():
		return f.last.Add(f.idle), true
	case f.firstSilence > 0 && f.beginsFirst():
		return f.last.Add(f.firstSilence), true
	}
	return at, false
}

func (f *framer) endsInSpace() bool {
	n := len(f.tail)
	return n > 0 && f.tail[n-1] == ' ' && len(bytes.Trim(f.tail, " ")) > 0
}
