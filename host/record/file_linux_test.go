package record

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/vfs"
)

// A device without room is an error that names it.
func TestRecordFileOnFullDevice(t *testing.T) {
	f, err := Open(filepath.Join(t.TempDir(), "games.jsonl"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	require.NoError(t, f.file.Close())
	f.file = vfs.OSFile{File: full}
	require.ErrorContains(t, written(f), "/dev/full: no space left on device")
}

// A record is read again, so that it is a file: nothing else is even opened.
func TestRecordFileIsAFile(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	link := filepath.Join(folder, "link")
	require.NoError(t, os.Symlink("/dev/zero", link))
	for path, what := range map[string]string{
		"/dev/zero": "a device", "/dev/null": "a device", "/dev/full": "a device",
		link: "a device", pipe: "a pipe", folder: "a directory",
	} {
		_, err := Open(path)
		require.ErrorContains(t, err, "record "+path+": it is "+what+", not a file")
	}
}
