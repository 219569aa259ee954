package bridge_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
)

// opening is a listen address being opened.
type opening struct {
	address string // where to connect
	opened  chan io.ReadWriteCloser
	err     error

	mu  sync.Mutex
	log []string
}

func startListen(t *testing.T, ctx context.Context, address string) *opening {
	o := &opening{opened: make(chan io.ReadWriteCloser, 1)}
	listening := make(chan string, 1)
	go func() {
		conn, err := bridge.Open(ctx, address, bridge.Options{
			Listening: func(a string) { listening <- a },
			Log: func(text string) {
				o.mu.Lock()
				defer o.mu.Unlock()
				o.log = append(o.log, text)
			},
		})
		o.err = err
		o.opened <- conn
	}()
	o.address = <-listening
	return o
}

func TestListenTakesOnePeer(t *testing.T) {
	bridgetest.NoLeaks(t)
	o := startListen(t, t.Context(), "listen::0")
	require.True(t, strings.HasPrefix(o.address, "127.0.0.1:"), o.address)
	first, err := net.Dial("tcp", o.address)
	require.NoError(t, err)
	defer first.Close()
	conn := <-o.opened
	require.NoError(t, o.err)
	defer conn.Close()
	_, err = net.Dial("tcp", o.address)
	require.Error(t, err, "a second peer")
	_, err = first.Write([]byte("x"))
	require.NoError(t, err)
	_, err = conn.Read(make([]byte, 1))
	require.NoError(t, err)
}

func TestListenTurnsStrangersAway(t *testing.T) {
	bridgetest.NoLeaks(t)
	o := startListen(t, t.Context(), "listen::0?allow=127.0.0.2")
	stranger, err := net.Dial("tcp", o.address)
	require.NoError(t, err)
	_, err = stranger.Read(make([]byte, 1))
	require.Error(t, err)
	stranger.Close()
	friend := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	known, err := friend.Dial("tcp", o.address)
	require.NoError(t, err)
	defer known.Close()
	conn := <-o.opened
	require.NoError(t, o.err)
	defer conn.Close()
	require.Contains(t, strings.Join(o.log, "\n"), "turned away 127.0.0.1:")
}

func TestListenEndsWithItsContext(t *testing.T) {
	bridgetest.NoLeaks(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := startListen(t, ctx, "listen::0")
	cancel()
	require.Nil(t, <-o.opened)
	require.ErrorIs(t, o.err, context.Canceled)
	require.ErrorContains(t, o.err, "no player connected")
}

func TestListenSaysWhoHoldsThePort(t *testing.T) {
	bridgetest.NoLeaks(t)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer other.Close()
	err = bridgetest.OpenError(t, "listen:"+other.Addr().String())
	require.ErrorContains(t, err, "address in use")
	if runtime.GOOS == "linux" { // which alone says so
		require.ErrorContains(t, err, fmt.Sprintf("held by pid %d (", os.Getpid()))
	}
	require.ErrorContains(t, err, "another port")
}

func TestListenOnAForeignAddress(t *testing.T) {
	err := bridgetest.OpenError(t, "listen:192.0.2.1:0?allow=any")
	require.ErrorContains(t, err, "not an address of this machine")
}

func TestTCPWithNobodyThere(t *testing.T) {
	bridgetest.NoLeaks(t)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	other.Close()
	require.ErrorContains(t, bridgetest.OpenError(t, "tcp:"+other.Addr().String()), "no program listens")
}

func TestTCPResetIsTold(t *testing.T) {
	bridgetest.NoLeaks(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	conn := bridgetest.Open(t, "tcp:"+listener.Addr().String())
	far, err := listener.Accept()
	require.NoError(t, err)
	require.NoError(t, far.(*net.TCPConn).SetLinger(0))
	require.NoError(t, far.Close())
	_, err = conn.Read(make([]byte, 1))
	if runtime.GOOS != "windows" || !strings.Contains(err.Error(), "closed") { // Wine takes some for an end
		require.EqualError(t, err, "connection broken off by the peer")
	}
	var gone *lines.DisconnectedError
	require.ErrorAs(t, err, &gone)
}

func TestOpenWithADoneContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	for _, address := range []string{"listen::0", "tcp:127.0.0.1:9", "exec:cat"} {
		_, err := bridge.Open(ctx, address, bridge.Options{})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, address)
	}
}
