package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// runSlide runs the testbench of ll_slide on the RTL in a folder and returns what
// it printed.
func runSlide(t *testing.T, rtl string, args ...string) (string, error) {
	t.Helper()
	return runTestbench(t, "slide", rtl, append(args, "+golden=../vectors/golden/battle2048-slide.hex")...)
}

func TestSlide(t *testing.T) {
	t.Parallel()
	out, err := runSlide(t, "rtl")
	require.NoError(t, err, out)
	require.Contains(t, out, "59 golden vectors")
	require.Contains(t, out, "PASS 100000 random boards")
}

// TestSlideFindsMutants shows that the testbench fails where it should.
func TestSlideFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	finds(t, []mutant{
		{"twice", "ll_slide_row.sv", "merge2 = ", "full0[14:10] != 5'd0 && full0[14:10] == full0[19:15] && !merge1", "full0[14:10] != 5'd0 && full0[14:10] == full0[19:15]", "it should be"},
		{"right for down", "ll_slide.sv", "backward_q <= ", "direction_i[1] ^ direction_i[0]", "direction_i[0]", "it should be"},
		{"moved by the last line", "ll_slide.sv", "moved_q <= ", "moved_q || moved", "moved", "moved is wrong"},
		{"gain of ten bits", "ll_slide.sv", "gain_q <= gain_q + ", "{3'd0, gain}", "{26'd0, gain[9:0]}", "gain is"},
		{"a line too few", "ll_slide.sv", "left_q <= ", "Lines", "Lines - 3'd1", "too early"},
		{"not dropped", "ll_slide.sv", "if (rst_i) begin\n      busy_q <= ", "1'b0", "busy_q", "a reset leaves something"},
	}, func(rtl string, args ...string) (string, error) { return runSlide(t, rtl, args...) })
}
