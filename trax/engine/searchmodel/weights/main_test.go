package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFiles: both files are what the command writes.
func TestFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{textFile, rtlFile} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
	}
	require.NoError(t, write(root))
	for _, name := range []string{textFile, rtlFile} {
		want, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join("../../../..", name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s: go run ./trax/engine/searchmodel/weights", name)
	}
}
