package stalls

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Beats are bound to the processors that this process may run on.
func TestUsable(t *testing.T) {
	var set unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &set))
	require.Equal(t, set.Count(), runtime.NumCPU())
	processors := usable()
	require.Len(t, processors, runtime.NumCPU())
	for _, p := range processors {
		require.True(t, set.IsSet(p), "processor %d", p)
	}
}

func TestReadCounts(t *testing.T) {
	for text, want := range map[string]threadCounts{"17 23 5\n": {ran: 17, waited: 23}, "17 23": {ran: 17, waited: 23}} {
		name := filepath.Join(t.TempDir(), "schedstat")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		file, err := os.Open(name)
		require.NoError(t, err)
		counts, ok := readCounts(file)
		require.True(t, ok)
		require.Equal(t, want, counts)
		require.NoError(t, file.Close())
	}
	file, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer file.Close()
	_, ok := readCounts(file)
	require.False(t, ok)
}
