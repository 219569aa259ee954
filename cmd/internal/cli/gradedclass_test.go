package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"html"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/starter"
	"github.com/loopline/loopline/trax/tutorial"
)

// starters is how many starter projects TestStarterClass grades.
var starters = flag.Int("starters", 0, "how many projects as \"loopline new\" writes them are graded, and timed")

// gradedSteps are those that the class is asked for: the last one plays a hundred games a student.
const gradedSteps = 9

// edit replaces a text of a file, which it holds once.
type edit struct{ file, old, new string }

// graded is a student with a known fault.
type graded struct {
	name   string
	page   int // of the tutorial, after which the project was left
	edits  []edit
	spoil  func(t *testing.T, dir string) // more than edits do
	failed []int                          // steps
	says   string                         // in the page of the student
	moves  bool                           // the page has moves that lead to the fault
	alike  []string
}

// class is thirty students: six who stopped early, and one fault each.
func class() []graded {
	const core, player, top = "rtl/ll_core.v", "rtl/player.v", "rtl/top.v"
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	from := func(n int) []int { return all[n-1:] }
	return []graded{
		// Left behind a page.
		{name: "aoi", page: 0, failed: all, says: "changes of its level in 100 s: 1"},
		{name: "ben", page: 1, failed: from(2), says: `still has TEAM = "FP"`},
		{name: "chika", page: 3, failed: from(4), says: "ll_core"},
		{name: "dora", page: 5, failed: from(6), moves: true},
		{name: "eiji", page: 7, failed: from(8), moves: true},
		{name: "fumi", page: 9},

		// One fault each in what is finished.
		{name: "gen", page: 9, edits: []edit{{"rtl/blink.v", "CLOCK_HZ / 2", "CLOCK_HZ"}}, failed: []int{1}, says: "it toggles every 1 s, should be 0.5 s"},
		{name: "hana", page: 9, edits: []edit{{top, "assign led_green_n = !lamp;", "assign led_green_n = !(lamp && lamp);"}}, failed: []int{1},
			says: "assigns no pin from the lamp"},
		{name: "ida", page: 9, edits: []edit{{top, `TEAM = "ME"`, `TEAM = "FP"`}}, failed: []int{2}, says: `still has TEAM = "FP"`},
		{name: "jun", page: 9, edits: []edit{{"rtl/uart_rx.v", "BIT + BIT / 16'd2 - 16'd1", "BIT + 16'd1"}}, failed: []int{2, 9},
			says: "it answers at its exact rate, and not where the host"},
		{name: "kei", page: 9, edits: []edit{{player, "if (letter == \"T\")", "if (letter == \"S\")"}}, failed: []int{2, 3, 9}, says: `it answers "-S\n", and not "-T\n"`},
		{name: "lou", page: 3, edits: []edit{{player, "assign my_shape = opens ? 2'd1 : 2'd0;", "assign my_shape = 2'd0;"}}, failed: from(3),
			says: "still has assign my_shape = 2'd0;"},
		{name: "mio", page: 9, edits: []edit{{"rtl/fit.v", "assign tile = one ? way : ~way;", "assign tile = way;"}}, failed: from(3), moves: true},
		{name: "nao", page: 9, edits: []edit{{"rtl/fit.v", "assign fits = one || other;", "assign fits = 1'b1;"}}, failed: from(3), moves: true},
		{name: "oto", page: 9, edits: []edit{{"rtl/forced.v", "must = count(reds) == 3'd2 || count(whites) == 3'd2;", "must = count(reds) == 3'd2;"}}, failed: []int{3, 5, 6, 7, 8, 9}, moves: true},
		{name: "pia", page: 9, edits: []edit{{"rtl/forced.v", "? reds : ~whites", "? reds : whites"}}, failed: []int{3, 5, 6, 7, 8, 9}, moves: true},
		{name: "quinn", page: 9, edits: []edit{{"rtl/forced.v", "clash = count(reds) > 3'd2 || count(whites) > 3'd2;", "clash = 1'b0;"}}, failed: from(6), moves: true},
		{name: "rei", page: 9, edits: []edit{{core, "else if (line) completed", "else if (1'b0) completed"}}, failed: []int{7, 8, 9}, moves: true},
		{name: "sora", page: 9, edits: []edit{{core, "if (read != 4'd0) completed[{colour, 1'b0}]", "if (1'b0) completed[{colour, 1'b0}]"}}, failed: []int{7, 8, 9}, moves: true},
		{name: "taro", page: 9, edits: []edit{{core, "LINE = 8;", "LINE = 9;"}}, failed: []int{7, 8, 9}, moves: true},
		{name: "uta", page: 9, edits: []edit{{core, "else if (over_o) answer(GAME_OVER);", "else if (1'b0) answer(GAME_OVER);"}}, failed: []int{7, 8, 9}, moves: true},
		{name: "vera", page: 9, edits: []edit{{core, "if (entry_grows[2]) origin_x_o <= origin_x_o + 1'b1;", ""}}, failed: []int{8, 9}, moves: true},
		{name: "wim", page: 9, edits: []edit{{core, "state <= op == TRY ? BACK : IDLE;", "state <= IDLE;"}}, failed: []int{8, 9}, moves: true},

		// What does not build, and what is no design.
		{name: "xavi", page: 9, edits: []edit{{core, "assign cmd_ready_o = state == IDLE;", "assign cmd_ready_o = state == IDLE"}}, failed: all, says: "ll_core.v:"},
		{name: "yuki", page: 9, spoil: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "rtl/uart_rx.v"))) },
			failed: []int{1, 2, 3, 9}, says: "uart_rx"},
		{name: "zoe", page: 9, edits: []edit{{top, "  wire lamp;", "  wire lamp;\n  initial $system(\"touch /dev/shm/loopline-graded\");"}}, failed: []int{1, 2, 3, 9},
			says: "$system"},
		{name: "=1+1", page: 9, spoil: func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "Makefile"))) },
			says: "it has no Makefile of"},
		{name: "<i>青 い", page: 9, edits: []edit{{"Makefile", "&tx=tx", "&tx=tx&wave=/dev/shm/loopline-graded.fst"}}, says: "which would write a file; take it out"},

		// A copy, with other names, in another order, under another licence.
		{name: "maker", page: 9, spoil: ownDice(false), alike: []string{"taker"}},
		{name: "taker", page: 9, spoil: ownDice(true), alike: []string{"maker"}},
	}
}

