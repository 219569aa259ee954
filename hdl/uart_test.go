package hdl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// runUART runs the testbench of the serial line on the RTL in a folder and returns
// what it printed. Lanes is how many dividers are tested.
func runUART(t *testing.T, rtl, lanes string, args ...string) (string, error) {
	t.Helper()
	return runTestbenchWith(t, "LANES="+lanes, "uart", rtl, args...)
}

const goldenUART = "../vectors/golden/uart.hex"

// passesUART wants the serial line to pass from a power-up state.
func passesUART(t *testing.T, seed string) {
	t.Helper()
	out, err := runUART(t, "rtl", "71", "+golden="+goldenUART, "+seed="+seed)
	require.NoError(t, err, out)
	require.Contains(t, out, "PASS 71 dividers")
	require.Contains(t, out, "120 golden vectors")
}

// TestUARTAgain is TestUART from other power-up states.
func TestUARTAgain(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	passesUART(t, "2")
	passesUART(t, "3")
}

func TestUART(t *testing.T) {
	t.Parallel()
	passesUART(t, "1")
	t.Run("cut", func(t *testing.T) {
		whole, err := os.ReadFile(goldenUART)
		require.NoError(t, err)
		cut := filepath.Join(t.TempDir(), "cut.hex")
		require.NoError(t, os.WriteFile(cut, whole[:len(whole)/2], 0o600))
		out, err := runUART(t, "rtl", "71", "+golden="+cut)
		require.Error(t, err)
		require.Contains(t, out, "has been cut")
	})
}

// TestUARTFindsMutants shows that the testbench fails where it should.
func TestUARTFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	finds(t, []mutant{
		{"a bit too long", "ll_uart_tx.sv", "end else if (rest_q != 0) begin\n      count_q <= ", "Last", "Last + 1'b1", "divider 4,"},
		{"no middle", "ll_uart_rx.sv", "if (line) count_q <= ", "Half", "Last >> 2", "far end off"},
		{"no filter", "ll_uart_rx.sv", "assign line = ",
			"(looks_q[1] & looks_q[2]) | (looks_q[1] & looks_q[3]) | (looks_q[2] & looks_q[3])", "looks_q[2]", "noise"},
	}, func(rtl string, args ...string) (string, error) { return runUART(t, rtl, "5", args...) })
}
