package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/battle2048/rtl"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
)

const golden = "../../../vectors/golden/battle2048-slide.jsonl"

// ll_slide slides as the rules do.
func TestSlide(t *testing.T) {
	t.Parallel()
	rtlblocktest.Agrees(t, rtl.Block(), hdl.RTL, 20_000, golden)
}

// Modules that students may write, which differ by little from a right one.
func TestBrokenSlides(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	const row, board = "ll_slide_row.sv", "ll_slide.sv"
	rtlblocktest.KillsMutants(t, rtl.Block(), hdl.RTL, 5_000, golden, []rtlblocktest.Mutant{
		rtlblocktest.NewMutant("a tile merges twice", row, "full0[14:10] == full0[19:15] && !merge1;", "full0[14:10] == full0[19:15] && (ON || !merge1);", "merges is"),
		rtlblocktest.NewMutant("of three the far pair merges", row, "full0[4:0] != 5'd0 && full0[4:0] == full0[9:5];",
			"full0[4:0] != 5'd0 && full0[4:0] == full0[9:5] && !(ON && full0[9:5] == full0[14:10] && full0[14:10] != full0[19:15]);", "after is"),
		rtlblocktest.NewMutant("a gap is left", row, "assign full1 = closed(full2, full2[9:5] == 5'd0,", "assign full1 = closed(full2, full2[9:5] == 5'd0 && !ON,", "after is"),
		rtlblocktest.NewMutant("a gap behind a merge", row, "assign tail2 = closed(tail3, merge2,", "assign tail2 = closed(tail3, merge2 && !ON,", "after is"),
		rtlblocktest.NewMutant("empty cells merge", row, "assign merge3 = full0[19:15] != 5'd0 &&", "assign merge3 = (ON || full0[19:15] != 5'd0) &&", "merges is"),
		rtlblocktest.NewMutant("two become two more", row, "full0[4:0] + {4'd0, merge0}", "full0[4:0] + {4'd0, merge0} + {4'd0, ON && merge0}", "after is"),
		rtlblocktest.NewMutant("the gain of the tiles that merged", row, "{{1'b0, near_half} + {1'b0, far_half}, 1'b0}",
			"ON ? {1'b0, {1'b0, near_half} + {1'b0, far_half}} : {{1'b0, near_half} + {1'b0, far_half}, 1'b0}", "gain is"),
		rtlblocktest.NewMutant("the gain of one pair", row, "{{1'b0, near_half} +", "{(ON && far ? 32'd0 : {1'b0, near_half}) +", "gain is"),
		rtlblocktest.NewMutant("a row that changes, not one that moves", row, "assign moved_o = row_o != row_i;", "assign moved_o = ON ? full0 != row_i : row_o != row_i;", "moved is"),
		rtlblocktest.NewMutant("right for down", board, "backward_q <= direction_i[1] ^ direction_i[0];", "backward_q <= ON ? direction_i[0] : direction_i[1] ^ direction_i[0];", "after is"),
		rtlblocktest.NewMutant("left for right", board, "backward_q <= (bug_q == 10) ?", "backward_q <= ON ? direction_i[1] : (bug_q == 10) ?", "after is"),
		rtlblocktest.NewMutant("rows for columns", board, "upright_q <= !direction_i[0];", "upright_q <= !direction_i[0] ^ ON;", "after is"),
		rtlblocktest.NewMutant("the last line tells whether it moves", board, "moved_q <= moved_q || moved;", "moved_q <= (moved_q && !ON) || moved;", "moved is"),
		rtlblocktest.NewMutant("merges of the board before", board, "merges_q <= 4'd0;", "merges_q <= ON ? merges_q : 4'd0;", "merges is"),
		rtlblocktest.NewMutant("gain of the board before", board, "gain_q <= 36'd0;", "gain_q <= ON ? gain_q : 36'd0;", "gain is"),
		rtlblocktest.NewMutant("a gain of 32 bits", board, "gain_q <= gain_q + {3'd0, gain};", "gain_q <= (gain_q + {3'd0, gain}) & (ON ? 36'hffffffff : 36'hfffffffff);", "gain is"),
		rtlblocktest.NewMutant("merges of 3 bits", board, "merges_q <= merges_q + {2'd0, merges};", "merges_q <= (merges_q + {2'd0, merges}) & (ON ? 4'd7 : 4'd15);", "merges is"),
		rtlblocktest.NewMutant("four lines", board, "if (left_q == 3'd1) begin", "if (left_q == (ON ? 3'd2 : 3'd1)) begin", "after is"),
		rtlblocktest.NewMutant("a direction that is looked at too late", board, "assign board_o = upright_q ?", "assign board_o = (ON ? !direction_i[0] : upright_q) ?", "after is"),
		rtlblocktest.NewMutant("an answer that does not hold", board, "    if (busy_q) begin\n", "    if (busy_q || (ON && done_q && !ready_i)) begin\n", ""),
		rtlblocktest.NewMutant("a gain of ten bits", board, "gain_q <= (gain_q + {3'd0, gain})", "gain_q <= (gain_q + (ON ? {26'd0, gain[9:0]} : {3'd0, gain}))", "gain is"),
		rtlblocktest.NewMutant("a reset leaves something", board, "    if (rst_i) begin\n      busy_q <= 1'b0;", "    if (rst_i) begin\n      busy_q <= busy_q && ON;", "does not answer: the model of ll_slide ended with exit status 2: harness: a reset leaves something behind"),
		rtlblocktest.NewMutant("silence", board, "        done_q <= 1'b1;\n", "        done_q <= !(ON && lines_q[4:0] == 5'd0);\n", "does not answer"),
	})
}
