package conformance

import (
	"context"
	"fmt"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/steps"
	"github.com/loopline/loopline/internal/phrase"
)

// times is the step about the clock.
func (c *Checker) times(context.Context) (steps.Step, error) {
	late := append(c.fouls[host.Late], c.fouls[host.Silent]...)
	switch {
	case len(late) > 0:
		return steps.Step{
			Status: steps.Failed, Detail: phrase.Plural(len(late), "time", "times") + " not; first " + foulWords(late[0].foul),
			Expected: "every answer within its limit", Got: late[0].foul.Evidence(),
		}, nil
	case c.answers.Count() == 0:
		return steps.Without(noAnswer), nil
	case c.polled:
		return steps.Without("of a client that polls a turn takes its whole time"), nil
	}
	s := steps.Step{Detail: c.answers.String()}
	if c.answers.Percentile(99) > c.Move*8/10 {
		s.Status = steps.Note
		s.Detail += "; that leaves little of " + phrase.Brief(c.Move)
	}
	return s, nil
}

// stays is the step about players that hang up or die.
func (c *Checker) stays(context.Context) (steps.Step, error) {
	gone := c.fouls[host.Gone]
	switch {
	case len(gone) > 0:
		return steps.Step{
			Status: steps.Failed, Detail: phrase.Plural(len(gone), "time", "times") + " not; first " + foulWords(gone[0].foul),
			Expected: "a player that is there until the game is over", Got: gone[0].foul.Evidence(),
		}, nil
	case c.answers.Count() == 0:
		return steps.Without(noAnswer), nil
	}
	return steps.Step{}, nil
}

// unasked is the step about lines that are no answers.
func (c *Checker) unasked(context.Context) (steps.Step, error) {
	switch {
	case len(c.strays) > 0:
		return steps.Step{Status: steps.Note, Detail: fmt.Sprintf("%s, such as %q; hosts may take them for answers, or be strict",
			phrase.Plural(len(c.strays), "line", "lines"), c.strays[0])}, nil
	case len(c.noise) > 0:
		return steps.Step{Status: steps.Note, Detail: fmt.Sprintf("%s that are no answers, such as %q",
			phrase.Plural(len(c.noise), "line", "lines"), c.noise[0])}, nil
	case c.answers.Count() == 0:
		return steps.Without(noAnswer), nil
	}
	return steps.Step{}, nil
}

func (c *Checker) endingName() string {
	if c.LineEnd == "\r\n" {
		return "ends its lines with CR LF and echoes nothing"
	}
	return "ends its lines with LF and echoes nothing"
}

// endings is the step about how lines look on the wire.
func (c *Checker) endings(context.Context) (steps.Step, error) {
	c.close() // so that the taps have passed on everything
	if c.polled {
		return steps.Without("its client speaks HTTP"), nil
	}
	if c.Endings == nil || c.Endings.Lines() == 0 {
		return steps.Without("not a line came"), nil
	}
	notes := c.Endings.Notes(c.LineEnd)
	if c.echoes > 0 {
		notes = append(notes, "our lines come back as an echo")
	}
	if len(notes) > 0 {
		return steps.Step{Status: steps.Note, Detail: strings.Join(notes, ", ")}, nil
	}
	return steps.Step{}, nil
}
