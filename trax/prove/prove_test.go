package prove_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/prove"
	"github.com/loopline/loopline/trax/rtl"
)

// core copies the RTL in a folder of files, with one text in place of another.
func core(t *testing.T, files fs.FS, old, new string) sources.Source {
	t.Helper()
	dir := t.TempDir()
	count := 0
	require.NoError(t, fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(name) != ".sv" && filepath.Ext(name) != ".vhd" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		count += strings.Count(string(text), old)
		if old != "" {
			text = []byte(strings.Replace(string(text), old, new, 1))
		}
		return os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o600)
	}))
	if old != "" {
		require.Equal(t, 1, count, "%q must be in the core once", old)
	}
	s, err := sources.DirSource(dir)
	require.NoError(t, err)
	return s
}

// ours is a builder for RTL of this repository, which needs no isolation.
func ours() *model.Builder { return &model.Builder{Isolation: sandbox.New(sandbox.None, nil)} }

// caught requires that a check fails, and that its moves lead to what the rules know. It returns the report as text.
func caught(t *testing.T, c prove.Config, check string) string {
	t.Helper()
	report, err := prove.Prove(t.Context(), ours(), c, nil)
	require.NoError(t, err)
	text := string(report.AppendText(nil))
	var failed []string
	for _, r := range report.Results {
		if len(r.Failed) > 0 {
			failed = append(failed, r.Check.Name)
		}
	}
	require.Contains(t, failed, check, text)
	require.Contains(t, report.Found(), check)
	e := report.Example()
	require.NotNil(t, e, text)
	require.NotEmpty(t, e.Commands, text)
	require.NotEmpty(t, e.Boards, text)
	require.True(t, strings.HasPrefix(string(e.Wave), "$"), text)
	for _, m := range strings.Fields(e.Moves()) {
		if !strings.Contains(m, "?") {
			_, err := trax.ParseMove(m)
			require.NoError(t, err, text)
		}
	}
	t.Logf("%s", text)
	return text
}

// The cores of the starter know the first turn.
func TestStarter(t *testing.T) {
	tier.Rest(t)
	for language, fault := range map[string]struct{ old, new string }{
		"sv":   {"cmd_shape_i == 2'd0 ? 4'b0101 : 4'b1001", "4'b0101"},
		"vhdl": {`trace_tile_o <= "1001"`, `trace_tile_o <= "0101"`},
	} {
		if _, err := exec.LookPath("ghdl"); err != nil && language == "vhdl" {
			t.Log("ghdl is missing: scripts/setup installs it")
			continue
		}
		c := prove.Config{
			LogSize: 3, Cycles: 4, Openings: []string{""}, Checks: []string{"tile", "status", "state", "refused", "answer"},
			Without: []rtl.Op{rtl.Undo, rtl.Try, rtl.Gen}, Timeout: 5 * time.Minute,
		}
		files := os.DirFS("../../starter/core/" + language + "/rtl")
		t.Run(language+" holds", func(t *testing.T) {
			c := c
			c.Checks = append(slices.Clone(c.Checks), "new")
			c.Source = core(t, files, "", "")
			report, err := prove.Prove(t.Context(), ours(), c, nil)
			require.NoError(t, err)
			text := string(report.AppendText(nil))
			require.Empty(t, report.Found(), text)
			require.Len(t, report.Results, 7, text)
			for _, r := range report.Results[1:] {
				require.NotEmpty(t, r.Met, text)
			}
		})
		t.Run(language+" mutant", func(t *testing.T) {
			c := c
			c.Source = core(t, files, fault.old, fault.new)
			caught(t, c, "tile")
		})
	}
}

// The usual checks hold on the reference core. They take minutes.
func TestReference(t *testing.T) {
	if os.Getenv("LOOPLINE_PROVE") == "" {
		t.Skip("runs with LOOPLINE_PROVE=1, as in make verify-long STEPS=prove")
	}
	report, err := prove.Prove(t.Context(), ours(), prove.Config{
		Source: sources.Source{Name: "hdl", FS: hdl.RTL}, LogSize: 3, Timeout: time.Hour,
	}, func(line string) { t.Log(line) })
	require.NoError(t, err)
	text := string(report.AppendText(nil))
	require.Empty(t, report.Found(), text)
	for _, r := range report.Results {
		require.Empty(t, r.Unmet, text)
	}
	t.Logf("%s", text)
}

