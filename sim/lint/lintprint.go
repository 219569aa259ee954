package lint

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
)

// Print prints the report: one line for each finding, then a summary of modules and tools.
func (r *Report) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		fmt.Fprintf(out, "%s [%s]\n", f.Text, f.By())
	}
	if len(r.Unused) > 0 {
		fmt.Fprintf(out, "not reached from module %s: %s\n", strings.Join(r.Modules, ", "), strings.Join(r.Unused, ", "))
	}
	if r.Remedy != "" {
		fmt.Fprintln(out, r.Remedy)
	}
	count := humanize.Plural(len(r.Findings), "finding", "findings")
	if n := r.Changing(); n > 0 {
		count += fmt.Sprintf(", of which the first %d may change behaviour", n)
	}
	what := humanize.Plural(len(r.Modules), "module", "modules")
	if len(r.Modules) == 1 {
		what = "module " + r.Modules[0]
	}
	if n := len(r.Remarks); n > 0 {
		count += fmt.Sprintf("; --all has %s more, on widths and style", humanize.Plural(n, "remark", "remarks"))
	}
	if r.Waived > 0 {
		count += fmt.Sprintf("; %d waived", r.Waived)
	}
	fmt.Fprintf(out, "%s read by %s: %s\n", what, strings.Join(r.Tools, ", "), count)
	return out.Flush()
}
