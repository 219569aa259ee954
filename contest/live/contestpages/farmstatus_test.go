package contestpages

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/web"
)

func shownWork() FarmStatus {
	return FarmStatus{
		Done: 4, Jobs: 10, PerHour: 3, Left: 2*time.Hour + 5*time.Minute, Given: 1, Again: 2,
		Workers:  []WorkerRow{{Name: "<script>alert(1)</script>", Now: 1}},
		Slow:     []SlowJob{{7, "w&co"}},
		Findings: []string{"job 3: two results ([a b])"},
		Data:     map[string]int{"done": 4},
	}
}

// The page of work says how far it is in both languages, by the frame of all pages;
// names of workers do nothing on it, and programs get the same.
func TestWorkPage(t *testing.T) {
	s := New(live.Options{Title: "rating"})
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	require.Equal(t, http.StatusNotFound, get("/progress.json").Code)
	s.setFarm(new(FarmStatus))
	require.Contains(t, get("/").Body.String(), "Nobody works yet.")
	s.ShowFarm(shownWork())
	s.Queue.Settle()
	page := get("/")
	require.Equal(t, web.Policy, page.Header().Get("Content-Security-Policy"))
	text := page.Body.String()
	for _, want := range []string{
		"4 of 10 jobs are done", "&lt;script&gt;", "w&amp;co", "job 3: two results", "2 h 5 min", "rating", `data-version="2"`, "live.css", "contest.js",
	} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "<script>")
	require.Contains(t, get("/?lang=ja").Body.String(), "ジョブ 4 件完了（全 10 件）")
	require.JSONEq(t, `{"done":4}`, get("/progress.json").Body.String())

	s.ShowFarm(shownWork())
	s.Queue.Settle()
	_, version := s.farmStatus()
	require.Equal(t, 2, version, "nothing has changed that people see")
	broken := FarmStatus{Done: 9, Jobs: 10, Broken: 1}
	s.ShowFarm(broken)
	s.Queue.Settle()
	require.Contains(t, get("/").Body.String(), `data-version="3"`)
}

// What is left is said to two units.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		42 * time.Second: "0 min 42 s", time.Hour + 90*time.Second: "1 h 1 min", 50 * time.Hour: "2 d 2 h",
	} {
		require.Equal(t, want, span(web.English, d))
	}
	require.Equal(t, "2 日 2 時間", span(web.Japanese, 50*time.Hour))
	require.Equal(t, "–", farmPage{FarmStatus: FarmStatus{Jobs: 1}}.Remaining())
	require.Equal(t, "0", farmPage{FarmStatus: FarmStatus{Jobs: 1, Done: 1}}.Remaining())
}
