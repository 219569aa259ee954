package starter_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/starter"
)

// TestPinFault finds serial pins that are exchanged or misspelt, in the constraints of each vendor.
func TestPinFault(t *testing.T) {
	for _, b := range []struct{ board, file, rx, tx, rxSite, txSite string }{
		{"icebreaker", "icebreaker.pcf", "rx", "tx", "6", "9"},
		{"hx8k", "hx8k.pcf", "rx", "tx", "B10", "B12"},
		{"tangnano9k", "tangnano9k.cst", "uart_rx_pin", "uart_tx_pin", "18", "17"},
		{"ulx3s", "ulx3s.lpf", "ftdi_txd", "ftdi_rxd", "M1", "L4"},
		{"basys3", "basys3.xdc", "RsRx", "RsTx", "B18", "A18"},
	} {
		t.Run(b.board, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "mine")
			_, err := starter.Project{Kind: "board", Board: b.board}.Write(dir)
			require.NoError(t, err)
			rtl, pins := filepath.Join(dir, "rtl"), filepath.Join(dir, b.file)
			require.Empty(t, starter.PinFault(rtl, b.rx, b.tx))
			text, err := os.ReadFile(pins)
			require.NoError(t, err)
			var swapped []string
			for line := range strings.SplitSeq(string(text), "\n") {
				switch {
				case strings.Contains(line, b.rx):
					line = strings.Replace(line, b.rxSite, b.txSite, 1)
				case strings.Contains(line, b.tx):
					line = strings.Replace(line, b.txSite, b.rxSite, 1)
				}
				swapped = append(swapped, line)
			}
			require.NoError(t, os.WriteFile(pins, []byte(strings.Join(swapped, "\n")), 0o600))
			require.Regexp(t, b.file+`:[0-9]+: `+b.rx+" and "+b.tx+" are exchanged: .* receives at "+b.rxSite+" and sends at "+b.txSite,
				starter.PinFault(rtl, b.rx, b.tx))
			// Whole words: a port's name may begin another's.
			misspelt := regexp.MustCompile(`\b`+b.rx+`\b`).ReplaceAll(text, []byte(b.rx+"x"))
			require.NoError(t, os.WriteFile(pins, misspelt, 0o600))
			require.Regexp(t, b.file+`:[0-9]+: no line names `+b.rx+", and this one gives "+b.rxSite+", where the FPGA receives on the .*, to another name: write "+b.rx+"$",
				starter.PinFault(rtl, b.rx, b.tx))
			require.Empty(t, starter.PinFault(rtl, "other_rx", "other_tx"), "another module than the board's")
		})
	}
}
