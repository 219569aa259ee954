package jobs

import (
	"encoding/json"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/ledger"
)

// The page and the line for the terminal say how far the work is; names of workers
// do nothing on the page, which runs no script.
func TestProgress(t *testing.T) {
	p := Progress{
		Counts: ledger.Counts{Jobs: 10, Done: 4, Leased: 1, Expired: 2}, AtStart: 1, Since: time.Hour, Estimate: 2 * time.Hour,
		Workers: []ledger.Worker{{Name: "<script>alert(1)</script>", Leased: 1}}, Slow: []string{"job 7 at w&co"},
		Findings: []Finding{{Job: 3, Problem: "two results", Workers: []string{"a", "b"}}},
	}
	require.Equal(t, "4 of 10 jobs done, 3 an hour, 1 worker at work, left: 2h0m0s, slow: job 7 at w&co, 1 finding", p.String())
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		Page(func() Progress { return p }).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	page := get("/")
	require.Contains(t, page.Header().Get("Content-Security-Policy"), "default-src 'none'")
	for _, want := range []string{"4 of 10 jobs done", "&lt;script&gt;", "w&amp;co", "job 3: two results", "2h0m0s"} {
		require.Contains(t, page.Body.String(), want)
	}
	require.NotContains(t, page.Body.String(), "<script>")
	var again Progress
	require.NoError(t, json.Unmarshal(get("/progress.json").Body.Bytes(), &again))
	require.Equal(t, p, again)
	require.Equal(t, 404, get("/else").Code)
	require.Contains(t, (&Progress{}).Left(), "unknown")
}
