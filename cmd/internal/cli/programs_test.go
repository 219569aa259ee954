package cli

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestPrograms builds both programs: each names the modules in it, and the message
// server is in loopline-farm alone, which has its commands.
func TestPrograms(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	dir := t.TempDir()
	said, err := exec.Command("go", "build", "-pgo=off", "-ldflags=-s -w", "-o", dir, "../../loopline", "../../loopline-farm").CombinedOutput()
	require.NoError(t, err, "%s", said)
	for name, farm := range map[string]bool{"loopline": false, "loopline-farm": true} {
		program := filepath.Join(dir, name)
		out, err := exec.Command(program, "version").Output()
		require.NoError(t, err, name)
		require.Contains(t, string(out), "\n  github.com/spf13/cobra v", name)
		help, err := exec.Command(program, "farm", "--help").CombinedOutput()
		if farm {
			require.NoError(t, err, "%s", help)
			require.Contains(t, string(help), "work", name)
			require.Contains(t, string(out), "nats-server", name)
		} else {
			require.NotContains(t, string(out), "nats", name)
		}
	}
}
