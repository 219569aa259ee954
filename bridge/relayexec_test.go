package bridge

import (
	"io"
	"net"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
)

func TestRelayPassesOnTheAnswerAfterAHalfClose(t *testing.T) {
	if _, err := exec.LookPath("sort"); err != nil {
		t.Skip("Windows without its own sort, as Wine is")
	}
	conn, err := Open(t.Context(), "exec:sort", Options{})
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	player, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	defer player.Close()
	near, err := listener.Accept()
	require.NoError(t, err)
	done := make(chan lines.RelayEnd, 1)
	go func() { done <- lines.Relay(t.Context(), near, conn) }()
	_, err = io.WriteString(player, "b\na\n")
	require.NoError(t, err)
	require.NoError(t, player.(*net.TCPConn).CloseWrite())
	sorted, err := io.ReadAll(player)
	require.NoError(t, err)
	require.Equal(t, "a\nb\n", string(sorted))
	require.Equal(t, lines.RelayEnd{Ended: "a", Err: io.EOF, FromA: 4, FromB: 4}, <-done)
}
