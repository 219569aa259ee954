package safefile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

var list = FileType{Name: "list", Match: HasPrefix("# list")}

func stream(k FileType) FileType {
	k.Stream = true
	return k
}

// held makes a file and returns its path.
func held(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o640))
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// alone wants a folder to hold nothing but what is named.
func alone(t *testing.T, path string) {
	t.Helper()
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1, "%v", left)
}

func TestWriteNewAndOwn(t *testing.T) {
	for _, before := range []string{"", "# list of yesterday\n", "# li"} {
		path := held(t, before)
		require.NoError(t, Write(path, list, false, []byte("# list\n")))
		require.Equal(t, "# list\n", content(t, path))
		info, err := os.Stat(path)
		require.NoError(t, err)
		if runtime.GOOS != "windows" { // which has no such modes
			require.Equal(t, os.FileMode(0o640), info.Mode().Perm(), "it keeps its permissions")
		}
		alone(t, path)
	}
	path := filepath.Join(t.TempDir(), "new")
	require.NoError(t, Write(path, list, false, []byte("# list\n")))
	require.Equal(t, "# list\n", content(t, path))
}

// TestForeignFiles wants what we did not write to stay as it is.
func TestForeignFiles(t *testing.T) {
	for _, before := range []string{"root:x:0:0", "\x00\x00", "#list", " # list\n", "\n"} {
		path := held(t, before)
		err := Write(path, list, false, []byte("# list\n"))
		require.ErrorContains(t, err, "list "+path+": it holds something else, which begins with ")
		require.ErrorContains(t, err, "--force")
		_, err = Append(path, list)
		require.ErrorContains(t, err, "it holds something else")
		require.NotContains(t, err.Error(), "--force")
		require.Equal(t, before, content(t, path))
		require.Error(t, Check(path, list, false))
		require.NoError(t, Check(path, list, true))
		require.NoError(t, Write(path, list, true, []byte("# list\n")))
		require.Equal(t, "# list\n", content(t, path))
	}
	path := held(t, "# list\n")
	require.Error(t, Write(path, FileType{Name: "drawing"}, false, []byte("x")), "a kind without a beginning knows none of its own")
}

// A file that appears while another is made is not replaced.
func TestForeignFileMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new")
	f, err := Create(path, list, false)
	require.NoError(t, err)
	require.NoFileExists(t, path)
	require.NoError(t, os.WriteFile(path, []byte("precious"), 0o600))
	require.ErrorContains(t, f.Finish(nil), "it holds something else")
	require.Equal(t, "precious", content(t, path))
	alone(t, path)
}

func TestDiscard(t *testing.T) {
	path := held(t, "# list of yesterday\n")
	f, err := Create(path, list, false)
	require.NoError(t, err)
	_, err = f.WriteString("# list\n")
	require.NoError(t, err)
	f.Discard()
	require.Equal(t, "# list of yesterday\n", content(t, path))
	alone(t, path)
}

// A file that is not whole when it is closed does not take the place of another.
func TestCloseFails(t *testing.T) {
	path := held(t, "# list of yesterday\n")
	f, err := Create(path, list, true)
	require.NoError(t, err)
	_, err = f.WriteString("# list of today\n")
	require.NoError(t, err)
	require.NoError(t, f.File.Close())
	require.ErrorIs(t, f.Finish(nil), os.ErrClosed)
	require.Equal(t, "# list of yesterday\n", content(t, path))
	alone(t, path)
}

func TestAppendIsLocked(t *testing.T) {
	path := held(t, "# list\n")
	f, err := Append(path, list)
	require.NoError(t, err)
	_, err = f.WriteString("one\n")
	require.NoError(t, err)
	_, err = Append(path, list)
	require.ErrorContains(t, err, "it is being written by another program: wait for it or name another file")
	require.NoError(t, f.Close())
	f, err = Append(path, list)
	require.NoError(t, err)
	_, err = f.WriteString("two\n")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.Equal(t, "# list\none\ntwo\n", content(t, path))
}

func TestCannotWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "file")
	require.ErrorIs(t, Write(path, list, true, nil), os.ErrNotExist)
	_, err := Append(path, list)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, path)
}
