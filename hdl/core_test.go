package hdl_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

const (
	goldenTurns = "../vectors/golden/turn.hex"
	goldenMoves = "../vectors/golden/moves.hex"
)

// coreMutants are mutants of the core and what the testbenches say of them.
var coreMutants = []mutant{
	{"no forced play", "ll_forced.sv", "assign push_o = ", "(|same)", "1'b0", "asked: TRY"},
	{"no contradiction", "ll_forced.sv", "assign contradiction_o = ", "two_same", "1'b0", "the status is 0, it should be 8"},
	{"no loop", "ll_turn.sv", "{2'b00, line, ", "looped_q", "1'b0", "completed is 0"},
	{"line of seven", "ll_bbox.sv", "{4'd0, span_y} > ", "ShortLine", "ShortLine - 1'b1", "completed is"},
	{"the mover wins", "ll_turn.sv", "assign winner_o = ", "white_done ? red_done & ~red_o : red_done", "~red_o", "winner is"},
	{"undo forgets", "ll_turn.sv", "red_o <= ", "red_o ^ ~contradiction_q", "red_o", "red "},
	{"one shape missing", "ll_movegen.sv", "rsp_status_i == ll_trax_pkg::Colour) && ", "!shape_q[1]", "!shape_q[0]", "GEN"},
}

func TestCoreIcarus(t *testing.T) {
	t.Parallel()
	out, err := runTestbench(t, "core-icarus", "rtl", goldenTurns)
	require.NoError(t, err, out)
	require.Contains(t, out, "\nPASS 189 vectors")
	require.NotContains(t, out, "FAIL")
	for _, c := range badFiles(t) {
		out, err := runTestbench(t, "core-icarus", "rtl", c.name)
		require.Error(t, err, out)
		require.Contains(t, out, c.says)
		require.NotContains(t, out, "PASS", c.name)
	}
}

// TestCoreVerilator runs the testbench in Verilog where Verilator compiles it.
func TestCoreVerilator(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	out, err := runTestbench(t, "core-verilator", "rtl", goldenTurns)
	require.NoError(t, err, out)
	require.Contains(t, out, "\nPASS 189 vectors")
}

func TestCoreIcarusFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	findsCore(t, "core-icarus")
}

func TestCoreCPPFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	findsCore(t, "core-cpp")
}

// TestCoreWithout has the testbenches judge a core that lacks operations, and
// the ports of GEN, by what it has.
func TestCoreWithout(t *testing.T) {
	t.Parallel()
	bare := t.TempDir()
	team, err := os.ReadFile("../sim/testdata/team/ll_core.sv")
	require.NoError(t, err)
	var lines []string
	for line := range strings.Lines(string(team)) {
		if !strings.Contains(line, "put ") || !strings.Contains(line, " gen_") {
			lines = append(lines, line)
		}
	}
	text := strings.Replace(strings.Join(lines, ""), "  localparam int Size = ", "  wire gen_ready_i = 1'b1;\n  wire gen_valid_o;\n"+
		"  wire [LogSize:0] gen_col_o, gen_row_o;\n  wire [1:0] gen_shape_o;\n  wire [3:0] gen_status_o, gen_completed_o;\n"+
		"  localparam int Size = ", 1)
	require.NoError(t, os.WriteFile(filepath.Join(bare, "ll_core.sv"), []byte(text), 0o600))
	for _, c := range []struct{ testbench, without, rtl string }{
		{"core-cpp", "undo,try,gen", "rtl"}, {"core-cpp", "undo", "rtl"}, {"core-icarus", "undo,try,gen", bare},
	} {
		files := []string{goldenTurns, goldenMoves}
		if c.testbench == "core-icarus" {
			files = []string{firstTurns(t, 40)}
		}
		out, err := runTestbench(t, c.testbench, c.rtl, append([]string{"--without", c.without}, files...)...)
		require.NoError(t, err, out)
		require.Contains(t, out, "PASS")
		require.NotRegexp(t, "(?m)^("+strings.ToUpper(strings.ReplaceAll(c.without, ",", "|"))+") ", out)
	}
	out, err := runTestbench(t, "core-icarus", "rtl", "--without", "play")
	require.Error(t, err)
	require.Contains(t, out, "--without play: undo, try and gen can be left out")
}

// firstTurns is a file of the first golden turns. Its last word, END, tells how many
// words and vectors there are.
func firstTurns(t *testing.T, count int) (name string) {
	t.Helper()
	whole, err := os.ReadFile(goldenTurns)
	require.NoError(t, err)
	var text strings.Builder
	words := 0
	for line := range strings.Lines(string(whole)) {
		text.WriteString(line)
		if strings.HasPrefix(line, "//") {
			continue
		}
		if words++; strings.HasPrefix(line, "4000") {
			count--
		}
		if count == 0 {
			break
		}
	}
	require.Zero(t, count)
	name = filepath.Join(t.TempDir(), "first.hex")
	fmt.Fprintf(&text, "8800%04x%08x\n", words+1, 40) // END itself is a word
	require.NoError(t, os.WriteFile(name, []byte(text.String()), 0o600))
	return name
}

// findsCore runs a testbench with each mutant of the core. The last is in GEN,
// and the vectors of moves find it.
func findsCore(t *testing.T, testbench string) {
	t.Helper()
	rtl := seed(t, coreMutants)
	for i, m := range coreMutants {
		vectors := goldenTurns
		if m.file == "ll_movegen.sv" {
			vectors = goldenMoves
		}
		t.Run(m.name, func(t *testing.T) {
			out, err := runTestbench(t, testbench, rtl, fmt.Sprintf("+mutant=%d", i+1), vectors)
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit)
			require.Equal(t, 1, exit.ExitCode(), out)
			require.Regexp(t, "FAIL .*vector ", out)
			require.Contains(t, out, m.says)
			require.NotContains(t, out, "PASS")
		})
	}
}

func TestCoreCPP(t *testing.T) {
	t.Parallel()
	for _, seed := range []string{"1", "2", "3"} {
		out, err := runTestbench(t, "core-cpp", "rtl", "--seed", seed, goldenTurns, goldenMoves)
		require.NoError(t, err, out)
		require.Contains(t, out, "\nPASS 247 vectors")
		require.NotContains(t, out, "FAIL")
	}
	for _, c := range badFiles(t) {
		out, err := runTestbench(t, "core-cpp", "rtl", c.name)
		require.Error(t, err, out)
		require.Contains(t, out, c.says)
		require.NotContains(t, out, "PASS", c.name)
	}
	for _, args := range [][]string{{"--seed"}, {"--seed", "x", goldenTurns}, {"--tea", "1", goldenTurns}, {"none.hex"}} {
		out, err := runTestbench(t, "core-cpp", "rtl", args...)
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
