package vectors

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/loopline/loopline/internal/humanize"
)

// Describe prints what a file of vectors is, and how often each bin came; a
// nil cover leaves the bins out.
func Describe(w io.Writer, name string, h Header, cover *Coverage) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %s, %s, whole\n", name, humanize.Plural(h.Count, "vector", "vectors"), h.Kind)
	for _, line := range [...][2]string{
		{"version", fmt.Sprint(h.Version)},
		{"command", h.Command},
		{"seed", fmt.Sprint(h.Seed)},
		{"board", h.Grid},
		{"sha256", h.SHA256},
	} {
		fmt.Fprintf(out, "  %-8s %s\n", line[0], line[1])
	}
	if cover == nil {
		return out.Flush()
	}
	fmt.Fprintf(out, "  %-8s %d\n", "quota", h.Goal)
	for i, c := range cover.Bins() {
		fmt.Fprintf(out, "  %8d %s\n", cover.Count(i), c.Name)
	}
	return out.Flush()
}

// DescribeJSON is Describe as one JSON object.
func DescribeJSON(out io.Writer, name string, h Header, cover *Coverage) error {
	var classes map[string]int
	if cover != nil {
		classes = map[string]int{}
		for i, c := range cover.Bins() {
			classes[c.Name] = cover.Count(i)
		}
	}
	return json.NewEncoder(out).Encode(struct {
		File    string         `json:"file"`
		Header  Header         `json:"header"`
		Classes map[string]int `json:"classes"`
	}{name, h, classes})
}
