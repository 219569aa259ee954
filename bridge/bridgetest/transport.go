package bridgetest

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/sandbox"
)

// Transport is a transport under test.
type Transport struct {
	// Name is the scheme of its addresses.
	Name string

	// Pair opens a connection by bridge.Open and answers both ends. The test
	// closes them when it ends, if they are not closed by then.
	Pair func(t testing.TB) (near, far io.ReadWriteCloser)

	// PeerGone is a part of what reading says after the far end has gone.
	PeerGone string
}

// Transports are all transports that need no hardware. A test binary that uses exec
// calls [Main].
func Transports() []Transport {
	wires := []Transport{
		{addr.SchemeTCP, pairTCP, "closed by the peer"},
		{addr.SchemeListen, pairListen, "closed by the peer"},
		{addr.SchemeExec, pairExec, "process exited with status 0"},
	}
	if runtime.GOOS == "linux" { // which alone has serial devices without a cable here
		wires = append(wires, Transport{addr.SchemeSerial, pairSerial, "unplugged"})
	}
	return wires
}

// openTimeout bounds opening in tests, on busy machines too.
const openTimeout = time.Minute

func open(t testing.TB, address string, opts bridge.Options) io.ReadWriteCloser {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), openTimeout)
	defer cancel()
	conn, err := bridge.Open(ctx, address, opts)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

func pairSerial(t testing.TB) (near, far io.ReadWriteCloser) {
	pty, err := NewPTY()
	require.NoError(t, err)
	t.Cleanup(func() { pty.Unplug() })
	near = open(t, "serial:"+pty.Name, bridge.Options{})
	pty.Opened()
	return near, pty
}

func pairTCP(t testing.TB) (near, far io.ReadWriteCloser) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	near = open(t, "tcp:"+listener.Addr().String(), bridge.Options{})
	far, err = listener.Accept()
	require.NoError(t, err)
	t.Cleanup(func() { far.Close() })
	return near, far
}

func pairListen(t testing.TB) (near, far io.ReadWriteCloser) {
	dialed := make(chan net.Conn, 1)
	near = open(t, "listen::0", bridge.Options{Listening: func(address string) {
		go func() {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				close(dialed)
				return
			}
			dialed <- conn
		}()
	}})
	far, ok := <-dialed
	require.True(t, ok, "the far end could not connect")
	t.Cleanup(func() { far.Close() })
	return near, far
}

func pairExec(t testing.TB) (near, far io.ReadWriteCloser) {
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	defer listener.Close()
	near = open(t, selfCommand(argWire, listener.Addr().String()), bridge.Options{
		Stderr: os.Stderr, Isolation: sandbox.New(sandbox.None, nil), // it calls us
	})
	require.NoError(t, listener.SetDeadline(time.Now().Add(openTimeout)))
	far, err = listener.Accept()
	require.NoError(t, err, "does TestMain call bridgetest.Main?")
	t.Cleanup(func() { far.Close() })
	return near, far
}

// StartPlayer puts a scripted player behind an address of the wire called name (serial,
// tcp, listen or exec) and answers the address, good for one bridge.Open. The
// player ends with the test at the latest.
func StartPlayer(t testing.TB, name, player, script string, scripts Scripts) string {
	t.Helper()
	p, err := PlayerNamed(player)
	require.NoError(t, err)
	require.Contains(t, scripts, script)
	if name == addr.SchemeExec {
		return ExecAddress(player, script)
	}
	return startHere(t, name, p.Play(scripts[script]()))
}

func startHere(t testing.TB, name string, play Play) string {
	// Not t.Context, which ends after the cleanups of who uses the address.
	ctx, cancel := context.WithCancel(context.Background())
	address, connect, err := prepare(ctx, name)
	if err != nil {
		cancel()
		require.NoError(t, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if rw, err := connect(); err == nil {
			play(ctx, rw)
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return address
}

// prepare returns an address and how the player reaches it.
func prepare(ctx context.Context, name string) (string, func() (io.ReadWriteCloser, error), error) {
	switch name {
	case addr.SchemeSerial:
		return prepareSerial()
	case addr.SchemeTCP:
		return prepareTCP(ctx)
	case addr.SchemeListen:
		return prepareListen(ctx)
	}
	return "", nil, fmt.Errorf("no wire %q", name)
}

func prepareSerial() (string, func() (io.ReadWriteCloser, error), error) {
	pty, err := NewPTY()
	if err != nil {
		return "", nil, err
	}
	// The device must not end before the bridge has opened it, so it is kept
	// open until the first question.
	return "serial:" + pty.Name, func() (io.ReadWriteCloser, error) {
		return &openedPTY{PTY: pty}, nil
	}, nil
}

// openedPTY takes the first bytes as the sign that the bridge has opened it.
type openedPTY struct{ *PTY }

func (p *openedPTY) Read(b []byte) (int, error) {
	n, err := p.PTY.Read(b)
	p.Opened()
	return n, err
}

func prepareTCP(ctx context.Context) (string, func() (io.ReadWriteCloser, error), error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	return "tcp:" + listener.Addr().String(), func() (io.ReadWriteCloser, error) {
		stop := context.AfterFunc(ctx, func() { listener.Close() })
		defer stop()
		defer listener.Close()
		return listener.Accept()
	}, nil
}

func prepareListen(ctx context.Context) (string, func() (io.ReadWriteCloser, error), error) {
	address := Loopback()
	return "listen:" + address, func() (io.ReadWriteCloser, error) {
		return dialUntil(ctx, address)
	}, nil
}

// dialUntil retries until a listener accepts or ctx ends.
func dialUntil(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	var dialer net.Dialer
	for {
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}
