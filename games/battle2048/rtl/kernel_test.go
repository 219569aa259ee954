package rtl_test

import (
	"testing"

	"github.com/loopline/loopline/games/battle2048/rtl"
	"github.com/loopline/loopline/games/kernel/kerneltest"
	"github.com/loopline/loopline/hdl"
)

// ll_slide slides as the rules do, and a bug in it is found.
func TestSlide(t *testing.T) {
	kerneltest.Agrees(t, rtl.Kernel(), hdl.RTL, 20_000, "../../../vectors/golden/battle2048-slide.jsonl",
		kerneltest.Mutant{
			Name: "merges twice", File: "ll_slide_row.sv",
			Old: "full0[14:10] == full0[19:15] && !merge1;", New: "full0[14:10] == full0[19:15];", Field: "merges",
		})
}
