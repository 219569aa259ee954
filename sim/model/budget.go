package model

import (
	"fmt"
	"time"
)

// These limits bound a model's processor time, so that a program can't compute in place
// of the hardware while the board's clock stands still. harness/model.h counts the time
// of the model alone: a busy machine makes no difference.
const (
	// DefaultCycleTime bounds the average processor time of a clock cycle. The table lists
	// boards that are asked for moves all the while, on the computer of docs/measurements.md;
	// CYCLES=2000000 go test ./cmd/internal/cli -run '^TestCycleTimes$' -v measures them:
	//
	//	board                              a cycle   of the bound
	//	ll_board_search, 32×32            0.157 µs   1/127
	//	ll_board                          0.135 µs   1/148
	//	ll_board, 128×128                 0.105 µs   1/191
	//	ll_board_search                   0.135 µs   1/148
	//	ll_chaser_board                   0.051 µs   1/388
	//	loopline new board --lang vhdl    0.040 µs   1/495
	//	loopline new board                0.030 µs   1/663
	//	sim/testdata/team                 0.034 µs   1/587
	//	sim/testdata/students/de10        0.034 µs   1/582
	//	sim/testdata/students/sv          0.026 µs   1/769
	//	sim/testdata/students/basys       0.022 µs   1/892
	//	sim/testdata/students/icestick    0.019 µs   1/1029
	//	sim/testdata/students/vhdl        0.019 µs   1/1029
	//
	// The slowest fills an FPGA of 7,680 logic cells. One that fills ten times as many stays
	// below a tenth of the bound, on a computer half as fast below a fifth.
	DefaultCycleTime = 20 * time.Microsecond

	// quickCycles multiplies the limit of a model that was compiled without
	// optimisation, to be ready sooner.
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

// Error names the model and the limit that it exceeded.
func (e *OverrunError) Error() string { return fmt.Sprintf("the model of %s %s", e.Model, e.What) }

// Overrun marks the error as one of a player that took more than it may.
func (e *OverrunError) Overrun() string { return e.Error() }

// overrun returns the error of a model that ended with a status, or nil.
func (p *Process) overrun(status int) error {
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

// A StarvedError says that this machine did not simulate an answer in time, because others had its
// processors. It is no player's fault.
type StarvedError struct {
	Model string        // the module
	What  string        // an answer, a game
	Most  time.Duration // on the wall
}

// Error names the model and the limit.
func (e *StarvedError) Error() string {
	return fmt.Sprintf("the model of %s waited for a processor: this machine did not simulate %s in %v", e.Model, e.What, e.Most)
}

// HostFailed marks the error as one of this machine.
func (e *StarvedError) HostFailed() bool { return true }

func (p *Process) cycleTime() time.Duration {
	if p.perCycle == 0 {
		return DefaultCycleTime
	}
	return p.perCycle
}
