package command

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/internal/tier"
)

// An agent and a hall may be started before their server: they wait, say so once, and connect.
func TestAwaitServer(t *testing.T) {
	tier.Slow(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	at := l.Addr().String()
	require.NoError(t, l.Close())
	keys := filepath.Join(t.TempDir(), "keys")
	require.NoError(t, natsconn.MakeKeys(keys, natsconn.Init{Agents: []string{"lab"}}))
	access, err := natsconn.ReadAccess(natsconn.AccessFile(keys, natsconn.Agent, "lab"))
	require.NoError(t, err)

	said, connected := make(chan string, 100), make(chan *nats.Conn, 1)
	go func() {
		conn, err := awaitServer(t.Context(), natsconn.ConnectOptions{URL: "tls://" + at, Access: access, Name: "agent lab", Notify: func(text string) { said <- text }})
		if err != nil {
			t.Error(err)
		}
		connected <- conn
	}()
	require.True(t, strings.HasSuffix(<-said, "; trying again"))
	server, err := natsconn.StartServer(natsconn.ServerOptions{Keys: keys, Listen: at, Notify: func(string) {}})
	require.NoError(t, err)
	t.Cleanup(server.Stop)
	conn := <-connected
	require.NotNil(t, conn)
	require.True(t, conn.IsConnected())
	conn.Close()
	require.Empty(t, said, "it says once that it waits")
}
