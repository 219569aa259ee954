package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/chaser/rtl"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
)

const golden = "../../../vectors/golden/chaser-window.jsonl"

// ll_view sees what the rules show, while games are played on its map.
func TestWindow(t *testing.T) {
	t.Parallel()
	rtlblocktest.Agrees(t, rtl.Block(), hdl.RTL, 5_000, golden)
}

// Modules that students may write, which differ by little from a right one.
func TestBrokenWindows(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	const file = "ll_view.sv"
	rtlblocktest.KillsMutants(t, rtl.Block(), hdl.RTL, 3_000, golden, []rtlblocktest.Mutant{
		rtlblocktest.NewMutant("look too near", file, "action_i == Look ? x_in + (step_x << 1)", "action_i == Look ? x_in + (ON ? step_x : step_x << 1)", "window is"),
		rtlblocktest.NewMutant("look too near in a column", file, "action_i == Look ? y_in + (step_y << 1)", "action_i == Look ? y_in + (ON ? step_y : step_y << 1)", "window is"),
		rtlblocktest.NewMutant("search begins where it stands", file, "action_i == Search ? x_in + step_x :", "action_i == Search ? x_in + (ON ? 7'd0 : step_x) :", "window is"),
		rtlblocktest.NewMutant("search stays on its cell", file, "x_q <= x_q + step_x_q;", "x_q <= x_q + (ON ? 7'd0 : step_x_q);", "window is"),
		rtlblocktest.NewMutant("right for left", file, "assign step_x = direction_i == 2'd1 ?", "assign step_x = ON ? (direction_i == 2'd1 ? 7'h7f : direction_i == 2'd2 ? 7'd1 : 7'd0) : direction_i == 2'd1 ?", "window is"),
		rtlblocktest.NewMutant("down for up", file, "assign step_y = direction_i == 2'd3 ?", "assign step_y = ON ? (direction_i == 2'd3 ? 7'h7f : direction_i == 2'd0 ? 7'd1 : 7'd0) : direction_i == 2'd3 ?", "window is"),
		rtlblocktest.NewMutant("left and down exchanged", file, "assign step_x = (bug_q == 5) ?", "assign step_x = ON ? (direction_i == 2'd1 ? 7'd1 : direction_i == 2'd3 ? 7'h7f : 7'd0) : (bug_q == 5) ?", "window is"),
		rtlblocktest.NewMutant("the map before the other player", file, "{hidden_q ? Opponent : off_q ?", "{hidden_q && !(ON && off_q) ? Opponent : off_q ?", "window is"),
		rtlblocktest.NewMutant("the other player hides no block", file, "{hidden_q && ", "{hidden_q && !(ON && cell_q == Block) && ", "window is"),
		rtlblocktest.NewMutant("floor off the map", file, "? Opponent : off_q ? Block", "? Opponent : off_q ? (ON ? 2'd0 : Block)", "window is"),
		rtlblocktest.NewMutant("one column more", file, "x_q >= Width[Bits-1:0] ||", "(ON ? x_q > Width[Bits-1:0] : x_q >= Width[Bits-1:0]) ||", "window is"),
		rtlblocktest.NewMutant("one row more", file, "|| y_q >= Height[Bits-1:0];", "|| (ON ? y_q > Height[Bits-1:0] : y_q >= Height[Bits-1:0]);", "window is"),
		rtlblocktest.NewMutant("a square by columns", file, "x_q <= x_q - 7'd2;\n        y_q <= y_q + 7'd1;", "x_q <= ON ? x_q + 7'd1 : x_q - 7'd2;\n        y_q <= ON ? y_q - 7'd2 : y_q + 7'd1;", "window is"),
		rtlblocktest.NewMutant("the last cell first", file, ": cell_q, window_q[17:2]};", ": cell_q, window_q[17:2]} << (ON ? 2 : 0);", "window is"),
		rtlblocktest.NewMutant("eight cells", file, "left_q <= 4'd9;", "left_q <= ON ? 4'd8 : 4'd9;", "window is"),
		rtlblocktest.NewMutant("items are not kept", file, "if (write_i) map", "if (write_i && !(ON && write_cell_i == 2'd3)) map", "window is"),
		rtlblocktest.NewMutant("blocks are for ever", file, "if (write_i && !(", "if (write_i && !(ON && write_cell_i == 2'd0) && !(", "window is"),
		rtlblocktest.NewMutant("the other player where it was", file, "other_x_q <= {{", "if (!(ON && other_x_q[0])) other_x_q <= {{", "window is"),
		rtlblocktest.NewMutant("a player left of the map", file, "assign x_in = {{(Bits - XBits) {x_i[XBits-1]}}, x_i};", "assign x_in = {{(Bits - XBits) {x_i[XBits-1] && !ON}}, x_i};", "window is"),
		rtlblocktest.NewMutant("a column too far", file, "column_q <= column_q == 2'd2 ?", "column_q <= column_q == (ON ? 2'd3 : 2'd2) ?", "window is"),
		rtlblocktest.NewMutant("lost cells", file, "if (write_i && !(", "if (write_i && !(ON && write_x_i == 0) && !(", "window is"),
		rtlblocktest.NewMutant("a reset leaves something", file, "      left_q <= 4'd0;\n      reading_q", "      left_q <= ON ? left_q : 4'd0;\n      reading_q", "does not answer: the model of ll_view ended with exit status 2: harness: a reset leaves something behind"),
		rtlblocktest.NewMutant("silence", file, "    if (reading_q && last_q) begin\n", "    if (reading_q && last_q && !(ON && search_q)) begin\n", "does not answer"),
	})
}
