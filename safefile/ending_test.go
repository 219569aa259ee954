package safefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A name without an ending is anything's, and so is a folder, which another error is for.
func TestEnding(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder.gif")
	require.NoError(t, os.Mkdir(dir, 0o700))
	for name, want := range map[string]string{
		"": "", "-": "", "picture": "", "a.b/picture": "", "picture.": "", dir: "",
		"picture.svg": ".svg", "Picture.SVG": ".svg", "a.svg.gif": ".gif", "../x/.gif": ".gif",
	} {
		require.Equal(t, want, Ending(name), name)
	}
	require.NoError(t, CheckEnding("x.TXT", ".svg", ".txt"))
	require.NoError(t, CheckEnding("x", ".svg"))
	require.NoError(t, CheckEnding(dir, ".svg"))
	require.EqualError(t, CheckEnding("x.gif", ".svg", ".txt"), `nothing is written here as ".gif"; known endings: .svg, .txt`)
}
