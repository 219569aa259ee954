package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestCapitalPins: the names of vendors' boards are found in any case, and
// given as the design writes them.
func TestCapitalPins(t *testing.T) {
	tier.NoRace(t)
	ports := []port{
		{name: "CLOCK_50", input: true}, {name: "Reset_N", input: true},
		{name: "UART_RXD", input: true}, {name: "UART_TXD"},
	}
	pins, err := Pins{}.resolve("top", ports, false)
	require.NoError(t, err)
	require.Equal(t, Pins{Clock: "CLOCK_50", Reset: "!Reset_N", RX: "UART_RXD", TX: "UART_TXD"}, pins)
}