// A bound in which the reference core does not answer is missed, and the proof reaches the cycle that shows it.
func TestLate(t *testing.T) {
	tier.Rest(t)
	files, err := fs.Sub(hdl.RTL, "rtl")
	require.NoError(t, err)
	c := prove.Config{
		Source: core(t, files, "", ""), LogSize: 3, Cycles: 4, Openings: []string{"@0/"}, Checks: []string{"answer"}, Timeout: time.Hour,
	}
	require.Contains(t, caught(t, c, "answer"), "a_answer_in_time after @0/, cycle 9")
}

// A tile may leave the board in the cycle of the answer, as docs/rtl-interface.md allows: the board of that cycle is
// the one that state and answer are about. A core that keeps the tile is found.
func TestTakenWithTheAnswer(t *testing.T) {
	tier.Rest(t)
	text, err := os.ReadFile("../../starter/core/sv/rtl/ll_core.sv")
	require.NoError(t, err)
	undoes := string(text)
	for _, change := range [][2]string{
		{"  assign trace_undo_o = 1'b0;\n", ""},
		{"    trace_valid_o <= 1'b0;\n", "    trace_valid_o <= 1'b0;\n    trace_undo_o <= 1'b0;\n"},
		{"rsp_status_o <= cmd_op_i == Play ? verdict : Ok;", `rsp_status_o <= cmd_op_i == Play ? verdict : cmd_op_i == 3'd2 && !played ? 4'd10 : Ok;
      if (cmd_op_i == 3'd2 && played) begin
        played <= 1'b0;
        trace_valid_o <= 1'b1;
        trace_undo_o <= 1'b1;
      end`},
	} {
		require.Equal(t, 1, strings.Count(undoes, change[0]), change[0])
		undoes = strings.Replace(undoes, change[0], change[1], 1)
	}
	files := fstest.MapFS{"ll_core.sv": &fstest.MapFile{Data: []byte(undoes)}}
	c := prove.Config{
		LogSize: 3, Cycles: 4, Openings: []string{""}, Checks: []string{"tile", "state", "refused", "answer", "undo"},
		Without: []rtl.Op{rtl.Try, rtl.Gen}, Timeout: 5 * time.Minute,
	}
	c.Source = core(t, files, "", "")
	report, err := prove.Prove(t.Context(), ours(), c, nil)
	require.NoError(t, err)
	require.Empty(t, report.Found(), string(report.AppendText(nil)))
	for _, r := range report.Results[1:] {
		require.NotEmpty(t, r.Met, r.Check.Name)
	}
	c.Source = core(t, files, "        played <= 1'b0;\n        trace_valid_o", "        trace_valid_o")
	caught(t, c, "state")
}

