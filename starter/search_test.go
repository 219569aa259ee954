package starter

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax/engine/searchmodel"
)

// TestSearchFiles writes the project for every board that it is for: Loopline's RTL is unchanged
// but for the line that says what makes the ROM, and its licence is there.
func TestSearchFiles(t *testing.T) {
	require.Subset(t, Boards(), SearchBoards())
	for _, name := range SearchBoards() {
		dir := written(t, Project{Kind: "board", Board: name, Search: true})
		requireFilled(t, dir)
		v := templateData{board: boards[slices.Index(Boards(), name)], Lang: "sv", Search: true}
		top, pins := read(t, dir, "rtl/top.sv"), read(t, dir, v.Constraints())
		for _, p := range v.Pins() {
			require.Regexp(t, `\b`+p.Port+`\b`, top)
			require.Regexp(t, `\b`+p.Port+`\b`, pins)
		}
		require.NotContains(t, read(t, dir, ".github/workflows/loopline.yml"), "continue-on-error")
		require.Contains(t, read(t, dir, "README.md"), "Apache License 2.0")
		require.Equal(t, string(hdl.License), read(t, dir, "rtl/loopline/LICENSE"))
	}
	dir := written(t, Project{Kind: "board", Board: "icebreaker", Search: true})
	there, err := filepath.Glob(filepath.Join(dir, "rtl/loopline/*.sv"))
	require.NoError(t, err)
	needed, err := hdl.Needed("ll_board_search")
	require.NoError(t, err)
	require.Len(t, there, len(needed))
	for _, name := range needed {
		want, err := hdl.RTL.ReadFile(name)
		require.NoError(t, err)
		got := read(t, dir, "rtl/loopline/"+filepath.Base(name))
		if filepath.Base(name) == "ll_eval_rom.sv" {
			require.Contains(t, got, "// Its weights are written by: python3 eval/rom.py eval/tracks.txt\n")
			want, got = romMaker.ReplaceAll(want, nil), strings.Replace(got, "// Its weights are written by: python3 eval/rom.py eval/tracks.txt", "", 1)
		}
		require.Equal(t, string(want), got, name)
	}
}

