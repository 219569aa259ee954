package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// bed is a match whose seats are all on one wire, in fake time.
type bed struct {
	t      *testing.T
	wire   *Handler
	seats  []httpapi.Seat
	game   string // its id
	done   chan struct{}
	result host.Verdict
	record bytes.Buffer
}

// inBubble makes a match of a small board, two turns of a second each with a
// second between. The tokens are those of the seats; a seat "-" is left out.
func inBubble(t *testing.T, tokens []string, f func(b *bed)) {
	synctest.Test(t, func(t *testing.T) {
		b := &bed{t: t, wire: New("test", func(text string) { t.Log(text) }), done: make(chan struct{})}
		for i, token := range tokens {
			if token == "-" {
				continue
			}
			s, err := b.wire.Seat(referee.SeatNames[i], token)
			require.NoError(t, err)
			b.seats = append(b.seats, s)
		}
		b.game = b.wire.match.id
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			defer close(b.done)
			b.play(ctx)
		}()
		f(b)
		cancel()
		<-b.done
		synctest.Wait()
		time.Sleep(time.Minute) // what was put off has happened
	})
}

// play plays the match once all clients are there.
func (b *bed) play(ctx context.Context) {
	board := &kakomimasu.Field{Name: "small", Width: 3, Height: 2, Agents: 2, Turns: 2, Points: []int{1, 2, 3, -4, 5, 6}}
	seats, served := make([]host.Seat, len(b.seats)), make(chan error, len(b.seats))
	var lines []*hosttest.PipeEnd
	for _, s := range b.seats {
		select {
		case <-s.Ready():
		case <-ctx.Done():
			return
		}
	}
	for i, s := range b.seats {
		ours, theirs := hosttest.Pair()
		lines = append(lines, ours)
		seats[i] = host.Seat{Player: ours, Address: "api", PollingClient: true}
		go func() { served <- s.Serve(ctx, theirs) }()
	}
	m, err := referee.Config{Board: board}.Game(seats...)
	require.NoError(b.t, err)
	m.Record = &b.record
	b.result, _ = m.Run(ctx)
	for _, line := range lines {
		require.NoError(b.t, line.Close())
	}
	for range b.seats {
		if err := <-served; err != nil {
			b.t.Error(err)
		}
	}
	for _, s := range b.seats {
		s.Leave()
	}
}

// reply is what a request got.
type reply struct {
	status int
	text   string
}

