package livetest

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Unpacked returns the pack of a published game as JSON.
func Unpacked(t testing.TB, site, key string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(site, "game", key, "steps.js"))
	require.NoError(t, err)
	packed, ok := strings.CutPrefix(strings.TrimSuffix(string(text), "\";\n"), `self.looplinePack = "`)
	require.True(t, ok, "%.80s", text)
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)))
	require.NoError(t, err)
	all, err := io.ReadAll(z)
	require.NoError(t, err)
	return all
}

// Patched applies hunks, which it reads from JSON as pages do, to lines.
func Patched(t testing.TB, lines []string, hunks []byte) []string {
	t.Helper()
	var all []json.RawMessage
	require.NoError(t, json.Unmarshal(hunks, &all))
	for _, text := range all {
		var at, deleted int
		var with []string
		require.NoError(t, json.Unmarshal(text, &[]any{&at, &deleted, &with}))
		tail := append([]string{}, lines[at+deleted:]...)
		lines = append(append(append([]string{}, lines[:at]...), with...), tail...)
	}
	return lines
}
