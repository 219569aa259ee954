package latency

import (
	"fmt"
	"time"
)

// Run holds the samples of one player. The caller that times sets its fields; the
// methods report.
type Run struct {
	Address   string        // of the player
	Limit     time.Duration // of an answer
	Wire      UARTLine      // as the address has it
	Estimator Estimator     // by which the answers were read
	Floor     *Floor        // nil when none was measured

	// FloorFault says why the floor is less than was asked for.
	FloorFault string
	// Probe describes the question that measured the floor, for the report.
	Probe string
	// Across is the name of the label by which the picture spreads the answers
	// out, and AcrossWords describes it there.
	Across, AcrossWords string
	// Plain reports whether a spreadsheet takes an answer for no formula, though it begins like one; nil
	// is of a game without such answers.
	Plain func(answer string) bool

	Answers    []*Sample
	Games      int    // that were played to where they end or are stopped
	Strayed    int    // of them, games in which the player left the script
	Partial    string // why the run ended early; empty if it did not
	Start, End time.Time
}

// Sample is one answer of a run.
type Sample struct {
	Group    string  // under which it is summed up
	Labels   []Label // where it was given: the same names in each answer of a run
	Exchange Exchange
	Estimate
	Cycles  *Cycles       // of a player that counts its own clock; or nil
	Stalled time.Duration // that the host stalled meanwhile
}

// Label is a name and a value, a string or an int.
type Label struct {
	Name  string
	Value any
}

// number is the value of a label, 0 if it has none.
func (t *Sample) number(name string) int {
	for _, l := range t.Labels {
		if n, ok := l.Value.(int); ok && l.Name == name {
			return n
		}
	}
	return 0
}

// String is the value in words.
func (l Label) String() string { return fmt.Sprint(l.Value) }

// Cycles is the time of an answer in clock cycles of the player.
type Cycles struct {
	Count int64
	Took  time.Duration // all of them
}
