package sim

import (
	"fmt"
	"time"
)

// What a model may take of processor time, so that a design is not computed by a
// program where a board's time stands still. harness/model.h counts it. It is the
// model's own time: how busy the machine is does not matter.
const (
	// DefaultCycleTime is what a clock cycle may take on the average. It is a choice, with
	// room for designs much larger than the reference board, which BenchmarkBoard measures;
	// how long the designs of a contest take nobody has measured.
	DefaultCycleTime = 100 * time.Microsecond

	// quickCycles is how much slower models are that are built to be there soon.
	quickCycles = 5

	longestCycle = 200 * time.Millisecond // one clock cycle
	burstTime    = 5 * time.Second        // taken in advance
	powerUpTime  = 20 * time.Second       // before the first question
)

// The exit statuses of a model that takes more.
const (
	exitStandsStill = 117
	exitTooSlow     = 118
)

// An OverrunError says that a model took more than it may. It is its player's fault.
type OverrunError struct {
	Model string // the module
	What  string
}

// Error says what it took.
func (e *OverrunError) Error() string { return fmt.Sprintf("the model of %s %s", e.Model, e.What) }

// Overrun marks the error as one of a player that took more than it may.
func (e *OverrunError) Overrun() string { return e.Error() }

// overrun is the error of a model that ended with a status, or nil.
func (p *process) overrun(status int) error {
	switch status {
	case exitStandsStill:
		return &OverrunError{p.name, fmt.Sprintf("stands still inside one clock cycle, for more than %v of processor time "+
			"(%v at power-up): its code has a loop without end, or of more rounds than hardware has gates; sim lint names such loops",
			longestCycle, powerUpTime)}
	case exitTooSlow:
		return &OverrunError{p.name, fmt.Sprintf("took more than %v of processor time a clock cycle on the average, and %v in advance: "+
			"its code computes what hardware would not; cputime= in the address sets another limit", p.cycleTime(), burstTime)}
	}
	return nil
}

func (p *process) cycleTime() time.Duration {
	if p.perCycle == 0 {
		return DefaultCycleTime
	}
	return p.perCycle
}
