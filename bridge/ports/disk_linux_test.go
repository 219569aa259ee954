package ports

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/vfs"
)

func TestDiskSpace(t *testing.T) {
	require.Empty(t, littleSpace("/contests", minFreeDisk))
	little := littleSpace("/contests", 20<<20)
	require.Len(t, little, 1)
	require.Equal(t, FindDiskSpace, little[0].ID)
	require.Equal(t, "the disk of /contests has 20 MiB free, want 512: a contest waits while its disk is full", little[0].Text.String())
}

// The space of a real small disk is seen; without the right to mount one the test is skipped.
func TestSmallDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		require.True(t, errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENODEV), err)
		t.Skip("no tmpfs can be mounted: ", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	free, known := vfs.Free(dir)
	require.True(t, known)
	require.Equal(t, uint64(1<<20), free)
	require.NoError(t, os.WriteFile(dir+"/record", make([]byte, 512<<10), 0o600))
	left, known := vfs.Free(dir)
	require.True(t, known)
	require.LessOrEqual(t, left, uint64(512<<10))
	t.Chdir(dir)
	require.Len(t, diskSpace(), 1)
}