// TestSearchROM: the script writes the ROM that the project begins with, puts a changed weight
// where the index of ll_eval has it, and names the line of what is wrong.
func TestSearchROM(t *testing.T) {
	for _, tool := range []string{"make", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	dir := written(t, Project{Kind: "board", Board: "icebreaker", Search: true})
	rom := filepath.Join(dir, "rtl/loopline/ll_eval_rom.sv")
	table := filepath.Join(dir, "eval/tracks.txt")
	first, original := read(t, dir, "rtl/loopline/ll_eval_rom.sv"), read(t, dir, "eval/tracks.txt")
	build := func(text string) (string, error) {
		require.NoError(t, os.WriteFile(table, []byte(text), 0o600))
		said, err := exec.CommandContext(t.Context(), "make", "-B", "-s", "-C", dir, "rom").CombinedOutput()
		return string(said), err
	}
	said, err := build(original)
	require.NoError(t, err, said)
	require.Equal(t, first, read(t, dir, "rtl/loopline/ll_eval_rom.sv"))

	w, err := searchmodel.ReadWeights(strings.NewReader(original))
	require.NoError(t, err)
	require.Equal(t, words(t, first), [1024]int8(*w), "the model reads the table as the script does")

	// The other's track, whose other end enters at the top (1), two columns to the left, three rows below.
	const index = 1<<9 | 1<<7 | (-2&15)<<3 | 3
	changed := regexp.MustCompile(`(?s)(other top\n.*?\n3: (?: +-?\d+){6} )( *-?\d+)`).ReplaceAllString(original, "${1} -77")
	require.NotEqual(t, original, changed)
	said, err = build(changed)
	require.NoError(t, err, said)
	before, after := words(t, first), words(t, read(t, dir, "rtl/loopline/ll_eval_rom.sv"))
	for i := range before {
		if i == index {
			require.Equal(t, int8(-77), after[i])
			require.NotEqual(t, before[i], after[i])
		} else {
			require.Equal(t, before[i], after[i], i)
		}
	}

	line := func(text, of string) int { return strings.Count(text[:strings.Index(text, of)], "\n") + 1 }
	for _, c := range []struct{ from, to, says string }{
		{"own left\n", "own middle\n", "a table is called own or other, and right, top, left, bottom"},
		{"own left\n", "own top\n", "the table own top is there twice"},
		{"own left\n", "own left\n1: 0\n", "1: is neither the beginning of a table, such as own right, nor of its next row, 0:"},
		{"own left\n", "own left\n0: 1 2 3\n", "the row has 3 weights, not 16"},
		{"own left\n", "own left\n0: 128" + strings.Repeat(" 0", 15) + "\n", "the weight 128 is outside -128 to 127"},
		{"own left\n", "own left\n0: 1.5" + strings.Repeat(" 0", 15) + "\n", "invalid literal"},
	} {
		before := read(t, dir, "rtl/loopline/ll_eval_rom.sv")
		wrong := strings.Replace(original, c.from, c.to, 1)
		said, err := build(wrong)
		require.Error(t, err)
		require.Contains(t, said, c.says)
		require.Equal(t, before, read(t, dir, "rtl/loopline/ll_eval_rom.sv"), "a wrong table changes nothing")
		at := line(original, c.from) + strings.Count(c.to, "\n") - 1
		require.Contains(t, said, fmt.Sprintf("rom.py: eval/tracks.txt:%d: ", at))
	}
	said, err = build(original[:strings.Index(original, "other bottom\n")])
	require.Error(t, err)
	require.Contains(t, said, "the table other bottom is missing")
	said, err = build(regexp.MustCompile(`7: [^\n]*\n$`).ReplaceAllString(original, ""))
	require.Error(t, err)
	require.Contains(t, said, "the table other bottom has 7 rows, not 8")
	require.NoError(t, os.WriteFile(rom, []byte("module ll_eval_rom;\nendmodule\n"), 0o600))
	said, err = build(original)
	require.Error(t, err)
	require.Contains(t, said, "the module has no table Weights any more; take it from a new project")
}

// words are the weights of a ROM's module, read in another way than tracks does.
func words(t *testing.T, module string) (all [1024]int8) {
	t.Helper()
	lines := regexp.MustCompile(`256'h(\w+)`).FindAllStringSubmatch(module, -1)
	var digits strings.Builder
	for _, line := range lines {
		digits.WriteString(line[1])
	}
	require.Equal(t, 2048, digits.Len())
	for i := range all {
		var value int
		for _, digit := range digits.String()[2048-2*i-2 : 2048-2*i] {
			value = value<<4 | strings.IndexRune("0123456789abcdef", digit)
		}
		all[i] = int8(value)
	}
	return all
}

// TestSearchPins plays by the pins that the project names, and answers within the budget of the address.
func TestSearchPins(t *testing.T) {
	tier.Slow(t)
	dir := written(t, Project{Kind: "board", Board: "icebreaker", Search: true})
	a := address(t, dir)
	a.Board.Params["BUDGET_CYCLES"] = "2000"
	b := started(t, a, sim.Pins{Clock: "clk", Reset: "!btn_n", RX: "rx", TX: "tx"})
	require.Equal(t, "FP\n", answer(t, b, "-T\n"))
	require.Regexp(t, `^@0[+/]\n$`, answer(t, b, "-W\n"))
	require.Regexp(t, `^[@-B][0-2][+/\\]\n$`, answer(t, b, "B1/\n"))
}

// TestSearchTestBench runs the test bench.
func TestSearchTestBench(t *testing.T) {
	tier.Slow(t)
	if _, err := exec.LookPath("iverilog"); err != nil {
		t.Skip(err)
	}
	dir := written(t, Project{Kind: "board", Board: "hx8k", Search: true})
	said, err := exec.CommandContext(t.Context(), "make", "-s", "-C", dir, "sim").CombinedOutput()
	require.NoError(t, err, string(said))
	require.Contains(t, string(said), "PASS")
	require.NotContains(t, string(said), "warning")
}
