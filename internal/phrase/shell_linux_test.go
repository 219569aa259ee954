package phrase_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/phrase"
)

// TestShellWord has a shell read what was quoted for it.
func TestShellWord(t *testing.T) {
	require.Equal(t, "path/to-file.v", phrase.ShellWord("path/to-file.v"))
	for _, text := range []string{"", "a b", "it's", `$HOME \ "x"`, "dir?top=a&clk=1e6", "`id`", "*", "a\nb"} {
		for _, quoted := range []string{phrase.ShellWord(text), phrase.ShellQuote(text)} {
			out, err := exec.Command("sh", "-c", "printf %s "+quoted).Output()
			require.NoError(t, err)
			require.Equal(t, text, string(out))
		}
	}
}