// ask makes a request. The authorization is as it stands in the header.
func (b *bed) ask(method, path, authorization, body string) reply {
	r := httptest.NewRequest(method, strings.ReplaceAll(path, "ID", b.game), strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", authorization)
	r.RemoteAddr = "10.0.0.1:" + fmt.Sprint(len(authorization)+1)
	w := httptest.NewRecorder()
	b.wire.ServeHTTP(w, r)
	require.Equal(b.t, "application/json", w.Header().Get("Content-Type"))
	return reply{w.Code, w.Body.String()}
}

// into reads a reply that is no fault.
func (r reply) into(t *testing.T, v any) {
	t.Helper()
	require.Equal(t, http.StatusOK, r.status, r.text)
	require.NoError(t, json.Unmarshal([]byte(r.text), v))
}

// code is the status and the code of a fault.
func (r reply) code(t *testing.T) string {
	var f struct {
		ErrorCode *int
		Message   string
	}
	require.NoError(t, json.Unmarshal([]byte(r.text), &f), r.text)
	if f.ErrorCode == nil {
		return fmt.Sprint(r.status)
	}
	require.NotEmpty(t, f.Message)
	return fmt.Sprintf("%d %d", r.status, *f.ErrorCode)
}

func (b *bed) join(token string) (j joinReply) {
	b.ask("POST", "/v1/matches/free/players", "Bearer "+token, `{"guestName":"チーム `+token+`","spec":"s"}`).into(b.t, &j)
	return j
}

func (b *bed) gameNow() (g gameJSON) {
	b.ask("GET", "/v1/matches/ID", "", "").into(b.t, &g)
	return g
}

// act sends actions and returns the turn that they are for.
func (b *bed) act(who, actions string) int {
	var got struct{ Turn int }
	b.ask("PATCH", "/v1/matches/ID/actions", who, `{"actions":[`+actions+`]}`).into(b.t, &got)
	return got.Turn
}

// verified derives the verdict of the record again.
func (b *bed) verified() host.ReplayReport {
	games, err := record.Read(bytes.NewReader(b.record.Bytes()))
	require.NoError(b.t, err)
	report, err := referee.Verify(&games[0])
	require.NoError(b.t, err)
	require.Equal(b.t, b.result.Scores, report.Verdict.Scores)
	return report
}

// A whole match: what clients see, and when actions count.
func TestMatch(t *testing.T) {
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		g := b.gameNow()
		require.Equal(t, "free", g.Status)
		require.Nil(t, g.Field, "hidden until all have joined")
		require.Nil(t, g.Started)
		two, one := b.join("B"), b.join("A")
		require.Equal(t, joinReply{"チーム A", "s", b.game, 0, one.PIC}, one)
		require.Equal(t, 1, two.Index)
		require.Len(t, one.PIC, 6)
		require.Equal(t, one, b.join("A"), "who joins again has the same seat")
		synctest.Wait()

		g = b.gameNow()
		require.Equal(t, "ready", g.Status)
		require.Zero(t, g.Turn)
		require.Equal(t, time.Now().Unix()+5, *g.Started)
		require.Equal(t, []int{1, 2, 3, -4, 5, 6}, g.Field.Points)
		require.Equal(t, "チーム B", g.Players[1].ID)
		require.Equal(t, agentJSON{-1, -1}, g.Players[0].Agents[1])

		time.Sleep(5*time.Second + 100*time.Millisecond)
		require.Equal(t, 1, b.gameNow().Turn)
		require.Equal(t, "gaming", b.gameNow().Status)
		require.Equal(t, 1, b.act(one.PIC, `{"agentId":0,"type":"PUT","x":2.0,"y":1,"why":"?"},{"agentId":1,"type":"PUT","x":0,"y":1}`))
		b.act("Bearer A", `{"agentId":1,"type":"PUT","x":2,"y":0}`)
		b.act(one.PIC, `{"agentId":1,"type":"NONE"}`)
		b.act(two.PIC, `{"agentId":0,"type":"PUT","x":4294967296,"y":0},{"agentId":7,"type":"MOVE","x":0,"y":0}`)
		time.Sleep(time.Second)
		require.Equal(t, "400 105", b.ask("GET", "/v1/matches/ID", "", "").code(t))
		require.Equal(t, "400 105", b.ask("PATCH", "/v1/matches/ID/actions", one.PIC, `{"actions":[]}`).code(t))
		time.Sleep(time.Second)

		g = b.gameNow()
		require.Equal(t, 2, g.Turn)
		require.Equal(t, agentJSON{2, 1}, g.Players[0].Agents[0])
		require.Equal(t, point{0, 6}, g.Players[0].Point)
		require.Equal(t, []actionLog{{0, 1, 2, 1, 0}, {1, 2, 0, 0, 0}}, g.Log[0].Players[0].Actions)
		require.Equal(t, []actionLog{{0, 1, 99, 0, 5}, {7, 3, 0, 0, 4}}, g.Log[0].Players[1].Actions)
		require.Equal(t, 1, g.Field.Tiles[5].Type)
		require.Equal(t, 0, *g.Field.Tiles[5].Player)
		require.Nil(t, g.Field.Tiles[0].Player)
		time.Sleep(time.Second)
		synctest.Wait()
		g = b.gameNow()
		require.Equal(t, "ended", g.Status)
		require.Len(t, g.Log, 2)
		require.Equal(t, []actionLog{}, g.Log[1].Players[0].Actions)
		ended := time.Now()
		b.ask("GET", "/v1/matches/ID", "another", "")
		<-b.done
		require.Equal(t, ended, time.Now(), "who has seen the end need not wait")
		require.Equal(t, []int{6, 0}, b.result.Scores)
		require.True(t, b.verified().Complete)
		require.NotContains(t, b.record.String(), `"type":"foul"`)
		require.Contains(t, b.record.String(), `"チーム A"`)
	})
}

