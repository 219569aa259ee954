package host

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
)

// A device without room voids the match with an error that names it.
func TestRecordOnFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = full.Close() })
	m := between(rounds(1, second), hosttest.Answering("ok", 0))
	m.Record = full
	v, err := m.Run(t.Context())
	require.ErrorContains(t, err, "/dev/full: no space left on device")
	require.True(t, v.Void)
}
