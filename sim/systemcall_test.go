package sim

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

func TestWhatWouldRunProgramsIsRefused(t *testing.T) {
	tier.NoRace(t)
	for item, want := range map[string]string{
		`  initial $system("id > /tmp/x");`:                                 `board.v:3: $system of "id > /tmp/x"`,
		"\n  initial\n    /* here */ $system (\"id\");":                     "board.v:5: $system of \"id\"",
		`  import "DPI-C" function int getpid();`:                           "board.v:3: DPI: import",
		`  export "DPI-C" function f; function int f(); f = 1; endfunction`: "board.v:3: DPI: export",
		`  initial $c("abort();");`:                                         "board.v:3: $c",
		`  wire [31:0] a = $c32("1");`:                                      "board.v:3: $c32",
		"`systemc_implementation\n#include <cstdlib>\n`verilog":             "board.v:3: `systemc_implementation",
		"`define S(a,b) a``b\n  initial `S($,system)(\"id\");":              "board.v:4: $ that a macro completes",
		"`define S(a,b) a``b\n  initial `S($sys,tem)(\"id\");":              "$system, made by a macro",
		"`define Q \"DPI-C\"\n  import `Q function int getpid();":           "DPI, made by a macro",
	} {
		_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("board.v", simtest.Asking(item)), Pins: pinout.Pins{Reset: "none"}})
		var refused *sources.RefusedError
		require.ErrorAs(t, err, &refused, item)
		require.ErrorContains(t, err, want, item)
		require.ErrorContains(t, err, "--trust-rtl", item)
	}
}

func TestWhatLooksLikeARequestIsNone(t *testing.T) {
	tier.NoRace(t)
	for _, item := range []string{
		`  // $system("id")`, `  /* $c("x") */`, `  initial $display("$system(%d)", 1);`,
		`  wire [$clog2(4)-1:0] a = 0; `, `  wire \$system = 0;`,
		"  integer q[$]; initial q.push_back(1);",
	} {
		require.Empty(t, sources.SystemCalls([]sources.File{{Name: "board.v", Text: []byte(simtest.Asking(item))}}), item)
	}
}

// TestPublicSignalsAreNoRequest: Verilator declares the interface of DPI for public
// signals and tasks too, and no function of it.
func TestPublicSignalsAreNoRequest(t *testing.T) {
	tier.NoRace(t)
	item := "  reg r /*verilator public*/;\n  task t; /*verilator public*/ r = 1; endtask"
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("board.v", simtest.Asking(item)), Pins: pinout.Pins{Reset: "none"}})
	require.NoError(t, err)
}

func TestATestbenchBesideIsNotTheDesign(t *testing.T) {
	tier.NoRace(t)
	s := sources.Source{Name: "design", FS: fstest.MapFS{
		"board.v": {Data: []byte(simtest.Asking(""))},
		"tb.v":    {Data: []byte("module tb; board b(); initial begin $dumpfile(\"x\"); $system(\"id\"); end endmodule\n")},
	}}
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: s, Top: "board", Pins: pinout.Pins{Reset: "none"}})
	require.NoError(t, err)
}

func TestAListOfFilesRunsNothing(t *testing.T) {
	tier.NoRace(t)
	s := sources.Source{Name: "design", FS: fstest.MapFS{
		"board.v": {Data: []byte(simtest.Asking(""))},
		"files.f": {Data: []byte("// ours\n+incdir+inc -Wno-fatal\n--pipe-filter \"touch x\"\nboard.v\n")},
	}}
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: s, Top: "board", Pins: pinout.Pins{Reset: "none"}})
	require.ErrorContains(t, err, "files.f:3: the option --pipe-filter")
}

func TestABoardTellsWhatItAsksFor(t *testing.T) {
	tier.NoRace(t)
	item := "  reg [7:0] rom[0:1]; integer f; initial begin\n    $readmemh(\"rom.hex\", rom);\n" +
		"    $readmemh(\"/etc/passwd\", rom);\n    f = $fopen(\"log.txt\", \"w\");\n  end"
	s := sources.Source{Name: "design", FS: fstest.MapFS{
		"board.v": {Data: []byte(simtest.Asking(item))}, "rom.hex": {Data: []byte("01 02\n")},
	}}
	m, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: s, Pins: pinout.Pins{Reset: "none"}})
	require.NoError(t, err)
	notes := strings.Join(m.Notes(), "\n")
	require.Contains(t, notes, `board.v:5: $readmemh of "/etc/passwd", board.v:6: $fopen of "log.txt"`)
	require.NotContains(t, notes, "rom.hex")
}

