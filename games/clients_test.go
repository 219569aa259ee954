package games

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

// match plays games of clients that connect, and returns their records and what was said.
func playClients(t *testing.T, g descriptor.Descriptor, settings descriptor.Settings, games int, players ...string) (played []record.Game, said []string) {
	t.Helper()
	var mu sync.Mutex
	say := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, text)
	}
	opener := g.Opener(30*time.Second, time.Minute, say)
	opener.Handshake = g.HandshakeQuestion(settings)
	defer opener.Close()
	require.NoError(t, opener.Listen(games > 1, players...))
	file, err := record.Open(filepath.Join(t.TempDir(), "record.jsonl"))
	require.NoError(t, err)
	s := &series.Series{
		Players: players, Games: games, Record: file, Say: say,
		Show:    terminal.NewPlain(io.Discard, func() terminal.View { return g.View() }),
		Sides:   func(names, addresses []string) string { return opener.Sides(g.Seats, names, addresses) },
		NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) { return g.NewGame(settings, seats...) },
		Open: func(ctx context.Context, seat, address string, stderr io.Writer) (series.PlayerConn, error) {
			return opener.Open(ctx, seat, address, stderr)
		},
	}
	s.Watch = func(*host.Game) func(record.Event) {
		return func(e record.Event) {
			if e.Type == record.EventLog {
				say(fmt.Sprintf("log of seat %d: %s", e.Seat, e.Text))
			}
		}
	}
	require.NoError(t, s.Play(t.Context()))
	require.NoError(t, s.Close())
	recorded, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	played, err = record.Read(bytes.NewReader(recorded))
	require.NoError(t, err)
	for i := range played {
		_, err := Verify(&played[i])
		require.NoError(t, err)
	}
	return played, said
}

// searches is a game of two turns that a client plays that always searches to the right:
// the host closes behind it, the client never does.
func searches(address, name, around, seen string, first bool) string {
	text := fmt.Sprintf("connect %s\n> %q\n", address, name)
	for turn := range 2 {
		control := "1"
		if turn == 1 && !first {
			control = "0"
		}
		text += fmt.Sprintf("< %q\n> \"gr\\r\\n\"\n< %q\n> \"su\\r\\n\"\n< %q\n> \"#\\r\\n\"\n", "@\r\n", "1"+around+"\r\n", control+seen+"\r\n")
	}
	if first {
		text += fmt.Sprintf("< %q\n> \"gr\\r\\n\"\n< %q\n", "@\r\n", "0"+around+"\r\n")
	}
	return text + "end\n"
}

// asCool and asHot are the games of searches on the map of seed 1.
func asCool(address, name string) string {
	return searches(address, name, "000000000", "002222222", true)
}

func asHot(address, name string) string {
	return searches(address, name, "000000000", "033000003", false)
}

