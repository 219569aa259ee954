package sandbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/sandbox"
)

// TestHiddenFiles: what is hidden cannot be read or locked, wherever the program lies and
// by whatever path, and a program that lies there starts all the same.
func TestHiddenFiles(t *testing.T) {
	source, err := attacker()
	require.NoError(t, err)
	program, err := os.ReadFile(source)
	require.NoError(t, err)
	for _, parent := range []string{"/tmp", "/var/tmp"} {
		folder, err := os.MkdirTemp(parent, "day")
		require.NoError(t, err)
		t.Cleanup(func() { os.RemoveAll(folder) })
		decisions, records := filepath.Join(folder, "decisions.jsonl"), filepath.Join(folder, "records")
		require.NoError(t, os.Mkdir(records, 0o755))
		game := filepath.Join(records, "game.jsonl")
		paths := []string{decisions, game}
		for _, file := range paths {
			require.NoError(t, os.WriteFile(file, []byte("secret\n"), 0o644))
		}
		for _, file := range paths {
			paths = append(paths, filepath.Join("/tmp/.host", file), filepath.Join("/tmp/.host", filepath.Base(folder), filepath.Base(file)),
				filepath.Join("/proc/self/root", file))
		}
		paths = append(paths, filepath.Join("/tmp/.host", filepath.Base(folder), "records/game.jsonl"))
		inside, deep := filepath.Join(folder, "bots", "attack"), filepath.Join(records, "attack")
		require.NoError(t, os.Mkdir(filepath.Dir(inside), 0o755))
		for _, file := range []string{inside, deep} {
			require.NoError(t, os.WriteFile(file, program, 0o755))
		}
		i := requireIsolated(t)
		i.Hide(sandbox.Hidden{Folder: folder, Files: []string{decisions, records, filepath.Join(folder, "not there")}})
		for name, p := range map[string]sandbox.Program{
			"elsewhere":           {Args: []string{source}, Dir: "/"},
			"in the folder":       {Args: []string{inside}, Dir: "/"},
			"in what is hidden":   {Args: []string{deep}, Dir: "/"},
			"working in it":       {Args: []string{source}, Dir: folder},
			"working in a hidden": {Args: []string{source}, Dir: records},
			"by a relative path":  {Args: []string{"bots/attack"}, Dir: folder},
		} {
			for _, path := range paths {
				for _, what := range []string{"read", "flock"} {
					attack := p
					attack.Args = append(append([]string{}, p.Args...), what, path)
					require.NotContains(t, finish(t, start(t, i, attack)), "done", "%s: %s %s", name, what, path)
				}
			}
			// What is not hidden stays.
			attack := p
			attack.Args = append(append([]string{}, p.Args...), "read", "/etc/passwd")
			require.Contains(t, finish(t, start(t, i, attack)), "done", name)
		}
		lock, err := os.Open(folder)
		require.NoError(t, err)
		require.NoError(t, unix.Flock(int(lock.Fd()), unix.LOCK_EX))
		attack := sandbox.Program{Args: []string{source, "flock", folder}, Dir: "/"}
		require.Contains(t, finish(t, start(t, i, attack)), "done", "a program that names the folder locks an empty one")
		require.NoError(t, lock.Close())
	}
}