// spy is a trusted board that does with DPI what an attacker would.
func spy(t *testing.T, body string) error {
	t.Helper()
	b := simtest.Quick()
	b.TrustRTL, b.Isolation = true, sandbox.New(sandbox.Require, nil)
	m, err := BuildBoard(t.Context(), b, BoardConfig{
		Source: sourcestest.Files("board.v", simtest.Asking("  initial begin "+body+" end")), Pins: pinout.Pins{Reset: "none"},
	})
	require.NoError(t, err)
	board, err := m.Start(t.Context())
	require.NoError(t, err)
	defer board.Close()
	_, _, err = board.Run(nil, 100, 0)
	return err
}

// TestAModelCannotLeaveItsIsolation: what is trusted by the text is still held
// by the isolation.
func TestAModelCannotLeaveItsIsolation(t *testing.T) {
	tier.NoRace(t)
	dir, err := os.MkdirTemp("/var/tmp", "isolation")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	secret := filepath.Join(dir, "secret")
	require.NoError(t, os.WriteFile(secret, []byte("x"), 0o644))

	require.NoError(t, spy(t, `$system("id > `+dir+`/out");`))
	require.NoFileExists(t, dir+"/out")
	// What the model sees it says by crashing.
	sees := func(test string) bool {
		err := spy(t, `$system("(`+test+`) && kill -11 $PPID");`)
		var crash *model.CrashError
		return errors.As(err, &crash)
	}
	require.True(t, sees("true"))
	hidden := []string{
		"test -e " + secret, "test -e /etc/passwd", "echo x > model", "echo x > ../model",
		"test $(wc -l < /proc/net/dev) -gt 3", // a network beside its own lo
	}
	require.False(t, sees("("+strings.Join(hidden, ") || (")+")"))
	require.True(t, sees("("+strings.Join(append(hidden, "true"), ") || (")+")"), "one of them would show")
}

func TestTheCacheIsNotWritableByAModel(t *testing.T) {
	tier.NoRace(t)
	b := &model.Builder{Dir: freshCache(t), Quick: true}
	b.TrustRTL, b.Isolation = true, sandbox.New(sandbox.Require, nil)
	build := func() *BoardModel {
		m, err := BuildBoard(t.Context(), b, BoardConfig{Source: sourcestest.Files("board.v", simtest.Asking(
			`  initial $system("for f in .. ../.. ../../..; do chmod -R 777 $f; echo x >> $f/model; echo x >> $f/src/board.v; rm -rf $f/*; done");`)),
			Pins: pinout.Pins{Reset: "none"}})
		require.NoError(t, err)
		return m
	}
	m := build()
	before := tree(t, b.Dir)
	board, err := m.Start(t.Context())
	require.NoError(t, err)
	_, _, err = board.Run(nil, 100, 0)
	require.NoError(t, err)
	require.NoError(t, board.Close())
	require.Equal(t, before, tree(t, b.Dir))
}

// tree lists the files of a directory with what they hold.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if d.Type().IsRegular() {
			sum, err := model.SumOf(name)
			require.NoError(t, err)
			all[name] = sum
		}
		return nil
	}))
	return all
}

// TestFilesOutsideAreNotRead: neither the tools nor the model see them.
func TestFilesOutsideAreNotRead(t *testing.T) {
	tier.NoRace(t)
	dir, err := os.MkdirTemp("/var/tmp", "outside")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.WriteFile(dir+"/secret.vh", []byte("wire secret = 1;\n"), 0o644))
	_, err = BuildBoard(t.Context(), simtest.Quick(), BoardConfig{
		Source: sourcestest.Files("board.v", simtest.Asking("`include \""+dir+"/secret.vh\"")), Pins: pinout.Pins{Reset: "none"},
	})
	require.ErrorContains(t, err, "Cannot find include file")
}

func TestANameOfAFileIsNoCommand(t *testing.T) {
	tier.NoRace(t)
	s := sourcestest.Files("x.v; exec -- touch y;.v", simtest.Asking(""))
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: s, Pins: pinout.Pins{Reset: "none"}})
	require.ErrorContains(t, err, "rename it")
	_, err = lint.Sources(t.Context(), simtest.Quick(), s, false)
	require.ErrorContains(t, err, "rename it")
}

func TestALoopInABuildEnds(t *testing.T) {
	b := simtest.Quick()
	b.Time = 2 * time.Second
	started := time.Now()
	_, err := BuildBoard(t.Context(), b, BoardConfig{Source: sourcestest.Files("board.v", simtest.Asking(
		"  function integer f(input integer n); integer i; begin f = 0; for (i = 0; i < 2000000000; i = i + 1) f = f + i; end endfunction\n"+
			"  localparam P = f(1); wire [31:0] p = P;")), Pins: pinout.Pins{Reset: "none"}})
	require.Error(t, err)
	require.Less(t, time.Since(started), 60*time.Second)
}
