package lines

import (
	"time"

	"github.com/loopline/loopline/internal/say"
)

// Splitter cuts a stream of bytes into lines as a [Line] does, for a player that
// keeps a time of its own. The zero value takes lines of DefaultMaxLine bytes.
// It neither reads nor waits.
type Splitter struct{ f framer }

// NewSplitter cuts lines of a game as [New] does.
func NewSplitter(config Config) Splitter {
	config = config.withDefaults()
	return Splitter{config.Dialect.framer(config.MaxLine)}
}

// Feed takes bytes that arrived at one time and calls emit for each line that
// they end, or that silence had ended before they came, with the times of its first and
// its last byte. It returns a [*GarbledError] when a line is too long, or too many are
// empty.
func (c *Splitter) Feed(chunk []byte, at time.Time, emit func(text string, first, last time.Time)) error {
	if c.f.maxLine == 0 {
		c.f.maxLine = DefaultMaxLine
	}
	c.Silence(at, emit)
	if c.f.feed(chunk, at, func(l stamped) bool { emit(l.text, l.first, l.last); return true }) {
		return nil
	}
	return newGarbled(c.f.tail, c.f.problem)
}

// StartQuestion restarts the count of empty lines. Call it when a line is sent to the
// player.
func (c *Splitter) StartQuestion() { c.f.asked() }

// SilenceEnds returns the time at which silence ends the unfinished line; ok is false if
// only a line end does.
func (c *Splitter) SilenceEnds() (at time.Time, ok bool) { return c.f.silenceEnds() }

// Silence calls emit for the unfinished line if silence has ended it by a time.
func (c *Splitter) Silence(until time.Time, emit func(text string, first, last time.Time)) {
	if at, ok := c.f.silenceEnds(); !ok || until.Before(at) {
		return
	}
	if line, ok := c.f.finish(); ok {
		emit(line.text, line.first, line.last)
	}
}

// Delay moves the unfinished line by a time for which the player's clock stood still.
func (c *Splitter) Delay(d time.Duration) {
	c.f.first, c.f.last = c.f.first.Add(d), c.f.last.Add(d)
}

// Incomplete returns the error of a wait that ended, for the given reason, before
// the line did.
func (c *Splitter) Incomplete(cause error) error {
	return &IncompleteLineError{cause, append([]byte(nil), c.f.tail...)}
}

// Dropped returns the error of a player that went inside the unfinished line, or
// before it.
func (c *Splitter) Dropped(why say.Text, err error) error {
	return &DroppedError{&DisconnectedError{why, err}, append([]byte(nil), c.f.tail...)}
}