// Clients of CHaser as they are: each game ends with the host's close, the client connects
// again, on whichever port, and is known by its name.
func TestChaserClientsConnectForEachGame(t *testing.T) {
	g, err := ByName("chaser")
	require.NoError(t, err)
	const cp932, utf8 = "\x88\xae\x90\xec\r\n", "旭川\n"
	for name, c := range map[string]struct {
		team  [2]string    // in the addresses, which then have both ports
		names [2][2]string // that each sends in each game
		ports [2][2]int    // that each connects to in each game
	}{
		"ports that stay":      {names: [2][2]string{{"memuro\r\n", "memuro\r\n"}, {"b\n", "b\n"}}, ports: [2][2]int{{0, 0}, {1, 1}}},
		"ports that change":    {names: [2][2]string{{"memuro\r\n", "memuro\r\n"}, {"b\n", "b\n"}}, ports: [2][2]int{{0, 1}, {1, 0}}},
		"two encodings":        {names: [2][2]string{{cp932, utf8}, {"b\n", "b\n"}}, ports: [2][2]int{{0, 1}, {1, 0}}},
		"all on the first one": {team: [2]string{"memuro", "旭川"}, names: [2][2]string{{"memuro", "memuro"}, {cp932, cp932}}},
		"against their sides":  {team: [2]string{"memuro", "旭川"}, names: [2][2]string{{"memuro", "memuro"}, {utf8, utf8}}, ports: [2][2]int{{1, 0}, {0, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := [2]string{bridgetest.Loopback(), bridgetest.Loopback()}
			players := []string{"listen:" + at[0], "listen:" + at[1]}
			if c.team[0] != "" {
				_, second, _ := net.SplitHostPort(at[1])
				players = []string{"listen:" + at[0] + "," + second + "?team=" + c.team[0], "listen:" + at[0] + "," + second + "?team=" + c.team[1]}
			}
			ended := make(chan error, 2)
			for who := range 2 {
				first, second := asCool, asHot
				if who == 1 {
					first, second = asHot, asCool
				}
				go func() {
					ended <- transcript(first(at[c.ports[who][0]], c.names[who][0]) + second(at[c.ports[who][1]], c.names[who][1]))
				}()
			}
			s := descriptor.Settings{Move: time.Minute, Handshake: time.Minute, Options: map[string]string{"turns": "2"}}
			games, said := playClients(t, g, s, 2, players...)
			require.NoError(t, <-ended)
			require.NoError(t, <-ended)
			require.Len(t, games, 2)
			for i := range games {
				require.Nil(t, games[i].Verdict().Foul, "game %d: %v\n%s", i+1, games[i].Verdict().Foul, strings.Join(said, "\n"))
				require.Equal(t, "equal", games[i].Verdict().Reason)
			}
			require.Contains(t, strings.Join(said, "\n"), "game 2 of 2: cool is ")
		})
	}
}

// The ports of one match have one number for it, and the next match has another.
func TestDPTHasOneNumberOnTwoPorts(t *testing.T) {
	g, err := ByName("dpt")
	require.NoError(t, err)
	var mu sync.Mutex
	var said []string
	opener := g.Opener(30*time.Second, time.Second, func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, text)
	})
	for n := 1; n <= 2; n++ {
		ctx := host.WithGame(t.Context(), fmt.Sprint(n))
		var all sync.WaitGroup
		for seat := range 2 {
			at, asked := bridgetest.Loopback(), make(chan struct{})
			all.Go(func() {
				p, err := opener.Open(ctx, g.Seats[seat], "api:"+at, io.Discard)
				<-asked // its port closes with it
				if err == nil {
					defer p.Close()
				}
				assert.NoError(t, err)
			})
			all.Go(func() {
				defer close(asked)
				status := ""
				assert.Eventually(t, func() bool {
					r, err := http.Get(fmt.Sprintf("http://%s/matches/%d", at, n))
					if err != nil {
						return false
					}
					defer r.Body.Close()
					text, _ := io.ReadAll(r.Body)
					status = string(text)
					return true
				}, 30*time.Second, 10*time.Millisecond)
				assert.Contains(t, status, "TooEarly", "the match is known by its number")
			})
		}
		all.Wait()
		mu.Lock()
		require.Contains(t, said, fmt.Sprintf("the number of the match is %d: GET /matches/%d", n, n))
		mu.Unlock()
	}
}

// Clients over HTTP as they are: what they are refused, and that they have gone, is said and
// recorded, and the clock is the time from the turn's start to the action.
func TestHTTPClientsAreSeen(t *testing.T) {
	g, err := ByName("kakomimasu")
	require.NoError(t, err)
	at := bridgetest.Loopback()
	ask := func(method, path, token, body string) (status int, text string) {
		r, err := http.NewRequest(method, "http://"+at+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		if token != "" {
			r.Header.Set("Authorization", token)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err.Error()
		}
		defer answer.Body.Close()
		b, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(b)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		status, text := 0, ""
		for range 3000 {
			if status, text = ask("POST", "/v1/matches/free/players", "secret", `{"guestName":"旭川高専","spec":""}`); status == http.StatusOK {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		var joined struct{ GameID, PIC string }
		if json.Unmarshal([]byte(text), &joined) != nil {
			return
		}
		path := "/v1/matches/" + joined.GameID
		_, text = ask("PATCH", path+"/action", "secret", `{"actions":[]}`)
		if !strings.Contains(text, "use PATCH "+path+"/actions") {
			t.Error(text)
		}
		if status, _ = ask("PATCH", path+"/actions", "wrong", `{"actions":[]}`); status != http.StatusUnauthorized {
			t.Error(status)
		}
		for range 3000 { // as soon as a turn takes it, and then never again
			if status, _ = ask("PATCH", path+"/actions", joined.PIC, `{"actions":[{"agentId":0,"type":"PUT","x":0,"y":0}]}`); status == http.StatusOK {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	s := descriptor.Settings{Options: map[string]string{"turns": "5", "operation": "300", "transition": "1"}}
	_, said := playClients(t, g, s, 1, "api:"+at+"?token=secret", "bot:random?seed=1")
	<-ended
	all := strings.Join(said, "\n")
	for _, who := range []string{"first: ", "log of seat 0: "} {
		require.Regexp(t, who+`refused PATCH "/v1/matches/.*/action" with status 400`, all)
		require.Regexp(t, who+`refused (of a client without .*: )?PATCH "/v1/matches/.*/actions" with status 401`, all)
		require.Contains(t, all, who+"the client has gone: no request in 3 turns")
	}
	require.Regexp(t, `log of seat 0: action after \S+ of 300ms`, all)
}
