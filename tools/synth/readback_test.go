package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

func TestParseMove(t *testing.T) {
	tier.Rest(t)
	for text, want := range map[string]move{
		"@0/":                               {0, 0, 1},
		"A1+":                               {1, 1, 0},
		`Z30\`:                              {26, 30, 2},
		"AA7/":                              {27, 7, 1},
		"ZZ99/":                             {63, 63, 1},
		"AAAAAA9+":                          {63, 9, 0},
		"B" + strings.Repeat("9", 40) + "+": {2, 63, 0},
	} {
		m, ok := parseMove(text)
		require.True(t, ok, text)
		require.Equal(t, want, m, text)
	}
	for _, text := range []string{"", "A", "A1", "1/", "A/", "a1/", "A01/", "A-1/", "@A1/", "A@1/", "A1x", "A1/ ", " A1/"} {
		_, ok := parseMove(text)
		require.False(t, ok, text)
	}
}

func TestTileName(t *testing.T) {
	tier.Rest(t)
	for _, c := range []struct {
		col, row, sides int
		want            string
	}{{1, 1, 0b0101, "A1P"}, {2, 10, 0b1010, "B10p"}, {26, 3, 0b1001, "Z3S"}, {27, 3, 0b0110, "AA3s"}, {28, 3, 0b0011, "AB3B"}, {1, 2, 0b1100, "A2b"}} {
		require.Equal(t, c.want, tileName(c.col, c.row, c.sides))
	}
}

// goldenScript is the script of the golden turns, and what a core answers that
// is always right.
func goldenScript(t *testing.T) (*script, []answer) {
	p := ours(t)
	f, err := os.Open(p.at(p.Core.Golden))
	require.NoError(t, err)
	defer f.Close()
	s, err := newScript(f, p.Core.Golden)
	require.NoError(t, err)
	require.Greater(t, s.turns, 100)
	right := make([]answer, len(s.reports))
	for i, r := range s.reports {
		right[i] = rightAnswer(t, r)
	}
	return s, right
}

// rightAnswer makes of what a vector wants what the testbench would say.
func rightAnswer(t *testing.T, r report) answer {
	w := r.turn.Want
	a := answer{width: w.Back.Width, height: w.Back.Height, tiles: w.Back.Tiles}
	if r.op == opGen || r.op == opUndo {
		return a
	}
	statuses := map[string]int{
		"ok": 0, "syntax": 1, "game-over": 2, "first-move": 3, "off-board": 4, "occupied": 5, "isolated": 6,
		"colour": 7, "forced-play": 8,
	}
	status, ok := statuses[w.Status]
	require.True(t, ok, w.Status)
	if w.Full {
		status = 9
	}
	if a.status = status; status != 0 {
		return a
	}
	a.width, a.height, a.tiles = w.Width, w.Height, w.Tiles
	a.placed = append([]string{w.Written}, w.Forced...)
	for i, name := range []string{"white-loop", "white-line", "red-loop", "red-line"} {
		for _, c := range w.Completed {
			if c == name {
				a.completed |= 1 << i
			}
		}
	}
	if w.Winner != "" {
		a.over = 1
	}
	if w.Winner == "red" {
		a.winner = 1
	}
	return a
}

// TestJudge lets the right answers pass, and none that is wrong in one place.
func TestJudge(t *testing.T) {
	tier.Rest(t)
	s, right := goldenScript(t)
	require.NoError(t, s.check(right))
	require.ErrorContains(t, s.check(right[1:]), "answers instead of")
	spoil := []func(*answer){
		func(a *answer) { a.status ^= 1 },
		func(a *answer) { a.width++ },
		func(a *answer) { a.height++ },
		func(a *answer) { a.tiles-- },
		func(a *answer) { a.completed ^= 4 },
		func(a *answer) { a.over ^= 1 },
		func(a *answer) { a.placed = append([]string{"B9s"}, a.placed...) },
		func(a *answer) { a.placed = nil },
	}
	for i, r := range s.reports {
		if r.op != opPlay || right[i].status != 0 {
			continue
		}
		for n, f := range spoil {
			wrong := right[i]
			f(&wrong)
			require.Error(t, r.check(wrong), "report %d, fault %d", i, n)
		}
	}
}

// TestAnswersOf wants output that was cut or is not a testbench's to be refused.
func TestAnswersOf(t *testing.T) {
	tier.Rest(t)
	const line = "0 2 3 4 17 1 0 1 6 11 00000000000000ff 1 2 5 0 3 4 10 1\n"
	answers, cycles, err := answersOf([]byte(line + "end 123 1\n"))
	require.NoError(t, err)
	require.Equal(t, 123, cycles)
	require.Equal(t, []answer{{
		completed: 2, width: 3, height: 4, tiles: 17, over: 1, winner: 1, latency: 6, cycles: 11,
		digest: "00000000000000ff", placed: []string{"A2P", "C4p"},
	}}, answers)
	for _, bad := range []string{"", line, line[:20] + "\nend 1 1\n", "x" + line + "end 1 1\n", "Segmentation fault\n"} {
		_, _, err := answersOf([]byte(bad))
		require.Error(t, err, bad)
	}
}

func TestSameLines(t *testing.T) {
	tier.Rest(t)
	require.NoError(t, sameLines([]byte("a\nb\n"), []byte("a\nb\n")))
	require.ErrorContains(t, sameLines([]byte("a\nb\n"), []byte("a\nc\n")), `report 1: "b" and "c"`)
	require.Error(t, sameLines([]byte("a\n"), []byte("a\nb\n")))
}

// TestCoreRight runs the golden turns on the RTL by the testbench of make
// readback, and wants a core that is wrong in one place to be found out.
func TestCoreRight(t *testing.T) {
	tier.Rest(t)
	if testing.Short() {
		t.Skip("builds two models")
	}
	if _, err := exec.LookPath(verilator); err != nil {
		t.Skip("verilator is not installed")
	}
	p := ours(t)
	lib, err := readLibrary(p)
	require.NoError(t, err)
	sources, err := lib.closure("ll_core")
	require.NoError(t, err)
	run := func(name string, files []string) error {
		dir := t.TempDir()
		m, err := buildModel(context.Background(), p, dir, stage{name, files, false})
		require.NoError(t, err)
		f, err := os.Open(p.at(p.Core.Golden))
		require.NoError(t, err)
		defer f.Close()
		return runScript(context.Background(), []model{m}, f, p.Core.Golden, dir, new(bytes.Buffer))
	}
	require.NoError(t, run("rtl", paths(sources)))

	text, err := os.ReadFile(p.at("hdl/rtl/trax/ll_forced.sv"))
	require.NoError(t, err)
	wrong := strings.Replace(string(text), "assign contradiction_o = two_same;", "assign contradiction_o = 1'b0 & two_same;", 1)
	require.NotEqual(t, string(text), wrong)
	file := filepath.Join(t.TempDir(), "ll_forced.sv")
	require.NoError(t, os.WriteFile(file, []byte(wrong), 0o644))
	files := []string{file}
	for _, p := range paths(sources) {
		if filepath.Base(p) != "ll_forced.sv" {
			files = append(files, p)
		}
	}
	require.ErrorContains(t, run("wrong", files), "status ok instead of forced-play")
}

func TestAppendPins(t *testing.T) {
	tier.Rest(t)
	ports := []port{{"clk_i", true, 1}, {"a_i", true, 2}, {"b_o", false, 1}}
	text, err := appendPins(nil, ports, []string{"A1", "J3", "B1", "C1"}, "J3")
	require.NoError(t, err)
	require.Equal(t, "set_io clk_i J3\nset_io a_i[0] A1\nset_io a_i[1] B1\nset_io b_o C1\n", string(text))
	_, err = appendPins(nil, ports, []string{"J3", "A1"}, "J3")
	require.ErrorContains(t, err, "more than 2 pins")
}
