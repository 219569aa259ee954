package durable

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/vfs"
)

// A file is there whole, or what was there before; and nothing is left behind.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	require.NoError(t, Write(name, []byte("one "), []byte("two")))
	require.NoError(t, Write(name, []byte("three")))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "three", string(text))

	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	require.Error(t, Write(filepath.Join(dir, "folder"), []byte("x")))
	require.Error(t, Write(filepath.Join(dir, "none", "file"), []byte("x")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	if runtime.GOOS != "windows" {
		require.Error(t, vfs.OS.SyncDir(filepath.Join(dir, "none")))
	}
}
