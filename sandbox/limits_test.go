package sandbox_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sandbox"
)

// TestLimitsOnThePage: docs/security.md has the limits that programs are kept to, and no
// others.
func TestLimitsOnThePage(t *testing.T) {
	page, err := os.ReadFile("../docs/security.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(page), "\n### Limits\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	var rows []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "|") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	want := []string{"| limit of |", "| --- |"}
	for _, p := range sandbox.Policies() {
		want[0] += " " + p.Name + " |"
		want[1] += " --- |"
	}
	want[0] += " changed by |"
	want[1] += " --- |"
	for _, r := range sandbox.LimitTable() {
		want = append(want, fmt.Sprintf("| %s | %s | %s |", r.What, strings.Join(r.Of, " | "), r.Key))
	}
	require.Equal(t, want, rows)
}
