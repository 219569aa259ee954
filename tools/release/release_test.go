package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// An archive has the same bytes however its files are ordered, and names its folders.
func TestArchivesAreTheSame(t *testing.T) {
	files := []file{{name: "x/b", data: []byte("b")}, {name: "x/y/a", data: []byte("a"), runs: true}}
	turned := []file{files[1], files[0]}
	made := time.Unix(1_800_000_000, 0).UTC()
	for name, write := range map[string]func(io.Writer, []file, time.Time) error{"tar": writeTar, "zip": writeZip} {
		var a, b bytes.Buffer
		require.NoError(t, write(&a, files, made), name)
		require.NoError(t, write(&b, turned, made), name)
		require.Equal(t, a.Bytes(), b.Bytes(), name)
	}
	var packed bytes.Buffer
	require.NoError(t, writeTar(&packed, files, made))
	unzipped, err := gzip.NewReader(&packed)
	require.NoError(t, err)
	var names []string
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.True(t, h.ModTime.Equal(made))
		names = append(names, h.Name)
	}
	require.Equal(t, []string{"x/", "x/y/", "x/b", "x/y/a"}, names)
}

// The bill of materials of this very test: every module has a licence that is known.
func TestMaterials(t *testing.T) {
	t.Chdir("../..")
	self, err := os.Executable()
	require.NoError(t, err)
	info, err := buildinfo.ReadFile(self)
	require.NoError(t, err)
	all, err := licences(info)
	require.NoError(t, err)
	require.Equal(t, "std", all[0].path)
	for _, m := range all {
		require.NotEqual(t, "NOASSERTION", m.licence(), m.path)
	}
	r := &release{version: "1.2.3", made: time.Unix(0, 0).UTC()}
	text, err := r.materials(target{"linux", "amd64"}, programs[0], info, all)
	require.NoError(t, err)
	var doc spdxDocument
	require.NoError(t, json.Unmarshal(text, &doc))
	require.Len(t, doc.Packages, len(all)+1)
	ids := map[string]bool{}
	for _, p := range doc.Packages {
		require.False(t, ids[p.ID], p.ID)
		ids[p.ID] = true
	}
}

// What packages install lies where each system has it.
func TestInstalled(t *testing.T) {
	for _, row := range []struct{ name, deb, rpm string }{
		{"PROGRAM", "usr/bin/PROGRAM", "usr/bin/PROGRAM"},
		{"LICENSE", "usr/share/doc/PROGRAM/copyright", "usr/share/doc/PROGRAM/LICENSE"},
		{"CHANGELOG.md", "usr/share/doc/PROGRAM/changelog.gz", "usr/share/doc/PROGRAM/CHANGELOG.md"},
		{"farm.md", "usr/share/doc/PROGRAM/farm.md", "usr/share/doc/PROGRAM/farm.md"},
		{"licenses/std/LICENSE", "usr/share/doc/PROGRAM/licenses/std/LICENSE", "usr/share/doc/PROGRAM/licenses/std/LICENSE"},
		{"man/man1/loopline-farm.1", "usr/share/man/man1/loopline-farm.1.gz", "usr/share/man/man1/loopline-farm.1.gz"},
		{"completions/PROGRAM.bash", "usr/share/bash-completion/completions/PROGRAM", "usr/share/bash-completion/completions/PROGRAM"},
		{"completions/_PROGRAM", "usr/share/zsh/vendor-completions/_PROGRAM", "usr/share/zsh/site-functions/_PROGRAM"},
		{"completions/PROGRAM.fish", "usr/share/fish/vendor_completions.d/PROGRAM.fish", "usr/share/fish/vendor_completions.d/PROGRAM.fish"},
		{"completions/PROGRAM.ps1", "", ""},
		{"libloopline/loopline.h", "usr/lib/loopline/loopline.h", "usr/lib/loopline/loopline.h"},
		{"libloopline/sv/loopline_pkg.sv", "usr/lib/loopline/sv/loopline_pkg.sv", "usr/lib/loopline/sv/loopline_pkg.sv"},
		{rulesName, "usr/lib/udev/rules.d/70-loopline.rules", "usr/lib/udev/rules.d/70-loopline.rules"},
	} {
		for _, p := range programs {
			for i, want := range []string{row.deb, row.rpm} {
				of := strings.NewReplacer("PROGRAM", p.name)
				f, err := installed(p, formats[i], file{name: "x"}, of.Replace(row.name))
				require.NoError(t, err)
				require.Equal(t, of.Replace(want), f.name, "%s %s", formats[i].name, row.name)
			}
		}
	}
}

