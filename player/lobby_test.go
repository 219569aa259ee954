package player

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/bridgetest"
)

// room is a lobby on a port of this machine.
type room struct {
	address string
	opened  chan *Player
	err     error

	mu   sync.Mutex
	said []string
}

// openRoom waits for a player that answers "-T" with a code of two letters.
func openRoom(t *testing.T, options string, wait time.Duration) *room {
	t.Helper()
	r := &room{address: bridgetest.Loopback(), opened: make(chan *Player, 1)}
	o := &Opener{
		Connect: wait,
		Say: func(text string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.said = append(r.said, text)
		},
		Handshake: &Handshake{
			Text: "-T", Limit: 300 * time.Millisecond,
			Accept: func(line string) bool { return len(line) == 2 && line[0] != '-' },
		},
	}
	go func() {
		p, err := o.Open(context.Background(), "white", "listen:"+r.address+options, nil)
		r.err = err
		r.opened <- p
	}()
	return r
}

// connect connects to the room, as soon as it is there.
func (r *room) connect(t *testing.T) net.Conn {
	t.Helper()
	var conn net.Conn
	require.Eventually(t, func() bool {
		var err error
		conn, err = net.Dial("tcp", r.address)
		return err == nil
	}, 10*time.Second, time.Millisecond)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// answers answers each -T on a connection with a code, and echoes all else.
func answers(conn net.Conn, code string) {
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		if lines.Text() == "-T" {
			fmt.Fprintln(conn, code)
		} else {
			fmt.Fprintln(conn, lines.Text())
		}
	}
}

// Whoever answers is seated; nobody else costs it the match.
func TestLobby(t *testing.T) {
	for _, c := range []struct {
		name     string
		options  string
		stranger func(t *testing.T, r *room)
	}{
		{"nobody else", "", func(*testing.T, *room) {}},
		{"a silent scanner", "", func(t *testing.T, r *room) { r.connect(t) }},
		{"a scanner that hangs up", "", func(t *testing.T, r *room) { r.connect(t).Close() }},
		{"one that sends garbage", "", func(t *testing.T, r *room) {
			_, _ = io.WriteString(r.connect(t), "GET / HTTP/1.1\r\nHost: x\r\n\r\n\x00\xff\x16\x03")
		}},
		{"one that never stops", "", func(t *testing.T, r *room) {
			conn := r.connect(t)
			go func() {
				for {
					if _, err := io.WriteString(conn, strings.Repeat("garbage\n", 1000)); err != nil {
						return
					}
				}
			}()
		}},
		{"ten silent connections", "", func(t *testing.T, r *room) {
			for range 10 {
				r.connect(t)
			}
		}},
		{"more than are held", "", func(t *testing.T, r *room) {
			for range 3 * maxHeld {
				r.connect(t)
			}
		}},
		{"the wrong team", "?team=AB", func(t *testing.T, r *room) { go answers(r.connect(t), "XY") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer goleak.VerifyNone(t)
			r := openRoom(t, c.options, 20*time.Second)
			c.stranger(t, r)
			time.Sleep(50 * time.Millisecond)
			conn := r.connect(t)
			go answers(conn, "AB")
			p := <-r.opened
			require.NoError(t, r.err)
			defer func() { require.NoError(t, p.Close()) }()
			for _, line := range []string{"-T", "hello", "-T"} {
				_, _, err := p.Send(t.Context(), line)
				require.NoError(t, err)
				text, first, last, err := p.Receive(t.Context())
				require.NoError(t, err)
				require.Equal(t, strings.Replace(line, "-T", "AB", 1), text)
				require.False(t, last.Before(first))
			}
			require.NotNil(t, p.Usage())
			_, err := net.Dial("tcp", r.address)
			require.Error(t, err, "nobody is waited for any more")
		})
	}
}

// What the player said before its answer is still heard: an echo is.
func TestLobbyKeepsWhatCameBefore(t *testing.T) {
	defer goleak.VerifyNone(t)
	r := openRoom(t, "", 20*time.Second)
	conn := r.connect(t)
	go func() {
		lines := bufio.NewScanner(conn)
		for lines.Scan() {
			fmt.Fprintf(conn, "%s\nAB\n", lines.Text())
		}
	}()
	p := <-r.opened
	require.NoError(t, r.err)
	defer p.Close()
	_, _, err := p.Send(t.Context(), "-T")
	require.NoError(t, err)
	for _, want := range []string{"-T", "AB"} {
		text, _, _, err := p.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, text)
	}
}

// A match that does not begin with the greeting is not given its answer.
func TestLobbyGreetingIsNotAskedInTheMatch(t *testing.T) {
	defer goleak.VerifyNone(t)
	r := openRoom(t, "", 20*time.Second)
	conn := r.connect(t)
	go answers(conn, "AB")
	p := <-r.opened
	require.NoError(t, r.err)
	defer p.Close()
	for _, line := range []string{"-W", "-T"} {
		_, _, err := p.Send(t.Context(), line)
		require.NoError(t, err)
		text, _, _, err := p.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, strings.Replace(line, "-T", "AB", 1), text)
	}
}

// Nobody who answers is nobody there, whoever has connected.
func TestLobbyWithoutPlayer(t *testing.T) {
	defer goleak.VerifyNone(t)
	r := openRoom(t, "", 600*time.Millisecond)
	r.connect(t)
	require.Nil(t, <-r.opened)
	require.ErrorContains(t, r.err, "nobody there after 600ms")
	require.Contains(t, strings.Join(r.said, "\n"), "connected, but is not the player: no line")
}

// A code wants somebody who asks for it.
func TestTeamWithoutGreeting(t *testing.T) {
	o := &Opener{Connect: time.Second, Say: func(string) {}}
	_, err := o.Open(t.Context(), "white", "listen::0?team=AB", nil)
	require.ErrorContains(t, err, "team wants a match that asks for the code")
	_, err = addr.Parse("listen::1?team=A B")
	require.ErrorContains(t, err, "is not a code")
	a, err := addr.Parse("listen::1?allow=10.0.0.1&team=AB")
	require.NoError(t, err)
	require.Equal(t, "listen:127.0.0.1:1?allow=10.0.0.1/32&team=AB", a.String())
}
