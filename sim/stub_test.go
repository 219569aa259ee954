package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// vendorClocks are PLLs and buffers as tools and tutorials write them, with a
// clock PLL_OUT that the board runs on.
var vendorClocks = []struct{ name, text string }{
	{"SB_PLL40_CORE", `SB_PLL40_CORE #(.FEEDBACK_PATH("SIMPLE"), .DIVR(4'b0000), .DIVF(7'b0111111), .DIVQ(3'b100), .FILTER_RANGE(3'b001))
		uut (.LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0), .REFERENCECLK(clk), .PLLOUTCORE(PLL_OUT));`},
	{"SB_PLL40_PAD", `SB_PLL40_PAD #(.DIVR(0)) p (.PACKAGEPIN(clk), .PLLOUTGLOBAL(PLL_OUT), .RESETB(1'b1), .BYPASS(1'b0), .LOCK(locked));`},
	{"altpll", `wire [4:0] w; assign PLL_OUT = w[0]; assign locked = 1;
		altpll altpll_component (.inclk({1'b0, clk}), .clk(w), .areset(1'b0), .activeclock(), .scandataout());
		defparam altpll_component.bandwidth_type = "AUTO", altpll_component.clk0_divide_by = 1, altpll_component.intended_device_family = "MAX 10";`},
	{"MMCME2_BASE", `wire fb, o; MMCME2_BASE #(.CLKIN1_PERIOD(10.0), .CLKFBOUT_MULT_F(9.0)) m (.CLKIN1(clk), .CLKFBIN(fb), .CLKFBOUT(fb), .CLKOUT0(o),
		.CLKOUT1(), .LOCKED(locked), .PWRDWN(1'b0), .RST(1'b0)); BUFG b (.I(o), .O(PLL_OUT));`},
	{"clk_wiz_0", `clk_wiz_0 c (.clk_in1(clk), .reset(1'b0), .clk_out1(PLL_OUT), .locked(locked));`},
	{"rPLL", `rPLL #(.FCLKIN("27"), .IDIV_SEL(8), .DYN_SDIV_SEL(2)) r (.CLKIN(clk), .CLKOUT(PLL_OUT), .CLKOUTP(), .LOCK(locked), .RESET(1'b0),
		.RESET_P(1'b0), .CLKFB(1'b0), .FBDSEL(6'b0));`},
	{"Gowin_rPLL", `assign locked = 1; Gowin_rPLL g(.clkout(PLL_OUT), .clkin(clk));`},
	{"EHXPLLL", `(* ICP_CURRENT="12" *) EHXPLLL #(.CLKI_DIV(1), .CLKOP_ENABLE("ENABLED")) e (.RST(1'b0), .STDBY(1'b0), .CLKI(clk), .CLKOP(PLL_OUT),
		.CLKFB(PLL_OUT), .CLKINTFB(), .PHASESEL0(1'b0), .LOCK(locked));`},
	{"my_pll", `my_pll p (.refclk(clk), .rst(1'b0), .outclk_0(PLL_OUT), .locked(locked));`},
}

// TestClockStubs builds what the error of a board with a vendor's PLL says to
// add: then the board's clock is that of the PLL.
func TestClockStubs(t *testing.T) {
	tier.NoRace(t)
	for _, v := range vendorClocks {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			top := "module top(input clk, input rx, output tx); wire PLL_OUT, locked; reg q = 1;\n" + v.text +
				"\nalways @(posedge PLL_OUT) q <= rx | ~locked; assign tx = q; endmodule\n"
			d := model.DesignOf(sourcestest.Files("top.v", top), "top")
			_, err := simtest.Quick().Inspect(t.Context(), d, nil)
			var failed *finding.BuildError
			require.ErrorAs(t, err, &failed)
			require.Contains(t, failed.Remedy, "clk= is then what the PLL puts out")
			require.Contains(t, failed.Remedy, "module "+v.name)
			_, stub, _ := strings.Cut(failed.Remedy, "\n\n")
			d.Source = sourcestest.Files("top.v", top, "ll_clocks.v", stub)
			found, err := simtest.Quick().Inspect(t.Context(), d, nil)
			require.NoError(t, err, stub)
			require.Empty(t, found.Warnings, stub)
			require.Contains(t, stub, " = ")
		})
	}
}

// TestPassedClock runs a board on the clock that a stub passes.
func TestPassedClock(t *testing.T) {
	tier.NoRace(t)
	top := "module top(input clk, input rx, output tx); wire PLL_OUT, locked; reg q = 1;\n" + vendorClocks[2].text +
		"\nalways @(posedge PLL_OUT) q <= rx; assign tx = q; endmodule\n"
	c := BoardConfig{Clock: 1e6, Top: "top", Source: sourcestest.Files("top.v", top)}
	c.Source = sourcestest.Files("ll_clocks.v", stubFor(t, c), "top.v", top)
	text, err := exchange(t, newPlayer(t, start(t, c)))
	require.NoError(t, err)
	require.Equal(t, "-T", text)
}

// stubFor returns what the error of a board says to save in place of vendors' modules.
func stubFor(t *testing.T, c BoardConfig) string {
	t.Helper()
	_, err := BuildBoard(t.Context(), simtest.Quick(), c)
	var failed *finding.BuildError
	require.ErrorAs(t, err, &failed)
	name, text := failed.Stub()
	require.Equal(t, sources.ClocksFile, name)
	return text
}

// A lock that resets a design rises only after a while, so that the design is reset; and an output of the vendor's
// module to which nothing is connected is no input of the stub.
func TestStubLocks(t *testing.T) {
	tier.NoRace(t)
	instance := `SB_PLL40_CORE p (.REFERENCECLK(clk), .PLLOUTCORE(fast), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0), .SDO());`
	top := `
module top(input clk, input rx, output tx);
  wire fast, locked;
  reg one_hot, q;
  ` + instance + `
  always @(posedge fast)
    if (!locked) begin one_hot <= 1'b1; q <= 1'b1; end
    else begin one_hot <= one_hot; q <= rx | ~one_hot; end
  assign tx = q;
endmodule
`
	c := BoardConfig{Clock: 1e6, Top: "top", Source: sourcestest.Files(sources.ListFile, "top.v\n", "top.v", top)}
	stub := stubFor(t, c)
	require.Contains(t, stub, "output SDO")
	c.Source = sourcestest.Files(sources.ClocksFile, stub, sources.ListFile, "top.v\n", "top.v", top)
	for seed := range uint32(6) {
		c.Seed = seed
		text, err := exchange(t, newPlayer(t, start(t, c)))
		require.NoError(t, err)
		require.Equal(t, "-T", text)
	}
}
