package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// newSpec writes a spec whose program prints a seed and ends with a status.
func newSpec(t *testing.T, status string) string {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\necho seed $1\nexit "+status+"\n"), 0o700))
	name := filepath.Join(dir, "work.toml")
	text := "kind = \"seeds\"\nprogram = \"tool\"\ncommand = [\"{n}\"]\nseeds = 5\nper_job = 2\n"
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// Run does all by itself, and a second time at once: all is there.
func TestRun(t *testing.T) {
	spec := newSpec(t, "0")
	for range 2 {
		out, err := run(t, "run", spec, "--slots", "2", "--listen", "-", "--live", "127.0.0.1:0")
		require.NoError(t, err)
		require.Contains(t, out, "results of 3 jobs")
		text, err := os.ReadFile(strings.TrimSuffix(spec, ".toml") + ".farm/results/000001.txt")
		require.NoError(t, err)
		require.Equal(t, "seed 2\nseed 3\n", string(text))
	}
}

// What runs found wrong is found; a program that fails is, too.
func TestRunFinds(t *testing.T) {
	_, err := run(t, "run", newSpec(t, "3"), "--slots", "1", "--listen", "-")
	require.ErrorIs(t, err, errFound)
	require.ErrorContains(t, err, "5 runs found something wrong")
	_, err = run(t, "run", newSpec(t, "1"), "--slots", "1", "--listen", "-")
	require.ErrorIs(t, err, errFound)
	require.ErrorContains(t, err, "failed too often")
}

// Mistakes in the command line are told before anything is begun.
func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"run x.toml --at tls://h:1":   "go together",
		"run x.toml --slots -1":       "outside 0",
		"run x.toml --replicas 9":     "outside 1 to 5",
		"run x.toml --lease 1ms":      "outside 1s",
		"run x.toml --listen -":       "lets in no worker",
		"work":                        "--at is missing",
		"work --at tls://h:1":         "--key is missing",
		"work --at tls://h:1 --key k": "--programs is missing",
		"work --at tls://h:1 --key k --programs p --slots 0": "outside 1 to",
		"server":                                 "--keys is missing",
		"server --keys k":                        "--store is missing",
		"server --keys k --store s --name n":     "--cluster says",
		"server --keys k --store s --cluster :1": "wants the --name",
		"init d --agent a.b":                     "letters, digits",
	} {
		_, err := run(t, strings.Fields(args)...)
		require.ErrorIs(t, err, errUsage, args)
		require.ErrorContains(t, err, want, args)
	}
	for _, args := range []string{"run", "run a b", "init"} {
		_, err := run(t, strings.Fields(args)...)
		require.Error(t, err, args)
	}
	_, err := run(t, "run", filepath.Join(t.TempDir(), "none.toml"))
	require.ErrorContains(t, err, "no such file")
}
