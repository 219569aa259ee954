package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/starter"
	"github.com/loopline/loopline/trax/tutorial"
)

var wholeTutorial = flag.Bool("tutorial", false, "TestTutorial types every command of the tutorial, which takes minutes")

// TestTutorial does the tutorial by its text alone: what the pages have is
// written, changed and typed in their order. Without -tutorial only the test
// benches are typed on the way, and the steps about the core and the lamp are
// asked for at the end.
func TestTutorial(t *testing.T) {
	tier.NoRace(t)
	tier.Slow(t)
	for _, tool := range []string{"iverilog", "verilator", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	l := &learner{T: t, dir: t.TempDir()}
	if *wholeTutorial {
		l.path = l.build()
	} else {
		_, err := starter.Project{Kind: "board", Board: "icebreaker"}.Write(filepath.Join(l.dir, "mine"))
		require.NoError(t, err)
	}
	for _, step := range tutorial.Steps() {
		page, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(step.Page)))
		require.NoError(t, err)
		require.Contains(t, string(page), fmt.Sprintf("`%d %s: passed`", step.Number, step.Name))
		if *wholeTutorial && step.Number > 1 {
			l.requireStep(step, "not yet")
		}
		l.follow(step.Page, string(page))
	}
	for _, step := range tutorial.Steps() {
		if n := step.Number; n == 1 || 4 <= n && n <= 7 || *wholeTutorial && n < 9 { // the last two have just been asked for
			l.requireStep(step, "passed")
		}
	}
}

// TestTutorialFindsFaults plants a fault in the core of the pages: the step that teaches what is
// wrong says so, and the steps before it pass.
func TestTutorialFindsFaults(t *testing.T) {
	tier.NoRace(t)
	tier.Long(t)
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip(err)
	}
	l := &learner{T: t, dir: t.TempDir(), reads: true}
	_, err := starter.Project{Kind: "board", Board: "icebreaker"}.Write(filepath.Join(l.dir, "mine"))
	require.NoError(t, err)
	for _, step := range tutorial.Steps()[:7] {
		page, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(step.Page)))
		require.NoError(t, err)
		l.follow(step.Page, string(page))
	}
	for _, fault := range []struct {
		name, file, from, to string
		step                 int
		says                 string
	}{
		{"the colour is not compared", "fit.v", "fits = one || other", "fits = 1'b1", 4, "status is ok, it should be colour"},
		{"one orientation of / and + alone", "fit.v", "one || other", "one || (other && shape == 2'd2)", 4, "status is colour, it should be ok"},
		{"a tile may lie beside none", "ll_core.v", "seen == 4'd0 && tiles_o != 0", "1'b0", 4, "rules:    isolated"},
		{"forced tiles are traced as written", "ll_core.v", "trace_forced_o <= !written", "trace_forced_o <= 1'b0", 5, "trace_forced_o is low with tile"},
		{"a refused turn leaves its tiles", "ll_core.v", "write <= 1'b1;\n        cell_put <= {entry_y, entry_x};", "cell_put <= {entry_y, entry_x};", 6, "status is occupied"},
		{"too many colours enter a cell", "ll_core.v", "!here && clash", "1'b0", 6, "rules:    forced-play"},
		{"a line of nine", "ll_core.v", "LINE = 8", "LINE = 9", 7, "rules:    ok, completed white-line, box 8x8"},
		{"no lines", "ll_core.v", "else if (line) completed", "else if (1'b0) completed", 7, "completed white-line"},
		{"rows are no lines", "ll_core.v", "width_o >= LINE && across", "1'b0", 7, "completed white-line"},
		{"no loops", "ll_core.v", "if (read != 4'd0) completed", "if (1'b0) completed", 7, "completed red-loop"},
		{"the game goes on", "ll_core.v", "else if (over_o) answer(GAME_OVER)", "else if (1'b0) answer(GAME_OVER)", 7, "it should be game-over"},
	} {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			one := &learner{T: t, dir: t.TempDir()}
			require.NoError(t, os.CopyFS(filepath.Join(one.dir, "mine"), os.DirFS(filepath.Join(l.dir, "mine"))))
			name := filepath.Join(one.dir, "mine", "rtl", fault.file)
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Contains(t, string(text), fault.from)
			require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), fault.from, fault.to, 1)), 0o600))
			out := one.requireStep(tutorial.Steps()[fault.step-1], "not yet")
			t.Log(out)
			require.Contains(t, out, fault.says)
		})
	}
}

