package vectors

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestModelPipeClosesTwice(t *testing.T) {
	near, far := net.Pipe()
	defer far.Close()
	p := NewModelPipe(near, time.Second)
	require.NoError(t, p.Close())
	require.NoError(t, p.Close())
}
