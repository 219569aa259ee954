package sandbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShareOfAPlayer: what all players have together leaves a quarter to the host.
func TestShareOfAPlayer(t *testing.T) {
	for _, c := range []struct {
		room  int64
		seats int
		want  int64
	}{
		{0, 0, PlayerMemory}, {16 << 30, 0, PlayerMemory}, {600 << 20, 0, 225 << 20}, {600 << 20, 2, 225 << 20},
		{600 << 20, 16, 28 << 20}, {8 << 30, 16, 384 << 20}, {1, 2, 1 << 20},
	} {
		require.Equal(t, c.want, memoryShare(c.room, c.seats), "%+v", c)
	}
}

// TestRoomOfAHost: the least that a group above the programs' sets, of either version.
func TestRoomOfAHost(t *testing.T) {
	machine, _ := fieldsOf("/proc/meminfo", "MemTotal:")
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	root := t.TempDir()
	own := filepath.Join(root, "slice", "own")
	write(filepath.Join(own, "memory.max"), "max\n")
	require.Equal(t, machine, cgroupDirs{unified: own}.room(), "nothing is limited")
	write(filepath.Join(root, "slice", "memory.max"), "629145600\n")
	require.EqualValues(t, 600<<20, cgroupDirs{unified: own}.room())
	write(filepath.Join(own, "memory.max"), "314572800\n")
	require.EqualValues(t, 300<<20, cgroupDirs{unified: own}.room())

	old := filepath.Join(root, "old")
	write(filepath.Join(old, "memory.stat"), "cache 5\nhierarchical_memory_limit 104857600\nhierarchical_memsw_limit 7\n")
	require.EqualValues(t, 100<<20, cgroupDirs{memory: old}.room())
	write(filepath.Join(old, "memory.stat"), "hierarchical_memory_limit 9223372036854771712\n")
	require.Equal(t, machine, cgroupDirs{memory: old}.room())
	require.Equal(t, machine, cgroupDirs{}.room())
}

// TestLessMemoryIsSaid: once, and not where there is enough.
func TestLessMemoryIsSaid(t *testing.T) {
	var said []string
	i := New(None, func(text string) { said = append(said, text) })
	_ = i.Unavailable()
	i.cgroups = cgroupDirs{memory: t.TempDir()}
	require.NoError(t, os.WriteFile(filepath.Join(i.cgroups.memory, "memory.stat"), []byte("hierarchical_memory_limit 629145600\n"), 0o644))
	i.Seats(2)
	for range 3 {
		require.EqualValues(t, 225<<20, i.PlayerMemory())
	}
	require.Equal(t, []string{"players have 225 MiB of memory each: this host may use 600 MiB in all; --memory sets another limit"}, said)
}
