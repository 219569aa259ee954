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

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sandbox"
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
func opener(g *descriptor.Descriptor, say func(string)) *player.Opener {
	return &player.Opener{
		Connect: 20 * time.Second, Lines: g.Lines, Say: say, Isolation: sandbox.New(sandbox.None, nil), Service: g.Service(say),
		Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, descriptor.BotOptions{Team: "LL", Limit: time.Second, Notify: say})
		},
	}
}

// played opens two players, lets them play, and verifies the record.
func played(t *testing.T, g descriptor.Descriptor, s descriptor.Settings, say func(string), addresses ...string) host.Verdict {
	t.Helper()
	opener := opener(&g, say)
	if g.Greeting != nil {
		if greeting, ok := g.Greeting(s); ok {
			opener.Handshake = &greeting
		}
	}
	seats := make([]host.Seat, len(addresses))
	for i, address := range addresses {
		p, err := opener.Open(t.Context(), g.Seats[i], address, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats[i] = host.Seat{Address: address, Player: p, PollingClient: p.PollingClient()}
	}
	return runAndVerify(t, g, s, seats)
}

// runAndVerify plays a match and derives its verdict again.
func runAndVerify(t *testing.T, g descriptor.Descriptor, s descriptor.Settings, seats []host.Seat) host.Verdict {
	t.Helper()
	m, err := g.NewGame(s, seats...)
	require.NoError(t, err)
	var written bytes.Buffer
	m.Record = &written
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	recorded, err := record.Read(&written)
	require.NoError(t, err)
	report, err := Verify(&recorded[0])
	require.NoError(t, err)
	require.Equal(t, v.Reason, report.Verdict.Reason)
	return v
}

// The players that the pages of the protocols show play whole games.
func TestPlayersOfThePages(t *testing.T) {
	patient := descriptor.Settings{Move: 20 * time.Second, Handshake: 20 * time.Second}
	quiet := func(string) {}
	args := map[string]string{"chaser": " - - me"}
	for _, g := range All() {
		if g.Name == Default || g.Name == "dpt" { // tests of their own play those
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			address := "exec:python3 " + python(t, "protocol-"+g.Name+".md") + args[g.Name]
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
	v := played(t, g, descriptor.Settings{Move: 20 * time.Second, Handshake: 20 * time.Second, Options: map[string]string{"turns": "20"}},
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
	_ = (&careless{name: "node", end: "\n"}).play(conn)
}

// careless is a client of CHaser that is not as it should be.
type careless struct {
	name  string // with its end, if it has one
	end   string // of its other lines
	reset bool   // it breaks the connection off right behind its name
	half  bool   // it closes its direction right behind its name
	want  string // of its foul, kind (reason); a regular expression, empty is none
}

// play searches in every turn. The error is that of a read that was not one
// message.
func (c *careless) play(conn net.Conn) error {
	defer conn.Close()
	fmt.Fprint(conn, c.name)
	switch tcp, _ := conn.(*net.TCPConn); {
	case c.reset:
		return tcp.SetLinger(0)
	case c.half:
		_ = tcp.CloseWrite()
		_, _ = io.Copy(io.Discard, conn)
		return nil
	}
	buf := make([]byte, 100)
	for {
		for _, say := range []string{"gr", "su", "#"} {
			n, err := conn.Read(buf)
			switch text := string(buf[:n]); {
			case err != nil || strings.HasPrefix(text, "0"):
				return nil
			case strings.Count(text, "\r\n") != 1 || !strings.HasSuffix(text, "\r\n"):
				return fmt.Errorf("a segment is %q, not a message", text)
			}
			fmt.Fprint(conn, say+c.end)
		}
	}
}

// Careless clients of CHaser play, or lose as the game says. Each message is a
// segment of its own.
func TestCarelessOverTCP(t *testing.T) {
	for name, c := range map[string]careless{
		"as it should be":         {name: "abc\r\n", end: "\r\n"},
		"lines end in LF":         {name: "abc\n", end: "\n"},
		"a name without an end":   {name: "abc", end: "\r\n"},
		"a name in CP932":         {name: "\x88\xae\x90\xec", end: "\r\n"},
		"an empty name":           {name: "\n", end: "\r\n"},
		"a name of 300 letters":   {name: strings.Repeat("x", 300) + "\n", end: "\r\n"},
		"gone behind the name":    {name: "abc\r\n", reset: true, want: `gone \((closed|unsent)\)`},
		"its direction is closed": {name: "abc\r\n", half: true, want: `gone \(closed\)`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := ByName("chaser")
			require.NoError(t, err)
			listening := regexp.MustCompile(`connect to (127\.0\.0\.1:\d+)$`)
			clients := []careless{c, {name: "hot\r\n", end: "\r\n"}}
			ended := make(chan error, len(clients))
			say := func(text string) {
				found := listening.FindStringSubmatch(text)
				if found == nil {
					return
				}
				conn, err := net.Dial("tcp", found[1])
				require.NoError(t, err)
				client := clients[0]
				clients = clients[1:]
				go func() { ended <- client.play(conn) }()
			}
			v := played(t, g, descriptor.Settings{Move: time.Minute, Handshake: time.Minute, Options: map[string]string{"turns": "2"}},
				say, "listen:127.0.0.1:0", "listen:127.0.0.1:0")
			if c.want == "" {
				require.Nil(t, v.Foul, "%v", v.Foul)
			} else {
				require.NotNil(t, v.Foul)
				require.Zero(t, v.Foul.Seat)
				require.Regexp(t, "^"+c.want+"$", fmt.Sprintf("%s (%s)", v.Foul.Kind, v.Foul.Reason))
			}
			require.NoError(t, <-ended)
			require.NoError(t, <-ended)
		})
	}
}
