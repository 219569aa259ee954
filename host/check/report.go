package check

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/internal/phrase"
)

// Report prints the steps and counts them. It is used by one goroutine at a
// time. Errors of writing are the writer's to remember.
type Report struct {
	Out  io.Writer
	JSON bool // print objects, for programs

	// Verbose prints what a game counts beside its steps, which JSON has anyway.
	Verbose bool

	// Say puts what people read into their language; nil leaves it in English.
	Say func(string) string

	// NotRun holds the steps that were asked for by number and could not run.
	NotRun []Step

	count map[string]int
	steps int
}

// NewReport returns a report that prints to out: for people, or a JSON object a
// step.
func NewReport(out io.Writer, asJSON bool) *Report {
	return &Report{Out: out, JSON: asJSON, count: map[string]int{}}
}

// Failed returns how many steps have failed.
func (r *Report) Failed() int { return r.count[Failed] }

// Problem describes what the check found wrong: that steps failed, or that some that were
// asked for by number could not run. It is empty if there is nothing.
func (r *Report) Problem() string {
	switch {
	case r.Failed() > 0:
		return phrase.Plural(r.Failed(), "step", "steps") + " failed"
	case len(r.NotRun) > 1:
		return phrase.Plural(len(r.NotRun), "step", "steps") + " could not run: " + r.NotRun[0].Detail
	case len(r.NotRun) > 0:
		return fmt.Sprintf("step %d could not run: %s", r.NotRun[0].Number, r.NotRun[0].Detail)
	}
	return ""
}

// Add prints a step.
func (r *Report) Add(s Step) {
	if s.Status == "" {
		s.Status = OK
	}
	if s.Status != Failed {
		s.Expected, s.Got = "", ""
	}
	r.steps++
	r.count[s.Status]++
	if r.JSON {
		r.Object(s)
		return
	}
	fmt.Fprintf(r.Out, "%2d %s %s", s.Number, Padded(r.Translate(s.Status), 7), r.Translate(s.Name))
	if s.Detail != "" {
		fmt.Fprintf(r.Out, ": %s", r.Translate(s.Detail))
	}
	fmt.Fprintln(r.Out)
	for _, more := range [...]struct{ name, text string }{
		{"expected", r.Translate(s.Expected)}, {"got", r.Translate(s.Got)}, {"moves", s.Moves}, {"board", s.Drawn},
		{"stderr", strings.Join(s.Stderr, "\n")}, {"again", s.Again},
	} {
		r.more(r.Translate(more.name), more.text)
	}
}

// Translate is a text in the language of the report.
func (r *Report) Translate(text string) string {
	if r.Say == nil {
		return text
	}
	return r.Say(text)
}

// Padded is text with spaces behind it, up to so many columns of a terminal, of
// which characters of Japanese take two.
func Padded(text string, columns int) string {
	const firstWide = 0x1100
	for _, c := range text {
		columns--
		if c >= firstWide {
			columns--
		}
	}
	return text + strings.Repeat(" ", max(0, columns))
}

// more prints what belongs to a step, if there is anything.
func (r *Report) more(name, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		fmt.Fprintf(r.Out, "           %s %s\n", Padded(name, 8), line)
		name = ""
	}
}

// Object prints a JSON object.
func (r *Report) Object(object any) {
	e := json.NewEncoder(r.Out)
	e.SetEscapeHTML(false)
	_ = e.Encode(object)
}

// Finish prints how many steps came out how, for people.
func (r *Report) Finish() {
	if r.JSON {
		return
	}
	fmt.Fprintln(r.Out, r.Translate(fmt.Sprintf("%s: %d ok, %d failed, %s, %d skipped", phrase.Plural(r.steps, "step", "steps"),
		r.count[OK], r.count[Failed], phrase.Plural(r.count[Note], "note", "notes"), r.count[Skipped])))
}