// A heat begins without an entrant, and the seats behind it play under lower numbers. Each client
// keeps the index with which it joined: its name, agents, points, tiles and log stand there.
func TestHeatWithoutASeat(t *testing.T) {
	for _, tokens := range [][]string{{"-", "B", "C", "D"}, {"A", "-", "C", "D"}, {"A", "B", "C", "-"}, {"-", "B", "-", "D"}} {
		t.Run(strings.Join(tokens, ""), func(t *testing.T) {
			inBubble(t, tokens, func(b *bed) {
				joined := map[string]joinReply{}
				for _, token := range tokens {
					if token != "-" {
						joined[token] = b.join(token)
					}
				}
				time.Sleep(5*time.Second + 100*time.Millisecond)
				g := b.gameNow()
				require.Equal(t, len(g.Players), g.PlayerCount)
				for seat, token := range tokens {
					if j, here := joined[token]; here {
						require.Equal(t, seat, j.Index)
						require.Equal(t, "チーム "+token, g.Players[seat].ID)
						b.act(j.PIC, fmt.Sprintf(`{"agentId":0,"type":"PUT","x":%d,"y":%d}`, seat%3, seat/3))
					}
				}
				time.Sleep(2 * time.Second)
				g = b.gameNow()
				for seat, token := range tokens[:len(g.Players)] {
					at := seat/3*g.Field.Width + seat%3
					require.Len(t, g.Players[seat].Agents, 2)
					if token == "-" {
						require.Equal(t, agentJSON{-1, -1}, g.Players[seat].Agents[0])
						require.Equal(t, point{}, g.Players[seat].Point)
						require.Empty(t, g.Log[0].Players[seat].Actions)
						continue
					}
					require.Equal(t, agentJSON{seat % 3, seat / 3}, g.Players[seat].Agents[0])
					require.Equal(t, []actionLog{{0, 1, seat % 3, seat / 3, 0}}, g.Log[0].Players[seat].Actions)
					require.Equal(t, seat, *g.Field.Tiles[at].Player)
					_, err := situation(&g, seat)
					require.NoError(t, err, "our own clients understand it")
				}
				require.Equal(t, http.StatusOK, b.ask("GET", "/v1/match/ID", "", "").status)
				<-b.done
				require.Nil(t, b.result.Foul)
				require.Len(t, b.result.Scores, len(joined))
				require.True(t, b.verified().Complete)
			})
		})
	}
}

// Seats begin one after the other. A client that asks in between sees as many players as later, at
// the same indexes, whoever begins first.
func TestPlayersBetweenTwoBegins(t *testing.T) {
	for _, tokens := range []string{"-BCD", "A-CD", "ABC-", "-B-D", "ABCD"} {
		for first := range len(strings.ReplaceAll(tokens, "-", "")) {
			w := New("test", func(string) {})
			var here []*seat
			for i, token := range tokens {
				if token != '-' {
					s, err := w.Seat(referee.SeatNames[i], string(token))
					require.NoError(t, err)
					here = append(here, s.(*seat))
					here[len(here)-1].joined = true
				}
			}
			board := &kakomimasu.Field{Name: "small", Width: 3, Height: 2, Agents: 2, Turns: 2, Players: len(here), Points: make([]int, 6)}
			for i := range here {
				player := (first + i) % len(here)
				here[player].Begin(&referee.Opening{Board: board, Me: player})
				for other, s := range here {
					require.Equal(t, s.index, w.match.places[other], "%s after %d begins from %d on", tokens, i+1, first)
				}
			}
		}
	}
}

// A fault of ours in one request keeps no lock: the others are answered.
func TestPanicKeepsNoLock(t *testing.T) {
	w := New("test", func(string) {})
	_, err := w.Seat("first", "A")
	require.NoError(t, err)
	w.match.opening = &referee.Opening{} // without a board, which never is
	w.match.started = time.Now().Add(time.Hour)
	for _, path := range []string{"/v1/matches", "/v1/matches/" + w.match.id, "/v1/matches/stream", "/v1/match/" + w.match.id} {
		require.Panics(t, func() {
			w.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
		}, path)
		require.True(t, w.mu.TryLock(), path)
		w.mu.Unlock()
	}
}

