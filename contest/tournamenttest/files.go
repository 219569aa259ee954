package tournamenttest

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/tournament"
)

// ReadFile returns the text of a file.
func ReadFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// WriteFile writes a file anew.
func WriteFile(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

// CutFile takes the last n bytes from a file.
func CutFile(t *testing.T, name string, n int) {
	t.Helper()
	text := ReadFile(t, name)
	WriteFile(t, name, text[:len(text)-n])
}

// Forge changes the first such text of the decisions and makes all sums again, as who
// can write the file could.
func Forge(t *testing.T, dir, old, now string) {
	t.Helper()
	name := filepath.Join(dir, tournament.DecisionsFile)
	text := ReadFile(t, name)
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
	WriteFile(t, name, out.String())
}
