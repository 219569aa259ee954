package command

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever file of a run's folder is spoiled, the keys too, another start comes to the
// same results, or says what to do about the keys.
func TestSpoiledRunFolder(t *testing.T) {
	home := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(home, "tool"), []byte("#!/bin/sh\necho seed $1\n"), 0o700))
	spec := filepath.Join(home, "work.toml")
	require.NoError(t, os.WriteFile(spec, []byte("kind = \"seeds\"\nprogram = \"tool\"\ncommand = [\"{n}\"]\nseeds = 2\nper_job = 1\n"), 0o600))
	whole := filepath.Join(home, "work.farm")
	start := func(dir string) (string, error) {
		ctx, stop := context.WithTimeoutCause(t.Context(), time.Minute, fmt.Errorf("it hangs"))
		defer stop()
		return runIn(ctx, "run", spec, "--dir", dir, "--slots", "1", "--listen", "-", "--isolation", "none")
	}
	_, err := start(whole)
	require.NoError(t, err)
	var names []string
	require.NoError(t, filepath.WalkDir(whole, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			below, _ := filepath.Rel(whole, name)
			names = append(names, below)
		}
		return err
	}))
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(whole, name))
		require.NoError(t, err)
		for what, content := range map[string][]byte{"gone": nil, "empty": {}, "cut": text[:len(text)/2], "flipped": flip(text)} {
			dir := filepath.Join(t.TempDir(), "work.farm")
			require.NoError(t, os.CopyFS(dir, os.DirFS(whole)))
			if what == "gone" {
				require.NoError(t, os.Remove(filepath.Join(dir, name)))
			} else {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
			}
			_, err := start(dir)
			if err != nil {
				t.Logf("%s %s: %v", name, what, err)
				require.True(t, strings.HasPrefix(name, "keys"), "%s %s: %v", name, what, err)
				require.NotContains(t, err.Error(), "hangs")
				require.Regexp(t, "move .*keys away, and farm run makes new keys|loopline farm init", err.Error())
				continue
			}
			for n := range 2 {
				text, err := os.ReadFile(filepath.Join(dir, "results", fmt.Sprintf("%06d.txt", n)))
				require.NoError(t, err)
				require.Equal(t, fmt.Sprintf("seed %d\n", n), string(text))
			}
		}
	}
}

// flip is a text with a bit in its middle that is another.
func flip(text []byte) []byte {
	flipped := slices.Clone(text)
	flipped[len(text)/2] ^= 4
	return flipped
}
