package procon30

import (
	"encoding/json"
	"fmt"
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

// field is a field of two agents a team.
func field() *dpt.Field {
	return &dpt.Field{
		Width: 3, Height: 2, Values: []int{1, 2, 3, 4, 5, 6}, Tiles: []uint8{1, 1, 0, 0, 2, 2},
		Agents: [2][]dpt.Point{{{X: 0, Y: 0}, {X: 1, Y: 0}}, {{X: 1, Y: 1}, {X: 2, Y: 1}}},
	}
}

// situation is that of a turn of five, as team 0 sees it.
func situation(turn int) *referee.TurnState {
	s := &referee.TurnState{Turn: turn, Turns: 5, Limit: time.Hour, Pause: time.Second, Field: field()}
	for team := range 2 {
		s.Last[team] = []dpt.Action{{Type: dpt.Move, DX: 1}, {Type: dpt.Remove, DY: -1}}
		s.Applied[team] = []dpt.ActionStatus{dpt.Done, dpt.Illegal}
	}
	return s
}

// rig is a room with two teams, whose tokens are AA and BB.
type rig struct {
	room  *Server
	seats [2]*seat
}

func newRig(t *testing.T) *rig {
	r := &rig{room: NewServer(7)}
	for team, token := range []string{"AA", "BB"} {
		s, err := r.room.Seat(referee.SeatNames[team], token)
		require.NoError(t, err)
		r.seats[team] = s.(*seat)
	}
	return r
}

// turn begins a turn that takes actions now: the match began a while ago.
func (r *rig) turn(n int, limit time.Duration) {
	for team, s := range r.seats {
		now := situation(n).Of(team)
		now.Limit = limit
		s.closes = time.Now().Add(-time.Minute) // of the turn before
		s.begin(now, limit, s.closes)
	}
}

// ask sends a request with a token and gives the status and the body.
func (r *rig) ask(method, path, token, body string) (int, string) {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	if token != "" {
		request.Header.Set("Authorization", token)
	}
	w := httptest.NewRecorder()
	r.room.ServeHTTP(w, request)
	text, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(text)
}

// A match as a client sees it, from before its begin to behind its end.
func TestMatch(t *testing.T) {
	r := newRig(t)
	select {
	case <-r.seats[0].Ready():
		t.Fatal("nobody has come")
	default:
	}
	code, text := r.ask("GET", "/ping", "AA", "")
	require.Equal(t, `200 {"status":"OK"}`, fmt.Sprint(code, " ", text))
	<-r.seats[0].Ready()
	code, text = r.ask("GET", "/matches/7", "AA", "")
	require.Equal(t, http.StatusBadRequest, code)
	require.Contains(t, text, `{"status":"TooEarly","startAtUnixTime":`)

	// The first turn begins with a whole second, for both.
	at := time.Unix(2_000_000_000, 1)
	for team, s := range r.seats {
		require.Equal(t, at.Add(2*time.Second-1+time.Hour), s.begin(situation(1).Of(team), time.Hour, at.Add(time.Duration(team)*time.Second/2)))
	}
	for _, c := range [][2]string{{"GET", "/matches/7"}, {"POST", "/matches/7/action"}} {
		code, text = r.ask(c[0], c[1], "AA", `{"actions":[]}`)
		require.Equal(t, `400 {"status":"TooEarly","startAtUnixTime":2000000002}`, fmt.Sprint(code, " ", text))
	}
	code, text = r.ask("GET", "/matches", "BB", "")
	require.Equal(t, `200 [{"id":7,"matchTo":"first","teamID":2,"turns":5,"turnMillis":3600000,"intervalMillis":1000}]`, fmt.Sprint(code, " ", text))

	r = newRig(t)
	r.turn(1, time.Hour)
	_, text = r.ask("GET", "/matches/7", "BB", "")
	var state dpt.State
	require.NoError(t, json.Unmarshal([]byte(text), &state))
	state.Started = 0
	require.Equal(t, `{"width":3,"height":2,"points":[[1,2,3],[4,5,6]],"startedAtUnixTime":0,"turn":1,"tiled":[[1,1,0],[0,2,2]],`+
		`"teams":[{"teamID":1,"tilePoint":3,"areaPoint":0,"agents":[{"agentID":1,"x":1,"y":1},{"agentID":2,"x":2,"y":1}]},`+
		`{"teamID":2,"tilePoint":11,"areaPoint":0,"agents":[{"agentID":3,"x":2,"y":2},{"agentID":4,"x":3,"y":2}]}],"actions":[]}`, string(state.JSON()))

	code, text = r.ask("POST", "/matches/7/action", "BB", `{"actions":[{"agentID":4,"type":"move","dx":-1,"dy":0}]}`)
	require.Equal(t, `201 {"actions":[{"agentID":4,"dx":-1,"dy":0,"type":"move","turn":1}]}`, fmt.Sprint(code, " ", text))
	code, _ = r.ask("POST", "/matches/7/action", "BB", `{"actions":[{"agentID":3,"type":"stay"}]}`)
	require.Equal(t, 201, code)
	require.Equal(t, []dpt.Action{{}, {Type: dpt.Move, DX: -1}}, r.seats[1].wants)
	require.Equal(t, []dpt.Action{{}, {}}, r.seats[0].wants)

	// Behind the time of the turn the state can be read, and nothing be done.
	r.turn(2, time.Nanosecond)
	code, text = r.ask("POST", "/matches/7/action", "AA", `{"actions":[]}`)
	require.Equal(t, 400, code)
	require.Contains(t, text, `{"status":"UnacceptableTime","startAtUnixTime":`)
	_, text = r.ask("GET", "/matches/7", "AA", "")
	require.NoError(t, json.Unmarshal([]byte(text), &state))
	require.Equal(t, 2, state.Turn)
	require.Equal(t, []dpt.StateAction{
		{AgentID: 1, DX: 1, Type: "move", Apply: 1, Turn: 1}, {AgentID: 2, DY: -1, Type: "remove", Apply: -1, Turn: 1},
		{AgentID: 3, DX: 1, Type: "move", Apply: 1, Turn: 1}, {AgentID: 4, DY: -1, Type: "remove", Apply: -1, Turn: 1},
	}, state.Actions)

	for team, s := range r.seats {
		s.End(situation(5).Of(team), referee.EndDrawn)
	}
	code, _ = r.ask("POST", "/matches/7/action", "AA", `{"actions":[]}`)
	require.Equal(t, 400, code)
	_, text = r.ask("GET", "/matches/7", "AA", "")
	require.NoError(t, json.Unmarshal([]byte(text), &state))
	require.Equal(t, 5, state.Turn)
	require.Len(t, state.Actions, 8)
	<-r.seats[0].seen
}

// In the pause before a turn the state is that behind the turn before.
func TestPause(t *testing.T) {
	r := newRig(t)
	r.turn(1, time.Hour)
	s := r.seats[0]
	s.closes = time.Now() // turn 1 is over
	now := situation(2)
	now.Pause = time.Hour
	s.begin(now, time.Hour, time.Now())
	_, text := r.ask("GET", "/matches/7", "AA", "")
	require.Contains(t, text, `"turn":1,`)
	require.Contains(t, text, `"apply":1,"turn":1}`)
	code, text := r.ask("POST", "/matches/7/action", "AA", `{"actions":[]}`)
	require.Equal(t, 400, code)
	require.Contains(t, text, UnacceptableTime)
}

// Turns keep to their grid of times, until the host is late by much.
func TestGrid(t *testing.T) {
	s := newRig(t).seats[0]
	at := time.Unix(2_000_000_000, 0)
	closes := s.begin(situation(1), 4*time.Second, at)
	require.Equal(t, at.Add(5*time.Second), closes)
	closes = s.begin(situation(2), 4*time.Second, closes.Add(300*time.Millisecond))
	require.Equal(t, at.Add(10*time.Second), closes, "a turn and a pause later")
	closes = s.begin(situation(3), 4*time.Second, closes.Add(3*time.Second))
	require.Equal(t, at.Add(18*time.Second), closes, "a new grid")
}

// TestFaults: each is answered in the interface's own form, and changes nothing.
func TestFaults(t *testing.T) {
	r := newRig(t)
	r.turn(1, time.Hour)
	const action = "/matches/7/action"
	move := func(fields string) string { return `{"actions":[{` + fields + `}]}` }
	for _, c := range []struct {
		name, method, path, token, body string
		code                            int
		status, message                 string
	}{
		{"no token", "GET", "/matches", "", "", 401, InvalidToken, ""},
		{"wrong token", "GET", "/matches/7", "CC", "", 401, InvalidToken, ""},
		{"part of a token", "POST", action, "A", "", 401, InvalidToken, ""},
		{"wrong token at no address", "GET", "/", "CC", "", 401, InvalidToken, ""},
		{"another match", "GET", "/matches/8", "AA", "", 400, InvalidMatches, ""},
		{"no number", "GET", "/matches/x", "AA", "", 400, InvalidMatches, ""},
		{"a huge number", "POST", "/matches/99999999999999999999/action", "AA", "", 400, InvalidMatches, ""},
		{"no address", "GET", "/matches/7/actions", "AA", "", 404, NotFound, "there are /ping"},
		{"the root", "GET", "/", "AA", "", 404, NotFound, ""},
		{"another method", "PUT", action, "AA", "{}", 405, MethodNotAllowed, "use POST"},
		{"a post to read", "POST", "/matches", "AA", "{}", 405, MethodNotAllowed, "use GET"},
		{"no body", "POST", action, "AA", "", 400, InvalidRequest, "not a JSON object"},
		{"no JSON", "POST", action, "AA", "actions", 400, InvalidRequest, "not a JSON object"},
		{"half a JSON", "POST", action, "AA", `{"actions":[`, 400, InvalidRequest, "not a JSON object"},
		{"deep JSON", "POST", action, "AA", strings.Repeat(`{"a":`, 12000), 400, InvalidRequest, "not a JSON object"},
		{"a deep list", "POST", action, "AA", strings.Repeat(`[`, 60000), 400, InvalidRequest, "not a JSON object"},
		{"NaN", "POST", action, "AA", move(`"agentID":1,"type":"move","dx":NaN,"dy":1`), 400, InvalidRequest, "not a JSON object"},
		{"no actions", "POST", action, "AA", `{"action":[]}`, 400, InvalidRequest, "actions is missing"},
		{"null", "POST", action, "AA", `{"actions":null}`, 400, InvalidRequest, "actions is not a list"},
		{"no agent", "POST", action, "AA", move(`"type":"stay"`), 400, InvalidRequest, "actions[0].agentID is missing"},
		{"no such agent", "POST", action, "AA", move(`"agentID":9,"type":"stay"`), 400, InvalidRequest, "agent 9 is not in the team"},
		{"an agent of the others", "POST", action, "AA", move(`"agentID":3,"type":"stay"`), 400, InvalidRequest, "agent 3 is not in the team"},
		{"an agent beyond 2^31", "POST", action, "AA", move(`"agentID":4294967297,"type":"stay"`), 400, InvalidRequest, "outside 0 to"},
		{"an agent twice", "POST", action, "AA", `{"actions":[{"agentID":1,"type":"move","dx":1,"dy":1},{"agentID":1,"type":"stay"}]}`, 400, InvalidRequest, "agent 1 has two actions"},
		{"no type", "POST", action, "AA", move(`"agentID":1,"dx":1,"dy":1`), 400, InvalidRequest, "actions[0].type is missing"},
		{"an unknown type", "POST", action, "AA", move(`"agentID":1,"type":"jump","dx":1,"dy":1`), 400, InvalidRequest, `there is no action "jump"`},
		{"a type that is none", "POST", action, "AA", move(`"agentID":1,"type":1,"dx":1,"dy":1`), 400, InvalidRequest, "actions[0].type is not a string"},
		{"half a step", "POST", action, "AA", move(`"agentID":1,"type":"move","dx":1`), 400, InvalidRequest, "actions[0].dy is missing"},
		{"a broken step", "POST", action, "AA", move(`"agentID":1,"type":"move","dx":0.5,"dy":0`), 400, InvalidRequest, "not a whole number"},
		{"a step in words", "POST", action, "AA", move(`"agentID":1,"type":"move","dx":"1","dy":0`), 400, InvalidRequest, "is not a number"},
		{"an endless step", "POST", action, "AA", move(`"agentID":1,"type":"move","dx":1e999,"dy":0`), 400, InvalidRequest, "not a whole number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, text := r.ask(c.method, c.path, c.token, c.body)
			require.Equal(t, c.code, code, text)
			var got status
			require.NoError(t, json.Unmarshal([]byte(text), &got))
			require.Equal(t, c.status, got.Status)
			require.Contains(t, got.Message, c.message)
			require.Equal(t, []dpt.Action{{}, {}}, r.seats[0].wants)
		})
	}
}

