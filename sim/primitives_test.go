package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// padsBoard is a board of several vendors' pads and buffers, as their users write them.
const padsBoard = `
module top(input clk, input rx, output tx, inout dq, output led);
  wire k, g, r, d;
  reg q = 1'b1;
  IBUFG #(.IOSTANDARD("LVCMOS33")) i (.I(clk), .O(k));
  BUFG b (g, k);
  SB_IO #(.PIN_TYPE(6'b0000_01)) s (.PACKAGE_PIN(rx), .D_IN_0(r));
  IOBUF #(.DRIVE(8)) io (.IO(dq), .O(d), .I(q), .T(1'b1));
  OBUF o (.I(q), .O(tx));
  OB l (.I(d), .O(led));
  always @(posedge g) q <= r;
endmodule
`

// TestPrimitives plays on a board with pads whose models the error of it says to save.
func TestPrimitives(t *testing.T) {
	tier.NoRace(t)
	c := BoardConfig{Clock: 1e6, Top: "top", Source: sourcestest.Files("top.v", padsBoard)}
	_, err := BuildBoard(t.Context(), simtest.Quick(), c)
	var failed *finding.BuildError
	require.ErrorAs(t, err, &failed)
	name, text := failed.Stub()
	require.Equal(t, sources.ClocksFile, name)
	for _, module := range []string{"IBUFG", "BUFG", "SB_IO", "IOBUF", "OBUF", "OB"} {
		require.Contains(t, text, "module "+module+" ")
	}
	c.Source = sourcestest.Files("top.v", padsBoard, name, text)
	text, err = exchange(t, newPlayer(t, start(t, c)))
	require.NoError(t, err)
	require.Equal(t, "-T", text)
}

// TestVendorPackage follows the remedy of a design in VHDL with a clock generator and pads.
func TestVendorPackage(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	top := "library unisim;\nuse unisim.vcomponents.all;\n" + sourcestest.Uses1164 +
		"entity u is port (clk, rx : in std_logic; tx : out std_logic); end;\n" +
		"architecture a of u is\n  signal pad, fast, fb, k, locked, q : std_logic;\nbegin\n" +
		"  i : IBUF port map (I => clk, O => pad);\n" +
		"  m : MMCME2_ADV generic map (CLKIN1_PERIOD => 10.0, DIVCLK_DIVIDE => 1) port map (CLKIN1 => pad, CLKIN2 => '0', CLKINSEL => '1',\n" +
		"    CLKFBIN => fb, CLKFBOUT => fb, CLKOUT0 => fast, LOCKED => locked, PWRDWN => '0', RST => '0',\n" +
		"    DADDR => (others => '0'), DI => (others => '0'), DCLK => '0', DEN => '0', DWE => '0', PSCLK => '0', PSEN => '0', PSINCDEC => '0');\n" +
		"  b : bufg port map (i => fast, o => k);\n  o : OBUF port map (I => q, O => tx);\n" +
		"  process (k) begin if rising_edge(k) then if locked = '0' then q <= '1'; else q <= rx; end if; end if; end process;\nend;\n"
	c := BoardConfig{Clock: 1e6, Source: sourcestest.Files("u.vhd", top)}
	_, err := BuildBoard(t.Context(), simtest.Quick(), c)
	var failed *finding.BuildError
	require.ErrorAs(t, err, &failed)
	_, text, found := strings.Cut(failed.Remedy, "beside the VHDL:\n\n")
	require.True(t, found, failed.Remedy)
	vhdl, verilog, found := strings.Cut(text, "\nand this as ll_clocks.v")
	require.True(t, found)
	_, verilog, _ = strings.Cut(verilog, "\n\n")
	c.Source = sourcestest.Files("u.vhd", top, "unisim/vcomponents.vhd", vhdl, sources.ClocksFile, verilog)
	said, err := exchange(t, newPlayer(t, start(t, c)))
	require.NoError(t, err)
	require.Equal(t, "-T", said)
}
