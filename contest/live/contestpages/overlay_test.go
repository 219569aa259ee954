package contestpages

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
)

// A part of a stream's picture shows the game, names as text, and nothing behind it.
func TestOverlays(t *testing.T) {
	s, url := newTestContest(t)
	for _, part := range overlayParts {
		a, _ := livetest.Get(t, url+"/overlay/"+part)
		require.Equal(t, http.StatusOK, a.StatusCode, "%s before a game", part)
	}
	see, err := s.Watch("1", "count")
	require.NoError(t, err)
	see(livetest.Opening("Ann", "<script>alert(1)</script>"))
	for _, e := range livetest.Ply(0, "m1", time.Second) {
		see(e)
	}
	s.Queue.Settle()
	s.Queue.Settle() // what was learnt before has been published
	for part, want := range map[string]string{
		"board": "<title>after 1</title>", "clocks": "Ann", "lower-third": "m1", "standings": `class="part-standings"`,
	} {
		_, text := livetest.Get(t, url+"/overlay/"+part+"?width=600&size=20", "Accept-Language: en")
		require.Contains(t, text, want, part)
		require.Contains(t, text, "static/overlay.js", part)
		require.NotContains(t, text, "<script>alert", part)
	}
	a, _ := livetest.Get(t, url+"/overlay/other")
	require.Equal(t, http.StatusNotFound, a.StatusCode)
	_, text := livetest.Get(t, url+"/overlay/board?game=nothing")
	require.NotContains(t, text, "<svg")
}
