package httpapi

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	routes := []string{"GET /v1/matches/{id}", "PATCH /v1/matches/{id}/actions", "POST /v1/match/{id}/action"}
	for given, want := range map[string]string{
		"POST /v1/matches/7/action":    "PATCH /v1/matches/7/actions",
		"POST /v1/match/7/actions":     "POST /v1/match/7/action",
		"PATCH /v1/matches/7/action":   "PATCH /v1/matches/7/actions",
		"POST /v1/matches/7/actions":   "PATCH /v1/matches/7/actions",
		"GET /V1/matches/7":            "GET /v1/matches/7",
		"GET /elsewhere":               "",
		"GET /v1/something/7":          "",
		"GET /v1/matches/7/actions/x/": "",
	} {
		var method, path string
		_, _ = fmt.Sscan(given, &method, &path)
		require.Equal(t, want, Nearest(httptest.NewRequest(method, path, nil), routes...), given)
	}
}

func TestSeatLog(t *testing.T) {
	var said, logged []string
	l := &seatLog{name: "first", say: func(text string) { said = append(said, text) }}
	request := func(kind string) { l.sayAll(l.request(kind)) }
	request("PATCH with status 401")
	l.LogAnswers(func(text string) { logged = append(logged, text) })
	for range goneAfter + 2 {
		l.sayAll(l.turn())
	}
	request("PATCH with status 401")
	l.sayAll(l.end())
	want := []string{"refused PATCH with status 401", "the client has gone: no request in 3 turns", "the client is back", "refused 2 times: PATCH with status 401"}
	require.Equal(t, want, logged)
	for i := range want {
		require.Equal(t, "first: "+want[i], said[i])
	}
	for n := range 2 * maxRefusals {
		request(fmt.Sprint(n))
	}
	require.Len(t, l.refused, maxRefusals)
}

// TestNoticesHoldNoLock: while the terminal that gets the notice of a refused request stands still,
// the port answers others.
func TestNoticesHoldNoLock(t *testing.T) {
	p := doorOf()
	said := 0
	l := &seatLog{name: "first", open: true}
	l.say = func(string) {
		said++
		free := p.owner.mu.TryLock()
		require.True(t, free, "the port's owner is locked")
		p.owner.mu.Unlock()
		free = l.mu.TryLock()
		require.True(t, free, "the seat is locked")
		l.mu.Unlock()
	}
	p.logs = append(p.logs, l)
	p.logRequest(&visitor{on: &connection{}}, "PATCH with status 401")
	for range goneAfter {
		l.sayAll(l.turn())
	}
	p.logRequest(&visitor{on: &connection{}}, "")
	p.logRequest(&visitor{on: &connection{}}, "PATCH with status 401")
	l.sayAll(l.end())
	require.Equal(t, 4, said)
}
