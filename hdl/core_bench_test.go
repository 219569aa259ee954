package hdl_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	goldenTurns   = "../vectors/golden/turn.hex"
	goldenMoves   = "../vectors/golden/moves.hex"
	vectorPackage = "../vectors/golden/loopline_vectors.sv"
)

// tool runs a program and returns what it says. The test is skipped if it is
// not installed.
func tool(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is missing: scripts/setup", name)
	}
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	return string(out), err
}

// compileIcarus compiles ll_core_tb.sv with the core of a folder.
func compileIcarus(t *testing.T, rtl string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tb")
	out, err := tool(t, "iverilog", "-g2012", "-Wall", "-s", "ll_core_tb", "-y", rtl, "-Y", ".sv",
		"-o", program, vectorPackage, "tb/ll_core_tb.sv")
	require.NoError(t, err, out)
	require.Empty(t, out)
	return program
}

// coreBench returns the program of core_bench.cpp with the core of a folder.
func coreBench(t *testing.T, rtl string) string {
	t.Helper()
	out, err := tool(t, "tb/build", programs(), "ll_core", "tb/core_bench.cpp", "-y", rtl, filepath.Join(rtl, "ll_core.sv"))
	require.NoError(t, err, out)
	return strings.TrimSpace(out)
}

// coreBugs are errors in the core and what the benches say of them.
var coreBugs = []bug{
	{"no forced play", "ll_forced.sv", "assign push_o = ", "(|same)", "1'b0", "asked: TRY"},
	{"no contradiction", "ll_forced.sv", "assign clash_o = ", "two_same", "1'b0", "the status is 0, it should be 8"},
	{"no loop", "ll_turn.sv", "{2'b00, line, ", "looped_q", "1'b0", "completed is 0"},
	{"line of seven", "ll_turn.sv", "{4'd0, span_y} > ", "ShortLine", "ShortLine - 1'b1", "completed is"},
	{"the mover wins", "ll_turn.sv", "assign winner_o = ", "white_done ? red_done & ~red_o : red_done", "~red_o", "winner is"},
	{"undo forgets", "ll_turn.sv", "red_o <= ", "red_o ^ ~clash_q", "red_o", "red "},
	{"one shape missing", "ll_movegen.sv", "rsp_status_i == Colour) && ", "!shape_q[1]", "!shape_q[0]", "GEN"},
}

func TestCoreBenchIcarus(t *testing.T) {
	t.Parallel()
	bench := compileIcarus(t, "rtl")
	out, err := tool(t, bench, "+vectors="+goldenTurns)
	require.NoError(t, err, out)
	require.Contains(t, out, "\nPASS 189 vectors")
	require.NotContains(t, out, "FAIL")
	for _, c := range badFiles(t) {
		out, err := tool(t, bench, "+vectors="+c.name)
		require.Error(t, err, out)
		require.Contains(t, out, c.says)
		require.NotContains(t, out, "PASS", c.name)
	}
}

func TestCoreBenchIcarusNotices(t *testing.T) {
	t.Parallel()
	noticesCore(t, compileIcarus(t, plant(t, coreBugs)), "+vectors="+goldenTurns, "+vectors="+goldenMoves)
}

func TestCoreBenchCPPNotices(t *testing.T) {
	t.Parallel()
	noticesCore(t, coreBench(t, plant(t, coreBugs)), goldenTurns, goldenMoves)
}

// noticesCore runs a bench with each bug of the core. The last is in GEN, and
// seen by the vectors of moves.
func noticesCore(t *testing.T, bench, turns, moves string) {
	t.Helper()
	for i, b := range coreBugs {
		vectors := turns
		if b.file == "ll_movegen.sv" {
			vectors = moves
		}
		t.Run(b.name, func(t *testing.T) {
			out, err := tool(t, bench, fmt.Sprintf("+bug=%d", i+1), vectors)
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit)
			require.Equal(t, 1, exit.ExitCode(), out)
			require.Regexp(t, "FAIL .*vector ", out)
			require.Contains(t, out, b.says)
			require.NotContains(t, out, "PASS")
		})
	}
}

func TestCoreBenchCPP(t *testing.T) {
	t.Parallel()
	bench := coreBench(t, "rtl")
	for _, seed := range []string{"1", "2", "3"} {
		out, err := tool(t, bench, "--seed", seed, goldenTurns, goldenMoves)
		require.NoError(t, err, out)
		require.Contains(t, out, "\nPASS 247 vectors")
		require.NotContains(t, out, "FAIL")
	}
	for _, c := range badFiles(t) {
		out, err := tool(t, bench, c.name)
		require.Error(t, err, out)
		require.Contains(t, out, c.says)
		require.NotContains(t, out, "PASS", c.name)
	}
	for _, args := range [][]string{{}, {"--seed"}, {"--seed", "x", goldenTurns}, {"--tea", "1", goldenTurns}, {"none.hex"}} {
		out, err := tool(t, bench, args...)
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		require.Equal(t, 2, exit.ExitCode(), out)
	}
}

// badFile is a file of vectors that no core passes.
type badFile struct{ name, says string }

// badFiles are golden files that were cut or changed.
func badFiles(t *testing.T) (all []badFile) {
	t.Helper()
	turns, err := os.ReadFile(goldenTurns)
	require.NoError(t, err)
	moves, err := os.ReadFile(goldenMoves)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(turns), "\n")
	add := func(name, text, says string) {
		file := filepath.Join(t.TempDir(), strings.ReplaceAll(name, " ", "-")+".hex")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		all = append(all, badFile{file, says})
	}
	// change sets the digit at from its right end in the first word whose
	// upper digits are given.
	change := func(text, upper string, digit int, to string) string {
		i := strings.Index(text, "\n"+upper)
		require.Positive(t, i, upper)
		at := i + 1 + 15 - digit
		require.NotEqual(t, to, text[at:at+1])
		return text[:at] + to + text[at+1:]
	}
	whole := string(turns)
	add("cut", strings.Join(lines[:200], ""), "it has been cut")
	add("nothing but a header", lines[0], "it has been cut")
	add("version", change(whole, "0800", 1, "2"), "another version")
	add("kind", change(whole, "0800", 2, "3"), "neither turn nor moves")
	add("board", change(whole, "0800", 4, "1"), "another size")
	add("a vector less", lines[0]+lines[1]+strings.Join(lines[7:], ""), "FAIL")
	add("a word less", strings.Join(lines[:20], "")+strings.Join(lines[21:], ""), "another type of word")
	add("sum", change(whole, "4000", 0, "5"), "the CRC-32 of the board before the turn")
	add("tile", change(whole, "3000", 8, "6"), "red sides of")
	add("forced", change(whole, "3000", 9, "1"), "forced of")
	add("width", change(whole, "2800", 0, "2"), "width is 1, it should be 2")
	add("tiles", change(whole, "2800", 6, "2"), "tiles is 1, it should be 2")
	add("a move less", strings.Replace(string(moves), "\n4800000400000000", "", 1), "is 1, it should be 0")
	return all
}
