package live

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/internal/say"
)

// told reads the feed from a line on.
func told(t *testing.T, url string, from int) (all []map[string]any) {
	t.Helper()
	a, text := livetest.Get(t, fmt.Sprintf("%s/feed.ndjson?once&from=%d", url, from))
	require.Equal(t, "application/x-ndjson", a.Header.Get("Content-Type"))
	require.Equal(t, "*", a.Header.Get("Access-Control-Allow-Origin"))
	for line := range strings.Lines(text) {
		var l map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &l), line)
		require.EqualValues(t, feedVersion, l["v"])
		_, err := time.Parse(time.RFC3339Nano, l["time"].(string))
		require.NoError(t, err)
		all = append(all, l)
	}
	return all
}

// The feed has each event of a game once, numbered, and goes on from any line.
func TestFeed(t *testing.T) {
	s, url := newTestSite(t, Options{})
	see, err := s.Watch("1", "count")
	require.NoError(t, err)
	see(livetest.Opening("Ann", livetest.Attack))
	for _, e := range append(livetest.Ply(0, "m1", time.Second), livetest.Ply(1, "m2", 2*time.Second)...) {
		see(e)
	}
	see(livetest.Won("b"))
	s.Queue.Settle()
	s.publish()
	all := told(t, url, 1)
	var types, words []string
	for i, l := range all {
		require.EqualValues(t, i+1, l["n"])
		require.Equal(t, "1", l["key"])
		if l["type"] != "clocks" {
			types = append(types, l["type"].(string))
		}
		if w, ok := l["words"].(string); ok {
			words = append(words, w)
		}
	}
	require.Equal(t, []string{"game", "move", "move", "verdict"}, types)
	require.Equal(t, "Ann", all[0]["players"].([]any)[0].(map[string]any)["name"])
	require.Equal(t, []string{"m1", "m2"}, words)
	last := all[len(all)-1]
	require.Equal(t, "b", last["winner"])
	require.Len(t, last["text"], 2)
	require.Equal(t, all[2:], told(t, url, 3))
	require.Empty(t, told(t, url, len(all)+1))

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+fmt.Sprintf("/feed.ndjson?from=%d", len(all)), http.NoBody)
	require.NoError(t, err)
	a, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer a.Body.Close()
	lines := json.NewDecoder(a.Body)
	var l map[string]any
	require.NoError(t, lines.Decode(&l))
	require.Equal(t, last, l)
	see, err = s.Watch("2", "count")
	require.NoError(t, err)
	see(livetest.Opening("Ben", "Cid"))
	require.NoError(t, lines.Decode(&l))
	require.EqualValues(t, len(all)+1, l["n"])
	require.Equal(t, "2", l["key"])
}

// A card is drawn once for a position; the page names it whole, and a site without images has none.
func TestCards(t *testing.T) {
	drawn := 0
	s, url := newTestSite(t, Options{DrawImage: func(svg []byte) ([]byte, error) {
		drawn++
		return fmt.Appendf(nil, "PNG of %d bytes", len(svg)), nil
	}})
	a, _ := livetest.Get(t, url+"/card.png")
	require.Equal(t, http.StatusNotFound, a.StatusCode, "no game has begun")
	see, err := s.Watch("1", "count")
	require.NoError(t, err)
	see(livetest.Opening("Ann", "Ben"))
	for _, e := range livetest.Ply(0, "m1", time.Second) {
		see(e)
	}
	s.Queue.Settle()
	s.publish()
	for range 2 {
		a, text := livetest.Get(t, url+"/game/1/card.png?ply=1")
		require.Equal(t, "image/png", a.Header.Get("Content-Type"))
		require.Contains(t, text, "PNG of ")
	}
	livetest.Get(t, url+"/card.png")
	livetest.Get(t, url+"/game/1/card.png?ply=99")
	require.Equal(t, 1, drawn)
	_, text := livetest.Get(t, url+"/game/1/?ply=1")
	require.Contains(t, text, `property="og:image" content="`+url+`/game/1/card.png?ply=1"`)
	_, text = livetest.Get(t, url+"/game/1/?hide")
	require.NotContains(t, text, "og:image", "the picture would tell the result")
	_, text = livetest.Get(t, url+"/")
	require.Contains(t, text, `content="`+url+`/card.png"`)

	plain, url := newTestSite(t, Options{})
	see, err = plain.Watch("1", "count")
	require.NoError(t, err)
	see(livetest.Opening("Ann", "Ben"))
	plain.Queue.Settle()
	a, _ = livetest.Get(t, url+"/game/1/card.png")
	require.Equal(t, http.StatusNotFound, a.StatusCode)
}

// gridView is a view whose positions are there as text.
type gridView struct{ livetest.CountView }

func (v *gridView) Grid(moves int) Grid {
	return Grid{Columns: []string{"A"}, Rows: []string{"1"}, Cells: [][]say.Text{{say.Raw(fmt.Sprintf("<%d>", moves))}}}
}

// The table of a position is a page of its own, with its text as text; a game without one has none.
func TestTable(t *testing.T) {
	s, url := newTestSite(t, Options{})
	for key, view := range map[string]View{"1": &gridView{}, "2": &livetest.CountView{}} {
		s.NewView = func(string) (View, error) { return view, nil }
		see, err := s.Watch(key, "count")
		require.NoError(t, err)
		see(livetest.Opening("Ann", "Ben"))
		for _, e := range append(livetest.Ply(0, "m1", time.Second), livetest.Ply(1, "m2", time.Second)...) {
			see(e)
		}
	}
	s.Queue.Settle()
	s.publish()
	for query, want := range map[string]string{"": "&lt;2&gt;", "?ply=1": "&lt;1&gt;", "?ply=99": "&lt;2&gt;", "?ply=-1": "&lt;2&gt;"} {
		_, text := livetest.Get(t, url+"/game/1/table"+query)
		require.Contains(t, text, "<td>"+want+"</td>", query)
		require.Contains(t, text, `<th scope="col">A</th>`)
	}
	_, text := livetest.Get(t, url+"/game/1/")
	require.Contains(t, text, `href="table?ply=2"`)
	_, text = livetest.Get(t, url+"/game/2/")
	require.NotContains(t, text, "table?ply")
	a, _ := livetest.Get(t, url+"/game/2/table")
	require.Equal(t, http.StatusNotFound, a.StatusCode)
}
