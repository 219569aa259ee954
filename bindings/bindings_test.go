//go:build cgo && linux

package bindings

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
)

func TestMain(m *testing.M) {
	tier.AllSlow()
	code := m.Run()
	if made != "" {
		_ = os.RemoveAll(made)
	}
	os.Exit(code)
}

var made string // the folder of setUp

// setUp makes a folder with the library, the bindings, and the reference core with
// faults in it, in rtl; +fault=N has the core show one.
var setUp = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bindings")
	if err != nil {
		return "", err
	}
	made = dir
	lib := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", filepath.Join(dir, "libloopline.so"), "../cmd/libloopline")
	if out, err := lib.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, "libloopline.h")), os.CopyFS(dir, Files)); err != nil {
		return "", err
	}
	return dir, plant(filepath.Join(dir, "rtl"), anyFault)
})

// faults are edits of the reference core: while fault is the number of the edit, from 1
// on, its second text stands for the first.
var faults = []struct{ what, file, text, wrong string }{
	{"an isolated tile is of a wrong colour", "ll_turn.sv", "look_status = ll_trax_pkg::Isolated;", "look_status = FAULT ? ll_trax_pkg::Colour : ll_trax_pkg::Isolated;"},
	{"any first move is legal", "ll_turn.sv", "else if (empty) look_status = first_ok_q ?", "else if (empty) look_status = first_ok_q || FAULT ?"},
	{"a game never ends", "ll_turn.sv", "else if (over_o) look_status", "else if (over_o && !FAULT) look_status"},
	{"forced play refuses nothing", "ll_turn.sv", "assign contradiction = entered_q & contradiction_rule;", "assign contradiction = entered_q & contradiction_rule & !FAULT;"},
	{"the board is never full", "ll_turn.sv", "else if (full_q) look_status", "else if (full_q && !FAULT) look_status"},
	{"a refused turn passes the move on", "ll_turn.sv", "red_o <= red_o ^ ~contradiction_q;", "red_o <= red_o ^ (~contradiction_q | FAULT);"},
	{"UNDO forgets that the game goes on", "ll_turn.sv", "completed_q <= 4'd0;\n            if (op_q", "if (!FAULT) completed_q <= 4'd0;\n            if (op_q"},
	{"a text that is no move is played", "ll_turn.sv", "no_shape_q <= &cmd_shape_i;", "no_shape_q <= &cmd_shape_i & !FAULT;"},
	{"no loops", "ll_turn.sv", "looped_q <= placing && mate ==", "looped_q <= placing && !FAULT && mate =="},
	{"no lines", "ll_turn.sv", "{2'b00, line, looped_q}", "{2'b00, line & !FAULT, looped_q}"},
	{"GEN doesn't say what moves complete", "ll_core.sv", ".rsp_completed_i(turn_completed)", ".rsp_completed_i(FAULT ? 4'd0 : turn_completed)"},
	{"who wins when both complete", "ll_turn.sv", "white_done ? red_done & ~red_o : red_done", "white_done ? red_done & (red_o ^ !FAULT) : red_done"},
	{"the shape is read when the command has passed", "ll_turn.sv", ".pair_i(pair_q),", ".pair_i(FAULT ? {~cmd_shape_i[1], |cmd_shape_i} : pair_q),"},
	{"the next command is taken while the core is busy", "ll_turn.sv", "rsp_status_o <= look_status;", "rsp_status_o <= look_status;\n        if (FAULT && cmd_valid_i) op_q <= cmd_op_i;"},
}

// unknownStatus is the number of a fault that simulators with two states do not have.
const unknownStatus = 99

// anyFault has +fault=N choose the fault when a simulation starts.
const anyFault = -1

