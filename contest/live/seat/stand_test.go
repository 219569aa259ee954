package seat

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/livetest"
)

// queuer is a browser at a stand.
type queuer struct {
	t      *testing.T
	client *http.Client
	url    string
}

func (q *queuer) post(to string, header http.Header) (status int) {
	q.t.Helper()
	r, err := http.NewRequestWithContext(q.t.Context(), http.MethodPost, q.url+"stand/"+to, http.NoBody)
	require.NoError(q.t, err)
	for name, values := range header {
		r.Header[name] = values
	}
	a, err := q.client.Do(r)
	require.NoError(q.t, err)
	a.Body.Close()
	return a.StatusCode
}

func (q *queuer) place() (p standPlace) {
	q.t.Helper()
	a, err := q.client.Get(q.url + "stand/place.json") //nolint:noctx // a request of this test
	require.NoError(q.t, err)
	defer a.Body.Close()
	require.NoError(q.t, json.NewDecoder(a.Body).Decode(&p))
	return p
}

// newStand is a stand, and what makes browsers at it.
func newStand(t *testing.T) (*Stand, func() *queuer) {
	site := live.NewSite(live.Options{NewView: newCountView})
	t.Cleanup(func() { require.NoError(t, site.Close()) })
	stand := NewStand(site, newSeats(t).Server, "<b>", func(string) (int, func(x, y int) bool) {
		return 2, func(x, y int) bool { return x == y }
	})
	url, err := stand.Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	return stand, func() *queuer {
		jar, err := cookiejar.New(nil)
		require.NoError(t, err)
		return &queuer{t: t, client: &http.Client{Jar: jar}, url: url}
	}
}

// Whoever comes queues once, is called in order, and alone gets the link.
func TestStand(t *testing.T) {
	stand, browser := newStand(t)
	_, ok := stand.Next(t.Context(), time.Millisecond)
	require.False(t, ok, "nobody is there")
	ann, ben := browser(), browser()
	page, err := ann.client.Get(ann.url) //nolint:noctx // a request of this test
	require.NoError(t, err)
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	require.NoError(t, err)
	require.Contains(t, string(text), "<h1>Play Loopline against &lt;b&gt;</h1>")
	require.Zero(t, ann.place().Place)
	for range 2 {
		require.Equal(t, http.StatusNoContent, ann.post("join", nil))
		require.Equal(t, http.StatusNoContent, ben.post("join", nil))
	}
	require.Equal(t, standPlace{Waiting: 2, Place: 2}, ben.place())
	<-stand.Came()
	first, ok := stand.Next(t.Context(), time.Minute)
	require.True(t, ok)
	require.Equal(t, 1, first.Number)
	stand.Invite(first, "http://host/seat/1/#CODE")
	require.Equal(t, standPlace{Waiting: 1, Link: "http://host/seat/1/#CODE"}, ann.place())
	require.Equal(t, standPlace{Waiting: 1, Place: 1}, ben.place(), "the link is another's")
	stand.Pass(first)
	require.Equal(t, standPlace{Waiting: 1}, ann.place())
	require.Equal(t, http.StatusNoContent, ann.post("join", nil), "and queues again")
	require.Equal(t, 2, ann.place().Place)
	require.Equal(t, http.StatusNoContent, ben.post("leave", nil))
	require.Equal(t, 1, ann.place().Place)
	require.Equal(t, http.StatusNoContent, ann.post("leave", nil))
	select {
	case <-stand.Came():
		require.Fail(t, "nobody waits any more")
	default:
	}
}

// No other site queues or takes out anybody, and no page shows the stand in a frame.
func TestStandForeignRequests(t *testing.T) {
	_, browser := newStand(t)
	q := browser()
	evil := http.Header{"Origin": {"http://evil.example"}}
	require.Equal(t, http.StatusForbidden, q.post("join", evil))
	require.Equal(t, http.StatusNoContent, q.post("join", nil))
	require.Equal(t, http.StatusForbidden, q.post("leave", evil))
	require.Equal(t, 1, q.place().Place)
	a, text := livetest.Get(t, q.url, "Accept-Language: en")
	require.Equal(t, "DENY", a.Header.Get("X-Frame-Options"))
	require.Contains(t, text, `viewBox="0 0 10 10"`)
	require.Contains(t, text, `d="M4 4h1v1h-1zM5 5h1v1h-1z"`)
	require.Contains(t, text, strings.TrimSuffix(q.url, "/"))
	_, text = livetest.Get(t, q.url+"?lang=ja")
	livetest.RequireJapanese(t, strings.ReplaceAll(text, q.url, ""), "Loopline", "JavaScript", "QR")
	a, _ = livetest.Get(t, q.url+"feed.ndjson?once")
	require.Equal(t, http.StatusOK, a.StatusCode, "the pages of the games are there too")
}

// A queue is bounded, of one network and in all, and forgets pages that have gone.
func TestStandIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Stand{came: make(chan struct{})}
		from := func(n int) netip.Prefix { return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(n)}), 32) }
		for range guestsOfOne {
			_, err := s.add(from(1))
			require.NoError(t, err)
		}
		_, err := s.add(from(1))
		require.ErrorIs(t, err, errQueueSource)
		for n := guestsOfOne; n < maxGuests; n++ {
			_, err := s.add(from(2 + n))
			require.NoError(t, err)
		}
		_, err = s.add(from(250))
		require.ErrorIs(t, err, errQueueFull)
		time.Sleep(guestPatience + time.Second)
		last, err := s.add(from(1))
		require.NoError(t, err)
		require.Len(t, s.guests, 1)
		next, ok := s.Next(t.Context(), time.Minute)
		require.True(t, ok)
		require.Same(t, last, next)
	})
}
