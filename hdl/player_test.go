package hdl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const goldenNotation = "../vectors/golden/notation.hex"

// runBench builds a bench of tb/ on the RTL in a folder, runs it, and returns
// what it printed.
func runBench(t *testing.T, bench, rtl, build string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: apt-get install verilator g++")
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join("tb", bench), args...)
	cmd.Env = append(os.Environ(), "RTL="+rtl, "BUILD="+build)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestNotation(t *testing.T) {
	t.Parallel()
	build := t.TempDir()
	out, err := runBench(t, "run_notation", "rtl", build, "+golden="+goldenNotation)
	require.NoError(t, err, out)
	require.Contains(t, out, "118 golden vectors")
	require.Contains(t, out, "LogSize 8: every move of 512 columns and rows")
	require.Contains(t, out, "PASS")

	cut := cutFile(t, goldenNotation)
	out, err = runBench(t, "run_notation", "rtl", build, "+golden="+cut)
	require.Error(t, err)
	require.Contains(t, out, "has been cut")
}

func TestChooser(t *testing.T) {
	t.Parallel()
	build := t.TempDir()
	out, err := runBench(t, "run_chooser", "rtl", build, "+golden="+goldenMoves, "+positions=12")
	require.NoError(t, err, out)
	require.Contains(t, out, "PASS")

	out, err = runBench(t, "run_chooser", "rtl", build, "+golden="+cutFile(t, goldenMoves))
	require.Error(t, err)
	require.Contains(t, out, "has been cut")
}

func TestBoard(t *testing.T) {
	t.Parallel()
	build := t.TempDir()
	for _, seed := range []string{"1", "2"} {
		out, err := runBench(t, "run_board", "rtl", build, "+games=6", "+seed="+seed)
		require.NoError(t, err, out)
		require.Contains(t, out, "6 games between boards")
		require.Contains(t, out, "PASS")
	}
}

// TestPlayerNotices shows that the benches fail where they should.
func TestPlayerNotices(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a bench anew for each bug")
	}
	t.Parallel()
	notation := []string{"run_notation", "+golden=" + goldenNotation}
	chooser := []string{"run_chooser", "+golden=" + goldenMoves, "+positions=24"}
	board := []string{"run_board", "+games=6"}
	for _, bug := range []struct {
		name           string
		bench          []string
		file, from, to string
		says           string
	}{
		{"numbers wrap", notation, "ll_move_decode.sv", " | {Width{|step[Wide-1:Width]}}", " | {Width{&step}}", "decoded"},
		{"a leading zero", notation, "ll_move_decode.sv", "StZero: state_q <= mark_q", "StZero: state_q <= digit_q ? StRow : mark_q", "decoded"},
		{"Z is a zero", notation, "ll_move_encode.sv", " && !last_letter", " && !(last_letter && 1'b0)", "encoded"},
		{"zeros left out", notation, "ll_move_encode.sv", " || lead_q", " || (lead_q && 1'b0)", "encoded"},
		{"replies forgotten", chooser, "ll_chooser.sv", "if (legal && theirs) beaten_q <= 1'b1", "if (legal && theirs) beaten_q <= 1'b0", "chosen"},
		{"sees ghosts", chooser, "ll_chooser.sv", "(!deep_q || answered_q)", "(!deep_q || answered_q || 1'b1)", "chosen"},
		{"no limit", chooser, "ll_chooser.sv", "else if (!late) time_q", "else if (!late && !deep_q && state_q == StList) time_q", "took"},
		{"no end of the game", board, "ll_player.sv", "rsp_status_i == Ok ? StThink", "(rsp_status_i == Ok || rsp_status_i != 4'd15) ? StThink", "no legal move"},
	} {
		t.Run(bug.name, func(t *testing.T) {
			rtl := breakRTL(t, bug.file, bug.from, bug.to)
			out, err := runBench(t, bug.bench[0], rtl, t.TempDir(), bug.bench[1:]...)
			require.Error(t, err)
			require.Contains(t, out, "FAIL")
			require.Contains(t, out, bug.says)
		})
	}
}

// cutFile returns a copy of a file that has only the first half of it.
func cutFile(t *testing.T, path string) string {
	t.Helper()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	cut := filepath.Join(t.TempDir(), "cut.hex")
	require.NoError(t, os.WriteFile(cut, whole[:len(whole)/2], 0o600))
	return cut
}
