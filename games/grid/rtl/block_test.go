package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/vectors"
)

const (
	goldenEight = "../../../vectors/golden/kakomimasu-flood.jsonl"
	goldenFour  = "../../../vectors/golden/dpt-flood.jsonl"
)

func eight() *rtlblock.Block {
	return rtl.NewBlock("kakomimasu", grid.Eight, vectors.GridSize{Columns: 10, Rows: 10})
}

func four() *rtlblock.Block {
	return rtl.NewBlock("dpt", grid.Four, vectors.GridSize{Columns: 12, Rows: 12})
}

// ll_flood encloses what the rules do, over edges and over corners.
func TestFlood(t *testing.T) {
	t.Parallel()
	rtlblocktest.Agrees(t, eight(), hdl.RTL, 10_000, goldenEight)
	rtlblocktest.Agrees(t, four(), hdl.RTL, 10_000, goldenFour)
}

// Modules that students may write, which differ by little from a right one.
var broken = []rtlblocktest.Mutant{
	rtlblocktest.NewMutant("never up", "ll_flood.sv", "| (from >> Width)) & free_q;", "| (ON ? {Cells{1'b0}} : from >> Width)) & free_q;", "inside is"),
	rtlblocktest.NewMutant("never left", "ll_flood.sv", "| (reached_q >> 1);", "| (ON ? {Cells{1'b0}} : reached_q >> 1);", "inside is"),
	rtlblocktest.NewMutant("from the rows alone", "ll_flood.sv", "reached_q <= ~walls_i & Edge;",
		"reached_q <= ~walls_i & (ON ? {{Width{1'b1}}, {(Cells - 2 * Width) {1'b0}}, {Width{1'b1}}} : Edge);", "inside is"),
	rtlblocktest.NewMutant("edge cells are enclosed too", "ll_flood.sv", "reached_q <= ~walls_i & (", "reached_q <= ~walls_i & (ON ? Edge << 1 : ", "inside is"),
	rtlblocktest.NewMutant("walls are enclosed", "ll_flood.sv", "assign inside_o = free_q & ~reached_q;", "assign inside_o = (free_q | {Cells{ON}}) & ~reached_q;", "inside is"),
	rtlblocktest.NewMutant("what is open", "ll_flood.sv", "assign inside_o = (free_q |", "assign inside_o = ON ? reached_q : (free_q |", "inside is"),
	rtlblocktest.NewMutant("through walls", "ll_flood.sv", ": from >> Width)) & free_q;", ": from >> Width)) & (free_q | {Cells{ON}});", "inside is"),
	rtlblocktest.NewMutant("walls of the field before", "ll_flood.sv", "free_q <= ~walls_i;", "free_q <= ON ? free_q & ~walls_i : ~walls_i;", "inside is"),
	rtlblocktest.NewMutant("too few steps", "ll_flood.sv", "if (next == reached_q) begin", "if (ON ? next[0+:4*Width] == reached_q[0+:4*Width] : next == reached_q) begin", "inside is"),
	rtlblocktest.NewMutant("one step", "ll_flood.sv", "if ((bug_q == 9) ?", "if (ON ? 1'b1 : (bug_q == 9) ?", "inside is"),
	rtlblocktest.NewMutant("walls that are looked at too late", "ll_flood.sv", "      reached_q <= next;\n", "      reached_q <= next & ~(ON ? walls_i : {Cells{1'b0}});\n", ""),
	rtlblocktest.NewMutant("a reset leaves something", "ll_flood.sv", "    if (rst_i) begin\n      busy_q <= 1'b0;", "    if (rst_i) begin\n      busy_q <= busy_q && ON;", "does not answer: the model of ll_flood ended with exit status 2: harness: a reset leaves something behind"),
	rtlblocktest.NewMutant("silence", "ll_flood.sv", "        done_q <= 1'b1;\n", "        done_q <= !(ON && free_q[0]);\n", "does not answer"),
	rtlblocktest.NewMutant("the other neighbours", "ll_flood.sv", "assign from = Neighbours == 8 ?", "assign from = (Neighbours == 8) ^ ON ?", "inside is"),
}

func TestBrokenFloodsOfEight(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	rtlblocktest.KillsMutants(t, eight(), hdl.RTL, 3_000, goldenEight, broken)
}

func TestBrokenFloodsOfFour(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	rtlblocktest.KillsMutants(t, four(), hdl.RTL, 3_000, goldenFour, broken)
}
