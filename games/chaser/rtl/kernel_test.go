package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/chaser/rtl"
	"github.com/loopline/loopline/games/kernel/kerneltest"
	"github.com/loopline/loopline/hdl"
)

// ll_window sees what the rules show, while games are played on its map, and a
// bug in it is found.
func TestWindow(t *testing.T) {
	kerneltest.Agrees(t, rtl.Kernel(), hdl.RTL, 5_000, "../../../vectors/golden/chaser-window.jsonl",
		kerneltest.Mutant{
			Name: "look too near", File: "ll_window.sv",
			Old: "x_in + (step_x << 1)", New: "x_in + step_x", Field: "window",
		})
}
