package latency

import "time"

// Exchange is a question, its answer and the host's stamps, as host.Player
// gives them.
type Exchange struct {
	Question, Answer string    // without their line ends
	Sent             time.Time // before the first byte of the question was written
	Drained          time.Time // when its last byte had left the host
	First, Last      time.Time // arrival of the answer's first byte and of its line end
}

// Round is the time from before the question's first byte to the answer's last.
func (e *Exchange) Round() time.Duration { return e.Last.Sub(e.Sent) }

// Clock is the time that a referee charges: from the question's last byte to
// the answer's last, never negative.
func (e *Exchange) Clock() time.Duration { return max(0, e.Last.Sub(e.Drained)) }
