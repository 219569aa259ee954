package check

import (
	"context"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
)

// times is the step about the clock.
func (c *Checker) times(context.Context) (Step, error) {
	late := append(c.fouls[host.Late], c.fouls[host.Silent]...)
	switch {
	case len(late) > 0:
		step := Step{
			Status: Failed, Detail: late[0].notThen(len(late)),
			Expected: say.Word("every answer within its limit"), Got: late[0].foul.Evidence(),
		}
		return c.Excuse(step), nil
	case c.Answers.Count() == 0:
		return Without(say.Word(noAnswer)), nil
	case c.polled:
		return Without(say.Word("of a client that polls a turn takes its whole time")), nil
	}
	return c.Pace(), nil
}

// stays is the step about players that hang up or die.
func (c *Checker) stays(context.Context) (Step, error) {
	gone := c.fouls[host.Gone]
	switch {
	case len(gone) > 0:
		return Step{
			Status: Failed, Detail: gone[0].notThen(len(gone)),
			Expected: say.Word("a player that is there until the game is over"), Got: gone[0].foul.Evidence(),
		}, nil
	case c.Answers.Count() == 0:
		return Without(say.Word(noAnswer)), nil
	}
	return Step{}, nil
}

// notThen counts the games in which the player failed to, m the first of them.
func (m *gameRun) notThen(times int) say.Text {
	return say.Format("%s not; first %s", say.Plural(times, "%d time", "%d times"), m.foulText())
}

// unasked is the step about unsolicited lines.
func (c *Checker) unasked(context.Context) (Step, error) {
	return c.Unasked("%s before the first answer, such as %q", noAnswer), nil
}

func (c *Checker) endingName() say.Text {
	if c.LineEnd == "\r\n" {
		return say.Word("ends its lines with CR LF and echoes nothing")
	}
	return say.Word("ends its lines with LF and echoes nothing")
}

// endings is the step about how lines look on the wire.
func (c *Checker) endings(context.Context) (Step, error) {
	c.close() // so that the taps have passed on everything
	if c.polled {
		return Without(say.Word("its client speaks HTTP")), nil
	}
	return c.LineEnds(), nil
}
