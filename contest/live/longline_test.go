package live

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLineWithoutEnd: a record whose line does not end, such as a sparse file of a
// terabyte, is not read to its end.
func TestLineWithoutEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	require.NoError(t, os.WriteFile(name, nil, 0o644))
	require.NoError(t, os.Truncate(name, 1<<40))
	s, _ := newTestSite(t, Options{})
	require.ErrorContains(t, s.ShowRecord(name), "line 1 is longer than 1048576 bytes: not a record")
}
