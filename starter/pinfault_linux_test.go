package starter

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPinFaultOfAPipe: what is no file is not read, and does not hang.
func TestPinFaultOfAPipe(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "icebreaker.pcf"), 0o600))
	require.Empty(t, PinFault(dir, "rx", "tx"))
}
