package rebinding

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNames(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LOCALHOST.": true, "127.0.0.1:80": true, "[::1]:80": true, "::1": true, "192.168.1.7": true,
		"pc12": true, "pc12:80": true, "pc12.local": true, "pc12.lab.example": true, "a.localhost": true, "": true,
		"evil.example": false, "evil.example:8080": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false,
		"pc12.evil.example": false, "evil.localdomain.example": false, "127.0.0.1.": true,
	} {
		require.Equal(t, want, ofLoopback(host, "PC12.lab.example"), host)
	}
}

// A request to a loopback address under another site's name is answered by nothing that is served.
func TestGuard(t *testing.T) {
	s := httptest.NewServer(Guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "secret") })))
	defer s.Close()
	for host, status := range map[string]int{"evil.example": http.StatusMisdirectedRequest, "": http.StatusOK, "localhost:1": http.StatusOK} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		require.NoError(t, err)
		r.Host = host
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		require.NoError(t, a.Body.Close())
		require.Equal(t, status, a.StatusCode, host)
		require.Equal(t, status == http.StatusOK, string(text) == "secret")
	}
}
