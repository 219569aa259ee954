package bridge

import (
	"time"

	"github.com/loopline/loopline/internal/say"
)

// LineSplitter cuts a stream of bytes into lines as a [Line] does, for a player that
// keeps a time of its own. The zero value takes lines of DefaultMaxLine bytes.
// It neither reads nor waits.
type LineSplitter struct{ f framer }

// NewLineSplitter cuts lines of a game as [NewLine] does, by what config says of their
// length, of empty ones, and of the ends of lines.
func NewLineSplitter(config LineConfig) LineSplitter {
	config = config.withDefaults()
	return LineSplitter{framer{maxLine: config.MaxLine, emptyToo: config.Empty, strictEnds: config.StrictEnds}}
}

// Feed takes bytes that arrived at one time and calls emit for each line that
// they end, with the times of its first and its last byte. It returns a
// [*GarbledError] when a line is too long, or too many are empty.
func (c *LineSplitter) Feed(chunk []byte, at time.Time, emit func(text string, first, last time.Time)) error {
	if c.f.maxLine == 0 {
		c.f.maxLine = DefaultMaxLine
	}
	if c.f.feed(chunk, at, func(l stamped) bool { emit(l.text, l.first, l.last); return true }) {
		return nil
	}
	return newGarbled(c.f.tail, c.f.problem)
}

// StartQuestion restarts the count of empty lines. Call it when a line is sent to the
// player.
func (c *LineSplitter) StartQuestion() { c.f.asked() }

// Last is when the last byte of the unfinished line arrived. SpaceEnds tells
// that the line would end after DefaultIdle of silence, since its last byte is
// a space.
func (c *LineSplitter) Last() (at time.Time, spaceEnds bool) { return c.f.last, c.f.idleEnds() }

// Finish ends the unfinished line. ok is false if there is none.
func (c *LineSplitter) Finish() (text string, first, last time.Time, ok bool) {
	line, ok := c.f.finish()
	return line.text, line.first, line.last, ok
}

// Incomplete returns the error of a wait that ended, for the given reason, before
// the line did.
func (c *LineSplitter) Incomplete(cause error) error {
	return &IncompleteLineError{cause, append([]byte(nil), c.f.tail...)}
}

// Dropped returns the error of a player that went inside the unfinished line, or
// before it.
func (c *LineSplitter) Dropped(why say.Text, err error) error {
	return &DroppedError{&DisconnectedError{why, err}, append([]byte(nil), c.f.tail...)}
}
