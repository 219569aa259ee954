package model

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/sim/sources/sourcestest"
	"github.com/loopline/loopline/sim/tooling"
)

// TestHostileToolLeavings: a build that leaves links, folders, devices, or more than
// is read, is an error, and nothing is read through them.
func TestHostileToolLeavings(t *testing.T) {
	for name, lay := range map[string]func(dir string) error{
		"a link to /dev/zero": func(dir string) error { return os.Symlink("/dev/zero", dir+"/Vdut__1.cpp") },
		"a link to a file":    func(dir string) error { return os.Symlink("/etc/passwd", dir+"/Vdut.h") },
		"a folder":            func(dir string) error { return os.Mkdir(dir+"/Vdut__1.cpp", 0o755) },
		"a named pipe":        func(dir string) error { return unix.Mkfifo(dir+"/zero", 0o644) },
		"a giant file": func(dir string) error {
			if err := os.WriteFile(dir+"/Vdut.h", nil, 0o644); err != nil {
				return err
			}
			return os.Truncate(dir+"/Vdut.h", 1<<40)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, folder := range []string{objDir, "harness", tooling.OutDir} {
				require.NoError(t, os.Mkdir(filepath.Join(dir, folder), 0o755))
			}
			require.NoError(t, lay(filepath.Join(dir, objDir)))
			d := DesignOf(sourcestest.Files(), "board")
			require.ErrorContains(t, d.recheck(&tooling.Toolchain{}, dir), "the build left")
			if name == "a link to a file" || name == "a giant file" {
				require.ErrorContains(t, writeInputs(dir), "the build left")
			}
			require.NoError(t, os.Rename(filepath.Join(dir, objDir), filepath.Join(dir, "as-a-model")))
			require.NoError(t, os.Symlink("/bin/true", filepath.Join(dir, tooling.OutDir, ModelFile)))
			require.ErrorContains(t, tooling.TakeOut(dir, ModelFile, tooling.MaxModel), "the build left model, which is not a regular file")
		})
	}
}
