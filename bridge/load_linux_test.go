package bridge

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
)

// A line knows what its player costs: processor time of all its processes, and
// what it writes on its line and beside it.
func TestLoadOfALine(t *testing.T) {
	conn, err := Open(t.Context(), `exec:sh -c "head -c 100000 /dev/zero >&2; `+
		`(while :; do :; done) & echo hello; read x"`, Options{Stderr: io.Discard})
	require.NoError(t, err)
	line := lines.New(conn, lines.Config{})
	defer line.Close()
	text, _, _, err := line.Receive(t.Context())
	require.NoError(t, err)
	require.Equal(t, "hello", text)
	require.Eventually(t, func() bool {
		cpu, read := line.Load()
		return cpu > 100*time.Millisecond && read == 100_006
	}, 20*time.Second, 10*time.Millisecond)
}
