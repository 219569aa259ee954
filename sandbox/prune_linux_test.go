package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPrune: a group of a process that is not there is removed, unless it was made just now: the
// process may be one of another container.
func TestPrune(t *testing.T) {
	place := t.TempDir()
	const gone = "loopline-4194305-1" // Linux numbers processes up to 4194304
	for _, name := range []string{gone, "loopline-4194305-2", "loopline-1-1", "other"} {
		require.NoError(t, os.Mkdir(filepath.Join(place, name), 0o755))
		old := time.Now().Add(-2 * pruneAge)
		if name != "loopline-4194305-2" {
			require.NoError(t, os.Chtimes(filepath.Join(place, name), old, old))
		}
	}
	cgroupDirs{unified: place}.prune()
	require.NoDirExists(t, filepath.Join(place, gone))
	for _, name := range []string{"loopline-4194305-2", "loopline-1-1", "other"} {
		require.DirExists(t, filepath.Join(place, name))
	}
}
