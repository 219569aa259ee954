//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// On Windows only an administrator makes links.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	foreign, own := held(t, "precious"), held(t, "# list of yesterday\n")
	require.NoError(t, os.Symlink(foreign, link))
	require.Error(t, Write(link, list, false, []byte("# list\n")))
	_, err := Append(link, list)
	require.Error(t, err)
	require.Equal(t, "precious", content(t, foreign))

	require.NoError(t, os.Remove(link))
	require.NoError(t, os.Symlink(own, link))
	require.NoError(t, Write(link, list, false, []byte("# list\n")))
	require.Equal(t, "# list\n", content(t, own))
	target, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, own, target, "the link stays")

	require.NoError(t, os.Remove(link))
	nothing := filepath.Join(dir, "nothing")
	require.NoError(t, os.Symlink(nothing, link))
	for _, force := range []bool{false, true} {
		require.ErrorContains(t, Write(link, list, force, nil), "symbolic link to nothing")
	}
	_, err = Append(link, list)
	require.ErrorContains(t, err, "symbolic link to nothing")
	require.NoFileExists(t, nothing)
}
