package live

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
)

// newTestSite is a site with a server of the test's.
func newTestSite(t *testing.T, o Options) (*Site, string) {
	t.Helper()
	o.NewView = newCountView
	s := NewSite(o)
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		server.Close()
	})
	return s, server.URL
}

// A viewer is told of a match while it is played, and who comes later is told
// the rest.
func TestFollowsAMatch(t *testing.T) {
	s, url := newTestSite(t, Options{})
	watch, err := s.Watch("7", "count")
	require.NoError(t, err)
	watch(livetest.Opening("x", "y"))
	for _, e := range livetest.Ply(0, "m1", time.Millisecond) {
		watch(e)
	}
	require.Eventually(t, func() bool { a, _ := livetest.Get(t, url+"/game/7/"); return a.StatusCode == http.StatusOK }, time.Minute, time.Millisecond)
	next := livetest.Follow(t, url+"/game/7/events")
	livetest.Until(t, next, `"words":"m1"`)
	for _, e := range livetest.Ply(1, "m2", time.Millisecond) {
		watch(e)
	}
	e := livetest.Until(t, next, `"words":"m2"`)
	require.Contains(t, e, "id: 7/2\nevent: state\n")
	watch(livetest.Won("a"))
	require.Contains(t, livetest.Until(t, next, `"end":`), "x (a) wins by count after 2 moves")

	_, err = s.Watch("8", "count")
	require.NoError(t, err)
	require.Contains(t, livetest.Until(t, next, "event: next"), `{"key":"8"}`)

	later := livetest.Follow(t, url+"/game/7/events", "Last-Event-ID: 7/1")
	require.NotContains(t, livetest.Until(t, later, `"words":"m2"`), `"words":"m1"`)
	livetest.Until(t, later, `"end":`)
	livetest.Until(t, livetest.Follow(t, url+"/game/7/events?from=2"), `"end":`)
}

// With a delay nobody learns anything before it is over.
func TestDelay(t *testing.T) {
	s, url := newTestSite(t, Options{Delay: time.Hour})
	watch, err := s.Watch("1", "count")
	require.NoError(t, err)
	watch(livetest.Opening("x", "y"))
	known := make(chan struct{})
	go func() { // ends with the site
		s.Queue.Settle()
		close(known)
	}()
	select {
	case <-known:
		require.Fail(t, "nothing waits")
	case <-time.After(100 * time.Millisecond):
	}
	a, _ := livetest.Get(t, url+"/game/1/")
	require.Equal(t, http.StatusNotFound, a.StatusCode)
}

// page of a game that was played.
func gameSite(t *testing.T, moves int) (url string) {
	s, url := newTestSite(t, Options{})
	s.add(played(t, moves))
	return url
}

func TestPages(t *testing.T) {
	s, url := newTestSite(t, Options{})
	g := played(t, 5)
	s.add(g)
	a, text := livetest.Get(t, url+"/game/1/")
	require.Equal(t, web.Policy, a.Header.Get("Content-Security-Policy"))
	require.Contains(t, text, "Move 5 of 5")
	require.Contains(t, text, "<title>after 5</title>")
	_, text = livetest.Get(t, url+"/game/1/?ply=3")
	require.Contains(t, text, "Move 3 of 5")
	require.Contains(t, text, "<title>after 3</title>")
	require.Contains(t, text, `href="?ply=2"`)
	a, text = livetest.Get(t, url+"/game/1/?lang=ja")
	require.Contains(t, text, "5 手目 / 全 5 手")
	require.Contains(t, a.Header.Get("Set-Cookie"), "lang=ja")
	_, text = livetest.Get(t, url+"/game/1/", "Accept-Language: ja,en;q=0.5")
	require.Contains(t, text, `<html lang="ja">`)
	_, text = livetest.Get(t, url+"/game/1/", "Accept-Language: de,en;q=0.5", "Cookie: lang=ja")
	require.Contains(t, text, `<html lang="ja">`)
	tell(g, livetest.Won("a"))
	g.publish(time.Unix(100, 0))
	_, text = livetest.Get(t, url+"/game/1/?hide")
	require.Contains(t, text, "Move 0 of 5")
	_, text = livetest.Get(t, url+"/game/1/?big")
	require.Contains(t, text, `<body class="big">`)
	a, text = livetest.Get(t, url+"/game/1/board.svg?ply=2")
	require.Equal(t, "image/svg+xml; charset=utf-8", a.Header.Get("Content-Type"))
	require.Contains(t, text, "<title>after 2</title>")
	_, text = livetest.Get(t, url+"/game/1/moves.json")
	require.Contains(t, text, `{"ply":5,"words":"m5","seat":0,"remark":"+1","used":1000,"scores":[5,10]}`)
	_, text = livetest.Get(t, url+"/game/1/steps.json?from=4")
	require.Contains(t, text, `{"from":4,"picture":"`)
	require.Contains(t, text, `"steps":[[[0,2,[`)
	_, text = livetest.Get(t, url+"/")
	require.Contains(t, text, `href="game/1/"`)
	a, _ = livetest.Get(t, url+"/live?big")
	require.Equal(t, "game/1/?big", a.Header.Get("Location"))
}

