package conformance

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/loopline/loopline/host/steps"
)

// Report prints the steps and the rules that they met. It is used by one
// goroutine at a time. Errors of writing are the writer's to remember.
type Report struct {
	*steps.Report
	Verbose bool // the table of rules follows the steps, which it does in JSON anyway
}

// NewReport returns a report that prints to out: for people, or a JSON object a
// step and a rule.
func NewReport(out io.Writer, asJSON bool) *Report {
	return &Report{Report: steps.NewReport(out, asJSON)}
}

// finish prints the table and the summary.
func (r *Report) finish(table []RuleCount) {
	if r.JSON {
		for _, rule := range table {
			r.Object(rule)
		}
	} else if r.Verbose {
		r.table(table)
	}
	r.Finish()
}

// table prints which step met which rule how often.
func (r *Report) table(table []RuleCount) {
	fmt.Fprintf(r.Out, "%s %s %s  %s\n", steps.Padded(r.Said("rule"), 20), steps.Padded(r.Said("   met"), 6),
		r.Said("needed"), r.Said("in step (times)"))
	for _, rule := range table {
		var words []string
		for _, step := range slices.Sorted(maps.Keys(rule.Steps)) {
			words = append(words, fmt.Sprintf("%d (%d)", step, rule.Steps[step]))
		}
		fmt.Fprintf(r.Out, "%-20s %6d %6d  %s\n", rule.Rule, rule.Met, rule.Need, strings.Join(words, ", "))
	}
}