// A fault of a client costs it the turn; it and the other play on.
func TestFaultsCostATurn(t *testing.T) {
	const put = `{"agentId":0,"type":"PUT","x":2,"y":1}`
	for _, c := range []struct {
		name, body, want string // what is sent in the first turn, and the answer; empty is nothing
		gone             bool   // and nothing in the second
		scores           []int
	}{
		{"as it should be", `{"actions":[` + put + `]}`, "200", false, []int{6, 1}},
		{"silent", "", "", false, []int{6, 1}},
		{"gone", "", "", true, []int{0, 1}},
		{"half a body", `{"actions":[{`, "400 3", false, []int{6, 1}},
		{"of another shape", `{"actions":7}`, "400 6", false, []int{6, 1}},
		{"off the board", `{"actions":[{"agentId":0,"type":"PUT","x":3,"y":0}]}`, "200", false, []int{6, 1}},
		{"far off the board", `{"actions":[{"agentId":0,"type":"PUT","x":2147483648,"y":-2147483649}]}`, "200", false, []int{6, 1}},
		{"no such agent", `{"actions":[{"agentId":2,"type":"PUT","x":2,"y":1}]}`, "200", false, []int{6, 1}},
		{"an agent twice", `{"actions":[{"agentId":1,"type":"PUT","x":2,"y":0},{"agentId":1,"type":"PUT","x":0,"y":1}]}`, "200", false, []int{2, 1}},
		{"a move before a put", `{"actions":[{"agentId":0,"type":"MOVE","x":2,"y":0}]}`, "200", false, []int{6, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, []string{"A", "B"}, func(b *bed) {
				one, two := b.join("A"), b.join("B")
				time.Sleep(5*time.Second + 100*time.Millisecond)
				b.act(two.PIC, `{"agentId":0,"type":"PUT","x":0,"y":0}`)
				if c.body != "" {
					require.Equal(t, c.want, b.ask("PATCH", "/v1/matches/ID/actions", one.PIC, c.body).code(t))
				}
				time.Sleep(time.Second)
				require.Equal(t, "400 105", b.ask("PATCH", "/v1/matches/ID/actions", one.PIC, `{"actions":[]}`).code(t), "too late")
				time.Sleep(time.Second)
				if !c.gone {
					require.Equal(t, 2, b.act(one.PIC, put))
				}
				<-b.done
				require.Equal(t, c.scores, b.result.Scores)
				require.Nil(t, b.result.Foul)
				require.True(t, b.verified().Complete)
			})
		})
	}
}

// Clients that say nothing have agents that stay; nobody waits for them longer
// than their time, nor for long behind the end.
func TestSilent(t *testing.T) {
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		start := time.Now()
		b.join("A")
		b.join("B")
		<-b.done
		require.Equal(t, 5*time.Second+httpapi.Linger+4*time.Second, time.Since(start).Truncate(time.Second))
		require.True(t, b.result.Draw)
		require.Equal(t, 2, b.result.Ply)
		b.verified()
	})
}

const player = `{"guestName":"g","spec":"s"}`

