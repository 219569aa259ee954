package web

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// from is a client at an address of this machine, with a connection for each request.
func from(address string) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}}
}

// patch sends no actions with a secret.
func patch(t *testing.T, c *http.Client, url, secret string) (status int, retry string) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, url, strings.NewReader(`{"actions":[]}`))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", secret)
	answer, err := c.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, answer.Header.Get("Retry-After")
}

// TestCodeIsNotGuessed: who tries the codes of six digits one after the other is soon
// refused without a look at them, and the client from another address goes on.
func TestCodeIsNotGuessed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := l.Addr().(*net.TCPAddr).Port
	require.NoError(t, l.Close())
	wire := New("test", func(string) {})
	server := &httpapi.Server{New: func(string, func(string)) httpapi.Handler { return wire }}
	a, err := addr.Parse(fmt.Sprintf("api:%d", port))
	require.NoError(t, err)
	waiting, opened := make(chan struct{}), make(chan error, 1)
	var told sync.Once // a slow day is told more
	go func() {
		_, err := server.Open(t.Context(), referee.SeatNames[0], a, func(string) { told.Do(func() { close(waiting) }) })
		opened <- err
	}()
	<-waiting
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	home, guesser := from("127.0.0.1"), from("127.0.0.2")
	c := &Client{URL: url, Name: "n", HTTP: home}
	var j joinReply
	require.NoError(t, c.ask(t.Context(), http.MethodPost, "/v1/matches/free/players", map[string]string{"guestName": "n"}, &j))
	require.NoError(t, <-opened)
	require.Regexp(t, `^[0-9]{6}$`, j.PIC, "as the contest has it")
	url += "/v1/matches/" + j.GameID + "/actions"
	looked := 0
	for n := range 300 {
		guess := fmt.Sprintf("%06d", n)
		if guess == j.PIC {
			continue
		}
		status, retry := patch(t, guesser, url, guess)
		if status == http.StatusUnauthorized {
			looked++
			continue
		}
		require.Equal(t, http.StatusTooManyRequests, status)
		require.NotEmpty(t, retry)
	}
	require.Less(t, looked, 20)
	status, _ := patch(t, guesser, url, j.PIC)
	require.Equal(t, http.StatusTooManyRequests, status, "it is not even told that it has found it")
	status, _ = patch(t, home, url, j.PIC)
	require.Equal(t, http.StatusOK, status)
}

// TestLongSecret: a client that knows of it is given a secret of 130 bits, and when it
// shows that there is no code of six digits any more that somebody could guess.
func TestLongSecret(t *testing.T) {
	inBubble(t, []string{"", ""}, func(b *bed) {
		j := b.join("")
		secret := b.wire.seats[0].secret
		require.Len(t, secret, 26)
		require.Contains(t, b.ask("POST", "/v1/matches/free/players", j.PIC, player).text, `"token":"`+secret+`"`)
		require.NotContains(t, b.ask("POST", "/v1/match", "", `{}`).text, b.wire.seats[1].secret, "clients of 2021 know of none")
		require.Equal(t, referee.SeatNames[0], b.wire.Owner([]string{j.PIC}))
		require.Equal(t, referee.SeatNames[0], b.wire.Owner([]string{secret}))
		require.Empty(t, b.wire.Owner([]string{j.PIC}), "the code is void")
		require.Empty(t, b.wire.Owner([]string{""}))
		require.Equal(t, "401 207", b.ask("PATCH", "/v1/matches/ID/actions", j.PIC, `{"actions":[]}`).code(t))
		require.Equal(t, 200, b.ask("PATCH", "/v1/matches/ID/actions", secret, `{"actions":[]}`).status)
	})
}
