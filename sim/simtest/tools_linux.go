package simtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Script writes a script below a folder and returns the folder.
func Script(t *testing.T, folder, name, text string) string {
	t.Helper()
	file := filepath.Join(folder, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	return folder
}

// SystemTool returns the system's own tool, which needs no folder besides those that every sandbox sees.
func SystemTool(t *testing.T, name string) string {
	t.Helper()
	for _, folder := range []string{"/usr/local/bin", "/usr/bin"} {
		if path, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return path
		}
	}
	t.Skipf("no %s of the system's", name)
	return ""
}