// Every fault is answered in the interface's own form, and costs nobody the
// match.
func TestFaults(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000)
	for _, c := range []struct{ name, method, path, authorization, body, want string }{
		{"an unknown route", "GET", "/v1/nothing", "", "", "400 5"},
		{"the root", "GET", "/", "", "", "400 5"},
		{"an unknown method", "DELETE", "/v1/matches/ID", "", "", "400 5"},
		{"an unknown match", "GET", "/v1/matches/x", "", "", "400 100"},
		{"an unknown match of 2021", "GET", "/v1/match/x", "", "", "400 100"},
		{"no token", "POST", "/v1/matches/free/players", "", player, "401 4"},
		{"a wrong token", "POST", "/v1/matches/free/players", "Bearer C", player, "401 4"},
		{"a wrong token of 2021", "POST", "/v1/match", "Bearer C", `{"spec":"s"}`, "401 4"},
		{"another word than Bearer", "POST", "/v1/matches/free/players", "Basic A", player, "200"},
		{"the token in the address", "POST", "/v1/matches/free/players?token=A", "Bearer undefined", player, "200"},
		{"the match by its id", "POST", "/v1/matches/ID/players", "A", player, "200"},
		{"another match", "POST", "/v1/matches/x/players", "A", player, "400 100"},
		{"against an AI", "POST", "/v1/matches/ai/players", "A", `{"guestName":"g","aiName":"a1","boardName":"A-1","nAgent":1}`, "200"},
		{"against an unknown AI", "POST", "/v1/matches/ai/players", "A", `{"guestName":"g","aiName":"a9"}`, "400 102"},
		{"no name", "POST", "/v1/matches/free/players", "A", `{}`, "200"},
		{"a byte order mark", "POST", "/v1/matches/free/players", "A", "\ufeff" + player, "200"},
		{"an empty name", "POST", "/v1/matches/free/players", "A", `{"guestName":"\n","spec":null}`, "200"},
		{"a name that is a number", "POST", "/v1/matches/free/players", "A", `{"guestName":7}`, "400 6"},
		{"no JSON", "POST", "/v1/matches/free/players", "A", `hello`, "400 3"},
		{"nothing", "POST", "/v1/matches/free/players", "A", ``, "400 3"},
		{"half an object", "POST", "/v1/matches/free/players", "A", `{"guestName":`, "400 3"},
		{"NaN", "POST", "/v1/matches/free/players", "A", `{"guestName":NaN}`, "400 3"},
		{"deep JSON", "POST", "/v1/matches/free/players", "A", deep, "400 3"},
		{"no object", "POST", "/v1/matches/free/players", "A", `[]`, "400 6"},
		{"duplicate keys", "POST", "/v1/matches/free/players", "A", `{"guestName":"a","guestName":"b"}`, "200"},
		{"a match that is there", "POST", "/v1/matches", "", `{"boardName":"A-1"}`, "200"},
		{"a match without a board", "POST", "/v1/matches", "", `{}`, "400 6"},
		{"a match of no board", "POST", "/v1/matches", "", `{"boardName":""}`, "400 400"},
		{"actions before joining", "PATCH", "/v1/matches/ID/actions", "A", `{"actions":[]}`, "401 207"},
		{"too many listed", "GET", "/v1/matches/stream?startIndex=0&endIndex=51", "", "", "400 106"},
		{"a place that is no number", "GET", "/v1/matches/stream?startIndex=x", "", "", "400 106"},
		{"the version", "GET", "/version", "", "", "200"},
		{"no board yet", "GET", "/v1/boards", "", "", "200"},
		{"the list", "GET", "/v1/matches", "", "", "200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, []string{"A", "B"}, func(b *bed) {
				r := b.ask(c.method, c.path, c.authorization, c.body)
				got := fmt.Sprint(r.status)
				if r.status != http.StatusOK {
					got = r.code(t)
				}
				require.Equal(t, c.want, got, r.text)
				require.Less(t, len(r.text), 4096)
			})
		})
	}
}

func TestContentType(t *testing.T) {
	inBubble(t, []string{"A"}, func(b *bed) {
		for kind, want := range map[string]int{
			"application/json; charset=utf-8": http.StatusOK, "text/plain": http.StatusBadRequest, "": http.StatusBadRequest,
		} {
			r := httptest.NewRequest("POST", "/v1/matches/free/players?token=A", strings.NewReader(player))
			r.Header.Set("Content-Type", kind)
			w := httptest.NewRecorder()
			b.wire.ServeHTTP(w, r)
			require.Equal(t, want, w.Code, kind)
		}
	})
}

