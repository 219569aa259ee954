package pinout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestCapitalPins: the names of vendors' boards are found in any case, and
// given as the design writes them.
func TestCapitalPins(t *testing.T) {
	tier.NoRace(t)
	ports := []Port{
		{Name: "CLOCK_50", Input: true}, {Name: "Reset_N", Input: true},
		{Name: "UART_RXD", Input: true}, {Name: "UART_TXD"},
	}
	pins, err := Pins{}.Resolve("top", ports, false)
	require.NoError(t, err)
	require.Equal(t, Pins{Clock: "CLOCK_50", Reset: "!Reset_N", RX: "UART_RXD", TX: "UART_TXD"}, pins)
}

// The name of a pin may be the board's or that of the adapter at the far end: its direction decides.
func TestPinsOfTheFarEnd(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"ftdi_txd", "ftdi_rxd"}, {"ftdi_rxd", "ftdi_txd"}, {"uart_txd_in", "uart_rxd_out"}, {"USB_TX", "USB_RX"},
		{"ser_rx", "ser_tx"}, {"uart_txd", "uart_rxd"}, {"RsRx", "RsTx"}, {"uart_rxd_in", "uart_txd_out"},
	} {
		pins, err := Pins{}.Resolve("top", []Port{{Name: "clk", Input: true}, {Name: c.out}, {Name: c.in, Input: true}, {Name: "led"}}, false)
		require.NoError(t, err, c)
		require.Equal(t, c.in, pins.RX)
		require.Equal(t, c.out, pins.TX)
	}
}
