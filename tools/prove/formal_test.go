package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// needTools skips a test where the engines are not installed.
func needTools(t *testing.T) {
	t.Helper()
	for _, name := range tools() {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is missing: apt-get install yosys z3", name)
		}
	}
}

// counter is a proof that holds.
func counter() map[string]any {
	return map[string]any{
		"name": "counter", "proves": "it stays in range", "top": "counter", "files": []string{"counter.sv"},
		"engine": "pdr", "reach": 10, "asserts": 2, "covers": 1, "limit": "60s",
		"mutants": []map[string]string{
			{"name": "beyond", "file": "counter.sv", "old": "count_q == Top ? 0", "new": "count_q == Top + 1 ? 0"},
		},
	}
}

// other is a proof of a module in other.sv.
func other(top string, asserts, covers int) map[string]any {
	p := counter()
	p["name"], p["top"], p["files"], p["asserts"], p["covers"] = top, top, []string{"other.sv"}, asserts, covers
	p["mutants"] = []map[string]string{{"name": "any", "file": "other.sv", "old": "q <= !q", "new": "q <= q"}}
	return p
}

// manifest writes proofs beside copies of the test data.
func manifest(t *testing.T, proofs ...map[string]any) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob("testdata/*.sv")
	require.NoError(t, err)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(f)), text, 0o600))
	}
	text, err := json.Marshal(proofs)
	require.NoError(t, err)
	name := filepath.Join(dir, "proofs.json")
	require.NoError(t, os.WriteFile(name, text, 0o600))
	return name
}

// formal runs the command on a manifest.
func formal(t *testing.T, file string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	args = append([]string{"-manifest", file, "-build", filepath.Join(filepath.Dir(file), "build")}, args...)
	status = command(t.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

func with(p map[string]any, field string, value any) map[string]any {
	p[field] = value
	return p
}

func mutants(name, file, from, to string) []map[string]string {
	return []map[string]string{{"name": name, "file": file, "old": from, "new": to}}
}

// TestFailures is the table of the ways to fail and their exit statuses.
func TestFailures(t *testing.T) {
	tier.Rest(t)
	needTools(t)
	for _, c := range []struct {
		name   string
		proof  map[string]any
		status int
		says   []string
	}{
		{"an assert fails", with(counter(), "files", []string{"wrong.sv"}), exitWrong, []string{"assert failed", "a_top", "cex.vcd"}},
		{"the same by bmc", with(with(with(counter(), "files", []string{"wrong.sv"}), "engine", "bmc"), "depth", 20), exitWrong,
			[]string{"assert failed", "a_top", "cex.vcd"}},
		{"the same by z3", with(with(with(counter(), "files", []string{"wrong.sv"}), "engine", "z3-bmc"), "depth", 20), exitWrong,
			[]string{"assert failed", "a_top", "cex.vcd"}},
		{"no asserts", other("nothing", 1, 1), exitWrong, []string{"no asserts"}},
		{"fewer asserts", with(counter(), "asserts", 3), exitWrong, []string{"count differs", "2 asserts and 1 covers", "3 and 1"}},
		{"more covers", with(counter(), "covers", 2), exitWrong, []string{"count differs"}},
		{"a cover out of reach", with(counter(), "reach", 3), exitWrong, []string{"not reached", "c_top", "the premise of a_at_top"}},
		{"assumptions too narrow", other("narrow", 2, 2), exitWrong, []string{"not reached", "c_nine", "the premise of a_never"}},
		{"assumptions that exclude each other", other("dead", 1, 1), exitWrong, []string{"not reached", "c_any"}},
		{"the same by z3", with(with(other("dead", 1, 1), "engine", "z3-bmc"), "depth", 5), exitWrong, []string{"contradiction"}},
		{"a mutant lives", with(counter(), "mutants", mutants("same", "counter.sv", "count_q + 1", "1 + count_q")), exitWrong,
			[]string{"mutant not caught", "same"}},
		{"a mutant is stale", with(counter(), "mutants", mutants("gone", "counter.sv", "count_r", "count_q")), exitWrong,
			[]string{"mutant stale", "0 times"}},
		{"a mutant is ambiguous", with(counter(), "mutants", mutants("many", "counter.sv", "count_q", "count")), exitWrong,
			[]string{"mutant stale", "must once"}},
		{"an induction that does not go through", with(with(other("step", 1, 1), "engine", "z3-induction"), "depth", 1), exitWrong,
			[]string{"step failed", "a_not", "step.vcd"}},
		{"a syntax error", with(with(counter(), "files", []string{"syntax.sv"}), "mutants",
			mutants("any", "syntax.sv", "broken", "b")), exitCouldNot, []string{"syntax:", "syntax.sv:3"}},
		{"no such module", with(counter(), "top", "contour"), exitCouldNot, []string{"syntax:", "contour"}},
		{"no such file", with(with(counter(), "files", []string{"missing.sv"}), "mutants",
			mutants("any", "missing.sv", "a", "b")), exitCouldNot, []string{"no file", "missing.sv"}},
		{"time runs out", with(other("hard", 1, 1), "limit", "1s"), exitCouldNot, []string{"time-out"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := manifest(t, c.proof)
			text, err := os.ReadFile("testdata/counter.sv")
			require.NoError(t, err)
			wrong := strings.Replace(string(text), "count_q == Top ? 0", "count_q == Top + 2 ? 0", 1)
			require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(file), "wrong.sv"), []byte(wrong), 0o600))
			if f := c.proof["files"].([]string); f[0] == "wrong.sv" {
				c.proof["mutants"] = mutants("any", "wrong.sv", "count_q + 1", "count_q + 3")
				file2 := manifest(t, c.proof)
				require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(file2), "wrong.sv"), []byte(wrong), 0o600))
				file = file2
			}
			status, out, errs := formal(t, file)
			require.Equal(t, c.status, status, out+errs)
			for _, text := range c.says {
				require.Contains(t, out, text)
			}
			require.Contains(t, out, "1 proofs, 1 failed")
			for word := range strings.FieldsSeq(out) {
				if strings.HasSuffix(word, ".vcd") {
					require.FileExists(t, word)
				}
			}
		})
	}
}