// Faults of actions, while a turn takes them.
func TestActionFaults(t *testing.T) {
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		one, _ := b.join("A"), b.join("B")
		time.Sleep(5*time.Second + 100*time.Millisecond)
		for _, c := range []struct{ name, authorization, body, want string }{
			{"no code", "", `{"actions":[]}`, "401 207"},
			{"a wrong code", "000000x", `{"actions":[]}`, "401 207"},
			{"the empty code", "Bearer ", `{"actions":[]}`, "401 207"},
			{"no actions", one.PIC, `{}`, "400 6"},
			{"actions that are no list", one.PIC, `{"actions":{}}`, "400 6"},
			{"a bare list", one.PIC, `[]`, "400 6"},
			{"an unknown action", one.PIC, `{"actions":[{"agentId":0,"type":"JUMP"}]}`, "400 6"},
			{"no agent", one.PIC, `{"actions":[{"type":"PUT"}]}`, "400 6"},
			{"half a cell", one.PIC, `{"actions":[{"agentId":0,"type":"PUT","x":0.5,"y":0}]}`, "400 6"},
			{"a text for a number", one.PIC, `{"actions":[{"agentId":"0","type":"PUT","x":0,"y":0}]}`, "400 6"},
			{"a huge number", one.PIC, `{"actions":[{"agentId":0,"type":"PUT","x":1e999,"y":0}]}`, "400 6"},
			{"too many", one.PIC, `{"actions":[` + strings.Repeat(`{"agentId":0,"type":"NONE"},`, 300) + `{"agentId":0,"type":"NONE"}]}`, "400 6"},
			{"one of them wrong", one.PIC, `{"actions":[{"agentId":0,"type":"PUT","x":0,"y":0},{"agentId":1}]}`, "400 6"},
			{"a dry run", one.PIC, `{"actions":[{"agentId":0,"type":"PUT","x":2,"y":0}],"dryRun":true}`, "200"},
		} {
			require.Equal(t, c.want, b.ask("PATCH", "/v1/matches/ID/actions", c.authorization, c.body).code(t), c.name)
		}
		<-b.done
		require.Equal(t, []int{0, 0}, b.result.Scores)
	})
}

// Seats without a token are for whoever comes first, whatever it says.
func TestGuests(t *testing.T) {
	inBubble(t, []string{"", ""}, func(b *bed) {
		one, two := b.join("meaningless"), b.join("meaningless")
		require.Equal(t, [2]int{0, 1}, [2]int{one.Index, two.Index})
		require.NotEqual(t, one.PIC, two.PIC)
		require.Equal(t, "400 101", b.ask("POST", "/v1/matches/free/players", "", player).code(t))
		require.Equal(t, "guest", b.gameNow().Players[0].Type)
	})
}

// Nothing that one may read holds what another proves itself by.
func TestSecrets(t *testing.T) {
	inBubble(t, []string{"TOKEN-A", "TOKEN-B"}, func(b *bed) {
		one, two := b.join("TOKEN-A"), b.join("TOKEN-B")
		for range 12 {
			for _, path := range []string{"/v1/matches/ID", "/v1/match/ID", "/v1/matches", "/v1/boards"} {
				text := b.ask("GET", path, one.PIC, "").text
				text = strings.ReplaceAll(text, "チーム TOKEN", "")
				for _, secret := range []string{one.PIC, two.PIC, "TOKEN"} {
					require.NotContains(t, text, secret)
				}
			}
			time.Sleep(time.Second)
		}
	})
}