// plant writes the core with the fault of a number, none for 0. With anyFault it is for benches: with +record=FILE it
// writes what its outputs are at each rising edge of the clock, with +finish=N it ends the simulation after N of them.
func plant(dir string, fault int) error {
	if err := os.Mkdir(dir, 0o750); err != nil {
		return err
	}
	names, err := fs.Glob(hdl.RTL, "rtl/trax/*.sv")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(hdl.RTL, name)
		if err != nil {
			return err
		}
		text, base := string(data), filepath.Base(name)
		for i, f := range faults {
			if f.file != base {
				continue
			}
			if strings.Count(text, f.text) != 1 {
				return fmt.Errorf("%s: %q stands there %d times", base, f.text, strings.Count(text, f.text))
			}
			shown := fmt.Sprintf("(fault == %d)", i+1)
			switch fault {
			case anyFault:
			case i + 1:
				shown = "(1'b1)"
			default:
				continue
			}
			text = strings.Replace(text, f.text, strings.ReplaceAll(f.wrong, "FAULT", shown), 1)
		}
		if fault != anyFault {
			if err := os.WriteFile(filepath.Join(dir, base), []byte(text), 0o600); err != nil {
				return err
			}
			continue
		}
		if base == "ll_core.sv" {
			text = strings.Replace(text, "rsp_status_o = ", fmt.Sprintf("rsp_status_o = fault == %d ? 4'bx : ", unknownStatus), 1)
		}
		if base == "ll_turn.sv" || base == "ll_core.sv" {
			text = strings.Replace(text, "\n);\n", "\n);\n  int fault;\n  initial if (!$value$plusargs(\"fault=%d\", fault)) fault = 0;\n", 1)
		}
		if base == "ll_core.sv" {
			text = strings.Replace(text, "\nendmodule", recorder+"\nendmodule", 1)
		}
		if err := os.WriteFile(filepath.Join(dir, base), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

const recorder = `
  int record = 0;
  string record_name;
  initial if ($value$plusargs("record=%s", record_name)) record = $fopen(record_name, "w");
  always @(posedge clk_i) if (record != 0) begin
    $fwrite(record, "%b%b%b%b%b%b%b%b%b", cmd_ready_o, rsp_valid_o, rsp_status_o, rsp_completed_o, gen_valid_o,
            gen_col_o, gen_row_o, gen_shape_o, gen_status_o);
    $fdisplay(record, "%b%b%b%b%b%b%b%b%b%b%b%b%b%b%b", gen_completed_o, width_o, height_o, tiles_o, red_o, over_o,
              winner_o, trace_valid_o, trace_undo_o, trace_forced_o, trace_x_o, trace_y_o, trace_tile_o, origin_x_o,
              origin_y_o);
  end
  int finish_at, cycles = 0;
  initial if (!$value$plusargs("finish=%d", finish_at)) finish_at = 0;
  always @(posedge clk_i) begin
    cycles <= cycles + 1;
    if (finish_at != 0 && cycles == finish_at) $finish;
  end
`

// needs skips a test where a tool is missing.
func needs(t testing.TB, tools ...string) string {
	t.Helper()
	tier.NoRace(t)
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is missing: scripts/setup installs it")
		}
	}
	dir, err := setUp()
	require.NoError(t, err)
	return dir
}

// tool runs a command in a folder, which must succeed.
func tool(t testing.TB, dir, name string, args ...string) {
	t.Helper()
	out, code := output(t, dir, name, args...)
	require.Zero(t, code, "%s %s\n%s", name, args, out)
}

// output is what a command prints, and its exit status.
func output(t testing.TB, dir, name string, args ...string) (string, int) {
	t.Helper()
	out, state := ran(t, dir, name, args...)
	return out, state.ExitCode()
}

func ran(t testing.TB, dir, name string, args ...string) (string, *os.ProcessState) {
	t.Helper()
	hangs := 5*time.Minute + time.Duration(*soundTurns)*30*time.Millisecond
	if filepath.Base(name) == "loopline" {
		hangs += time.Hour // a proof
	}
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+made, "LOOPLINE_LIB="+made, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		require.NoError(t, err)
	}
	return string(out), cmd.ProcessState
}

// bench runs games on the core in one of the benches, with a fault or none.
type bench func(turns, fault int, more ...string) (string, int)

const rtlSources = "../rtl/ll_trax_pkg.sv"

func icarusBench(t *testing.T) bench {
	dir := filepath.Join(needs(t, "iverilog", "iverilog-vpi", "vvp"), "verilog")
	tool(t, dir, "iverilog-vpi", "--name=loopline", "loopline_vpi.c", "-I../c", "-L..", "-lloopline")
	tool(t, dir, "iverilog", "-g2012", "-s", "bench", "-Pbench.Patience=20000", "-o", "bench", rtlSources, "bench.v", "ll_scoreboard.v", "-y", "../rtl", "-Y", ".sv")
	return func(turns, fault int, more ...string) (string, int) {
		return output(t, dir, "vvp", append([]string{"-M.", "-mloopline", "bench", fmt.Sprint("+turns=", turns), fmt.Sprint("+fault=", fault)}, more...)...)
	}
}

