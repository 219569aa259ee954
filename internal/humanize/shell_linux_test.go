package humanize_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/humanize"
)

// TestShellWord has a shell read what was quoted for it.
func TestShellWord(t *testing.T) {
	require.Equal(t, "path/to-file.v", humanize.ShellWord("path/to-file.v"))
	for _, text := range []string{"", "a b", "it's", `$HOME \ "x"`, "dir?top=a&clk=1e6", "`id`", "*", "a\nb"} {
		for _, quoted := range []string{humanize.ShellWord(text), humanize.ShellQuote(text)} {
			out, err := exec.Command("sh", "-c", "printf %s "+quoted).Output()
			require.NoError(t, err)
			require.Equal(t, text, string(out))
		}
	}
}

// TestFromHere has a command that make runs change into its folder first.
func TestFromHere(t *testing.T) {
	t.Setenv("MAKELEVEL", "")
	require.Equal(t, "loopline x", humanize.FromHere("loopline x"))
	dir := t.TempDir() + "/it's"
	require.NoError(t, os.Mkdir(dir, 0o700))
	t.Chdir(dir)
	t.Setenv("MAKELEVEL", "1")
	out, err := exec.Command("sh", "-c", "cd / && "+humanize.FromHere("pwd")+" && pwd").Output()
	require.NoError(t, err)
	require.Equal(t, dir+"\n/\n", string(out))
}