// TestManifests: a manifest that cannot mean anything is refused before anything runs.
func TestManifests(t *testing.T) {
	tier.Rest(t)
	for _, c := range []struct {
		name  string
		proof map[string]any
		says  string
	}{
		{"no mutants", with(counter(), "mutants", nil), "no mutants"},
		{"no asserts", with(counter(), "asserts", 0), "asserts is 0"},
		{"no covers", with(counter(), "covers", 0), "covers is 0"},
		{"no reach", with(counter(), "reach", 0), "reach is 0"},
		{"no limit", with(counter(), "limit", "0s"), "limit"},
		{"no depth", with(counter(), "engine", "bmc"), "depth"},
		{"a depth of pdr", with(counter(), "depth", 5), "no depth"},
		{"an unknown engine", with(counter(), "engine", "hope"), "it is one of"},
		{"an unknown field", with(counter(), "assert", 2), "unknown field"},
		{"a name that is a path", with(counter(), "name", "../counter"), "words"},
		{"a mutant of another file", with(counter(), "mutants", mutants("t", "other.sv", "a", "b")), "not in the proof's files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, errs := formal(t, manifest(t, c.proof))
			require.Equal(t, exitUsage, status)
			require.Contains(t, errs, c.says)
		})
	}
	t.Run("twice", func(t *testing.T) {
		status, _, errs := formal(t, manifest(t, counter(), counter()))
		require.Equal(t, exitUsage, status)
		require.Contains(t, errs, "twice")
	})
	for _, args := range [][]string{{"-run", "("}, {"-run", "none"}, {"-jobs", "0"}, {"-bogus"}, {"counter"}} {
		status, _, errs := formal(t, manifest(t, counter()), args...)
		require.Equal(t, exitUsage, status, args)
		require.NotEmpty(t, errs)
	}
}

func TestHolds(t *testing.T) {
	tier.Rest(t)
	needTools(t)
	p := counter()
	p["parameters"] = []map[string]int{{"Top": 3}, {"Top": 7}}
	bmc := with(with(with(counter(), "engine", "bmc"), "depth", 12), "name", "by_bmc")
	z3 := with(with(with(counter(), "engine", "z3-bmc"), "depth", 12), "name", "by_z3")
	ind := with(with(with(counter(), "engine", "z3-induction"), "depth", 8), "name", "by_induction")
	file := manifest(t, p, bmc, z3, ind)
	status, out, errs := formal(t, file)
	require.Equal(t, exitOK, status, out+errs)
	require.Contains(t, out, "ok    counter(Top=3): pdr, unbounded, 2 asserts, 1 covers, 1 mutants caught")
	require.Contains(t, out, "ok    by_bmc: bmc, 12 cycles from reset")
	require.Contains(t, out, "5 proofs, 0 failed, 5 mutants caught")

	t.Run("what has been proved is not run again", func(t *testing.T) {
		status, out, _ := formal(t, file)
		require.Equal(t, exitOK, status)
		require.Equal(t, 5, strings.Count(out, "proved before"))
		_, out, _ = formal(t, file, "-no-cache", "-run", "by_bmc")
		require.NotContains(t, out, "proved before")
	})
	t.Run("unless a source has changed", func(t *testing.T) {
		source := filepath.Join(filepath.Dir(file), "counter.sv")
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		wrong := strings.Replace(string(text), "count_q == Top ? 0", "count_q == Top + 2 ? 0", 1)
		wrong = strings.Replace(wrong, "parameter int Top = 5", "parameter int Top = 5 /* count_q == Top ? 0 */", 1)
		require.NoError(t, os.WriteFile(source, []byte(wrong), 0o600))
		status, out, _ := formal(t, file, "-run", "by_bmc")
		require.Equal(t, exitWrong, status)
		require.Contains(t, out, "assert failed")
	})
}

