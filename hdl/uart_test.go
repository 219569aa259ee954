package hdl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// runUART builds and runs the bench of the serial line on the RTL in a folder,
// and returns what it printed. Lanes is how many dividers are tested.
func runUART(t *testing.T, rtl, build, lanes string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: apt-get install verilator g++")
	}
	cmd := exec.CommandContext(t.Context(), "tb/run_uart", args...)
	cmd.Env = append(os.Environ(), "RTL="+rtl, "BUILD="+build, "LANES="+lanes)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

const goldenUART = "../vectors/golden/uart.hex"

func TestUART(t *testing.T) {
	t.Parallel()
	build := t.TempDir()
	for _, seed := range []string{"1", "2", "3"} {
		out, err := runUART(t, "rtl", build, "71", "+golden="+goldenUART, "+seed="+seed)
		require.NoError(t, err, out)
		require.Contains(t, out, "PASS 71 dividers")
		require.Contains(t, out, "120 golden vectors")
	}
	t.Run("cut", func(t *testing.T) {
		whole, err := os.ReadFile(goldenUART)
		require.NoError(t, err)
		cut := filepath.Join(t.TempDir(), "cut.hex")
		require.NoError(t, os.WriteFile(cut, whole[:len(whole)/2], 0o600))
		out, err := runUART(t, "rtl", build, "71", "+golden="+cut)
		require.Error(t, err)
		require.Contains(t, out, "has been cut")
	})
}

// TestUARTNotices shows that the bench fails where it should.
func TestUARTNotices(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the bench anew for each bug")
	}
	t.Parallel()
	for _, bug := range []struct{ name, file, from, to, says string }{
		{"a power of two", "ll_uart_tx.sv", "Divider[Width-1:0] - 1'b1", "Divider[Width-1:0]", "divider 4,"},
		{"no middle", "ll_uart_rx.sv", "{1'b0, Last[Width-1:1]}", "Last >> 2", "far end off"},
		{"no filter", "ll_uart_rx.sv", "assign line = ", "assign line = looks_q[2] | 1'b0 & ", "noise"},
	} {
		t.Run(bug.name, func(t *testing.T) {
			rtl := t.TempDir()
			for _, name := range []string{"ll_uart_tx.sv", "ll_uart_rx.sv"} {
				text, err := os.ReadFile(filepath.Join("rtl", name))
				require.NoError(t, err)
				if name == bug.file {
					require.Equal(t, 1, strings.Count(string(text), bug.from), "the bug is stale")
					text = []byte(strings.Replace(string(text), bug.from, bug.to, 1))
				}
				require.NoError(t, os.WriteFile(filepath.Join(rtl, name), text, 0o600))
			}
			out, err := runUART(t, rtl, t.TempDir(), "5")
			require.Error(t, err)
			require.Contains(t, out, "FAIL")
			require.Contains(t, out, bug.says)
		})
	}
}
