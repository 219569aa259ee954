package filelock

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// One at a time has a file, and a folder.
func TestTry(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	for what, open := range map[string]func() (*os.File, error){
		"file":   func() (*os.File, error) { return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600) },
		"folder": func() (*os.File, error) { return OpenDir(dir) },
	} {
		first, err := open()
		require.NoError(t, err, what)
		second, err := open()
		require.NoError(t, err, what)
		require.NoError(t, Try(first), what)
		require.ErrorIs(t, Try(second), ErrHeld, what)
		require.NoError(t, Unlock(first), what)
		require.NoError(t, Try(second), what)
		require.ErrorIs(t, Try(first), ErrHeld, what)
		require.NoError(t, second.Close(), what)
		require.NoError(t, Try(first), what)
		require.NoError(t, first.Close(), what)
	}
}

// Who has a lock is named.
func TestHolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	first, err := os.Open(name) // reading is enough to lock
	require.NoError(t, err)
	defer first.Close()
	second, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer second.Close()
	require.NoError(t, Try(first))
	require.ErrorIs(t, Try(second), ErrHeld)
	if runtime.GOOS == "linux" {
		require.Contains(t, Holder(second), fmt.Sprintf("process %d (", os.Getpid()))
	}
	held := &HeldError{File: name, Holder: Holder(second), Waited: time.Second}
	require.ErrorIs(t, held, ErrHeld)
	require.ErrorContains(t, held, name+" has been locked by ")
}

// What is locked can be read all the same.
func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, Try(f))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "text", string(text))
}
