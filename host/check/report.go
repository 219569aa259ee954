package check

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

// Report prints the steps and counts them. It is not safe for concurrent use. It ignores
// errors of the writer, which has to keep them.
type Report struct {
	Out  io.Writer
	JSON bool // print objects, for programs

	// Verbose prints what a game counts beside its steps, which JSON has anyway.
	Verbose bool

	// Notices prints those of a step in text too, for readers who do not see them as they come.
	Notices bool

	Language say.Language // of what people read

	// NotRun holds the steps that were asked for by number and could not run.
	NotRun []Step

	// OnStep is called with each complete step; may be nil.
	OnStep func(Step)

	// Rules is how many rules the check has met; zero where not all steps ran.
	Rules RulesMet

	count map[string]int
	steps int
}

// RulesMet counts the rules of a game that a check has met often enough to tell something of the player.
type RulesMet struct {
	Met     int      `json:"rules_met"`
	Of      int      `json:"rules"`
	Missing say.Text `json:"not_met,omitzero"` // names the others
	Why     say.Text `json:"why,omitzero"`     // why the check could not lead the player to them; may be zero
}

// Text returns a sentence such as "31 of 31 rules met".
func (m RulesMet) Text() say.Text {
	text := say.Format("%d of %s met", m.Met, say.Plural(m.Of, "%d rule", "%d rules"))
	if !m.Missing.IsZero() {
		text = say.Format("%s; not met, or too rarely: %s", text, m.Missing)
	}
	if !m.Why.IsZero() {
		text = say.Format("%s; %s", text, m.Why)
	}
	return text
}

// NewReport returns a report that prints to out: readable text, or a JSON object a step.
func NewReport(out io.Writer, asJSON bool) *Report {
	return &Report{Out: out, JSON: asJSON, count: map[string]int{}}
}

// Failed returns how many steps have failed.
func (r *Report) Failed() int { return r.count[Failed] }

// Problem describes what the check found wrong: that steps failed, or that some that were
// asked for by number could not run. It is zero if there is nothing.
func (r *Report) Problem() say.Text {
	switch {
	case r.Failed() > 0:
		return say.Format("%s failed", say.Plural(r.Failed(), "%d step", "%d steps"))
	case len(r.NotRun) > 1:
		return say.Format("%s could not run: %s", say.Plural(len(r.NotRun), "%d step", "%d steps"), r.NotRun[0].Detail)
	case len(r.NotRun) > 0:
		return say.Format("step %d could not run: %s", r.NotRun[0].Number, r.NotRun[0].Detail)
	}
	return say.Text{}
}

// Add prints a step.
func (r *Report) Add(s Step) {
	if s.Status == "" {
		s.Status = OK
	}
	if s.Status != Failed {
		s.Expected, s.Got = say.Text{}, say.Text{}
	}
	r.steps++
	r.count[s.Status]++
	if r.OnStep != nil {
		r.OnStep(s)
	}
	if r.JSON {
		r.Object(s)
		return
	}
	fmt.Fprintf(r.Out, "%2d %s %s", s.Number, termsafe.Pad(r.Translate(say.Word(s.Status)), 7), r.Translate(s.Name))
	if detail := r.Translate(s.Detail); detail != "" {
		fmt.Fprintf(r.Out, ": %s", detail)
	}
	fmt.Fprintln(r.Out)
	notices := ""
	if r.Notices {
		notices = strings.Join(s.Notices, "\n")
	}
	for _, more := range [...]struct{ name, text string }{
		{"expected", r.Translate(s.Expected)}, {"got", r.Translate(s.Got)}, {"noticed", notices}, {"moves", s.Moves}, {"board", s.Drawn},
		{"stderr", strings.Join(s.Stderr, "\n")}, {"again", s.Again},
	} {
		r.more(r.Translate(say.Word(more.name)), more.text)
	}
}

// Translate is a text in the language of the report.
func (r *Report) Translate(text say.Text) string { return r.Language.Say(text) }

// more prints what belongs to a step, if there is anything.
func (r *Report) more(name, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		fmt.Fprintf(r.Out, "           %s %s\n", termsafe.Pad(name, 8), line)
		name = ""
	}
}

// Object prints a JSON object.
func (r *Report) Object(object any) {
	e := json.NewEncoder(r.Out)
	e.SetEscapeHTML(false)
	_ = e.Encode(object)
}

// Count returns how many steps have a status.
func (r *Report) Count(status string) int { return r.count[status] }

// Finish prints the number of steps of each status, unless the report is in JSON, and in the last line how
// many rules were met.
func (r *Report) Finish() {
	if r.JSON {
		if r.Rules.Of > 0 {
			r.Object(r.Rules)
		}
		return
	}
	fmt.Fprintln(r.Out, r.Translate(say.Format("%s: %d ok, %d failed, %s, %d skipped", say.Plural(r.steps, "%d step", "%d steps"),
		r.count[OK], r.count[Failed], say.Plural(r.count[Note], "%d note", "%d notes"), r.count[Skipped])))
	if r.Rules.Of > 0 {
		fmt.Fprintln(r.Out, r.Translate(r.Rules.Text()))
	}
}
