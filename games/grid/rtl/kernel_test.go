package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/kernel"
	"github.com/loopline/loopline/games/kernel/kerneltest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/vectors"
)

const (
	goldenEight = "../../../vectors/golden/kakomimasu-flood.jsonl"
	goldenFour  = "../../../vectors/golden/dpt-flood.jsonl"
)

func eight() *kernel.Module {
	return rtl.NewKernel("kakomimasu", grid.Eight, vectors.Board{Columns: 10, Rows: 10})
}

func four() *kernel.Module {
	return rtl.NewKernel("dpt", grid.Four, vectors.Board{Columns: 12, Rows: 12})
}

// ll_flood encloses what the rules do, over edges and over corners.
func TestFlood(t *testing.T) {
	t.Parallel()
	kerneltest.Agrees(t, eight(), hdl.RTL, 10_000, goldenEight)
	kerneltest.Agrees(t, four(), hdl.RTL, 10_000, goldenFour)
}

// Modules that students may write, which differ by little from a right one.
var broken = []kerneltest.Bug{
	kerneltest.NewBug("never up", "ll_flood.sv", "| (from >> Width)) & free_q;", "| (ON ? {Cells{1'b0}} : from >> Width)) & free_q;", "inside is"),
	kerneltest.NewBug("never left", "ll_flood.sv", "| (reached_q >> 1);", "| (ON ? {Cells{1'b0}} : reached_q >> 1);", "inside is"),
	kerneltest.NewBug("from the rows alone", "ll_flood.sv", "reached_q <= ~walls_i & Edge;",
		"reached_q <= ~walls_i & (ON ? {{Width{1'b1}}, {(Cells - 2 * Width) {1'b0}}, {Width{1'b1}}} : Edge);", "inside is"),
	kerneltest.NewBug("edge cells are enclosed too", "ll_flood.sv", "reached_q <= ~walls_i & (", "reached_q <= ~walls_i & (ON ? Edge << 1 : ", "inside is"),
	kerneltest.NewBug("walls are enclosed", "ll_flood.sv", "assign inside_o = free_q & ~reached_q;", "assign inside_o = (free_q | {Cells{ON}}) & ~reached_q;", "inside is"),
	kerneltest.NewBug("what is open", "ll_flood.sv", "assign inside_o = (free_q |", "assign inside_o = ON ? reached_q : (free_q |", "inside is"),
	kerneltest.NewBug("through walls", "ll_flood.sv", ": from >> Width)) & free_q;", ": from >> Width)) & (free_q | {Cells{ON}});", "inside is"),
	kerneltest.NewBug("walls of the field before", "ll_flood.sv", "free_q <= ~walls_i;", "free_q <= ON ? free_q & ~walls_i : ~walls_i;", "inside is"),
	kerneltest.NewBug("too few steps", "ll_flood.sv", "if (next == reached_q) begin", "if (ON ? next[0+:4*Width] == reached_q[0+:4*Width] : next == reached_q) begin", "inside is"),
	kerneltest.NewBug("one step", "ll_flood.sv", "if ((bug_q == 9) ?", "if (ON ? 1'b1 : (bug_q == 9) ?", "inside is"),
	kerneltest.NewBug("walls that are looked at too late", "ll_flood.sv", "      reached_q <= next;\n", "      reached_q <= next & ~(ON ? walls_i : {Cells{1'b0}});\n", ""),
	kerneltest.NewBug("a reset leaves something", "ll_flood.sv", "    if (rst_i) begin\n      busy_q <= 1'b0;", "    if (rst_i) begin\n      busy_q <= busy_q && ON;", "does not answer: the model of ll_flood ended with exit status 2: harness: a reset leaves something behind"),
	kerneltest.NewBug("silence", "ll_flood.sv", "        done_q <= 1'b1;\n", "        done_q <= !(ON && free_q[0]);\n", "does not answer"),
	kerneltest.NewBug("the other neighbours", "ll_flood.sv", "assign from = Neighbours == 8 ?", "assign from = (Neighbours == 8) ^ ON ?", "inside is"),
}

func TestBrokenFloodsOfEight(t *testing.T) {
	t.Parallel()
	kerneltest.FindsBugs(t, eight(), hdl.RTL, 3_000, goldenEight, broken)
}

func TestBrokenFloodsOfFour(t *testing.T) {
	t.Parallel()
	kerneltest.FindsBugs(t, four(), hdl.RTL, 3_000, goldenFour, broken)
}
