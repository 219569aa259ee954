package live

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/tournament"
)

// TestDirectorUnderAFlood: however many requests strangers send from the director's own
// address, those with the token are answered and carried out; theirs are not.
func TestDirectorUnderAFlood(t *testing.T) {
	s, j, _ := contestSite(t, 4)
	now := time.Now() // stands: nothing that was spent comes back
	s.guard.now = func() time.Time { return now }
	address, err := s.Direct(t.Context(), "localhost:0", j.Give)
	require.NoError(t, err)
	u, err := url.Parse(address)
	require.NoError(t, err)
	for !s.guard.request(netip.MustParsePrefix("127.0.0.1/32")) {
	}
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
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
	stranger := &http.Client{}
	for _, address := range []string{base, base + "?token=wrong", base + "static/style.css"} {
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
	require.NoError(t, j.Day(func(d *tournament.Day) { paused = d.Paused }))
	require.True(t, paused)

	// The director's own requests have a limit too.
	for !s.guard.directs() {
	}
	status, _ = ask(browser, http.MethodGet, base, nil)
	require.Equal(t, http.StatusTooManyRequests, status)
}

// TestManyAddresses: the guard's memory is bounded, whoever asks, and those who come
// from more addresses than it counts share what one of them has.
func TestManyAddresses(t *testing.T) {
	now := time.Unix(0, 0)
	g := newGuard(Limits{Requests: 10})
	g.now = func() time.Time { return now }
	allowed := 0
	for n := range maxAddresses + 5000 {
		source := netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20, 1, 5: byte(n >> 16), 6: byte(n >> 8), 7: byte(n)}), 64)
		if !g.request(source) {
			allowed++
		}
	}
	require.Len(t, g.addresses, maxAddresses)
	require.Equal(t, maxAddresses+10*burst, allowed)
	now = now.Add(sweepEvery + time.Second)
	require.False(t, g.request(netip.MustParsePrefix("10.0.0.1/32")))
	require.Len(t, g.addresses, 1)
}
