package rtl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
)

// coverageReport is the functional coverage of a comparison.
type coverageReport []CoverageCount

// counts returns the hit counts by operation and right status.
func (l coverageReport) counts() map[string]map[string]int {
	all := map[string]map[string]int{}
	for _, m := range l {
		if all[m.What] == nil {
			all[m.What] = map[string]int{}
		}
		all[m.What][m.How] = m.N
	}
	return all
}

// holes names what never came up; it is never nil.
func (l coverageReport) holes() []string {
	names := []string{}
	for _, m := range Holes(l) {
		names = append(names, m.String())
	}
	return names
}

// appendTable appends a row for each status and a column for each operation,
// then what turns completed.
func (l coverageReport) appendTable(dst []byte) []byte {
	var columns, rows []string
	var completed []string
	for _, m := range l {
		if m.What == CoverCompleted {
			completed = append(completed, fmt.Sprintf("%s %s", m.How, humanize.Comma(m.N)))
			continue
		}
		if !slices.Contains(columns, m.What) {
			columns = append(columns, m.What)
		}
		if !slices.Contains(rows, m.How) {
			rows = append(rows, m.How)
		}
	}
	dst = fmt.Appendf(dst, "%-16s", "right answers")
	for _, c := range columns {
		dst = fmt.Appendf(dst, " %11s", c)
	}
	counts := l.counts()
	for _, row := range rows {
		dst = fmt.Appendf(dst, "\n%-16s", row)
		for _, c := range columns {
			text := "" // the operation has no such status
			if n, ok := counts[c][row]; ok {
				text = humanize.Comma(n)
			}
			dst = fmt.Appendf(dst, " %11s", text)
		}
	}
	return fmt.Appendf(dst, "\ncompleted: %s\n", strings.Join(completed, ", "))
}

// appendNote appends what never came up, if anything, and what to do.
func (l coverageReport) appendNote(dst []byte, remedy string) []byte {
	var groups []string
	last := ""
	for _, m := range Holes(l) {
		if m.What == last {
			groups[len(groups)-1] += ", " + m.How
		} else {
			groups = append(groups, m.String())
		}
		last = m.What
	}
	if len(groups) == 0 {
		return dst
	}
	return fmt.Appendf(dst, "\nnote: never the right answer here, so not compared: %s.\n      %s\n",
		strings.Join(groups, "; "), remedy)
}
