package stalls

import "time"

// Waits holds the kernel's counts for a program since its start. The times never fall.
type Waits struct {
	// Held is the time in which its threads were ready to run and got no processor, all together.
	Held time.Duration
	// Others is the processor time of all programs but this one: it was not held up for longer, unless it
	// held up itself.
	Others time.Duration
	// Waiting reports that a thread has been ready to run since the last look and got no processor. The kernel
	// adds that to Held when it is over.
	Waiting bool
}

// Wait is the time that the host kept from a program on this machine, in a stretch of a game, by cause.
type Wait struct {
	Held    time.Duration // its threads were ready to run and got no processor
	Stopped time.Duration // the machine or the host stood still
	Late    time.Duration // the host came late for what it had written
}

// bound keeps a wait to what others can have taken from the program.
func (w *Wait) bound(others time.Duration) {
	w.Held = min(w.Held, others)
	w.Late = min(w.Late, others-w.Held)
}

// earned is the credit that a wait deserves in a time: no more than the part in which the program did not
// run, so that it never has more processor time than its limit.
func (w *Wait) earned(length time.Duration, own Usage) time.Duration {
	return max(0, min(w.Held+w.Stopped+w.Late, length-own.time()))
}

// lateness is the tolerance of a stall's end: the host beats this often.
const lateness = beatEvery

// waited sums up the stalls of the host itself in a time: in which it stood still, and of the last one, which
// an answer that came then had to wait for.
func waited(stalls []Span, to time.Duration) (stopped, late time.Duration) {
	for _, s := range stalls {
		switch still := s.To - s.From - s.Waited; {
		case 2*s.Waited < s.To-s.From:
			stopped += still
		case s.To+lateness >= to:
			late = s.To - s.From
		}
	}
	return stopped, late
}
