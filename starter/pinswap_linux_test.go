package starter

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPinSwapOfAPipe: what is no file is not read, and does not hang.
func TestPinSwapOfAPipe(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "icebreaker.pcf"), 0o600))
	require.Empty(t, PinSwap(dir, "rx", "tx"))
}
