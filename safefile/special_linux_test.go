package safefile

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestNoFiles wants directories, devices and sockets to be refused, also by
// force, and streams where a kind is one.
func TestNoFiles(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	defer l.Close()
	for path, what := range map[string]string{
		dir: "a directory", "/dev/zero": "a device", "/dev/mem": "a device", "/dev/urandom": "a device", socket: "a socket",
	} {
		if _, err := os.Stat(path); err != nil {
			continue // not every machine has it
		}
		for _, k := range []FileType{list, stream(list)} {
			for _, force := range []bool{false, true} {
				require.ErrorContains(t, Write(path, k, force, nil), path+": it is "+what+", not a file: name a file")
			}
			_, err := Append(path, k)
			require.ErrorContains(t, err, "it is "+what)
		}
	}
	require.Error(t, Write(os.DevNull, list, true, nil))
	require.NoError(t, Write(os.DevNull, stream(list), false, []byte("x")))
	f, err := Append(os.DevNull, stream(list))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.ErrorIs(t, Write("/dev/full", stream(list), false, []byte("x")), syscall.ENOSPC)
	_, err = os.Stat(os.DevNull)
	require.NoError(t, err)
}

func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	_, err := Append(path, list)
	require.ErrorContains(t, err, "it is a pipe")
	got := make(chan string)
	go func() {
		text, _ := os.ReadFile(path)
		got <- string(text)
	}()
	f, err := Append(path, stream(list))
	require.NoError(t, err)
	_, err = f.WriteString("x")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.Equal(t, "x", <-got)
}

// A pipe without a reader is refused in the end; with one it is written to.
func TestPipesWithoutAReader(t *testing.T) {
	tier.Slow(t)
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	kind := FileType{Name: "tap", Match: func(string) bool { return true }, Stream: true}
	_, err := Append(path, kind)
	require.ErrorContains(t, err, "this pipe has no reader: start its reader first")

	reader, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer reader.Close()
	f, err := Append(path, kind)
	require.NoError(t, err)
	_, err = f.WriteString("x")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	text := make([]byte, 1)
	_, err = reader.Read(text)
	require.NoError(t, err)
	require.Equal(t, "x", string(text))
}