// ownDice gives a chooser another way to throw dice, which nobody else has; renamed gives all
// its names and its comments others.
func ownDice(renamed bool) func(t *testing.T, dir string) {
	const old = "    dice <= {dice[14:0], dice[15] ^ dice[13] ^ dice[12] ^ dice[10]};\n"
	own := "    // Three counters, added.\n"
	for i, add := range []int{7919, 104729, 1299709, 15485863, 179424673} {
		own += fmt.Sprintf("    lcg%d <= lcg%d * 32'd%d + {lcg%d[%d:0], lcg%d[31:%d]} ^ 32'd%d;\n", i, i, add, (i+1)%5, 12+i, (i+1)%5, 13+i, add*3%65521)
		own += fmt.Sprintf("    if (lcg%d[%d:0] > lcg%d[%d:0] && lcg%d[31] != state[0]) lcg%d <= ~lcg%d - 32'd%d;\n", i, 9+i, (i+2)%5, 9+i, (i+3)%5, i, (i+1)%5, add%251)
	}
	own += "    dice <= lcg0[15:0] ^ lcg1[31:16] + lcg2[20:5] ^ lcg3[23:8] - lcg4[17:2] | 16'd1;\n"
	return func(t *testing.T, dir string) {
		name := filepath.Join(dir, "rtl", "chooser.v")
		text := readFile(t, name)
		require.Equal(t, 1, strings.Count(text, old))
		text = strings.Replace(text, old, own, 1)
		text = strings.Replace(text, "  reg [15:0] dice;\n", "  reg [15:0] dice;\n  reg [31:0] lcg0 = 1, lcg1 = 2, lcg2 = 3, lcg3 = 4, lcg4 = 5;\n", 1)
		if renamed {
			text = regexp.MustCompile(`//.*`).ReplaceAllString(text, "// mine")
			for _, names := range []string{"lcg secret", "dice entropy", "sent busy", "state phase", "THROW ROLL", "ASK TRY_IT"} {
				from, to, _ := strings.Cut(names, " ")
				text = regexp.MustCompile(`\b`+from+`([0-9]?)\b`).ReplaceAllString(text, to+"$1")
			}
			core := filepath.Join(dir, "rtl", "ll_core.v")
			require.NoError(t, os.WriteFile(core, []byte(strings.ReplaceAll(readFile(t, core), "journal", "diary")), 0o644))
		}
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// leftProjects are the project of somebody who does what the pages say, as it is after each of them; 0 is
// before all.
func leftProjects(t *testing.T) map[int]string {
	l := &learner{T: t, dir: t.TempDir(), reads: true}
	mine := filepath.Join(l.dir, "mine")
	_, err := starter.Project{Kind: "board", Board: "icebreaker"}.Write(mine)
	require.NoError(t, err)
	left := make(map[int]string)
	keep := func(page int) {
		left[page] = t.TempDir()
		require.NoError(t, os.CopyFS(left[page], os.DirFS(mine)))
	}
	keep(0)
	for _, step := range tutorial.Steps()[:gradedSteps] {
		l.follow(step.Page, readFile(t, filepath.Join("..", "..", "..", filepath.FromSlash(step.Page))))
		keep(step.Number)
	}
	return left
}

// write writes a student's project into a folder.
func (g *graded) write(t *testing.T, left map[int]string, dir string) {
	require.NoError(t, os.CopyFS(dir, os.DirFS(left[g.page])))
	for _, e := range g.edits {
		name := filepath.Join(dir, filepath.FromSlash(e.file))
		text := readFile(t, name)
		require.Equal(t, 1, strings.Count(text, e.old), "%s: %s", g.name, e.old)
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(text, e.old, e.new, 1)), 0o644))
	}
	if g.spoil != nil {
		g.spoil(t, dir)
	}
}