// TestTutorialIsProved: the cores of the pages hold what prove finds by any command after a first tile.
func TestTutorialIsProved(t *testing.T) {
	tier.NoRace(t)
	tier.Long(t)
	for _, language := range []string{"v", "vhdl"} {
		t.Run(language, func(t *testing.T) {
			tools := []string{"yosys", "yosys-abc", "git"}
			if language == "vhdl" {
				tools = append(tools, "ghdl")
			}
			for _, tool := range tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip(err)
				}
			}
			l := &learner{T: t, dir: t.TempDir(), reads: true}
			mine := filepath.Join(l.dir, "mine")
			_, err := starter.Project{Kind: "board", Board: "icebreaker", Language: language}.Write(mine)
			require.NoError(t, err)
			for _, step := range tutorial.Steps()[:9] {
				if language == "vhdl" {
					l.solve(step)
					continue
				}
				page, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(step.Page)))
				require.NoError(t, err)
				l.follow(step.Page, string(page))
			}
			var out bytes.Buffer
			status := run(t.Context(), []string{"prove", "--core", filepath.Join(mine, "rtl"), "--skip-ops", "gen", "--check", "state,answer", "--opening", "@0/",
				"--wave", filepath.Join(l.dir, "prove.vcd")}, nil, &out, &out)
			t.Log(out.String())
			require.Equal(t, statusDone, status, out.String())
			require.NotContains(t, out.String(), "FAIL")
			for _, check := range []string{"opening", "state", "answer"} {
				require.Contains(t, out.String(), "ok    "+check)
			}
		})
	}
}

// learner does what the pages say.
type learner struct {
	*testing.T
	dir  string // has the project, mine
	path string // of a loopline to type; empty types the cheap commands alone

	reads bool // and changes the project, but types nothing
}

// build builds the program into a folder, for commands.
func (l *learner) build() string {
	folder := l.TempDir()
	said, err := exec.CommandContext(l.Context(), "go", "build", "-pgo=off", "-o", folder, "../../loopline").CombinedOutput()
	require.NoError(l, err, string(said))
	return folder
}

// requireStep wants a step to be as told, and returns what is printed.
func (l *learner) requireStep(step tutorial.Step, told string) string {
	l.Helper()
	var out bytes.Buffer
	args := []string{"tutorial", filepath.Join(l.dir, "mine"), "--step", fmt.Sprint(step.Number)}
	status := run(l.Context(), args, strings.NewReader(""), &out, &out)
	require.Contains(l, out.String(), fmt.Sprintf("%d %s: %s\n", step.Number, step.Name, told))
	require.Equal(l, told == "passed", status == statusDone)
	return out.String()
}

// follow goes through a page from top to bottom.
func (l *learner) follow(name, page string) {
	lines := strings.SplitAfter(page, "\n")
	file := ""
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSuffix(lines[i], "\n")
		switch {
		case strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**"):
			file = strings.Trim(line, "*")
		case strings.HasPrefix(line, "```"):
			end := i + 1
			for lines[end] != "```\n" {
				end++
			}
			l.write(name, strings.TrimPrefix(line, "```"), file, lines[i+1:end])
			i, file = end, ""
		case typed.MatchString(line):
			next := strings.TrimSpace(strings.Join(lines[i+1:min(i+3, len(lines))], ""))
			l.enter(name, strings.TrimSpace(line), strings.HasPrefix(next, "fails") || strings.HasPrefix(next, "prints `FAIL"))
		}
	}
}

// typed are commands in a page.
var typed = regexp.MustCompile(`^    (loopline|make) `)

// write writes a file, or changes one.
func (l *learner) write(page, kind, file string, lines []string) {
	l.Helper()
	mine := filepath.Join(l.dir, "mine")
	if kind == "diff" {
		patch := exec.CommandContext(l.Context(), "git", "apply", "-p0", "--unidiff-zero", "-")
		patch.Dir, patch.Stdin = mine, strings.NewReader(strings.Join(lines, ""))
		said, err := patch.CombinedOutput()
		require.NoError(l, err, "%s: %s", page, said)
		return
	}
	require.Equal(l, "verilog", kind, page)
	require.NotEmpty(l, file, "%s: a file without a name", page)
	require.NoError(l, os.WriteFile(filepath.Join(mine, filepath.FromSlash(file)), []byte(strings.Join(lines, "")), 0o644))
}

