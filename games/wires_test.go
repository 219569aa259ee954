package games

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/isolation"
	"github.com/loopline/loopline/player"
)

// fault is a way to go wrong, and what it deserves on every wire.
type fault struct {
	says    func(n int, line string) []string
	want    string // "kind (reason)"; empty is a game that is played out
	options map[string]string
}

// never says nothing from line n on.
func never(n int) func(int, string) []string {
	return func(i int, line string) []string {
		if i >= n {
			return []string{}
		}
		return []string{line}
	}
}

// faults are the tables of faults, by game.
func faults() map[string]map[string]fault {
	return map[string]map[string]fault{
		"battle2048": {
			"none":             {says: at(-1)},
			"no start cell":    {says: at(1, "x"), want: "illegal (PRESENTATION_ERROR_AT_INIT)"},
			"start off board":  {says: at(1, "6 1"), want: "illegal (INVALID_POSITION_AT_INIT)"},
			"empty line":       {says: at(3, ""), want: "illegal (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
			"small letter":     {says: at(3, "u 1 1 1 1"), want: "illegal (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
			"two blanks":       {says: at(3, "U  1 1 1 1"), want: "illegal (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
			"attack off board": {says: lastWord("6"), want: "illegal (INVALID_POSITION_AT_ATTACK)"},
			"attack too large": {says: values, want: "illegal (INVALID_M_AND_V_AT_ATTACK)"},
			"attack twice":     {says: twice, want: "illegal (ALREADY_OCCUPIED_AT_ATTACK)"},
			"no UTF-8":         {says: at(3, "\xff\xfe"), want: "illegal (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
			"hangs up":         {says: at(3), want: "gone (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
			"silent":           {says: never(2), want: "silent (TURN_TIME_LIMIT_EXCEEDED_AT_MAIN_OR_ATTACK)", options: map[string]string{"turn": "50"}},
		},
		"chaser": {
			"none":         {says: at(-1), options: map[string]string{"turns": "5"}},
			"no gr":        {says: at(2, "go"), want: "protocol (get-ready)"},
			"gr twice":     {says: at(3, "gr"), want: "illegal (method)"},
			"no method":    {says: at(3, "xu"), want: "illegal (method)"},
			"large letter": {says: at(3, "WU"), want: "illegal (method)"},
			"no end mark":  {says: at(4, "##"), want: "protocol (end-mark)"},
			"no ASCII":     {says: at(2, "\xff\xfe"), want: "garbled (binary)"},
			"hangs up":     {says: at(3), want: "gone (closed)"},
		},
	}
}

// TestFaultsOnEveryWire: each fault deserves the same on every wire.
func TestFaultsOnEveryWire(t *testing.T) {
	for game, table := range faults() {
		for name, f := range table {
			for _, wire := range []string{"exec", "tcp", "listen", "serial"} {
				if name == "hangs up" && wire == "serial" {
					continue // a port stays there when who was behind it has gone
				}
				t.Run(game+"/"+name+"/"+wire, func(t *testing.T) {
					v := faultMatch(t, game, name, wire, f.options)
					got := ""
					if v.Foul != nil {
						require.Zero(t, v.Foul.Seat, "%v", v.Foul)
						got = fmt.Sprintf("%s (%s)", v.Foul.Kind, v.Foul.Reason)
					}
					require.Equal(t, f.want, got, "%v", v.Foul)
				})
			}
		}
	}
}

var listening = regexp.MustCompile(`connect to (127\.0\.0\.1:\d+)`)

// faultMatch plays a match of a player that goes wrong, in the first seat,
// against a bot.
func faultMatch(t *testing.T, game, name, wire string, options map[string]string) host.Verdict {
	t.Helper()
	g, err := ByName(game)
	require.NoError(t, err)
	say := func(string) {}
	far := func(conn io.ReadWriteCloser) { go goWrong(t.Context(), &g, name, conn) }
	address := ""
	switch wire {
	case "exec":
		address = fmt.Sprintf("exec:env LOOPLINE_TEST_FAULT='%s/%s' %s -test.run=^TestFaultyPlayer$", game, name, os.Args[0])
	case "tcp":
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		address = "tcp:" + l.Addr().String()
		go func() {
			if conn, err := l.Accept(); err == nil {
				far(conn)
			}
		}()
	case "listen":
		address = "listen:127.0.0.1:0"
		say = func(text string) {
			if found := listening.FindStringSubmatch(text); found != nil {
				if conn, err := net.Dial("tcp", found[1]); err == nil {
					far(conn)
				}
			}
		}
	case "serial":
		pty, err := player.OpenPTY("")
		require.NoError(t, err)
		address = "serial:" + pty.Path()
		far(pty)
	}
	s := Settings{Move: time.Minute, Handshake: time.Minute, Options: options}
	opener := player.Opener{
		Connect: time.Minute, Lines: g.Lines, Say: say, Isolation: isolation.New(isolation.None, nil),
		Bot: func(spec string) (player.Local, error) {
			return g.NewBot(spec, Self{Team: "LL", Limit: time.Second, Say: func(string) {}})
		},
	}
	if g.Greeting != nil {
		if greeting, ok := g.Greeting(s); ok {
			opener.Greeting = &greeting
		}
	}
	seats := make([]host.Seat, 2)
	for i, a := range []string{address, "bot:greedy?seed=2"} {
		p, err := opener.Open(t.Context(), g.Seats[i], a, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats[i] = host.Seat{Address: a, Player: p}
	}
	m, err := g.Match(s, seats...)
	require.NoError(t, err)
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	return v
}

// goWrong plays as a bot that goes wrong, until the other side ends it.
func goWrong(ctx context.Context, g *Game, name string, conn io.ReadWriteCloser) {
	line := bridge.NewLine(conn, g.Lines)
	defer line.Close()
	bot, err := g.NewBot("greedy?seed=1", Self{Team: "LL", Limit: time.Second, Say: func(string) {}})
	if err != nil {
		return
	}
	_ = (&wrong{bot, faults()[g.Name][name].says}).Serve(ctx, line)
}

// TestFaultyPlayer is no test but the program that plays over exec.
func TestFaultyPlayer(t *testing.T) {
	game, name, ok := strings.Cut(os.Getenv("LOOPLINE_TEST_FAULT"), "/")
	if !ok {
		t.Skip("run by TestFaultsOnEveryWire")
	}
	g, err := ByName(game)
	if err != nil {
		os.Exit(2)
	}
	goWrong(t.Context(), &g, name, struct {
		io.Reader
		io.WriteCloser
	}{os.Stdin, os.Stdout})
	os.Exit(0)
}
