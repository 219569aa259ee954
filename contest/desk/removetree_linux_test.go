package desk

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// A tree is removed however deep it is, by root and by an ordinary user, with folders that nobody may read at its
// end, and what is linked to stays.
func TestRemoveDeepTree(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	if os.Getuid() == 0 && os.Getenv(deepTree) == "" {
		folder, err := os.MkdirTemp("", "user") // which, unlike those of tests, everybody may enter
		require.NoError(t, err)
		defer os.RemoveAll(folder)
		require.NoError(t, os.Chmod(folder, 0o777))
		program, err := os.ReadFile("/proc/self/exe")
		require.NoError(t, err)
		self := filepath.Join(folder, "self.test")
		require.NoError(t, os.WriteFile(self, program, 0o755))
		again := exec.Command(self, "-test.run", "^TestRemoveDeepTree$", "-test.v")
		again.Env = append(os.Environ(), "TMPDIR="+folder, deepTree+"=1")
		again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		out, err := again.CombinedOutput()
		require.NoError(t, err, string(out))
		require.NotContains(t, string(out), "--- SKIP")
	}
	for _, c := range []struct {
		deep, unreadable int
		open             uint64 // files at once
	}{
		{18_000, 0, 0},
		{2_500, 400, 0}, // behind the longest path of the system
		{600, 0, 100},
	} {
		if c.deep > 10_000 && !tier.RunsRest() {
			continue // ten seconds
		}
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			dir := t.TempDir()
			outside, name := filepath.Join(dir, "outside"), filepath.Join(dir, "tree")
			require.NoError(t, os.WriteFile(outside, []byte("x"), 0o600))
			require.NoError(t, os.Mkdir(name, 0o755))
			at, err := os.OpenRoot(name)
			require.NoError(t, err)
			for i := range c.deep {
				require.NoError(t, at.Mkdir("d", 0o755))
				below, err := at.OpenRoot("d")
				require.NoError(t, err)
				if c.unreadable > 0 && i%c.unreadable == c.unreadable-1 {
					require.NoError(t, at.Chmod(".", 0))
				}
				require.NoError(t, at.Close())
				at = below
			}
			require.NoError(t, at.Symlink(outside, "link"))
			require.NoError(t, at.Close())
			if c.open > 0 {
				var usual syscall.Rlimit
				require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual))
				require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: c.open, Max: usual.Max}))
				defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual)
			}
			require.NoError(t, removeTree(name))
			require.NoDirExists(t, name)
			require.FileExists(t, outside)
		})
	}
}

// deepTree says that the test runs as the user that it is for.
const deepTree = "LOOPLINE_DEEP_TREE"
