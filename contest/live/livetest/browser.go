package livetest

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// request makes a request with headers, NAME: VALUE.
func request(t testing.TB, url string, headers []string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	return r
}

// Get asks for a page with headers, NAME: VALUE. It follows no redirect.
func Get(t testing.TB, url string, headers ...string) (*http.Response, string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(request(t, url, headers))
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer, string(text)
}

// Follow reads events from a stream: next waits for one, and fails the test where the stream ends.
func Follow(t testing.TB, url string, headers ...string) (next func() string) {
	t.Helper()
	answer, err := http.DefaultClient.Do(request(t, url, headers))
	require.NoError(t, err)
	t.Cleanup(func() { answer.Body.Close() })
	require.Equal(t, http.StatusOK, answer.StatusCode)
	lines := bufio.NewReader(answer.Body)
	return func() string {
		var event strings.Builder
		for {
			line, err := lines.ReadString('\n')
			require.NoError(t, err, event.String())
			if line == "\n" && !strings.HasPrefix(event.String(), "retry") {
				return event.String()
			}
			if line == "\n" {
				event.Reset()
				continue
			}
			event.WriteString(line)
		}
	}
}

// Until reads events of Follow until one has a text.
func Until(t testing.TB, next func() string, text string) string {
	t.Helper()
	for range 1000 {
		if e := next(); strings.Contains(e, text) {
			return e
		}
	}
	require.Fail(t, "no event", text)
	return ""
}
