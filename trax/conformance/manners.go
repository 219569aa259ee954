package conformance

import (
	"context"
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/phrase"
)

// answerTimes is the step about the clock.
func (c *Checker) answerTimes(context.Context) (Step, error) {
	s := Step{Detail: "no move came"}
	if c.answers.Count() > 0 {
		s.Detail = c.answers.String()
	}
	switch {
	case c.overdue > 0:
		s.Status, s.Expected = Failed, "every move within "+phrase.Brief(c.Limits.Move)
		s.Detail += "; " + phrase.Plural(c.overdue, "game", "games") + " ended without one in time"
	case c.answers.Count() == 0:
		s.Status = Skipped
	case c.answers.Percentile(99) > c.Limits.Move*8/10:
		s.Status = Note
		s.Detail += "; that leaves little of " + phrase.Brief(c.Limits.Move)
	}
	return s, nil
}

// unasked is the step about lines that are no answers.
func (c *Checker) unasked(context.Context) (Step, error) {
	var s Step
	switch {
	case len(c.strays) > 0:
		s.Status = Note
		s.Detail = fmt.Sprintf("%s, such as %q; hosts may take them for answers, or be strict",
			phrase.Plural(len(c.strays), "line", "lines"), c.strays[0])
	case len(c.noise) > 0:
		s.Status = Note
		s.Detail = fmt.Sprintf("before its first answer %s, such as %q; old hosts may stumble",
			phrase.Plural(len(c.noise), "line", "lines"), c.noise[0])
	case c.answers.Count() == 0:
		return without(noMove), nil
	}
	return s, nil
}

// noLine is the reason of the steps about lines that did not come.
const noLine = "not a line came"

// lineEnds is the step about how lines look on the wire.
func (c *Checker) lineEnds(context.Context) (Step, error) {
	c.drill.Close() // so that the taps have passed on everything
	if c.Endings == nil || c.Endings.Lines() == 0 {
		return without(noLine), nil
	}
	notes := c.Endings.Notes("\n")
	if c.echoes > 0 {
		notes = append(notes, "our lines come back as an echo")
	}
	if len(notes) > 0 {
		return Step{Status: Note, Detail: strings.Join(notes, ", ")}, nil
	}
	return Step{}, nil
}

// BitError is by how much the bits of a player are longer than its bit rate
// says: 0.02 is 2 % too long, and the player that much too slow.
type BitError struct {
	Bytes   int     // that were measured
	Worst   float64 // of a byte, with its sign
	Within  float64 // how exact Worst is, plus and minus
	Allowed float64 // what one end may be off; the other end needs as much
}

// add takes in what was measured of the same player elsewhere.
func (e *BitError) add(other BitError) {
	bytes := e.Bytes + other.Bytes
	if max(other.Worst, -other.Worst) >= max(e.Worst, -e.Worst) {
		*e = other
	}
	e.Bytes = bytes
}

// bitRate is the step about the length of bits.
func (c *Checker) bitRate(context.Context) (Step, error) {
	c.drill.Close() // which measures it
	switch {
	case c.BitError == nil:
		return without(notSimulated), nil
	case c.bits.Bytes == 0:
		return without(noLine), nil
	}
	s := Step{Detail: fmt.Sprintf("bits are off by %+.2f %% at most, measured to %.2f %%, in %s",
		100*c.bits.Worst, 100*c.bits.Within, phrase.Plural(c.bits.Bytes, "byte", "bytes"))}
	if max(c.bits.Worst, -c.bits.Worst) > c.bits.Allowed+c.bits.Within {
		s.Status = Note
		s.Detail += fmt.Sprintf("; more than %.0f %% may not be read by a host that is off too: is its divider right?",
			100*c.bits.Allowed)
	}
	return s, nil
}