func pythonBench(t *testing.T) bench {
	dir := filepath.Join(needs(t, "iverilog", "vvp", "python3"), "python")
	tool(t, dir, "iverilog", "-g2012", "-s", "ports", "-Pports.Patience=20000", "-o", "ports", rtlSources, "ports.sv", "-y", "../rtl", "-Y", ".sv")
	return pythonRuns(t, dir, "vvp", "ports")
}

// pythonOnVerilator is pythonBench with a simulator that takes a million turns.
func pythonOnVerilator(t *testing.T) bench {
	dir := filepath.Join(needs(t, "verilator", "g++", "python3"), "python")
	tool(t, dir, "verilator", "--binary", "--timing", "-Wno-fatal", "-O3", "--top-module", "ports", "--Mdir", "obj", "-o", "ports",
		"-GPatience=20000", rtlSources, "ports.sv", "-y", "../rtl")
	return pythonRuns(t, dir, "obj/ports")
}

func pythonRuns(t *testing.T, dir string, simulator ...string) bench {
	return func(turns, fault int, more ...string) (string, int) {
		args := append([]string{"bench.py", "--turns", fmt.Sprint(turns), "--"}, simulator...)
		return output(t, dir, "python3", append(append(args, fmt.Sprint("+fault=", fault)), more...)...)
	}
}

func verilatorBench(t *testing.T) bench {
	dir := filepath.Join(needs(t, "verilator", "g++"), "sv")
	verilate(t, dir, "obj", "../rtl")
	return func(turns, fault int, more ...string) (string, int) {
		return output(t, dir, "obj/bench", append([]string{fmt.Sprint("+turns=", turns), fmt.Sprint("+fault=", fault)}, more...)...)
	}
}

// verilate builds the bench by DPI-C around the core in a folder.
func verilate(t testing.TB, dir, objects, rtl string) {
	tool(t, dir, "verilator", "--cc", "--exe", "--build", "--no-timing", "-Wno-fatal", "-O3", "-DLL_CLOCK_PORT", "--top-module", "bench", "--Mdir", objects, "-o", "bench",
		"-GPatience=20000", "-LDFLAGS", "-L"+made+" -lloopline", rtl+"/ll_trax_pkg.sv", "loopline_pkg.sv", "ll_scoreboard.sv", "bench.sv", "clock.cpp", "-y", rtl)
}

// vhdlBench runs on what another bench records of the core, for there is no whole core in
// VHDL here: the outputs at each clock edge, with the same commands. They come by a pipe,
// for those of a million turns are gigabytes.
func vhdlBench(t *testing.T, recording bench) bench {
	dir := filepath.Join(needs(t, "ghdl"), "vhdl")
	text, err := os.ReadFile(filepath.Join(dir, "bench.vhd"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bench.vhd"), []byte(strings.ReplaceAll(string(text), "--gen", "     ")), 0o600))
	core, err := os.ReadFile("testdata/recorded.vhd")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "recorded.vhd"), core, 0o600))
	tool(t, dir, "ghdl", "-a", "--std=08", "loopline.vhd", "ll_scoreboard.vhd", "recorded.vhd", "bench.vhd")
	tool(t, dir, "ghdl", "-e", "--std=08", "bench")
	pipe := filepath.Join(dir, "record.txt")
	require.NoError(t, os.RemoveAll(pipe))
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	return func(turns, fault int, more ...string) (string, int) {
		recorded := make(chan bool)
		go func() {
			defer close(recorded)
			recording(turns, fault, "+record="+pipe)
			release(pipe, os.O_WRONLY)
		}()
		out, code := output(t, dir, "ghdl", append([]string{"-r", "--std=08", "bench", fmt.Sprint("-gTurnsN=", turns), "-gPatience=20000"}, more...)...)
		for {
			select {
			case <-recorded:
				return out, code
			case <-time.After(50 * time.Millisecond):
				release(pipe, os.O_RDONLY)
			}
		}
	}
}

// release frees a process that waits for the other end of a pipe, of which there is none any more.
func release(pipe string, end int) {
	if f, err := os.OpenFile(pipe, end|syscall.O_NONBLOCK, 0); err == nil {
		_ = f.Close()
	}
}

// difference cuts the first difference out of what a bench prints.
var difference = regexp.MustCompile(`(?s)FIRST DIFFERENCE.*?\n(?:FAIL: the core differs, after \d+ turns?)`)

// coverageLine is the last line of a bench, after which simulators have one of their own: how many classes of events were met, and which were not.
var coverageLine = regexp.MustCompile(`(?m)^coverage: (\d+) of (\d+) bins of docs/vectors\.md met(?:; not met:((?: [a-z0-9][^ ]*)+?)(?: and (\d+) more)?)?\s*(?:simulation finished .*|- bench\.sv:\d+: Verilog \$finish|bench\.v:\d+: \$finish called at .*)?\s*\z`)

