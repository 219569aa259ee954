package bridgetest

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
)

// Open opens an address without options, and closes the connection at the end of the test.
func Open(t *testing.T, address string) io.ReadWriteCloser {
	t.Helper()
	conn, err := bridge.Open(t.Context(), address, bridge.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// OpenError returns the error of an address that cannot be opened.
func OpenError(t *testing.T, address string) error {
	t.Helper()
	conn, err := bridge.Open(t.Context(), address, bridge.Options{})
	require.Nil(t, conn)
	require.Error(t, err)
	return err
}
