package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readFile returns the text of a file.
func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// writeFile writes a file anew.
func writeFile(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

// cutFile takes the last n bytes from a file.
func cutFile(t *testing.T, name string, n int) {
	t.Helper()
	text := readFile(t, name)
	writeFile(t, name, text[:len(text)-n])
}

// forge changes the first such text of the decisions and makes all sums again, as who
// can write the file could.
func forge(t *testing.T, dir, old, now string) {
	t.Helper()
	name := filepath.Join(dir, DecisionsFile)
	text := readFile(t, name)
	require.Contains(t, text, old)
	text = strings.Replace(text, old, now, 1)
	var out strings.Builder
	last := ""
	for line := range strings.Lines(text) {
		const key = `,"sum":"`
		body := line[:strings.LastIndex(line, key)]
		sum := sha256.Sum256([]byte(last + body + "}"))
		last = hex.EncodeToString(sum[:])[:32]
		out.WriteString(body + key + last + "\"}\n")
	}
	writeFile(t, name, out.String())
}
