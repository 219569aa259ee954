package conformance

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/phrase"
)

// Report prints the steps and counts them. It is used by one goroutine at a
// time. Errors of writing are the writer's to remember.
type Report struct {
	Verbose bool // the table of rules follows the steps, which it does in JSON anyway

	out    io.Writer
	asJSON bool
	count  map[string]int
	steps  int
}

// NewReport returns a report that prints to out: for people, or a JSON object a
// step and a rule.
func NewReport(out io.Writer, asJSON bool) *Report {
	return &Report{out: out, asJSON: asJSON, count: map[string]int{}}
}

// Failed is how many steps have failed.
func (r *Report) Failed() int { return r.count[Failed] }

// add prints a step.
func (r *Report) add(s Step) {
	if s.Status == "" {
		s.Status = OK
	}
	if s.Status != Failed {
		s.Expected, s.Got = "", ""
	}
	r.steps++
	r.count[s.Status]++
	if r.asJSON {
		r.json(s)
		return
	}
	fmt.Fprintf(r.out, "%2d %-7s %s", s.Number, s.Status, s.Name)
	if s.Detail != "" {
		fmt.Fprintf(r.out, ": %s", s.Detail)
	}
	fmt.Fprintln(r.out)
	for _, more := range [...]struct{ name, text string }{
		{"expected", s.Expected}, {"got", s.Got}, {"moves", s.Moves}, {"board", s.drawn}, {"again", s.Again},
	} {
		r.more(more.name, more.text)
	}
}

// more prints what belongs to a step, if there is anything.
func (r *Report) more(name, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		fmt.Fprintf(r.out, "           %-8s %s\n", name, line)
		name = ""
	}
}

func (r *Report) json(object any) {
	e := json.NewEncoder(r.out)
	e.SetEscapeHTML(false)
	_ = e.Encode(object)
}

// finish prints the table and the summary.
func (r *Report) finish(table []RuleCount) {
	if r.asJSON {
		for _, rule := range table {
			r.json(rule)
		}
		return
	}
	if r.Verbose {
		r.table(table)
	}
	fmt.Fprintf(r.out, "%s: %d ok, %d failed, %s, %d skipped\n", phrase.Plural(r.steps, "step", "steps"),
		r.count[OK], r.count[Failed], phrase.Plural(r.count[Note], "note", "notes"), r.count[Skipped])
}

// table prints which step met which rule how often.
func (r *Report) table(table []RuleCount) {
	fmt.Fprintf(r.out, "%-20s %6s %6s  %s\n", "rule", "met", "needed", "in step (times)")
	for _, rule := range table {
		var steps []int
		for step := range rule.Steps {
			steps = append(steps, step)
		}
		slices.Sort(steps)
		var words []string
		for _, step := range steps {
			words = append(words, fmt.Sprintf("%d (%d)", step, rule.Steps[step]))
		}
		fmt.Fprintf(r.out, "%-20s %6d %6d  %s\n", rule.Rule, rule.Met, rule.Need, strings.Join(words, ", "))
	}
}
