package jobs

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/leases"
)

// The line for the terminal says how far the work is, and programs read the same.
func TestProgress(t *testing.T) {
	p := Progress{
		Counts: leases.Counts{Jobs: 10, Done: 4, Leased: 1, Expired: 2}, AtStart: 1, Since: time.Hour, Estimate: 2 * time.Hour,
		Workers: []leases.Worker{{Name: "<script>alert(1)</script>", Leased: 1}}, Slow: []Straggler{{7, "w&co"}},
		Findings: []Finding{{Job: 3, Problem: "two results", Workers: []string{"a", "b"}}},
	}
	require.Equal(t, "4 of 10 jobs done, 3 an hour, 1 worker at work, left: 2h0m0s, slow: job 7 at w&co, 1 finding", p.String())
	text, err := json.Marshal(p)
	require.NoError(t, err)
	var again Progress
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, p, again)
	require.Contains(t, (&Progress{}).Left(), "unknown")
}
