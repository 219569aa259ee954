package player

import (
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

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
)

// desk is an opener of a game whose clients connect for each game and say their name first.
type desk struct {
	*Opener
	mu   sync.Mutex
	said []string
}

func newDesk(t *testing.T) *desk {
	d := &desk{}
	d.Opener = &Opener{
		Connect: 30 * time.Second, ConnectionPerGame: true, Lines: lines.Config{Dialect: lines.BlankLines},
		Handshake: &Handshake{Accept: func(string) bool { return true }, Limit: 30 * time.Second},
		Say: func(text string) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.said = append(d.said, text)
		},
	}
	t.Cleanup(func() {
		d.Close()
		goleak.VerifyNone(t)
	})
	return d
}

// hears waits until something was said.
func (d *desk) hears(t *testing.T, part string) {
	t.Helper()
	require.Eventually(t, func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return strings.Contains(strings.Join(d.said, "\n"), part)
	}, 30*time.Second, time.Millisecond, part)
}

// client connects and gives a name.
func client(t *testing.T, at, name string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", at)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	_, err = fmt.Fprintln(conn, name)
	require.NoError(t, err)
	return conn
}

// closed waits for the other side's close.
func closed(t *testing.T, conn net.Conn) {
	t.Helper()
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(30*time.Second)))
	_, err := io.ReadAll(conn)
	require.NoError(t, err)
}

// opened opens a player and sends it a line, which names it.
func (d *desk) opened(t *testing.T, address, line string) *Player {
	t.Helper()
	p, err := d.Open(t.Context(), "cool", address, io.Discard)
	require.NoError(t, err)
	_, _, err = p.Send(t.Context(), line)
	require.NoError(t, err)
	require.False(t, p.Reusable(), "a game has its own connection")
	return p
}

// receives reads what opened has sent.
func receives(t *testing.T, conn net.Conn, line string) {
	t.Helper()
	got := make([]byte, len(line)+1)
	_, err := io.ReadFull(conn, got)
	require.NoError(t, err)
	require.Equal(t, line+"\n", string(got))
}

func TestReceptionKnowsByName(t *testing.T) {
	d := newDesk(t)
	at := bridgetest.Loopback()
	a, b := "listen:"+at+"?team=memuro", "listen:"+at+"?team=旭川"
	require.NoError(t, d.Listen(true, a, b))
	second := client(t, at, "旭 川") // blanks do not count
	d.hears(t, `"旭 川" has connected to port`)
	stranger := client(t, at, "memro")
	d.hears(t, `calls itself "memro", which is nobody's name here: refused; its name has to be one of: memuro, 旭川`)
	closed(t, stranger)
	double := client(t, at, "旭川")
	d.hears(t, `calls itself "旭川", and so does 127.`)
	closed(t, double)
	first := client(t, at, "memuro")
	p := d.opened(t, a, "to memuro")
	defer p.Close()
	q := d.opened(t, b, "to 旭川")
	receives(t, first, "to memuro")
	receives(t, second, "to 旭川")
	require.NoError(t, q.Close())
	closed(t, second)

	again := client(t, at, "旭川")
	d.hears(t, `"旭川" has connected to port`)
	again.Close()
	d.hears(t, `"旭川" has gone while it waited for its game`)
	again = client(t, at, "旭川") // takes its place
	defer d.opened(t, b, "again").Close()
	receives(t, again, "again")
}

func TestReceptionLearnsNames(t *testing.T) {
	d := newDesk(t)
	at, other := bridgetest.Loopback(), bridgetest.Loopback()
	a, b := "listen:"+at, "listen:"+other
	require.NoError(t, d.Listen(true, a, b))
	first := client(t, at, "x")
	p := d.opened(t, a, "1")
	receives(t, first, "1")
	double := client(t, other, "x")
	d.hears(t, `calls itself "x" as the player on port`)
	closed(t, double)
	second := client(t, other, "y")
	q := d.opened(t, b, "2")
	receives(t, second, "2")
	require.NoError(t, p.Close())
	require.NoError(t, q.Close())

	// Both change ports.
	first, second = client(t, other, "x"), client(t, at, "y")
	defer d.opened(t, a, "3").Close()
	defer d.opened(t, b, "4").Close()
	receives(t, first, "3")
	receives(t, second, "4")
	stranger := client(t, at, "z")
	d.hears(t, `calls itself "z", which is nobody's name here`)
	closed(t, stranger)
	_, port, _ := net.SplitHostPort(at)
	require.Equal(t, "cool is y, on port "+port+"; hot is bot:x",
		d.Sides([]string{"cool", "hot"}, []string{b, "bot:x"}, []string{b, "bot:x"}))
}

// One game, or one port, is by the port alone.
func TestReceptionOfOneGame(t *testing.T) {
	d := newDesk(t)
	at, other := bridgetest.Loopback(), bridgetest.Loopback()
	require.NoError(t, d.Listen(false, "listen:"+at, "listen:"+other))
	first, second := client(t, at, ""), client(t, other, "")
	defer d.opened(t, "listen:"+at, "1").Close()
	defer d.opened(t, "listen:"+other, "2").Close()
	receives(t, first, "1")
	receives(t, second, "2")
}

func TestReceptionRefusesWhatItCannotTellApart(t *testing.T) {
	d := newDesk(t)
	at := bridgetest.Loopback()
	require.ErrorContains(t, d.Listen(true, "listen:"+at, "listen:"+at+"?name=x"), "say by ?team=NAME who is who")
	require.ErrorContains(t, d.Listen(true, "listen:"+at+"?team=a", "listen:"+at+"?team=a&name=x"), "another player's name is a too")
	d.Handshake = nil
	_, err := d.Open(context.Background(), "cool", "listen:127.0.0.1:1,2", io.Discard)
	require.ErrorContains(t, err, "several ports are for games whose clients connect for each game")
}