func TestETag(t *testing.T) {
	url := gameSite(t, 5)
	for _, page := range []string{"/game/1/", "/game/1/board.svg", "/static/live.css"} {
		a, _ := livetest.Get(t, url+page)
		require.Equal(t, http.StatusOK, a.StatusCode)
		a, text := livetest.Get(t, url+page, "If-None-Match: "+a.Header.Get("ETag"))
		require.Equal(t, http.StatusNotModified, a.StatusCode, page)
		require.Empty(t, text)
	}
	script, err := web.ReadAsset("game.js")
	require.NoError(t, err)
	a, _ := livetest.Get(t, url+"/static/game.js?v="+web.SumOf(script))
	require.Contains(t, a.Header.Get("Cache-Control"), "immutable")
}

// The first page of a game of 10,000 moves is small, and what it leaves out is
// fetched.
func TestFirstPageIsSmall(t *testing.T) {
	url := gameSite(t, 10000)
	a, text := livetest.Get(t, url+"/game/1/", "Accept-Encoding: gzip")
	require.Equal(t, "gzip", a.Header.Get("Content-Encoding"))
	size := len(text)
	for _, name := range append(GamePage{}.Scripts(), "live.css") {
		file, err := web.ReadAsset(name)
		require.NoError(t, err)
		require.Contains(t, unzipped(t, text), name)
		size += zipped(t, file)
	}
	require.Less(t, size, 60_000)
	require.Contains(t, unzipped(t, text), `src="board.svg?ply=10000"`)
}

func unzipped(t *testing.T, text string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(text))
	require.NoError(t, err)
	whole, err := io.ReadAll(z)
	require.NoError(t, err)
	return string(whole)
}

func zipped(t *testing.T, text []byte) int {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, err := z.Write(text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Len()
}

// Nothing of what players say is markup, or long, or turns the text around.
func TestHostileNames(t *testing.T) {
	s, url := newTestSite(t, Options{Title: livetest.Attack})
	g, err := NewGameFeed("1", &livetest.CountView{})
	require.NoError(t, err)
	tell(g, livetest.Opening(livetest.Attack, livetest.Attack))
	tell(g, livetest.Ply(0, livetest.Attack, time.Second)...)
	v := livetest.Won("a")
	v.Reason, v.Detail, v.Foul = livetest.Attack, livetest.Attack, &record.EventFoul{Seat: 1, Kind: livetest.Attack, Detail: livetest.Attack}
	tell(g, v)
	g.publish(time.Unix(100, 0))
	s.add(g)
	for _, page := range []string{"/", "/game/1/", "/game/1/?lang=ja", "/game/1/?hide"} {
		_, text := livetest.Get(t, url+page)
		require.NotContains(t, text, "<script>alert", page)
		require.NotContains(t, text, "\u202e", page)
		require.NotContains(t, text, "\x1b", page)
		require.Less(t, len(text), 20_000, page)
	}
	for _, e := range texts(&g.log, 0) {
		require.NotContains(t, e, "<script>")
		require.Less(t, len(e), 20_000)
		require.Equal(t, 1, strings.Count(e, "\n\n"), "an event is one")
	}
}

// What is no page is said so, whatever the path.
func TestHostilePaths(t *testing.T) {
	url := gameSite(t, 1)
	for _, path := range []string{
		"/game/2/", "/game/..%2f..%2fetc/", "/game/%2e%2e/", "/static/..%2fframe.html", "/static/frame.html", "/static/%2e%2e",
		"/game/1/record.jsonl", "/x", "/game/1/" + strings.Repeat("x", 5000), "/static/",
	} {
		a, text := livetest.Get(t, url+path)
		require.Contains(t, []int{http.StatusNotFound, http.StatusTemporaryRedirect, http.StatusMovedPermanently}, a.StatusCode, path)
		require.NotContains(t, text, "root:")
	}
	for _, query := range []string{"?ply=-5", "?ply=999999999999999999999", "?ply=x", "?lang=%00", "?ply=1;2"} {
		a, _ := livetest.Get(t, url+"/game/1/"+query)
		require.Equal(t, http.StatusOK, a.StatusCode, query)
	}
	for _, key := range []string{"", "..", "a/b", ".x", "ü", strings.Repeat("x", 201), "a b"} {
		_, err := NewGameFeed(key, &livetest.CountView{})
		require.Error(t, err, key)
	}
	a, err := http.Post(url+"/game/1/", "text/plain", nil)
	require.NoError(t, err)
	require.NoError(t, a.Body.Close())
	require.Equal(t, http.StatusNotFound, a.StatusCode)
}

// A viewer for whom there is no room is told so, in its language.
func TestNoRoomForAViewer(t *testing.T) {
	s, url := newTestSite(t, Options{Limits: web.Limits{Viewers: 1}})
	s.add(played(t, 1))
	livetest.Follow(t, url+"/game/1/events")
	refused, text := livetest.Get(t, url+"/game/1/events", "Accept-Language: ja")
	require.Equal(t, http.StatusServiceUnavailable, refused.StatusCode)
	require.Equal(t, "60", refused.Header.Get("Retry-After"))
	require.Contains(t, text, "視聴者が多すぎます")
}