// What careless clients send is taken where it can mean one thing only.
func TestCareless(t *testing.T) {
	r := newRig(t)
	r.turn(1, time.Hour)
	for name, body := range map[string]string{
		"whole numbers with a point": `{"actions":[{"agentID":2.0,"type":"remove","dx":1.0,"dy":-1e0}]}`,
		"keys nobody asked for":      `{"token":"x","actions":[{"agentID":2,"type":"remove","dx":1,"dy":-1,"turn":3,"apply":null}],"more":{}}`,
		"blanks, capitals":           " \n" + `{"actions":[{"agentID":2,"type":" Remove","dx":1,"dy":-1}]}` + "\r\n",
		"a list alone":               `[{"agentID":2,"type":"remove","dx":1,"dy":-1}]`,
		"a byte order mark":          "\ufeff" + `{"actions":[{"agentID":2,"type":"remove","dx":1,"dy":-1}]}`,
		"a key twice":                `{"actions":[],"actions":[{"agentID":2,"type":"move","type":"remove","dx":1,"dy":-1}]}`,
	} {
		r.seats[0].wants = make([]dpt.Action, 2)
		code, text := r.ask("POST", "/matches/7/action/", "AA", body)
		require.Equal(t, 201, code, "%s: %s", name, text)
		require.Equal(t, []dpt.Action{{}, {Type: dpt.Remove, DX: 1, DY: -1}}, r.seats[0].wants, name)
	}
	code, text := r.ask("POST", "/matches/7/action", "AA", `{"actions":[{"agentID":1,"type":"move","dx":3000000000,"dy":-9007199254740991}]}`)
	require.Equal(t, 201, code)
	require.Contains(t, text, `"dx":3000000000,`)
	require.Equal(t, dpt.Action{Type: dpt.Move, DX: 9, DY: -9}, r.seats[0].wants[0], "illegal, and in short lines")

	for _, c := range []struct{ header, query string }{
		{"AA", ""}, {"Bearer AA", ""}, {" AA ", ""}, {"", "?token=AA"}, {"meaningless", "?token=AA&x=1"},
	} {
		code, _ := r.ask("GET", "/ping"+c.query, c.header, "")
		require.Equal(t, 200, code, c)
	}
	code, _ = r.ask("HEAD", "/matches/7", "AA", "")
	require.Equal(t, 200, code)
}

