package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The scripts of the pages pass their own tests, under Node.js where it is installed.
func TestScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node.js is not installed")
	}
	if exec.Command(node, "-e", `process.exit(+process.versions.node.split(".")[0] >= 20 ? 0 : 1)`).Run() != nil {
		t.Skip("this Node.js is older than 20")
	}
	files, err := filepath.Glob("testdata/scripts/*.test.js")
	require.NoError(t, err)
	require.Len(t, files, 14)
	for _, name := range append(files, "testdata/scripts/page.js") {
		_, err := os.ReadFile(name) // tells go test that a kept result depends on it
		require.NoError(t, err)
	}
	out, err := exec.Command(node, append([]string{"--test"}, files...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
