package repotest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawing are the files that draw on a terminal without printing: what they
// make is written by others, or to the terminal itself.
var drawing = []string{"host/terminal/screen.go", "trax/term/painter.go", "games/*/term/draw.go"}

// TestEscapesArePrintedRaw wants what we ourselves do to a terminal to go past
// the writer that shows such characters, which is beneath standard output and
// standard error of every command.
func TestEscapesArePrintedRaw(t *testing.T) {
	atRoot(t)
	found := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (path == "tools" || strings.HasPrefix(d.Name(), ".") && path != ".") { // tools are programs of their own
			return skipDir(err)
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), `\x1b[`) && !strings.Contains(string(text), `"\r%`) {
			return nil
		}
		found++
		if !slices.ContainsFunc(drawing, func(pattern string) bool { ok, _ := filepath.Match(pattern, path); return ok }) {
			require.Contains(t, string(text), "termsafe.Unwrap(", "%s prints escape sequences", path)
		}
		return nil
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, found, 3)
}
