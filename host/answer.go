package host

import "time"

// Answer is a line given to a question. Times are whole microseconds since
// the game started.
type Answer struct {
	Text         string        // without its line end, otherwise untouched
	Sent         time.Duration // before the first byte of the question was written
	Drained      time.Duration // when its last byte had left: the clock starts
	First        time.Duration // arrival of the answer's first byte
	Last         time.Duration // arrival of its line end: the clock stops
	Used         time.Duration // Last - Drained, never negative
	Compensation time.Duration // of Used, not charged: the host stalled
}
