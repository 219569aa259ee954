package sim

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
)

// Print prints the report for users, a line a finding, and what was read.
func (r *LintReport) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		by := f.Tool
		if f.Code != "" {
			by += " " + f.Code
		}
		fmt.Fprintf(out, "%s [%s]\n", f.Text, by)
	}
	count := humanize.Plural(len(r.Findings), "finding", "findings")
	if n := r.Changing(); n > 0 {
		count += fmt.Sprintf(", of which the first %d may change behaviour", n)
	}
	what := humanize.Plural(len(r.Modules), "module", "modules")
	if len(r.Modules) == 1 {
		what = "module " + r.Modules[0]
	}
	fmt.Fprintf(out, "%s read by %s: %s\n", what, strings.Join(r.Tools, ", "), count)
	return out.Flush()
}