// coverageIn reads the last line of what a bench prints: the classes met and those not met are all there are.
func coverageIn(t *testing.T, name, out string) (met, of int) {
	m := coverageLine.FindStringSubmatch(out)
	require.NotNil(t, m, "%s: the last line says what was met and what was not: %s", name, out)
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	met, of = number(m[1]), number(m[2])
	require.Equal(t, of, met+len(strings.Fields(m[3]))+number(m[4]), "%s: %s", name, m[0])
	return met, of
}

// TestBenches: the benches agree with the sound core, and find the same first difference
// of each faulty one.
func TestBenches(t *testing.T) {
	icarus := icarusBench(t)
	benches := map[string]bench{"vpi": icarus, "python": pythonBench(t), "vhdl": vhdlBench(t, icarus), "dpi": verilatorBench(t)}
	for name, run := range benches {
		out, code := run(300, 0)
		require.Zero(t, code, "%s: %s", name, out)
		require.Regexp(t, `PASS: 30[01] turns, all as the rules say`, out, name)
		met, of := coverageIn(t, name, out)
		require.Greater(t, met, of/3, name)
		require.Less(t, met, of*2/3, "%s: 300 turns do not show most", name)
	}
	for _, fault := range []int{1, 4, 8, 9, 13, 14} {
		sameDifference(t, benches, fault, 2000)
	}
}

// soundTurns says how many turns of the sound core each bench plays in TestAllBenches.
var soundTurns = flag.Int("turns", 2000, "turns of the sound core in TestAllBenches")

// TestAllBenches is TestBenches with the SystemVerilog bench, all faults, and many turns of the
// sound core.
func TestAllBenches(t *testing.T) {
	tier.Long(t)
	dpi := verilatorBench(t)
	benches := map[string]bench{"vpi": icarusBench(t), "python": pythonOnVerilator(t), "vhdl": vhdlBench(t, dpi), "dpi": dpi}
	for fault := range faults {
		sameDifference(t, benches, fault+1, 20_000)
	}
	for name, run := range benches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			out, code := run(*soundTurns, 0)
			t.Logf("%s: %d turns in %v\n%s", name, *soundTurns, time.Since(began).Round(time.Second), out)
			require.Zero(t, code)
			require.Regexp(t, fmt.Sprintf(`PASS: %d[01] turns, all as the rules say`, *soundTurns/10), out)
			coverageIn(t, name, out)
		})
	}
}

// BenchmarkLockstep compares the bench by DPI-C with "loopline sim compare" on the reference
// core, by turns in a second of processor time.
func BenchmarkLockstep(b *testing.B) {
	const turns = 500_000
	dir := filepath.Join(needs(b, "verilator", "g++"), "sv")
	rtl, err := filepath.Abs("../hdl/rtl/trax")
	require.NoError(b, err)
	verilate(b, dir, "plain", rtl)
	tool(b, ".", "go", "build", "-o", filepath.Join(made, "loopline"), "../cmd/loopline")
	speed := func(name string, args ...string) float64 {
		out, state := ran(b, dir, name, args...)
		require.Zero(b, state.ExitCode(), out)
		return turns / (state.UserTime() + state.SystemTime()).Seconds()
	}
	compare := []string{"sim", "compare", "--threads", "1", "--no-wave", "--isolation", "none", "-n"}
	speed("../loopline", append(compare, "1")...) // builds the model
	var dpi, other float64
	for b.Loop() {
		dpi += speed("plain/bench", fmt.Sprint("+turns=", turns))
		other += speed("../loopline", append(compare, fmt.Sprint(turns))...)
	}
	b.ReportMetric(dpi/float64(b.N), "DPI-turns/s")
	b.ReportMetric(other/float64(b.N), "compare-turns/s")
	b.ReportMetric(dpi/other, "ratio")
}

// TestVerilatorBench: the bench by DPI-C agrees with the sound core and finds faults.
func TestVerilatorBench(t *testing.T) {
	tier.Rest(t)
	run := verilatorBench(t)
	out, code := run(20_000, 0)
	require.Zero(t, code, out)
	require.Regexp(t, `PASS: 2000[01] turns, all as the rules say`, out)
	for fault, f := range faults {
		out, code := run(20_000, fault+1)
		require.Equal(t, 1, code, "%s: %s", f.what, out)
		require.NotEmpty(t, difference.FindString(out), out)
	}
	out, code = run(20_000, 0, "+finish=8000")
	require.Equal(t, 1, code, out)
	require.Contains(t, out, unfinished)
}