// TestGradedClass grades thirty students with known faults by the whole program: each fails the steps that
// its fault is in and no others, with the points for the rest, the reason, and the moves where there are
// any. A copy with other names is pointed out, and only that one. Graded again, all is the same.
func TestGradedClass(t *testing.T) {
	tier.NoRace(t)
	tier.Long(t)
	requireVerilator(t)
	t.Setenv("LOOPLINE_CACHE", t.TempDir())
	left := leftProjects(t)
	dir := filepath.Join(t.TempDir(), "class")
	students := class()
	require.Len(t, students, 30)
	for i := range students {
		students[i].write(t, left, filepath.Join(dir, students[i].name))
	}
	weights := filepath.Join(t.TempDir(), "weights.toml")
	require.NoError(t, os.WriteFile(weights, []byte("[tutorial]\nall = 3\n7 = 10\n9 = 2.5\n"), 0o644))
	points := func(step int) float64 {
		return map[int]float64{7: 10, 9: 2.5}[step] + 3*float64(1-min(1, step/7*(step%2)))
	}
	require.Equal(t, 3.0+10+3+2.5, points(6)+points(7)+points(8)+points(9))

	gradeOnce := func(more ...string) (table string, rows [][]string, files map[string]string) {
		out := t.TempDir()
		var printed bytes.Buffer
		args := append([]string{"grade", dir, "--tutorial", "--steps", fmt.Sprint("1-", gradedSteps), "--weights", weights,
			"--csv", filepath.Join(out, "grades.csv"), "--junit", filepath.Join(out, "grades.xml"), "-o", filepath.Join(out, "pages")}, more...)
		began := time.Now()
		require.Equal(t, statusFound, run(t.Context(), args, strings.NewReader(""), &printed, &printed), printed.String())
		t.Logf("%s graded in %v", humanize.Plural(len(students), "student", "students"), time.Since(began).Round(time.Second))
		files = make(map[string]string)
		require.NoError(t, filepath.WalkDir(out, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files[strings.TrimPrefix(path, out)] = readFile(t, path)
			}
			return err
		}))
		rows, err := csv.NewReader(strings.NewReader(files["/grades.csv"])).ReadAll()
		require.NoError(t, err)
		return printed.String(), rows, files
	}
	table, rows, files := gradeOnce("--jobs", "2")
	t.Log(table)
	require.Len(t, rows, 31)
	byName := make(map[string][]string)
	for _, row := range rows[1:] {
		byName[strings.TrimPrefix(row[0], "'")] = row
	}
	pages := make(map[string]string)
	for name, text := range files {
		if strings.HasPrefix(name, "/pages/0") {
			pages[name[strings.IndexByte(name, '-')+1:strings.LastIndexByte(name, '.')]] = text
		}
	}
	require.Len(t, pages, 30)
	for _, s := range students {
		row, page := byName[s.name], html.UnescapeString(pages[fileNameOf(s.name)])
		require.NotEmpty(t, row, s.name)
		require.NotEmpty(t, page, s.name)
		ungraded := row[3] != ""
		want := 0.0
		var failed []int
		for step := 1; step <= gradedSteps; step++ {
			if row[3+step] == "0" {
				failed = append(failed, step)
			}
			if !ungraded && !slices.Contains(s.failed, step) {
				want += points(step)
			}
		}
		t.Logf("%-8s points %s, failed %v, alike %q", s.name, row[1], failed, row[len(row)-1])
		if ungraded {
			assert.Contains(t, row[3], s.says, s.name)
			assert.Empty(t, s.failed)
			want = 0
		} else {
			assert.Equal(t, s.failed, failed, "%s\n%s", s.name, page)
			assert.Contains(t, page, s.says, s.name)
		}
		assert.Equal(t, fmt.Sprint(want), row[1], s.name)
		assert.Equal(t, "33.5", row[2], s.name)
		ofTutorial, _, _ := strings.Cut(page, "<h2>check</h2>")
		assert.Equal(t, s.moves, strings.Contains(ofTutorial, "<pre>@0"), "%s\n%s", s.name, page)
		assert.Equal(t, strings.Join(s.alike, " "), row[len(row)-1], s.name)
		assert.NotContains(t, pages[fileNameOf(s.name)], "<i>")
		assert.NotContains(t, page, os.TempDir())
	}
	require.NoFileExists(t, "/dev/shm/loopline-graded")
	require.NoFileExists(t, "/dev/shm/loopline-graded.fst")

	// All of it again, one at a time, and then what was kept.
	for _, more := range [][]string{{"--again", "--jobs", "1"}, nil} {
		tableAgain, _, again := gradeOnce(more...)
		require.Equal(t, table, tableAgain)
		require.Equal(t, slices.Sorted(maps.Keys(files)), slices.Sorted(maps.Keys(again)))
		for name := range files {
			assert.Equal(t, withoutTimes(files[name]), withoutTimes(again[name]), name)
		}
	}
}

