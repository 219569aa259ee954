package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A command below the program's own folder shows nothing of the folder in which the host was started.
func TestToolBelowItsFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main"), []byte("#!/bin/sh\n"), 0o700))
	t.Chdir(dir)
	for _, name := range []string{"./main", "./no/../main", "../" + filepath.Base(dir) + "/main"} {
		require.Empty(t, Tool(name), name)
	}
	require.Equal(t, []string{dir}, Tool(filepath.Join(dir, "main")))
}
