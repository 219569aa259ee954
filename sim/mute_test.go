package sim

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMute: a board that says nothing at all is wired wrongly more often than
// not; what it was taken to be is told, once.
func TestMute(t *testing.T) {
	c := teamBoard()
	c.Pins.Reset = "nrst" // it is active low
	var said []string
	p, err := NewPlayer(start(t, c), nil, func(text string) { said = append(said, text) })
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	for range 2 {
		_, drained, err := p.Send(t.Context(), "-T")
		require.NoError(t, err)
		ctx, cancel := context.WithDeadline(t.Context(), drained.Add(20*time.Millisecond))
		_, _, _, err = p.Receive(ctx)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	require.Equal(t, []string{"not a byte from ser_out yet: are clk=1.8432e+06 clock=osc rst=nrst (with a ! if active low) " +
		"baud=115200 rx=ser_in right? wave=FILE shows what it does"}, said)
}
