package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/host"
)

// The statuses of a step. The empty one is ok.
const (
	stepOK      = "ok"
	stepFailed  = "failed"
	stepNote    = "note"
	stepSkipped = "skipped"
)

// nameTeam is the step that --no-team leaves out.
const nameTeam = "answers -T with its team code"

// checkStep is one step of a check and what came of it.
type checkStep struct {
	Step     int    `json:"step"`
	Name     string `json:"name"`
	Status   string `json:"status"`
	Detail   string `json:"detail"`
	Expected string `json:"expected,omitempty"` // when failed
	Got      string `json:"got,omitempty"`      // the bytes, when failed
}

// checkReport numbers and prints the steps.
type checkReport struct {
	out    io.Writer
	asJSON bool
	steps  int
	count  map[string]int
	failed int
}

// add prints a step. Its errors are the writer's to remember.
func (r *checkReport) add(s checkStep) {
	if r.count == nil {
		r.count = map[string]int{}
	}
	r.steps++
	s.Step = r.steps
	if s.Status == "" {
		s.Status = stepOK
	}
	if s.Status != stepFailed {
		s.Expected, s.Got = "", ""
	} else {
		r.failed++
	}
	r.count[s.Status]++
	if r.asJSON {
		_ = json.NewEncoder(r.out).Encode(s)
		return
	}
	fmt.Fprintf(r.out, "%2d %-7s %s", s.Step, s.Status, s.Name)
	if s.Detail != "" {
		fmt.Fprintf(r.out, ": %s", s.Detail)
	}
	fmt.Fprintln(r.out)
	if s.Expected != "" {
		fmt.Fprintf(r.out, "           expected %s\n", s.Expected)
	}
	if s.Got != "" {
		fmt.Fprintf(r.out, "           got      %s\n", s.Got)
	}
}

// finish prints the summary.
func (r *checkReport) finish() {
	if r.asJSON {
		return
	}
	fmt.Fprintf(r.out, "%s: %d ok, %d failed, %s, %d skipped\n", plural(r.steps, "step", "steps"),
		r.count[stepOK], r.failed, plural(r.count[stepNote], "note", "notes"), r.count[stepSkipped])
}

// gotWords is what a foul's player sent, and how long it took.
func gotWords(f *host.Foul) string {
	return strings.TrimSpace(strings.Join(evidenceWords(f), " "))
}

// answerTimes is the step about the clock.
func (c *checker) answerTimes() {
	s := checkStep{Name: "answers in time", Detail: "no move came"}
	var used []time.Duration
	if a := c.sum.players[c.address]; a != nil {
		s.Detail = a.String() // sorts used
		used = a.used
	}
	switch {
	case c.overdue > 0:
		s.Status, s.Expected = stepFailed, "every move within "+brief(c.o.move)
		s.Detail += "; " + plural(c.overdue, "game", "games") + " ended without one in time"
	case len(used) == 0:
		s.Status = stepSkipped
	case percentile(used, 99) > c.o.move*8/10:
		s.Status = stepNote
		s.Detail += "; that leaves little of " + brief(c.o.move)
	}
	c.report.add(s)
}

// unasked is the step about lines that are no answers.
func (c *checker) unasked() {
	s := checkStep{Name: "says nothing unasked"}
	switch {
	case len(c.strays) > 0:
		s.Status = stepNote
		s.Detail = fmt.Sprintf("%s, such as %q; hosts may take them for answers, or be strict",
			plural(len(c.strays), "line", "lines"), c.strays[0])
	case len(c.noise) > 0:
		s.Status = stepNote
		s.Detail = fmt.Sprintf("before its first answer %s, such as %q; old hosts may stumble",
			plural(len(c.noise), "line", "lines"), c.noise[0])
	}
	c.report.add(s)
}

// lineEnds is the step about how lines look on the wire.
func (c *checker) lineEnds() {
	s := checkStep{Name: "ends its lines with LF and echoes nothing"}
	notes := c.ear.notes()
	if c.echoes > 0 {
		notes = append(notes, "our lines come back as an echo")
	}
	if len(notes) > 0 {
		s.Status, s.Detail = stepNote, strings.Join(notes, ", ")
	}
	c.report.add(s)
}
