package conformance

import (
	"context"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// answerTimes is the step about the clock.
func (c *Checker) answerTimes(context.Context) (Step, error) {
	switch s := c.Pace(); {
	case c.Answers.Count() == 0 && c.overdue == 0:
		return skipped("no move came"), nil
	case c.overdue > 0:
		s = Step{Status: Failed, Detail: say.Word("no move came"), Expected: say.Format("every move within %s", humanize.Duration(c.Limits.Move))}
		if c.Answers.Count() > 0 {
			s.Detail = c.Answers.Text()
		}
		s.Detail = say.Format("%s; %s ended without one in time", s.Detail, say.Plural(c.overdue, "%d game", "%d games"))
		return c.Excuse(s), nil
	default:
		return s, nil
	}
}

// unasked is the step about unsolicited lines.
func (c *Checker) unasked(context.Context) (Step, error) {
	return c.Unasked("before its first answer %s, such as %q; old hosts may stumble", noMove), nil
}

// lineEnds is the step about how lines look on the wire.
func (c *Checker) lineEnds(context.Context) (Step, error) {
	c.harness.Close()
	return c.LineEnds(), nil
}

// BitError is by how much the bits of a player are longer than its bit rate
// says: 0.02 is 2 % too long, and the player that much too slow.
type BitError struct {
	Bytes   int     // that were measured
	Worst   float64 // of a byte, with its sign
	Within  float64 // how exact Worst is, plus and minus
	Allowed float64 // what one end may be off; the other end needs as much
}

// add merges another measurement of the same player.
func (e *BitError) add(other BitError) {
	bytes := e.Bytes + other.Bytes
	if max(other.Worst, -other.Worst) >= max(e.Worst, -e.Worst) {
		*e = other
	}
	e.Bytes = bytes
}

// bitRate is the step about the length of bits.
func (c *Checker) bitRate(context.Context) (Step, error) {
	c.harness.Close() // which measures it
	switch {
	case c.BitError == nil:
		return skipped(notSimulated), nil
	case c.bits.Bytes == 0:
		return skipped(check.NoLine), nil
	}
	s := Step{Detail: say.Format("bits are off by %+.2f %% at most, measured to %.2f %%, in %s",
		100*c.bits.Worst, 100*c.bits.Within, say.Plural(c.bits.Bytes, "%d byte", "%d bytes"))}
	if max(c.bits.Worst, -c.bits.Worst) > c.bits.Allowed+c.bits.Within {
		s.Status = Note
		s.Detail = say.Format("%s; more than %.0f %% may not be read by a host that is off too: is its divider right?",
			s.Detail, 100*c.bits.Allowed)
	}
	return s, nil
}
