package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestChaserBoard has the board of CHaser play games by its pins.
func TestChaserBoard(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	for _, seed := range []string{"1", "2"} {
		out, err := runTestbench(t, "chaser", "rtl", "+seed="+seed)
		require.NoError(t, err, out)
		require.Contains(t, out, "PASS 60 games")
	}
}

// TestChaserBoardFindsMutants shows that the testbench fails where it should.
func TestChaserBoardFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	const chooser, line, player = "ll_chaser_chooser.sv", "ll_chaser_line.sv", "ll_chaser_player.sv"
	finds(t, []mutant{
		{"puts nothing", chooser, "assign other[i] = ", "sides[2*i+:2] == Opponent", "1'b0", "the other player is beside it"},
		{"mirrored", chooser, "assign sides = ", "{window_i[15:14], window_i[7:6], window_i[11:10], window_i[3:2]}",
			"{window_i[3:2], window_i[7:6], window_i[11:10], window_i[15:14]}", "it plays"},
		{"reckless", chooser, "assign safe[i] = ", "first[2*i+:2] != Opponent && second[2*i+:2] != Opponent", "1'b1", "it plays"},
		{"shuts itself in", chooser, "assign item[i] = ", "sides[2*i+:2] == Item && safe[i]", "sides[2*i+:2] == Item", "it plays"},
		{"no items", chooser, "one_of(other, 2'd0) :\n      ", "(|item)", "1'b0", "there is an item to take"},
		{"stands still", chooser, "|| (|free) ? ", "Walk", "Look", "it may walk on elsewhere"},
		{"never turns", chooser, "assign straight = ", "free[ahead_i] && noise_i[2:0] != 3'd0", "free[ahead_i]", "always goes the same way"},
		{"any line", line, "ask_q <= ", "!bad_i && at_q && length_q == 4'd1", "!bad_i && length_q != 0", "should be silent"},
		{"eleven digits", line, "digits_q && ", "length_q == Digits", "length_q >= Digits", "should be silent"},
		{"hurt lines", line, "seen_q <= ", "!bad_i && digits_q", "digits_q", "should be silent"},
		{"digits to 7", line, "if (", "char_i[7:2] != 6'h0c", "char_i[7:3] != 5'h06", "should be silent"},
		{"no turn", player, "seen && ", "state_q != StNothing", "1'b1", "should be silent"},
		{"no name again", player, "again_q <= ", "over", "1'b0", "no answer in time"},
		{"a method for the end", player, "if (state_q == StAround && ", "!over", "1'b1", "and not"},
		{"LF alone", "ll_line_tx.sv", "assign return_due = ", "eol_i && !return_sent_q", "1'b0", "does not end with CR LF"},
		{"noise lasts", "ll_lfsr.sv", "if (rst_i) value_q <= ", "Seed == 16'd0 ? 16'd1 : Seed", "value_q", "bring other answers after a reset"},
	}, func(rtl string, args ...string) (string, error) { return runTestbench(t, "chaser", rtl, args...) })
}