// Seats that are taken, unknown, or cannot be told apart, are refused; a seat
// without a token is everybody's.
func TestSeats(t *testing.T) {
	r := NewServer(1)
	_, err := r.Seat("third", "")
	require.EqualError(t, err, `there is no seat "third"`)
	s, err := r.Seat("first", "")
	require.NoError(t, err)
	_, err = r.Seat("first", "X")
	require.EqualError(t, err, "seat first is taken")
	_, err = r.Seat("second", "")
	require.EqualError(t, err, "two teams on a port need two tokens: write ?token=")
	_, err = r.Seat("second", "BB")
	require.NoError(t, err)
	rig := rig{room: r}
	code, _ := rig.ask("GET", "/ping", "", "")
	require.Equal(t, 200, code)
	<-s.Ready()
	s.Leave()
	code, _ = rig.ask("GET", "/ping", "", "")
	require.Equal(t, 401, code)
	_, err = r.Seat("first", "")
	require.NoError(t, err)
}

// FuzzOrders wants orders or an error, whatever is sent.
func FuzzOrders(f *testing.F) {
	f.Add([]byte(`{"actions":[{"agentID":2,"type":" stay","dx":1,"dy":-1}]}`))
	f.Add([]byte(`[{"agentID":2.0,"type":"move"}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		orders, err := parseActionRequests(text)
		if err != nil {
			return
		}
		for _, o := range orders {
			_, err := dpt.ParseType(o.Type)
			require.NoError(t, err)
			a := bounded(o.action)
			require.LessOrEqual(t, max(a.DX, -a.DX, a.DY, -a.DY), maxStep)
		}
	})
}
