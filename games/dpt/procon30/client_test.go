package procon30

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// mover moves every agent to the right, and keeps what it saw.
type mover struct {
	seen []*referee.TurnState
	how  string
}

func (m *mover) Choose(_ context.Context, s *referee.TurnState, _ time.Duration) []dpt.Action {
	m.seen = append(m.seen, s)
	actions := make([]dpt.Action, len(s.Field.Agents[0]))
	for i := range actions {
		actions[i] = dpt.Action{Type: dpt.Move, DX: 1}
	}
	return actions
}

func (m *mover) End(_ *referee.TurnState, how string) { m.how = how }

// A client polls until the turn begins, acts once in each, and sees the end, as
// its own team sees it.
func TestClient(t *testing.T) {
	r := newRig(t)
	at := 0 // of the script below
	steps := []func(){
		func() {}, // before the match: too early
		func() { r.turn(1, time.Hour) },
		func() {}, // the same turn again
		func() { r.turn(2, time.Hour) },
		func() {
			for team, s := range r.seats {
				s.End(situation(5).Of(team), "")
			}
		},
	}
	var posted []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch {
		case request.URL.Path == "/matches":
			io.WriteString(w, `[{"id":7,"matchTo":"first","teamID":2,"turns":5,"turnMillis":3000,"intervalMillis":100}]`)
			return
		case request.Method == http.MethodPost:
			text, _ := io.ReadAll(request.Body)
			posted = append(posted, string(text))
			request.Body = io.NopCloser(strings.NewReader(string(text)))
		default:
			steps[at]()
			at++
		}
		r.room.ServeHTTP(w, request)
	}))
	defer server.Close()
	m := &mover{}
	c := Client{Server: server.URL, Token: "BB", Chooser: m, Poll: time.Millisecond}
	require.NoError(t, c.Play(t.Context()))
	require.Equal(t, referee.EndWon, m.how)
	require.Len(t, m.seen, 2)
	require.Equal(t, []dpt.Point{{X: 1, Y: 1}, {X: 2, Y: 1}}, m.seen[1].Field.Agents[0])
	require.Equal(t, uint8(1), m.seen[1].Field.Tiles[4], "its own tiles are 1")
	require.Equal(t, []dpt.Action{{Type: dpt.Move, DX: 1}, {Type: dpt.Remove, DY: -1}}, m.seen[1].Last[0])
	require.Equal(t, 3*time.Second, m.seen[0].Limit)
	require.Equal(t, []string{
		`{"actions":[{"agentID":3,"dx":1,"dy":0,"type":"move","turn":1},{"agentID":4,"dx":1,"dy":0,"type":"move","turn":1}]}`,
		`{"actions":[{"agentID":3,"dx":1,"dy":0,"type":"move","turn":2},{"agentID":4,"dx":1,"dy":0,"type":"move","turn":2}]}`,
	}, posted)
}

// What a server says that makes no sense ends the match with an error.
func TestClientRefuses(t *testing.T) {
	for want, answer := range map[string]string{
		"invalid character":                "state",
		"the server's state: width":        `{}`,
		"the server's state has no team":   `{"width":1,"height":1,"points":[[1]],"tiled":[[0]],"turn":1,"teams":[{"teamID":8,"agents":[]},{"teamID":9,"agents":[]}]}`,
		"the answer has more than 4194304": strings.Repeat(" ", maxAnswer+1),
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
			if request.URL.Path == "/matches" {
				answer := `[{"id":1,"teamID":2,"turns":5}]`
				io.WriteString(w, answer)
				return
			}
			io.WriteString(w, strings.Replace(answer, `{}`, `{"turn":1}`, 1))
		}))
		err := (&Client{Server: server.URL, Chooser: &mover{}, Poll: time.Millisecond}).Play(t.Context())
		server.Close()
		require.ErrorContains(t, err, want)
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	err := (&Client{Server: server.URL, Chooser: &mover{}}).Play(t.Context())
	require.ErrorContains(t, err, "GET /matches: the server answers 404 Not Found")
}

func TestParseServer(t *testing.T) {
	server, token, err := ParseServer("http://localhost:8880?token=A+B")
	require.NoError(t, err)
	require.Equal(t, []string{"http://localhost:8880", "A B"}, []string{server, token})
	for _, bad := range []string{"localhost:8880", "http://", "ftp://x", "http://%zz"} {
		_, _, err := ParseServer(bad)
		require.ErrorContains(t, err, "write http://HOST:PORT?token=TOKEN", bad)
	}
}
