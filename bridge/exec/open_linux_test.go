package exec_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
)

func mustOpen(t *testing.T, address string) io.ReadWriteCloser {
	t.Helper()
	conn, err := bridge.Open(t.Context(), address, bridge.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

func openError(t *testing.T, address string) error {
	t.Helper()
	conn, err := bridge.Open(t.Context(), address, bridge.Options{})
	require.Nil(t, conn)
	require.Error(t, err)
	return err
}