// enter types a command; fails says that the page foretells a failure.
func (l *learner) enter(page, command string, fails bool) {
	l.Helper()
	cheap := strings.HasPrefix(command, "make -C mine sim")
	if l.reads || l.path == "" && !cheap || strings.Contains(command, "serial:") { // a board that is connected
		return
	}
	c := exec.CommandContext(l.Context(), "sh", "-c", command)
	c.Dir = l.dir
	c.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=", "PATH="+l.path+string(os.PathListSeparator)+os.Getenv("PATH"))
	said, err := c.CombinedOutput()
	l.Logf("%s: %s\n%s", page, command, said)
	require.Equal(l, fails, err != nil, "%s: %s\n%s", page, command, said)
	if cheap && !fails {
		require.Contains(l, string(said), "PASS")
		require.NotContains(l, strings.ReplaceAll(string(said), "@0ms:(assertion warning)", ""), "warning")
	}
}

// TestTutorialInVHDL does the tutorial with the solutions in VHDL, as "tutorial --solution"
// prints them: in each step GHDL simulates the test benches and synthesises the board. With
// -tutorial each step is asked for, before and after; else those about the core and the lamp
// at the end.
func TestTutorialInVHDL(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	for _, tool := range []string{"ghdl", "verilator", "make", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	l := &learner{T: t, dir: t.TempDir()}
	mine := filepath.Join(l.dir, "mine")
	_, err := starter.Project{Kind: "board", Board: "icebreaker", Language: "vhdl"}.Write(mine)
	require.NoError(t, err)
	for _, step := range tutorial.Steps() {
		if *wholeTutorial {
			l.requireStep(step, "not yet")
		}
		l.solve(step)
		l.enter(step.Page, "make -C mine sim TEST=blink", false)
		l.enter(step.Page, "make -C mine sim", false)
		l.synthesise(mine)
		if *wholeTutorial {
			l.requireStep(step, "passed")
		}
	}
	for _, step := range tutorial.Steps() {
		if n := step.Number; !*wholeTutorial && (n == 1 || 4 <= n && n <= 7) {
			l.requireStep(step, "passed")
		}
	}
}

// solve writes what "tutorial --solution" prints of a step in VHDL.
func (l *learner) solve(step tutorial.Step) {
	l.Helper()
	mine := filepath.Join(l.dir, "mine")
	var printed bytes.Buffer
	require.Zero(l, run(l.Context(), []string{"tutorial", mine, "--solution", fmt.Sprint(step.Number)}, nil, &printed, &printed))
	files, err := tutorial.Solution(step.Number)
	require.NoError(l, err)
	for _, file := range files {
		require.Contains(l, printed.String(), file.Text)
		require.NotContains(l, file.Text, "--@")
		if file.Name == tutorial.Change {
			l.write(step.Page, "diff", "", strings.SplitAfter(file.Text, "\n"))
			continue
		}
		require.NoError(l, os.WriteFile(filepath.Join(mine, filepath.FromSlash(file.Name)), []byte(file.Text), 0o644))
	}
	require.NotEmpty(l, files, step.Name)
}

// synthesise has GHDL synthesise the board, and the core alone.
func (l *learner) synthesise(mine string) {
	l.Helper()
	sources, err := filepath.Glob(filepath.Join(mine, "rtl", "*.vhd"))
	require.NoError(l, err)
	work := "--workdir=" + l.TempDir()
	said, err := exec.CommandContext(l.Context(), "ghdl", append([]string{"-i", "--std=08", work}, sources...)...).CombinedOutput()
	require.NoError(l, err, string(said))
	for _, top := range []string{"ll_core", "top"} {
		if _, err := os.Stat(filepath.Join(mine, "rtl", top+".vhd")); err != nil {
			continue
		}
		said, err := exec.CommandContext(l.Context(), "sh", "-c", `ghdl -m --std=08 "$1" "$2" && ghdl --synth --std=08 "$1" "$2"`,
			"-", work, top).CombinedOutput()
		require.NoError(l, err, string(said))
		if top == "ll_core" {
			require.Contains(l, string(said), `found RAM "cells"`)
		}
	}
}