const (
	loop  = `@0/ A0\` // one command from a loop; no empty cell sees two tiles
	ended = `@0/ A2\ B1\`
	usual = "usual" // all usual openings, with their own bounds
)

// shapeOf keeps the shape of the command for a mutant.
const shapeOf = "\n  logic [1:0] shape_of_q;\n  always_ff @(posedge clk_i) if (cmd_valid_i && cmd_ready_o) shape_of_q <= cmd_shape_i;"

// mutants are faults of the reference core, each with the check that finds it and the opening after which it does. Those
// that are soon found are tried by each run of the rest.
var mutants = []struct {
	name, check, opening, old, new string
	soon                           bool
}{
	{"any tile fits", "status", "@0+ B1+ A2+", "fits_o = side0_red_o | ~|(seen_i & ~unlike);", "fits_o = 1'b1;", true},
	{"nothing is forced", "forced", loop, "assign push = entered_q & push_rule;", "assign push = 1'b0;", false},
	{"the side stays after TRY", "refused", loop, "red_o <= red_o ^ ~contradiction_q;", "red_o <= red_o;", false},
	{"the box does not shrink", "refused", loop, "bottom_q <= shrink_i ? bottom_q - One", "bottom_q <= shrink_i ? bottom_q", false},
	{"one tile is taken back", "undo", loop, "last_undo = undone && growth_q != GrowForced;", "last_undo = undone;", false},
	{"any first move", "status", "", "first_ok_q <= cmd_origin & ~cmd_shape_i[1];", "first_ok_q <= cmd_origin;", false},
	{"UNDO of nothing", "status", "", "ll_trax_pkg::NothingToUndo :", "ll_trax_pkg::Ok :", false},
	{"off the board", "status", loop, "off_q <= off;\n        full_q", "off_q <= 1'b0;\n        full_q", false},
	{"two answers to TRY", "answer", loop, "rsp_valid_o <= op_q != 2'(ll_trax_pkg::OpTry) | contradiction_q;", "rsp_valid_o <= 1'b1;", false},
	{"a square stays taken after TRY", "again", loop, ".tile_i(placing),", ".tile_i(placing | op_q == 2'(ll_trax_pkg::OpTry)),", false},
	{"another shape", "tile", loop, "pair_q <= {~cmd_shape_i[1], |cmd_shape_i};", "pair_q <= {~cmd_shape_i[1], cmd_shape_i[1]};", false},
	{"no loop", "completed", loop, "looped_q <= placing && mate == {side_q ^ pair_q, square_q};", "looped_q <= 1'b0;", false},
	{"the other colour's loop", "completed", loop, "<< {written_red_q, 1'b0});", "<< {~written_red_q, 1'b0});", false},
	{"a game never ends", "status", ended, "else if (over_o) look_status", "else if (1'b0) look_status", false},
	{"NEW takes one turn back", "new", loop, "if (op_q != 2'(ll_trax_pkg::OpNew) || empty) begin", "if (1'b1) begin", false},
	{"red begins after NEW", "new", ended, "red_o <= red_o ^ ~contradiction_q;", "red_o <= red_o ^ (op_q != 2'(ll_trax_pkg::OpNew));", false},
	{"the box is too wide", "state", loop, "at_right = col_i == {1'b0, span_x};", "at_right = col_i >= {1'b0, span_x - One};", false},
	{"a first plus is refused", "opening", "@0+", "first_ok_q <= cmd_origin & ~cmd_shape_i[1];", "first_ok_q <= cmd_origin & cmd_shape_i[0];", false},
	{"a legal turn is refused", "status", `@0+ @1\ A2+ C1+`, "assign contradiction_o = two_same;", "assign contradiction_o = two_same | (|same & |other);", false},
	{"all is occupied", "opening", usual, "if (no_shape_q) look_status =", "if (1'b1) look_status = ll_trax_pkg::Occupied;\n    else if (no_shape_q) look_status =", false},
	{"all is occupied, on the empty board", "status", "", "if (no_shape_q) look_status =", "if (1'b1) look_status = ll_trax_pkg::Occupied;\n    else if (no_shape_q) look_status =", false},
	{"each cell beside a tile is occupied", "status", "@0/", "else if (occupied) look_status", "else if (tiles_o != '0 && !nothing_seen) look_status", false},
	{"forced play allows what slash contradicts", "status", usual, "entered_q & contradiction_rule;", "entered_q & contradiction_rule & (shape_of_q != 2'd1);" + shapeOf, false},
	{"forced play allows what plus contradicts", "status", usual, "entered_q & contradiction_rule;", "entered_q & contradiction_rule & (shape_of_q != 2'd0);" + shapeOf, false},
	{"forced play allows what backslash contradicts", "status", usual, "entered_q & contradiction_rule;", "entered_q & contradiction_rule & (shape_of_q != 2'd2);" + shapeOf, false},
	{"a refused turn has no answer", "answer", usual, "gen_done : turn_rsp_valid;", "gen_done : turn_rsp_valid & (turn_status == ll_trax_pkg::Ok);", false},
	{"no turn has an answer", "answer", "", "gen_done : turn_rsp_valid;", "gen_done : 1'b0;", false},
	{"an illegal cell has no answer", "answer", "", "gen_done : turn_rsp_valid;", "gen_done : turn_rsp_valid & (turn_status != ll_trax_pkg::FirstMove);", true},
}

// TestEveryCheckHasAMutant: a check that no mutant shows may be one that cannot fail.
func TestEveryCheckHasAMutant(t *testing.T) {
	of := map[string]int{}
	for _, m := range mutants {
		of[m.check]++
	}
	for _, name := range prove.Names() {
		require.NotZero(t, of[name], name)
		delete(of, name)
	}
	require.Empty(t, of, "checks that do not exist")
}

// Each mutant of the reference core is caught by the check that is about it. Those that are not found soon take
// minutes.
func TestMutants(t *testing.T) {
	tier.Rest(t)
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			if !m.soon && os.Getenv("LOOPLINE_PROVE") == "" {
				tier.Long(t)
			}
			files, err := fs.Sub(hdl.RTL, "rtl")
			require.NoError(t, err)
			c := prove.Config{
				Source: core(t, files, m.old, m.new), LogSize: 3, Cycles: 40, Openings: []string{m.opening}, Checks: []string{m.check}, Timeout: time.Hour,
			}
			switch m.opening {
			case ended, "":
				c.Cycles = 20
			case usual:
				c.Cycles, c.Openings = 0, nil
			}
			caught(t, c, m.check)
		})
	}
}

func TestWrongSettings(t *testing.T) {
	good := prove.Config{Source: sources.Source{Name: "hdl", FS: hdl.RTL}, LogSize: 3, Cycles: 8, Timeout: time.Minute}
	for _, k := range []struct {
		says   string
		change func(*prove.Config)
	}{
		{"the sizes are 8 to 256", func(c *prove.Config) { c.LogSize = 2 }},
		{"a timeout of 0s is below 1s", func(c *prove.Config) { c.Timeout = 0 }},
		{"4 to 500 can be searched", func(c *prove.Config) { c.Cycles = 3 }},
		{"no check is named \"forced-play\"; the checks are opening, tile", func(c *prove.Config) { c.Checks = []string{"forced-play"} }},
		{"move 2", func(c *prove.Config) { c.Openings = []string{"@0/ Z9+"} }},
		{"has room for 6; take a larger --size", func(c *prove.Config) { c.Openings = []string{"@0+ B1+ C1+ D1+ E1+ F1+ G1+"} }},
		{"need operations that --skip-ops leaves out", func(c *prove.Config) {
			c.Checks, c.Without = []string{"undo"}, []rtl.Op{rtl.Undo}
		}},
	} {
		c := good
		k.change(&c)
		require.ErrorContains(t, c.Check(), k.says)
	}
	require.NoError(t, good.Check())
}

// What Yosys cannot read is said with its words, and a core without ll_core with its name.
func TestUnreadableCore(t *testing.T) {
	tier.Slow(t)
	dir := t.TempDir()
	name := filepath.Join(dir, "ll_core.sv")
	c := prove.Config{LogSize: 3, Cycles: 4, Openings: []string{""}, Checks: []string{"tile"}, Timeout: time.Minute}
	var err error
	c.Source, err = sources.DirSource(dir)
	require.NoError(t, err)
	withoutGen, err := os.ReadFile("../../starter/core/sv/rtl/ll_core.sv")
	require.NoError(t, err)
	for text, says := range map[string]string{
		"module ll_core (input logic clk_i); real r; endmodule\n": "yosys cannot read the core",
		"module ll_core (input logic clk_i); endmodule\n":         "ll_core has no port ",
		string(withoutGen): "ll_core has no port gen_ready_i: for a core without GEN say --skip-ops gen",
		"module core (input logic clk_i); endmodule\n": "has no module ll_core; it has core",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err = prove.Prove(t.Context(), ours(), c, nil)
		require.ErrorContains(t, err, says)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, os.WriteFile(name, []byte("module ll_core (input logic clk_i); endmodule\n"), 0o600))
	_, err = prove.Prove(ctx, ours(), c, nil)
	require.ErrorIs(t, err, context.Canceled)
}

func TestSBY(t *testing.T) {
	tier.Slow(t)
	dir := filepath.Join(t.TempDir(), "formal")
	c := prove.Config{Source: sources.Source{Name: "hdl", FS: hdl.RTL}, LogSize: 3, Cycles: 8, Timeout: time.Minute}
	names, err := prove.WriteSBY(t.Context(), ours(), c, dir)
	require.NoError(t, err)
	require.Contains(t, names, "undo-2.sby")
	text, err := os.ReadFile(filepath.Join(dir, "undo-2.sby"))
	require.NoError(t, err)
	_, files, ok := strings.Cut(string(text), "[files]\n")
	require.True(t, ok)
	for _, name := range strings.Fields(files) {
		require.FileExists(t, filepath.Join(dir, name))
	}
	require.Contains(t, string(text), "mode bmc\nreach: mode cover\ndepth 22\n")
	_, err = prove.WriteSBY(t.Context(), ours(), c, dir)
	require.ErrorContains(t, err, "is there already")
}

// TestCancelledProofKeepsResults: what an interrupted proof has found stays, and the rest is open.
func TestCancelledProofKeepsResults(t *testing.T) {
	tier.Slow(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := prove.Config{
		Source: core(t, os.DirFS("../../starter/core/sv/rtl"), "", ""), LogSize: 3, Cycles: 4, Openings: slices.Repeat([]string{""}, 8), Checks: []string{"tile"},
		Without: []rtl.Op{rtl.Undo, rtl.Try, rtl.Gen}, Timeout: 5 * time.Minute,
	}
	var lines []string
	report, err := prove.Prove(ctx, ours(), c, func(line string) {
		if lines = append(lines, line); strings.Contains(line, ": ended after ") {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "command after the empty board", lines[0])
	require.NotNil(t, report)
	require.Len(t, report.Results, 2)
	tile := report.Results[1]
	require.NotEmpty(t, tile.Met, "the search that had ended")
	require.Positive(t, tile.Open)
	require.Less(t, tile.Open, 8)
	require.Contains(t, string(report.AppendText(nil)), "open  tile")
	require.Contains(t, tile.Unfinished(), "had not ended")
}
