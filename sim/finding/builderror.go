package finding

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
)

// A BuildError says what Verilator or the compiler has to complain of in a
// design.
type BuildError struct {
	Source string // as people know it
	Top    string
	Lines  []string // the complaints, with file and line
	Remedy string   // may be empty

	VHDL bool // the complaints are GHDL's
}

// Error returns the first complaints.
func (e *BuildError) Error() string {
	const shown = 6
	text := strings.Join(e.Lines[:min(len(e.Lines), shown)], "\n  ")
	if more := len(e.Lines) - shown; more > 0 {
		text += fmt.Sprintf("\n  and %s more", humanize.Plural(more, "line", "lines"))
	}
	if e.Remedy != "" {
		text += "\n" + e.Remedy
	}
	what := "it"
	switch {
	case e.Top != "" && e.VHDL:
		what = "entity " + e.Top
	case e.Top != "":
		what = "module " + e.Top
	}
	return fmt.Sprintf("%s: %s cannot be simulated:\n  %s", e.Source, what, text)
}
