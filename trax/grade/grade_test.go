package grade

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/model"
)

func TestWeights(t *testing.T) {
	w := DefaultWeights(19)
	require.Equal(t, 100.0, w.most(nil))
	require.NoError(t, w.ParseWeights("[tutorial]\nall = 5\n10 = 25\n[check]\n12 = 2.5\n"))
	require.Equal(t, 9*5+25+2.5, w.most(nil))
	require.Equal(t, 10+2.5, w.most([]int{1, 9}))
	require.Equal(t, 5.0, w.Tutorial.of(9))
	require.Equal(t, 25.0, w.Tutorial.of(10))
	for text, says := range map[string]string{
		"[tutorial]\n11 = 1":        "tutorial.11: there is no such step; write 1 to 10, or all",
		"[check]\nlate = 1":         "check.late: there is no such step",
		"[tutorial]\nall = -1":      "points are from 0 to 1000000",
		"[tutorial]\nall = nan":     "points are from 0 to 1000000",
		"[tutorial]\nall = \"ten\"": "",
		"[rules]\nall = 1":          "there are the tables tutorial and check",
		"tutorial = 1":              "",
	} {
		w := DefaultWeights(19)
		err := w.ParseWeights(text)
		require.Error(t, err, text)
		require.ErrorContains(t, err, says, text)
	}
}

// project writes a project that needs no tool: its commands are the test's.
func project(t *testing.T, dir, name, text string) {
	t.Helper()
	rtl := filepath.Join(dir, name, "rtl")
	require.NoError(t, os.MkdirAll(rtl, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name, "Makefile"),
		[]byte("BOARD := rtl?top=top&clk=1843200&param.CLOCK_HZ=1843200&tx=tx\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(rtl, "top.v"), []byte(text), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(rtl, "player.v"), []byte("module player; endmodule\n"), 0o644))
}

// A student names neither files of the host nor the design of another, and no clock that costs the grader
// hours; nothing of it is run.
func TestHostileBoards(t *testing.T) {
	boards := []string{
		"rtl?top=top&flash=/etc/passwd", "rtl?top=top&flash=../../ada/rtl/top.v", "rtl?/../../student0/rtl?top=top", "rtl/../../ada/rtl?top=top",
		"rtl?top=top&wave=/tmp/x.vcd", "rtl?top=top&clk=10GHz", "rtl?top=top&boot=30s", "rtl?top=top&cputime=1s",
	}
	dir := t.TempDir()
	for i, board := range boards {
		name := fmt.Sprint(i)
		project(t, dir, name, "module top; endmodule\n")
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "Makefile"), []byte("BOARD := "+board+"\n"), 0o644))
	}
	g := Grader{Dir: dir, Weights: DefaultWeights(2), Jobs: 2, Program: "1", Builder: &model.Builder{Bounds: model.DefaultBounds()},
		Command: func(_ context.Context, args []string, _, _ io.Writer) int { t.Error(args); return 0 }}
	all, err := g.Run(t.Context())
	require.NoError(t, err)
	require.Len(t, all, len(boards))
	for i, s := range all {
		require.Zero(t, s.Points, boards[i])
		require.NotEmpty(t, s.Problem, boards[i])
		require.NotContains(t, s.Problem, dir)
	}
}

