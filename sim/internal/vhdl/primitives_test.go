package vhdl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrimitivesAreRead: each of the modules is one of Verilog, and of VHDL. Package lint has tools read them.
func TestPrimitivesAreRead(t *testing.T) {
	all := primitives()
	require.Len(t, all, strings.Count(primitivesText, "endmodule\n"))
	for _, p := range all {
		require.NotEmpty(t, p.ports, p.name)
		require.Contains(t, p.component(nil), "component "+p.name+" is")
		require.NotContains(t, p.text, "= ,", p.name)
	}
	pll := all["mmcme2_adv"]
	require.Contains(t, pll.component(nil), "DADDR : in std_logic_vector(6 downto 0) := (others => '0')")
	require.Contains(t, pll.component(nil), "CLKOUT0 : out std_logic;")
}