func TestList(t *testing.T) {
	tier.Rest(t)
	p := counter()
	p["parameters"] = []map[string]int{{"Top": 3}, {"Top": 7}}
	file := manifest(t, p, with(with(counter(), "quick", true), "name", "fast"))
	status, out, _ := formal(t, file, "-list")
	require.Equal(t, exitOK, status)
	require.Contains(t, out, "counter(Top=3): pdr, unbounded\n    it stays in range\n")
	_, out, _ = formal(t, file, "-list", "-quick")
	require.Equal(t, "fast: pdr, unbounded, quick\n    it stays in range\n", out)
	_, out, _ = formal(t, file, "-table")
	require.Contains(t, out, "| counter | it stays in range | Top=3; Top=7 | unbounded, pdr |\n")
}

// TestMissingTools: without the tools there is one line that says what to type.
func TestMissingTools(t *testing.T) {
	tier.Rest(t)
	t.Setenv("PATH", t.TempDir())
	status, out, _ := formal(t, manifest(t, counter()))
	require.Equal(t, exitCouldNot, status)
	require.Contains(t, out, "tool missing: yosys, yosys-abc, yosys-smtbmc, z3: sudo apt-get install -y --no-install-recommends yosys z3")
}

// TestInterrupt: an engine at work ends with the context, and the command soon after.
func TestInterrupt(t *testing.T) {
	tier.Rest(t)
	needTools(t)
	file := manifest(t, with(other("hard", 1, 1), "limit", "600s"))
	build := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // as soon as an engine has begun
		for ctx.Err() == nil {
			if logs, _ := filepath.Glob(filepath.Join(build, "*", "*", "abc.log")); len(logs) > 0 {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	status := command(ctx, []string{"-manifest", file, "-build", build}, &out, &errs)
	require.Equal(t, exitInterrupted, status)
	require.Contains(t, out.String(), "interrupted")
}

// TestAnswers reads what the engines of Debian 12 and 13 print.
func TestAnswers(t *testing.T) {
	tier.Rest(t)
	v := parseABC("Output 3 of miter \"model\" was asserted in frame 28. Time = 0.1 sec", 60)
	require.True(t, v.refuted)
	require.Equal(t, 3, v.output)
	require.Equal(t, 28, v.frame)
	require.True(t, parseABC("No output asserted in 60 frames. Resource limit reached", 60).proved)
	require.False(t, parseABC("No output asserted in 59 frames. Resource limit reached", 60).proved)
	require.False(t, parseABC("No output asserted in 60 frames.", 0).proved)
	require.True(t, parseABC("Property proved.  Time = 1.2 sec", 0).proved)
	require.False(t, parseABC("Property UNDECIDED.", 0).proved)
	require.True(t, parseEach("All outputs solved or timed out in frame 1.\nProperties:  All = 2. Proved = 2. Disproved = 0. Undecided = 0.   Time =     0.05 sec").proved)
	require.False(t, parseEach("Properties:  All = 2. Proved = 1. Disproved = 1. Undecided = 0.").proved)
	require.False(t, parseEach("Properties:  All = 2. Proved = 1. Disproved = 0. Undecided = 1.").proved)
	require.Equal(t, map[int]int{0: 1, 10: 12}, parseReached(
		"Output  0 was asserted in frame  1 (solved  1 out of 14 outputs).\nOutput 10 was asserted in frame 12 (solved 2 out"))
	require.Equal(t, "a_x", parseSMT("##  Assert failed in top: a_x\n##  Status: FAILED").label)
	require.True(t, parseSMT("## Status: PASSED").proved)
	require.False(t, parseSMT("").proved)
	require.Equal(t, "src/a.sv:3: ERROR: syntax error", syntaxOf("1. reading\nsrc/a.sv:3: ERROR: syntax error\n"))
}

// TestQuick runs the quick proofs of the RTL.
func TestQuick(t *testing.T) {
	tier.Rest(t)
	needTools(t)
	if testing.Short() {
		t.Skip("takes minutes")
	}
	var out, errs bytes.Buffer
	status := command(t.Context(), []string{"-quick"}, &out, &errs)
	t.Log(out.String())
	require.Equal(t, exitOK, status, out.String()+errs.String())
}