// TestRun has commands that fail by what stands in the project.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	project(t, dir, "ada", "module top; endmodule\n")
	project(t, dir, "=bob", "module top; // no vectors\nendmodule\n")
	project(t, dir, "<carol>", "module top; // no vectors, no check\nendmodule\n")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "dan"), 0o755))
	project(t, dir, "eve", "module top; endmodule\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "eve", "Makefile"), []byte("BOARD := rtl?top=top&wave=/tmp/x.vcd\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o644))
	var commands atomic.Int64
	command := func(_ context.Context, args []string, out, errOut io.Writer) int {
		commands.Add(1)
		line := strings.Join(args, " ")
		at := slices.IndexFunc(args, func(a string) bool { return strings.Contains(a, "/rtl") })
		bad := func(what string) bool {
			if at < 0 {
				return false
			}
			folder, _, _ := strings.Cut(args[at], "?")
			text, _ := os.ReadFile(filepath.Join(strings.TrimPrefix(folder, "sim:"), "top.v"))
			return strings.Contains(string(text), what)
		}
		switch {
		case strings.Contains(line, "--json"):
			status := "ok"
			if bad("no check") {
				status = "failed"
			}
			fmt.Fprintln(out, `{"step":1,"name":"names itself","status":"`+status+`","detail":"it doesn't","moves":"@0/ A2\\","board":["x"]}`)
			fmt.Fprintln(out, `{"step":2,"name":"is there","status":"skipped","detail":"nothing to judge by"}`)
			fmt.Fprintln(out, `{"rule":"r","met":3}`)
			fmt.Fprintln(errOut, `{"step":3,"name":"forged by what a design displays","status":"ok"}`)
		case args[0] == "sim" && args[1] == "vectors" && bad("no vectors"):
			fmt.Fprintf(out, "%s: differs\n  moves    @0/ B1/\n", args[at])
			return 3
		case args[0] == "play":
			fmt.Fprintln(out, "match: a 6, b 4\nSPRT 0,150: H1 accepted")
		}
		return 0
	}
	g := Grader{Dir: dir, Weights: DefaultWeights(2), Jobs: 2, Cache: t.TempDir(), Program: "1", Command: command, Builder: &model.Builder{}}
	g.Weights.Check.All = 1
	all, err := g.Run(t.Context())
	require.NoError(t, err)
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	require.Equal(t, []string{"<carol>", "=bob", "ada", "dan", "eve"}, names)
	carol, bob, ada := all[0], all[1], all[2]
	require.Equal(t, 102.0, ada.Most)
	require.Equal(t, 91.0, ada.Points) // no lamp, and a check that is skipped
	require.Equal(t, "1 blink", ada.Failed().StepName())
	require.Equal(t, 81.0, bob.Points)
	require.Equal(t, 80.0, carol.Points)
	require.Equal(t, "@0/ B1/", bob.Tutorial[7].Moves)
	require.Contains(t, bob.Tutorial[7].Text, "=bob/rtl: differs")
	require.Equal(t, Result{Number: 1, Name: "names itself", Text: "failed: it doesn't", Moves: `@0/ A2\`, Board: "x"}, carol.Check[0])
	require.Contains(t, all[3].Problem, "no Makefile")
	require.Contains(t, all[4].Problem, `BOARD of its Makefile: the option "wave" is not yours to set`)

	// What was graded is not graded again, and is the same.
	before := commands.Load()
	again, err := g.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, all, again)
	require.Equal(t, before, commands.Load())
	g.Program = "2"
	again, err = g.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, all, again)
	require.Greater(t, commands.Load(), before)

	var csv, table bytes.Buffer
	require.NoError(t, WriteCSV(&csv, all, g.Weights))
	require.Equal(t, `student,points,of,problem,tutorial 1,tutorial 2,tutorial 3,tutorial 4,tutorial 5,tutorial 6,tutorial 7,tutorial 8,tutorial 9,tutorial 10,check 1,check 2,alike
<carol>,80,102,,0,1,1,1,1,1,1,0,1,1,0,0,
'=bob,81,102,,0,1,1,1,1,1,1,0,1,1,1,0,
ada,91,102,,0,1,1,1,1,1,1,1,1,1,1,0,
`, csv.String()[:strings.Index(csv.String(), "dan,")])
	require.NoError(t, WriteTable(&table, all, 0))
	require.Contains(t, table.String(), "ada      91/102")
	pages := t.TempDir()
	require.NoError(t, WritePages(pages, all, 0))
	text, err := os.ReadFile(filepath.Join(pages, "001-_carol_.html"))
	require.NoError(t, err)
	require.Contains(t, string(text), "&lt;carol&gt;")
	require.NotContains(t, string(text), "<carol>")
	require.Contains(t, string(text), "failed: it doesn&#39;t")
	index, err := os.ReadFile(filepath.Join(pages, "index.html"))
	require.NoError(t, err)
	require.Contains(t, string(index), `<a href="003-ada.html">ada</a>`)
	before2, err := json.Marshal(all)
	require.NoError(t, err)
	require.NotContains(t, string(before2), dir)
}

// TestMovesIn has what the commands of the steps print.
func TestMovesIn(t *testing.T) {
	for text, want := range map[string]string{
		" 4 failed  plays white: it answers\n           moves    @0/ @1\\ B2/\n":             `@0/ @1\ B2/`,
		" 4 failed  plays white: it answers\n           棋譜     @0/ @1\\\n":                   `@0/ @1\`,
		"after:    @0+\nmoves:    '@0+ @1\\'\nagain:    loopline sim compare\n":              `@0+ @1\`,
		"dora/rtl: {}\nreplay: loopline replay '@0+'\nloopline: dora/turns.jsonl:2: differs": "@0+",
		"moves:    \"@0+\"\n": "@0+",
		"moves:    ''\n":      "",
		"it moves tiles\n":    "",
		"":                    "",
	} {
		g := Grader{}
		if strings.Contains(text, "棋譜") {
			g.Language = say.Japanese
		}
		require.Equal(t, want, g.movesIn(text), text)
	}
}

func TestEmptyClass(t *testing.T) {
	g := Grader{Dir: t.TempDir()}
	_, err := g.Run(t.Context())
	require.ErrorContains(t, err, "holds no folders; grade wants one with a project a student")
	g.Dir = filepath.Join(g.Dir, "nothing")
	_, err = g.Run(t.Context())
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestAlike: what most of the class has says nothing.
func TestAlike(t *testing.T) {
	shapes := func(from ...uint64) map[uint64]int {
		all := make(map[uint64]int)
		for _, f := range from {
			for i := range uint64(100) {
				all[f*1000+i]++
			}
		}
		return all
	}
	class := []Student{
		{Name: "a", Shapes: shapes(0, 1)}, {Name: "b", Shapes: shapes(0, 2)}, {Name: "c", Shapes: shapes(0, 1)},
		{Name: "d", Shapes: shapes(0)}, {Name: "e", Shapes: shapes(0, 9)}, {Name: "f", Shapes: shapes(0, 3, 9)},
		{Name: "g", Shapes: shapes(0, 9)},
	}
	compare(class, shapes(9))
	for _, s := range class {
		switch s.Name {
		case "a":
			require.Equal(t, []Alike{{"c", 1}}, s.Alike)
		case "c":
			require.Equal(t, []Alike{{"a", 1}}, s.Alike)
		default:
			require.Empty(t, s.Alike, s.Name)
		}
	}
	var table bytes.Buffer
	require.NoError(t, WriteTable(&table, class, 0))
	require.Contains(t, table.String(), "hint: a and c have designs of one structure (100 % of what the class doesn't share), whatever their names; compare them yourself\n")
	require.NotContains(t, table.String(), "c and a")
}

// TestTableOfHostileNames: the name of a student's folder adds no line and no column to the table.
func TestTableOfHostileNames(t *testing.T) {
	var table strings.Builder
	name := "mal\nada  100/100\x1b[2K"
	require.NoError(t, WriteTable(&table, []Student{
		{Name: name, Problem: "a\tb\nc", Alike: []Alike{{Name: "zoe\n", Share: 1}}}, {Name: "ada"},
	}, say.English))
	require.Equal(t, 4, strings.Count(table.String(), "\n"), table.String())
	require.NotContains(t, table.String(), "\x1b")
}

// TestBusyMachine: a design for which the time to build it is too short is not graded; it fails no step.
func TestBusyMachine(t *testing.T) {
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is not installed")
	}
	dir := t.TempDir()
	project(t, dir, "ada", "module top #(parameter CLOCK_HZ = 1) (input clk, input rx, output tx); assign tx = rx; endmodule\n")
	g := Grader{Dir: dir, Weights: DefaultWeights(2), Jobs: 1, Builder: &model.Builder{Dir: t.TempDir(), Time: time.Millisecond}}
	g.Command = func(context.Context, []string, io.Writer, io.Writer) int { return 1 }
	all, err := g.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, "ada/rtl: module top takes more than 1ms to build; simulate a smaller one, or try again when the machine has less to do", all[0].Problem)
	require.Empty(t, all[0].Tutorial)
}
