package rtl

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// TestReferenceBoard is made for the clock and baud rate of its address.
func TestReferenceBoard(t *testing.T) {
	a, err := sim.ParseAddress("reference?clk=6e6&param.Depth=3")
	require.NoError(t, err)
	c := ReferenceBoard(a.Board, sources.Source{Name: "hdl"})
	require.Equal(t, BoardTop, c.Top)
	require.Equal(t, "hdl", c.Source.Name)
	require.Equal(t, map[string]string{"ClockHz": "6000000", "Baud": "115200", "Depth": "3"}, c.Params)
}
