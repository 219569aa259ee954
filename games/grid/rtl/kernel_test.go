package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/kernel/kerneltest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/vectors"
)

// ll_flood encloses what the rules do, over edges and over corners, and a bug in
// it is found.
func TestFlood(t *testing.T) {
	kerneltest.Agrees(t, rtl.NewKernel("kakomimasu", grid.Eight, vectors.Board{Columns: 10, Rows: 10}), hdl.RTL, 10_000,
		"../../../vectors/golden/kakomimasu-flood.jsonl")
	kerneltest.Agrees(t, rtl.NewKernel("dpt", grid.Four, vectors.Board{Columns: 12, Rows: 12}), hdl.RTL, 10_000,
		"../../../vectors/golden/dpt-flood.jsonl", kerneltest.Mutant{
			Name: "corners", File: "ll_flood.sv",
			Old: "Neighbours == 8 ? wider : reached_q", New: "Neighbours == 4 ? wider : reached_q", Field: "inside",
		})
}
