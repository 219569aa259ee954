package games

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/isolation"
	"github.com/loopline/loopline/player"
)

// python is the player of a page, as a file.
func python(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", page))
	require.NoError(t, err)
	code := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, code, "%s has no player", page)
	path := filepath.Join(t.TempDir(), "player.py")
	require.NoError(t, os.WriteFile(path, code[1], 0o644))
	return path
}

// opener opens players of a game.
func opener(g *Game, say func(string)) *player.Opener {
	return &player.Opener{
		Connect: 20 * time.Second, Lines: g.Lines, Say: say, Isolation: isolation.New(isolation.None, nil), Service: g.Service(say),
		Bot: func(spec string) (player.Local, error) {
			return g.NewBot(spec, Self{Team: "LL", Limit: time.Second, Say: say})
		},
	}
}

// played opens two players, lets them play, and verifies the record.
func played(t *testing.T, g Game, s Settings, say func(string), addresses ...string) host.Verdict {
	t.Helper()
	opener := opener(&g, say)
	if g.Greeting != nil {
		if greeting, ok := g.Greeting(s); ok {
			opener.Greeting = &greeting
		}
	}
	seats := make([]host.Seat, len(addresses))
	for i, address := range addresses {
		p, err := opener.Open(t.Context(), g.Seats[i], address, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats[i] = host.Seat{Address: address, Player: p, Polled: p.Polled()}
	}
	return runAndVerify(t, g, s, seats)
}

// runAndVerify plays a match and derives its verdict again.
func runAndVerify(t *testing.T, g Game, s Settings, seats []host.Seat) host.Verdict {
	t.Helper()
	m, err := g.Match(s, seats...)
	require.NoError(t, err)
	var record bytes.Buffer
	m.Record = &record
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	recorded, err := host.ReadRecord(&record)
	require.NoError(t, err)
	report, err := Verify(&recorded[0])
	require.NoError(t, err)
	require.Equal(t, v.Reason, report.Verdict.Reason)
	return v
}

// The players that the pages of the protocols show play whole games.
func TestPlayersOfThePages(t *testing.T) {
	patient := Settings{Move: 20 * time.Second, Handshake: 20 * time.Second}
	quiet := func(string) {}
	for name, args := range map[string]string{"battle2048": "", "chaser": " - - me", "kakomimasu": ""} {
		t.Run(name, func(t *testing.T) {
			g, err := ByName(name)
			require.NoError(t, err)
			address := "exec:python3 " + python(t, "protocol-"+name+".md") + args
			v := played(t, g, patient, quiet, address, "bot:greedy")
			require.Nil(t, v.Foul)
			v = played(t, g, patient, quiet, "bot:greedy", address)
			require.Nil(t, v.Foul)
		})
	}
}

// The player of the page connects as the contest's clients do; so does one that
// ends its name with silence and its lines with LF.
func TestChaserOverTCP(t *testing.T) {
	g, err := ByName("chaser")
	require.NoError(t, err)
	path := python(t, "protocol-chaser.md")
	listening := regexp.MustCompile(`connect to (127\.0\.0\.1):(\d+)$`)
	var clients []*exec.Cmd
	say := func(text string) {
		found := listening.FindStringSubmatch(text)
		if found == nil {
			return
		}
		if len(clients) > 0 {
			go searcher(t.Context(), net.JoinHostPort(found[1], found[2]))
			clients = append(clients, nil)
			return
		}
		client := exec.CommandContext(t.Context(), "python3", path, found[1], found[2], "旭川高専チーム")
		require.NoError(t, client.Start())
		clients = append(clients, client)
	}
	v := played(t, g, Settings{Move: 20 * time.Second, Handshake: 20 * time.Second, Options: map[string]string{"turns": "20"}},
		say, "listen:127.0.0.1:0", "listen:127.0.0.1:0")
	require.Nil(t, v.Foul, "%v", v.Foul)
	require.NoError(t, clients[0].Wait(), "it is told the end")
}

// searcher connects and searches in every turn.
func searcher(ctx context.Context, address string) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return
	}
	defer conn.Close()
	fmt.Fprint(conn, "node")
	buf := make([]byte, 100)
	for turn := 0; ; turn++ {
		for _, say := range []string{"gr\n", "su\n", "#\n"} {
			n, err := conn.Read(buf) // a message is a segment
			if err != nil || strings.HasPrefix(string(buf[:n]), "0") {
				return
			}
			fmt.Fprint(conn, say)
		}
	}
}
