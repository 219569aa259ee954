package simfs

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
)

// written is a disk with a file in a folder, both synced, and the file open.
func written(t *testing.T, seed uint64, text string) (*Disk, *Process, vfs.File) {
	t.Helper()
	d := New(Options{Seed: seed})
	p := d.Process("p")
	require.NoError(t, vfs.MakeDirs(p, "a/b"))
	f, err := p.OpenFile("a/b/f", os.O_RDWR|os.O_CREATE, 0o644)
	require.NoError(t, err)
	require.NoError(t, p.SyncDir("a/b"))
	_, err = f.WriteAt([]byte(text), 0)
	require.NoError(t, err)
	require.NoError(t, f.Sync())
	return d, p, f
}

func seen(t *testing.T, d *Disk) string {
	t.Helper()
	text, ok := d.Seen("a/b/f")
	require.True(t, ok)
	return string(text)
}

// What was synced stays. Of the rest, whatever the seed is, every sector is as it was at
// some time, and all that can happen does happen.
func TestPowerLoss(t *testing.T) {
	old, more := strings.Repeat("o", 700), strings.Repeat("n", 1500)
	kinds := map[string]int{}
	for seed := range uint64(300) {
		d, _, f := written(t, seed, old)
		_, err := f.WriteAt([]byte(more[:1000]), 700)
		require.NoError(t, err)
		_, err = f.WriteAt([]byte(more[1000:]), 1700)
		require.NoError(t, err)
		require.Equal(t, old+more, seen(t, d), "it is seen at once")
		d.PowerLoss()
		left := seen(t, d)
		require.True(t, strings.HasPrefix(left, old))
		require.Empty(t, strings.Trim(left[700:], "n\x00"))
		switch {
		case left == old:
			kinds["lost"]++
		case left == old+more:
			kinds["kept"]++
		case !strings.Contains(left, "\x00"):
			kinds["torn"]++
		case strings.Contains(strings.TrimLeft(left, "on"), "n"):
			kinds["with a hole"]++
		default:
			kinds["ends with zeros"]++
		}
		_, err = f.WriteAt([]byte("late"), 0)
		require.ErrorIs(t, err, ErrDead, "nothing of the dead reaches the disk")
		require.Equal(t, left, seen(t, d))
	}
	require.Len(t, kinds, 5, "%v", kinds)
}

// Who is killed leaves what it wrote, and no lock.
func TestKill(t *testing.T) {
	d, p, f := written(t, 1, "old")
	require.NoError(t, f.TryLock())
	other, err := d.Process("other").OpenFile("a/b/f", os.O_RDONLY, 0)
	require.NoError(t, err)
	require.ErrorIs(t, other.TryLock(), filelock.ErrHeld)
	require.Equal(t, "p", other.LockHolder())
	_, err = f.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	p.Kill()
	require.Equal(t, "new", seen(t, d))
	require.ErrorIs(t, f.Sync(), ErrDead)
	require.NoError(t, other.TryLock())
}

// A name is on the disk when its folder is synced, whatever was synced of the file.
func TestNames(t *testing.T) {
	gone := 0
	for seed := range uint64(40) {
		d, p, _ := written(t, seed, "text")
		f, err := p.OpenFile("a/b/g", os.O_RDWR|os.O_CREATE, 0o644)
		require.NoError(t, err)
		_, err = f.Write([]byte("more"))
		require.NoError(t, err)
		require.NoError(t, f.Sync())
		d.PowerLoss()
		require.Equal(t, "text", seen(t, d))
		if _, ok := d.Seen("a/b/g"); !ok {
			gone++
		}
	}
	require.Positive(t, gone)
	require.Less(t, gone, 40)
}

// What a sync that failed did not write is seen, and no later sync writes it, until it is
// written again.
func TestFailedSync(t *testing.T) {
	lost := 0
	for seed := range uint64(40) {
		for _, again := range []bool{false, true} {
			d, _, f := written(t, seed, "old")
			d.FailSyncs(func(string) bool { return true })
			_, err := f.WriteAt([]byte("new"), 0)
			require.NoError(t, err)
			require.Error(t, f.Sync())
			d.FailSyncs(nil)
			require.Equal(t, "new", seen(t, d))
			if again {
				_, err := f.WriteAt([]byte("new"), 0)
				require.NoError(t, err)
			}
			require.NoError(t, f.Sync())
			d.PowerLoss()
			if seen(t, d) != "new" {
				require.False(t, again)
				lost++
			}
		}
	}
	require.Positive(t, lost)
}

// A disk that is full takes a part, one that is read-only nothing.
func TestNoRoom(t *testing.T) {
	d, p, f := written(t, 3, "")
	d.Full(func(string) bool { return true })
	n, err := f.Write(bytes.Repeat([]byte("x"), 100))
	require.ErrorContains(t, err, "no space left on device")
	require.Len(t, seen(t, d), n)
	d.Full(nil)
	d.ReadOnly(true)
	_, err = f.Write([]byte("x"))
	require.ErrorContains(t, err, "read-only file system")
	_, err = p.OpenFile("a/b/f", os.O_RDWR, 0)
	require.ErrorContains(t, err, "read-only file system")
	require.ErrorContains(t, p.MkdirAll("c", 0o755), "read-only file system")
}

// Equal seeds give equal disks.
func TestSeeds(t *testing.T) {
	sums := map[string]bool{}
	for seed := range uint64(20) {
		var sum string
		for range 2 {
			d, _, f := written(t, seed, "old")
			_, err := f.WriteAt(bytes.Repeat([]byte("text"), 1000), 3)
			require.NoError(t, err)
			d.PowerLoss()
			if sum != "" {
				require.Equal(t, sum, d.Sum())
			}
			sum = d.Sum()
		}
		sums[sum] = true
	}
	require.Greater(t, len(sums), 5)
}