// fileNameOf is a student's name in the name of a page.
func fileNameOf(name string) string {
	return regexp.MustCompile(`[^a-zA-Z0-9_-]`).ReplaceAllString(name, "_")
}

// withoutTimes leaves out when a report was made.
func withoutTimes(text string) string {
	return regexp.MustCompile(`(time|timestamp)="[^"]*"`).ReplaceAllString(text, "")
}

// requireVerilator skips a test where the tools for projects are missing.
func requireVerilator(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"verilator", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
}

// TestStarterClass grades projects as "loopline new" writes them, none of which was graded before.
func TestStarterClass(t *testing.T) {
	tier.NoRace(t)
	if *starters == 0 {
		t.Skip("runs with -starters")
	}
	requireVerilator(t)
	t.Setenv("LOOPLINE_CACHE", t.TempDir())
	dir := filepath.Join(t.TempDir(), "class")
	for i := range *starters {
		mine := filepath.Join(dir, fmt.Sprintf("student%02d", i))
		_, err := starter.Project{Kind: "board", Board: "icebreaker"}.Write(mine)
		require.NoError(t, err)
		for _, name := range []string{"top.v", "player.v"} {
			name = filepath.Join(mine, "rtl", name)
			require.NoError(t, os.WriteFile(name, []byte(readFile(t, name)+fmt.Sprintf("// %d %d\n", time.Now().UnixNano(), i)), 0o644))
		}
	}
	began := time.Now()
	var printed bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"grade", dir, "--tutorial", "--jobs", "2"}, strings.NewReader(""), &printed, &printed), printed.String())
	require.Equal(t, *starters, strings.Count(printed.String(), "0/100"), printed.String())
	t.Logf("%d starter projects graded in %.0f s by two at a time", *starters, time.Since(began).Seconds())
}

// What grading runs of a project is bounded, whichever command reads it, and however many projects are graded at once.
func TestGradedCommandsAreBounded(t *testing.T) {
	for _, args := range [][]string{{"sim", "check", "rtl?top=top"}, {"sim", "compare", "--core", "rtl"}, {"sim", "vectors", "v.jsonl"}} {
		c, rest, err := newRootCmd().Find(bounded(args, 100<<20))
		require.NoError(t, err)
		require.NoError(t, c.ParseFlags(rest), "%v", args)
		if f := c.Flag("memory"); f != nil {
			require.Equal(t, "100MiB", f.Value.String())
		}
		if f := c.Flag("threads"); f != nil {
			require.Equal(t, "1", f.Value.String())
		}
		c.SetContext(context.WithValue(t.Context(), modelMemory{}, int64(100<<20)))
		require.EqualValues(t, 100<<20, newBuilder(c, &trustOptions{}).Memory)
	}
}