// A package for Fedora owns the folders of its own documents and of the library, and no
// others: it removes them.
func TestOwned(t *testing.T) {
	var owned []string
	r := &release{}
	for _, d := range r.owned(programs[1], []ingredient{
		{To: "/usr/bin/x"}, {To: "/usr/share/doc/loopline-farm/licenses/std/LICENSE"}, {To: "/usr/lib/loopline/sv/bench.sv"},
		{To: "/usr/lib/udev/rules.d/70-loopline.rules"},
	}) {
		require.Equal(t, "dir", d.Type)
		owned = append(owned, d.To)
	}
	require.Equal(t, []string{
		"/usr/lib/loopline/", "/usr/lib/loopline/sv/",
		"/usr/share/doc/loopline-farm/", "/usr/share/doc/loopline-farm/licenses/", "/usr/share/doc/loopline-farm/licenses/std/",
	}, owned)
}

// A program may have so many bytes and none more.
func TestSmall(t *testing.T) {
	name := filepath.Join(t.TempDir(), "loopline")
	require.NoError(t, os.WriteFile(name, nil, 0o755))
	require.NoError(t, os.Truncate(name, programs[0].most))
	require.NoError(t, programs[0].small(name))
	require.NoError(t, os.Truncate(name, programs[0].most+1))
	require.ErrorContains(t, programs[0].small(name), "31500001 bytes")
	require.Error(t, programs[0].small(name+"x"))
}

// Both programs, built as a release builds them, have no more bytes than they may. That of Windows is up to a twentieth
// larger than the one that is built here.
func TestProgramsFit(t *testing.T) {
	tier.Rest(t)
	t.Chdir("../..")
	require.NoError(t, run(exec.Command("go", "generate", "./trax/browser/bundle", "./games/browser/bundle")))
	for _, p := range programs {
		p.most -= p.most / 20
		require.NoError(t, new(release).build(target{"linux", "amd64"}, p, filepath.Join(t.TempDir(), p.name)))
	}
}

// The library is in the archive and the packages of loopline for each target that has a
// compiler here, with its header and bindings, and made for that target's processor.
func TestLibrary(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	t.Chdir("../..")
	machines := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}
	for _, to := range libraryTargets {
		t.Run(to.processor, func(t *testing.T) {
			gcc, installed := compiler(to)
			if !installed {
				t.Skip(gcc + " isn't installed")
			}
			folder := filepath.Join(t.TempDir(), "library")
			files, err := library(to, folder)
			require.NoError(t, err)
			r := &release{library: map[target][]file{to: files}}
			contents := map[string][]byte{}
			for _, f := range r.contents(to, programs[0]) {
				contents[f.name] = f.data
			}
			for _, name := range []string{
				"libloopline.so", "libloopline.a", "loopline.h", "loopline.pc", "sv/ll_scoreboard.sv", "verilog/loopline_vpi.c",
				"vhdl/loopline.vhd", "python/loopline.py",
			} {
				require.NotEmpty(t, contents[libraryFolder+name], name)
			}
			binary, err := elf.NewFile(bytes.NewReader(contents[libraryFolder+"libloopline.so"]))
			require.NoError(t, err)
			require.Equal(t, machines[to.processor], binary.Machine)
			for _, f := range r.contents(target{"windows", "amd64"}, programs[0]) {
				require.NotContains(t, f.name, libraryFolder)
			}
			require.Empty(t, r.contents(to, programs[1]))
			if gcc == "gcc" {
				linked(t, folder)
			}
		})
	}
}

// linked requires that pkg-config's flags build a program which runs.
func linked(t *testing.T, folder string) {
	if _, err := exec.LookPath("pkg-config"); err != nil {
		t.Skip("pkg-config isn't installed")
	}
	ask := exec.Command("pkg-config", "--cflags", "--libs", "loopline")
	ask.Env = append(os.Environ(), "PKG_CONFIG_PATH="+folder)
	flags, err := ask.Output()
	require.NoError(t, err)
	source, program := filepath.Join(t.TempDir(), "mine.c"), filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.WriteFile(source, []byte("#include <loopline.h>\nint main(void) { return ll_abi_version() != LL_ABI_VERSION; }\n"), 0o600))
	out, err := exec.Command("gcc", append([]string{source, "-o", program}, strings.Fields(string(flags))...)...).CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(program).CombinedOutput()
	require.NoError(t, err, string(out))
}