// The interface as the contest of 2021 had it.
func Test2021(t *testing.T) {
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		var one, two joinReply
		b.ask("POST", "/api/match", "Bearer A", `{"spec":"s","gameId":"`+b.game+`"}`).into(t, &one)
		b.ask("POST", "/v1/match", "Bearer B", `{"spec":"s","useAi":true,"aiOption":{"aiName":"a1","boardName":"A-1"}}`).into(t, &two)
		require.Equal(t, joinReply{"player-2", "s", b.game, 1, ""}, two)
		time.Sleep(5*time.Second + 100*time.Millisecond)
		var g oldJSON
		b.ask("GET", "/v1/match/ID", "", "").into(t, &g)
		require.True(t, g.Gaming)
		require.Equal(t, 1, g.Turn)
		require.InDelta(t, 2.0, g.Board.Seconds, 0)
		require.InDelta(t, float64(*g.Started+2), *g.Next, 0)
		act := func(body string) reply { return b.ask("POST", "/v1/match/ID/action", "Bearer B", body) }
		require.Equal(t, "200", act(`{"time":1,"actions":[{"agentId":0,"type":"PUT","x":0,"y":0},{"agentId":1,"type":"PUT","x":1,"y":0}]}`).code(t))
		require.Equal(t, "200", act(`{"index":1,"actions":[{"agentId":0,"type":"PUT","x":2,"y":0}]}`).code(t), "all anew")
		require.Equal(t, "400 104", act(`{"actions":[{"agentId":0,"type":"PUT"}]}`).code(t))
		require.Equal(t, "401 4", b.ask("POST", "/v1/match/ID/action", "Bearer C", `{"actions":[]}`).code(t))
		time.Sleep(time.Second)
		b.ask("GET", "/v1/match/ID", "", "").into(t, &g)
		require.Equal(t, 2, g.Turn, "no transition in 2021")
		require.Equal(t, oldPoint{0, 3}, g.Players[1].Point)
		require.Equal(t, []actionLog{{0, 1, 2, 0, 0}}, g.Log[0].Players[1].Actions)
		require.Equal(t, "200", act(`{"actions":[{"agentId":1,"type":"PUT","x":2,"y":1}]}`).code(t))
		<-b.done
		require.Equal(t, []int{0, 9}, b.result.Scores)
	})
}

// Who joins against an AI is answered when the game has begun, if it begins soon:
// some clients then read when it does, and do not look whether it is known.
func TestAgainstAnAI(t *testing.T) {
	const ai = "/v1/matches/ai/players"
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		begun := time.Now()
		require.Equal(t, "200", b.ask("POST", ai, "A", `{"guestName":"g","aiName":"a1","dryRun":true}`).code(t))
		require.Equal(t, begun, time.Now(), "a dry run waits for nothing")
		joined := make(chan reply, 1)
		go func() { joined <- b.ask("POST", ai, "A", `{"guestName":"g","aiName":"a1"}`) }()
		synctest.Wait()
		require.Empty(t, joined)
		time.Sleep(time.Second)
		b.join("B")
		require.Equal(t, http.StatusOK, (<-joined).status)
		require.Equal(t, begun.Add(time.Second), time.Now())
		require.NotNil(t, b.gameNow().Started)
	})
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		begun := time.Now()
		require.Equal(t, http.StatusOK, b.ask("POST", ai, "A", `{"guestName":"g","aiName":"a1"}`).status)
		require.Equal(t, begun.Add(aiWait), time.Now(), "no opponent has come")
	})
}

// A stream tells of each change, and of nothing that was not asked for.
func TestStream(t *testing.T) {
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		ctx, cancel := context.WithCancel(b.t.Context())
		defer cancel()
		follow := func(query string) (events func() []string) {
			w, done := httptest.NewRecorder(), make(chan struct{})
			go func() {
				defer close(done)
				r := httptest.NewRequestWithContext(ctx, "GET", "/v1/matches/stream?q="+query, nil)
				b.wire.ServeHTTP(w, r)
			}()
			return func() (all []string) {
				<-done
				for line := range strings.SplitSeq(w.Body.String(), "\n") {
					if data, ok := strings.CutPrefix(line, "data: "); ok {
						var e struct {
							Type string
							Game struct {
								Status string
								Turn   int
							}
						}
						require.NoError(t, json.Unmarshal([]byte(data), &e))
						all = append(all, strings.TrimSpace(fmt.Sprint(e.Type, " ", e.Game.Status, " ", e.Game.Turn)))
					}
				}
				return all
			}
		}
		all, waiting, other := follow("id:"+b.game), follow("is:waiting"), follow("id:x&allowNewGame=true")
		gaming := follow("is:gaming&allowNewGame=true")
		synctest.Wait()
		b.join("A")
		b.join("B")
		<-b.done
		cancel()
		require.Equal(t, []string{"initial  0", "update free 0", "update free 0", "update ready 0",
			"update gaming 1", "update gaming 2", "update ended 2"}, all())
		require.Equal(t, []string{"initial  0", "update free 0", "update free 0", "remove  0"}, waiting())
		require.Equal(t, []string{"initial  0"}, other())
		require.Equal(t, []string{"initial  0", "add gaming 1", "update gaming 2", "remove  0"}, gaming())
	})
}