func sameDifference(t *testing.T, benches map[string]bench, fault, turns int) {
	t.Helper()
	what, first := faults[fault-1].what, ""
	for name, run := range benches {
		out, code := run(turns, fault)
		require.Equal(t, 1, code, "%s: %s: %s", what, name, out)
		found := difference.FindString(out)
		require.NotEmpty(t, found, "%s: %s: %s", what, name, out)
		if first == "" {
			first = found
			t.Logf("%s:\n%s", what, found)
		}
		require.Equal(t, first, found, "%s: %s", what, name)
	}
}

// TestPython runs the tests of the module.
func TestPython(t *testing.T) {
	dir := filepath.Join(needs(t, "python3"), "python")
	text, err := os.ReadFile("testdata/loopline_test.py")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "loopline_test.py"), text, 0o600))
	out, code := output(t, dir, "python3", "-W", "error", "loopline_test.py")
	require.Zero(t, code, out)
	t.Log(out)
}

const unfinished = "FAIL: the simulation ended before the scoreboard was finished"

// TestFinishedEarly: a simulation that ends in the middle says so, and fails.
func TestFinishedEarly(t *testing.T) {
	icarus := icarusBench(t)
	for name, c := range map[string]struct {
		run  bench
		end  string
		says string
	}{
		"vpi":    {icarus, "+finish=8000", unfinished},
		"python": {pythonBench(t), "+finish=8000", "FAIL: the simulator ended before the last command"},
		"vhdl":   {vhdlBench(t, icarus), "--stop-time=80us", unfinished},
	} {
		out, code := c.run(2000, 0, c.end)
		require.Equal(t, 1, code, "%s: %s", name, out)
		require.Contains(t, out, c.says, name)
		require.NotContains(t, out, "PASS", name)
	}
}

// TestUnknownPort: a port that is neither 0 nor 1 ends the simulation, and does not count as 0.
func TestUnknownPort(t *testing.T) {
	icarus := icarusBench(t)
	for name, c := range map[string]struct {
		run  bench
		says string
	}{
		"vpi":    {icarus, "$ll_sb_response: an argument is x or z"},
		"python": {pythonBench(t), "FAIL: a port is x or z: A "},
		"vhdl":   {vhdlBench(t, icarus), "a port has a bit that isn't 0 or 1"},
	} {
		out, code := c.run(300, unknownStatus)
		require.Equal(t, 1, code, "%s: %s", name, out)
		require.Contains(t, out, c.says, name)
		require.NotContains(t, out, "PASS", name)
	}
}

// TestExpect: the functions of a position in Verilog, and $ll_expect.
func TestExpect(t *testing.T) {
	dir := filepath.Join(needs(t, "iverilog", "iverilog-vpi", "vvp"), "verilog")
	icarusBench(t)
	source := `module t;
  integer p, code;
  initial begin
    p = $ll_position_new(0);
    code = $ll_expect($ll_play_text(p, "@0/"), 0, "first");
    code = $ll_expect($ll_play(p, 1, 2, 2), 0, "second");
    code = $ll_expect($ll_play_text(p, "B1\\"), 0, "third");
    code = $ll_expect($ll_winner(p), 1, "winner");
    code = $ll_expect($ll_play_text(p, "C1+"), WANT, "after the end");
    code = $ll_expect($ll_undo(BAD), -1, "a bad handle");
  end
endmodule
`
	for _, c := range []struct {
		want, bad string
		code      int
		says      string
	}{
		{"2", "77", 0, ""},
		{"0", "77", 1, "FAIL: after the end is 2 (game-over: the game had ended before this turn), not 0 (ok)"},
		{"2", "32'bx", 1, "t.v:10: $ll_undo: an argument is x or z"},
		{"2", "1, 2", 1, "t.v:10: $ll_undo: wrong number of arguments"},
	} {
		text := strings.NewReplacer("WANT", c.want, "BAD", c.bad).Replace(source)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "t.v"), []byte(text), 0o600))
		tool(t, dir, "iverilog", "-g2012", "-s", "t", "-o", "t", "t.v")
		out, code := output(t, dir, "vvp", "-M.", "-mloopline", "t")
		require.Equal(t, c.code, code, out)
		require.Contains(t, out, c.says)
	}
}
