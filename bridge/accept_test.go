package bridge

import (
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/lines"
)

// troubled is a listener whose Accept fails now and then.
type troubled struct {
	net.Listener
	errs []error
}

func (l *troubled) Accept() (net.Conn, error) {
	if len(l.errs) == 0 {
		return l.Listener.Accept()
	}
	err := l.errs[0]
	l.errs = l.errs[1:]
	return nil, err
}

func TestWaitingBearsPassingTrouble(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	player, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	defer player.Close()
	l := &troubled{listener, []error{lines.ErrAborted, lines.ErrTooManyOpen}}
	conn, err := (&Listener{listener: l}).Accept(t.Context())
	require.NoError(t, err)
	require.NoError(t, conn.Close())

	l.errs = []error{syscall.EINVAL}
	_, err = (&Listener{listener: l, address: addr.Address{Scheme: addr.SchemeListen}}).Accept(t.Context())
	require.ErrorIs(t, err, syscall.EINVAL)
}