// direct answers requests with a wire, without a network.
type direct struct{ wire *Handler }

// RoundTrip implements http.RoundTripper.
func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	d.wire.ServeHTTP(w, r)
	return w.Result(), nil
}

// putter puts its agent onto a cell, and remembers how it ended.
type putter struct {
	to   kakomimasu.Cell
	last *referee.TurnState
}

func (p *putter) Begin(*referee.Opening) string { return "putter" }
func (p *putter) End(s *referee.TurnState)      { p.last = s }
func (p *putter) Turn(_ context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	if s.Turn == 2 {
		return []kakomimasu.Action{{Agent: 0, Type: kakomimasu.Move, To: kakomimasu.Cell{X: 1, Y: p.to.Y}}}, nil
	}
	return []kakomimasu.Action{{Agent: 0, Type: kakomimasu.Put, To: p.to}}, nil
}

// Our own players are clients too.
func TestClient(t *testing.T) {
	inBubble(t, []string{"A", "B"}, func(b *bed) {
		players := []*putter{{to: kakomimasu.Cell{X: 0, Y: 0}}, {to: kakomimasu.Cell{X: 2, Y: 1}}}
		errs := make(chan error, len(players))
		for i, p := range players {
			c := &Client{URL: "http://x/", Token: string(rune('A' + i)), Name: "n", Chooser: p, HTTP: &http.Client{Transport: direct{b.wire}}}
			go func() { errs <- c.Play(b.t.Context()) }()
		}
		for range players {
			require.NoError(t, <-errs)
		}
		<-b.done
		require.Equal(t, []int{3, 11}, b.result.Scores)
		require.Equal(t, "AA..BB", players[0].last.Position.Tiles())
		c := &Client{URL: "http://x", Token: "C", Chooser: players[0], HTTP: &http.Client{Transport: direct{b.wire}}}
		require.ErrorContains(t, c.Play(b.t.Context()), "game is not free")
	})
}

func TestSplitToken(t *testing.T) {
	base, token, err := splitToken("http://localhost:8880?token=a%26b")
	require.NoError(t, err)
	require.Equal(t, "http://localhost:8880 a&b", base+" "+token)
	_, err = Dial(t.Context(), "localhost")
	require.ErrorContains(t, err, "write http://HOST:PORT?token=T")
}

func TestSeatRefuses(t *testing.T) {
	w := New("test", func(string) {})
	_, err := w.Seat("first", "A")
	require.NoError(t, err)
	for name, want := range map[string]string{"fifth": "no seat", "first": "there already", "second": "same token"} {
		_, err := w.Seat(name, "A")
		require.ErrorContains(t, err, want)
	}
}

// FuzzRequest sends any body anywhere.
func FuzzRequest(f *testing.F) {
	f.Add("POST", "/v1/matches/free/players", "A", player)
	f.Add("PATCH", "/v1/matches/ID/actions", "A", `{"actions":[{"agentId":0,"type":"PUT","x":2,"y":0}]}`)
	f.Add("POST", "/v1/match", "Bearer A", `{"useAi":true,"aiOption":{}}`)
	f.Add("GET", "/v1/matches/stream?startIndex=-1", "", "")
	f.Fuzz(func(t *testing.T, method, path, authorization, body string) {
		w := New("test", func(string) {})
		_, err := w.Seat("first", "A")
		require.NoError(t, err)
		r, err := http.NewRequest(method, "http://x"+strings.ReplaceAll(path, "ID", w.match.id), strings.NewReader(body))
		if err != nil || strings.HasSuffix(r.URL.Path, "/stream") {
			return
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", authorization)
		got := httptest.NewRecorder()
		w.ServeHTTP(got, r)
		if got.Code != http.StatusNoContent && got.Body.Len() > 0 {
			require.True(t, json.Valid(got.Body.Bytes()), got.Body.String())
		}
	})
}
