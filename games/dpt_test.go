package games

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/tier"
)

// The player of the page plays whole games, of one agent and of several.
func TestDptPlayerOfThePage(t *testing.T) {
	g, err := ByName("dpt")
	require.NoError(t, err)
	address := "exec:python3 " + python(t, "protocol-dpt.md")
	field := filepath.Join("dpt", "testdata", "field.json")
	for _, options := range []map[string]string{{"turns": "30"}, {"field": field, "turns": "5"}} {
		s := descriptor.Settings{Move: 20 * time.Second, Options: options}
		for _, seats := range [][]string{{address, "bot:greedy"}, {"bot:random", address}} {
			v := played(t, g, s, func(string) {}, seats...)
			require.Nil(t, v.Foul)
			require.Contains(t, []string{"total", "tile", "draw"}, v.Reason)
			require.False(t, v.Void)
		}
	}
}

// The client of the page plays over HTTP, and sees the end.
func TestDptClientOfThePage(t *testing.T) {
	tier.Slow(t)
	g, err := ByName("dpt")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join("..", "docs", "protocol-dpt.md"))
	require.NoError(t, err)
	code := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllSubmatch(text, -1)[1][1]
	path := filepath.Join(t.TempDir(), "client.py")
	require.NoError(t, os.WriteFile(path, code, 0o644))
	server := bridgetest.Loopback()

	var clients []*exec.Cmd
	var said [2]bytes.Buffer
	say := func(text string) {
		if !strings.Contains(text, "waiting for a client") {
			return
		}
		i := len(clients)
		client := exec.Command("python3", path, "http://"+server, []string{"AA", "BB"}[i])
		client.Stdout, client.Stderr = &said[i], &said[i]
		if err := client.Start(); err != nil {
			t.Error(err)
		}
		clients = append(clients, client)
	}
	s := descriptor.Settings{Move: 500 * time.Millisecond, Options: map[string]string{"turns": "3", "interval": "100"}}
	seats := [2]string{"api:" + server + "?token=AA", "api:" + server + "?token=BB"}
	v := played(t, g, s, say, seats[:]...)
	require.Nil(t, v.Foul)
	require.Len(t, clients, 2)
	for i, client := range clients {
		err := client.Wait()
		require.NoError(t, err, said[i].String())
	}
	require.Equal(t, said[0].String(), said[1].String(), "both see the same end")
}

// A bot of ours plays over HTTP by the game's lines, to the end of the match.
func TestDptBotOverHTTP(t *testing.T) {
	tier.Slow(t)
	g, err := ByName("dpt")
	require.NoError(t, err)
	_, err = g.Connect(t.Context(), "http://")
	require.ErrorContains(t, err, "write http://HOST:PORT?token=TOKEN")
	_, err = (&descriptor.Descriptor{Name: "x"}).Connect(t.Context(), "http://localhost")
	require.EqualError(t, err, "x has no client for HTTP: write HOST:PORT")

	server := bridgetest.Loopback()
	bot, err := g.NewBot("greedy", descriptor.BotOptions{Notify: func(string) {}})
	require.NoError(t, err)
	done := make(chan error, 1)
	var begun sync.Once
	say := func(string) { // the port is open
		go begun.Do(func() {
			conn, err := g.Connect(t.Context(), "http://"+server+"?token=AA")
			if err != nil {
				done <- err
				return
			}
			line := lines.New(conn, g.Lines)
			defer line.Close()
			done <- bot.Serve(t.Context(), line)
		})
	}
	s := descriptor.Settings{Move: time.Second / 2, Options: map[string]string{"turns": "2", "interval": "0"}}
	v := played(t, g, s, say, "api:"+server+"?token=AA", "bot:random")
	require.Nil(t, v.Foul)
	require.NoError(t, <-done, "it sees the end")
}
