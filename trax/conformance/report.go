package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

// finish prints the rules that the steps met, as text where they ask for more,
// and the summary.
func finish(r *check.Report, rules []RuleCount) {
	if r.JSON {
		for _, rule := range rules {
			r.Object(rule)
		}
	} else if r.Verbose {
		printRules(r, rules)
	}
	r.Finish()
}

// printRules prints which step met which rule how often.
func printRules(r *check.Report, table []RuleCount) {
	fmt.Fprintf(r.Out, "%s %s %s  %s\n", termsafe.Pad(r.Translate(say.Word("rule")), 20), termsafe.Pad(r.Translate(say.Word("   met")), 6),
		r.Translate(say.Word("needed")), r.Translate(say.Word("in step (times)")))
	for _, rule := range table {
		var words []string
		for _, step := range slices.Sorted(maps.Keys(rule.Steps)) {
			words = append(words, fmt.Sprintf("%d (%d)", step, rule.Steps[step]))
		}
		fmt.Fprintf(r.Out, "%-20s %6d %6d  %s\n", rule.Rule, rule.Met, rule.Need, strings.Join(words, ", "))
	}
}
