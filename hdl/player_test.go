package hdl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

const goldenNotation = "../vectors/golden/notation.hex"

// TestNotationOfLargeBoards writes and reads every move of boards of all sizes.
func TestNotationOfLargeBoards(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	out, err := runTestbench(t, "notation", "rtl", "+golden="+goldenNotation)
	require.NoError(t, err, out)
	require.Contains(t, out, "LogSize 8: every move of 512 columns and rows")
	require.Contains(t, out, "PASS")
}

func TestNotation(t *testing.T) {
	t.Parallel()
	out, err := runTestbench(t, "notation", "rtl", "+texts=2000", "+largest=6", "+golden="+goldenNotation)
	require.NoError(t, err, out)
	require.Contains(t, out, "268 golden vectors")
	require.Contains(t, out, "PASS")

	cut := cutFile(t, goldenNotation)
	out, err = runTestbench(t, "notation", "rtl", "+golden="+cut)
	require.Error(t, err)
	require.Contains(t, out, "has been cut")
}

func TestChooser(t *testing.T) {
	t.Parallel()
	out, err := runTestbench(t, "chooser", "rtl", "+golden="+goldenMoves, "+positions=12")
	require.NoError(t, err, out)
	require.Contains(t, out, "PASS")

	out, err = runTestbench(t, "chooser", "rtl", "+golden="+cutFile(t, goldenMoves))
	require.Error(t, err)
	require.Contains(t, out, "has been cut")
}

// TestBoard has the rules judge each answer of whole boards.
func TestBoard(t *testing.T) {
	t.Parallel()
	for _, seed := range []string{"1", "2"} {
		transcript := filepath.Join(t.TempDir(), "transcript")
		out, err := runTestbench(t, "board", "rtl", "+games=6", "+seed="+seed, "+transcript="+transcript)
		require.NoError(t, err, out)
		require.Contains(t, out, "6 games between boards")
		require.Contains(t, out, "PASS")
		a := judgeTranscript(t, transcript)
		require.Greater(t, a.all, 300)
		require.Greater(t, a.wins, 20, "answers that could win at once")
		require.Greater(t, a.chances, 50, "answers that could have been gifts")
	}
}

// TestBoardThatSearches: by its pins it is a board like others.
func TestBoardThatSearches(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	out, err := runTestbench(t, "board-search", "rtl", "+games=2")
	require.NoError(t, err, out)
	require.Contains(t, out, "3 games left the small box")
	require.Contains(t, out, "PASS")
}

// TestNotationFindsMutants, TestChooserFindsMutants and TestBoardFindsMutants show that the
// testbenches fail where they should.
func TestNotationFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	finds(t, []mutant{
		{"numbers wrap", "ll_move_decode.sv", "", "{Width{|step[Wide-1:Width]}}", "{Width{&step}}", "decoded"},
		{"a leading zero", "ll_move_decode.sv", "StZero: state_q <= ", "mark_q ? StShape : StBad",
			"digit_q ? StRow : mark_q ? StShape : StBad", "decoded"},
		{"Z is a zero", "ll_move_encode.sv", "assign holds = ", "!less[Width] && !last_letter", "!less[Width]", "encoded"},
		{"zeros left out", "ll_move_encode.sv", "", "(count_q != 0 || lead_q)", "count_q != 0", "encoded"},
	}, func(rtl string, args ...string) (string, error) {
		return runTestbench(t, "notation", rtl, append(args, "+texts=2000", "+largest=6", "+golden="+goldenNotation)...)
	})
}

// TestChooserByTheRules has the rules judge every legal move of some
// positions, most of which tempt to give the game away.
func TestChooserByTheRules(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	judged := judgedFile(t, 60, 120, 10, 10)
	out, err := runTestbench(t, "chooser", "rtl", "+judged="+judged)
	require.NoError(t, err, out)
	require.Contains(t, out, "200 judged positions; in 10 the first move that is listed loses")

	file := "ll_chooser.sv"
	finds(t, []mutant{
		{"gifts", file, "assign class_now = listing ? ", "(theirs ? Lost : Open)", "Open", ", lose; "},
		{"a gift unseen", file, "if (legal && theirs) beaten_q <= ", "1'b1", "1'b0", ", gift; safe are"},
		{"a win unseen", file, "assign wins = listing ? ", "ours", "1'b0", "; win are"},
		{"any move", file, "assign legal = ", "gen_valid_i && gen_status_i == ll_trax_pkg::Ok", "gen_valid_i", "FAIL after"},
		{"stays away", file, "", "(!run_i && (!asks || rsp_valid_i))", "1'b0", "does not give up"},
	}, func(rtl string, args ...string) (string, error) {
		return runTestbench(t, "chooser", rtl, append(args, "+judged="+judged)...)
	})
}

func TestChooserFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	file := "ll_chooser.sv"
	finds(t, []mutant{
		{"replies forgotten", file, "if (legal && theirs) beaten_q <= ", "1'b1", "1'b0", "chosen"},
		{"sees ghosts", file, "", "(!deep_q || answered_q)", "1'b1", "chosen"},
		{"no limit", file, "else if (", "!timeout", "!timeout && state_q == StList", "took"},
		{"no way back", file, "(!run_i && ", "(!asks || rsp_valid_i)", "1'b1", "idle before the core has answered"},
		{"stands still", file, "StRead: state_q <= ", "StTry", "StRead", "the chooser stands still"},
		{"no end", file, "StBack:\n      if (", "rsp_valid_i", "1'b0", "does not come to an end"},
	}, func(rtl string, args ...string) (string, error) {
		return runTestbench(t, "chooser", rtl, append(args, "+golden="+goldenMoves, "+positions=12")...)
	})
}

func TestBoardFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	finds(t, []mutant{
		{"no end of the game", "ll_player.sv", "StPlay: if (asks && rsp_valid_i) state_q <= ",
			"rsp_status_i == ll_trax_pkg::Ok ? StThink : StIdle", "StThink", "no legal move"},
		{"a line cut short", "ll_player.sv", "if (sent || ", "(turns && !sending)", "turns", "while it sends its move"},
		{"a hurt line", "ll_line_rx.sv", "assign bad_o = ", "bad_q", "1'b0", "answered"},
	}, func(rtl string, args ...string) (string, error) {
		return runTestbench(t, "board", rtl, append(args, "+games=1")...)
	})
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
