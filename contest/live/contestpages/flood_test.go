package contestpages

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/tier"
)

// TestDirectorUnderAFlood: however many requests strangers send from the director's own
// address, those with the token are answered and carried out; theirs are not.
func TestDirectorUnderAFlood(t *testing.T) {
	tier.Slow(t)
	s, j, _ := contestSite(t, 4)
	now := time.Now() // stands: nothing that was spent comes back
	s.Guard.Now = func() time.Time { return now }
	address, err := s.Direct(t.Context(), "127.0.0.1:0", func(o command.Command) (command.Applied, error) { return command.ApplyTo(j, o) })
	require.NoError(t, err)
	u, err := url.Parse(address)
	require.NoError(t, err)
	for !s.Guard.TooMany(netip.MustParsePrefix("127.0.0.1/32")) {
	}
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	// A connection for each request: one that is kept is closed by the server when this machine stands
	// still for longer than its limits, and no order is sent a second time.
	apart := &http.Transport{DisableKeepAlives: true}
	browser := &http.Client{Jar: jar, Transport: apart}
	ask := func(c *http.Client, method, address string, form url.Values) (int, string) {
		var answer *http.Response
		var err error
		if method == http.MethodPost {
			answer, err = c.PostForm(address, form)
		} else {
			answer, err = c.Get(address)
		}
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		if answer.StatusCode == http.StatusTooManyRequests {
			require.NotEmpty(t, answer.Header.Get("Retry-After"))
		}
		return answer.StatusCode, string(text)
	}
	base := "http://" + u.Host + "/"
	stranger := &http.Client{Transport: apart}
	for _, address := range []string{base, base + "?token=wrong", base + "static/live.css"} {
		status, _ := ask(stranger, http.MethodGet, address, nil)
		require.Equal(t, http.StatusTooManyRequests, status, address)
	}
	status, _ := ask(browser, http.MethodGet, address, nil)
	require.Equal(t, http.StatusOK, status)
	status, text := ask(browser, http.MethodGet, base, nil)
	require.Equal(t, http.StatusOK, status)
	form := regexp.MustCompile(`name="form" value="(\w+)"`).FindStringSubmatch(text)
	require.NotNil(t, form)
	status, text = ask(browser, http.MethodPost, base+"order", url.Values{"form": {form[1]}, "verb": {"pause"}, "by": {"Jun"}})
	require.Equal(t, http.StatusOK, status, text)
	paused := false
	require.NoError(t, j.View(func(d *tournament.Tournament) { paused = d.Paused }))
	require.True(t, paused)

	// The director's own requests have a limit too.
	for s.directed.AllowN(now, 1) {
	}
	status, _ = ask(browser, http.MethodGet, base, nil)
	require.Equal(t, http.StatusTooManyRequests, status)
}

// idle opens a connection from an address, and leaves it open behind one answer. It returns
// whether it has been closed.
func idle(t *testing.T, from, to string) (closed func() bool) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(t.Context(), "tcp", to)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	ended := make(chan struct{})
	go func() { // ends with the connection
		defer close(ended)
		_, _ = io.WriteString(conn, "GET /static/live.css HTTP/1.1\r\nHost: "+to+"\r\n\r\n")
		_, _ = io.Copy(io.Discard, conn)
	}()
	return func() bool {
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}
}

// TestIdleConnections: whoever opens connections and leaves them open holds no more of them
// than an address may have, and many addresses no more than there are. Viewers who follow
// stay, pages and the director's page are answered.
func TestIdleConnections(t *testing.T) {
	s := New(live.Options{NewView: newCountView, Limits: web.Limits{Viewers: 6, PerAddress: 2, Pages: 6, Connections: 20}})
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	take, err := s.Watch("1", "count")
	require.NoError(t, err)
	take(livetest.Opening("Ada", "Bob"))
	address, err := s.Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	director, err := s.Direct(t.Context(), "127.0.0.1:0", func(command.Command) (command.Applied, error) { return command.Applied{}, nil })
	require.NoError(t, err)
	public, err := url.Parse(address)
	require.NoError(t, err)
	own, err := url.Parse(director)
	require.NoError(t, err)
	next := livetest.Follow(t, address+"game/1/events")
	next()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar, Transport: &http.Transport{}}
	defer browser.CloseIdleConnections()
	directs := func() (reused bool) {
		trace := &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = i.Reused }}
		r, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, director, nil)
		require.NoError(t, err)
		answer, err := browser.Do(r)
		require.NoError(t, err)
		defer answer.Body.Close()
		_, err = io.Copy(io.Discard, answer.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode)
		return reused
	}
	directs()

	var open []func() bool
	remain := func() (n int) {
		for _, closed := range open {
			if !closed() {
				n++
			}
		}
		return n
	}
	for range 100 {
		open = append(open, idle(t, "127.0.0.1", public.Host))
	}
	require.Eventually(t, func() bool { return remain() <= 7 }, 30*time.Second, 10*time.Millisecond, "of one address")
	for n := range 100 {
		open = append(open, idle(t, fmt.Sprintf("127.0.1.%d", n+1), public.Host))
	}
	require.Eventually(t, func() bool { return remain() <= 19 }, 30*time.Second, 10*time.Millisecond, "of many")
	answer, _ := livetest.Get(t, address+"static/live.css")
	require.Equal(t, http.StatusOK, answer.StatusCode)
	for _, e := range livetest.Ply(0, "e4", time.Millisecond) {
		take(e)
	}
	require.NotEmpty(t, next(), "who follows is not closed for those who do not")

	open = nil
	for n := range 400 {
		open = append(open, idle(t, fmt.Sprintf("127.0.0.%d", n%4+1), own.Host))
	}
	require.Eventually(t, func() bool { return remain() < 128 }, 30*time.Second, 10*time.Millisecond, "on the director's page")
	require.True(t, directs(), "the director's connection is not closed for those of strangers")
	browser.CloseIdleConnections()
	require.False(t, directs())
}
