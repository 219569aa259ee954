package sim

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
)

// TestMute: a board that says nothing at all is wired wrongly more often than
// not; what it was taken to be is told, once.
func TestMute(t *testing.T) {
	tier.NoRace(t)
	c := teamBoard()
	c.Pins.Reset = "nrst" // it is active low
	require.Equal(t, []string{"not a byte from ser_out yet: ser_out never changed: high since reset. Are clk=1843200 clock=osc " +
		"rst=nrst (with a ! if active low) baud=115200 rx=ser_in tx=ser_out right? " +
		"--handshake 50ms saves the wait; wave=FILE shows what it does"}, saidOf(t, c, context.DeadlineExceeded))
}

// saidOf asks a board twice for its team code, wants both to end as told, and
// returns what people are told of the wire.
func saidOf(t *testing.T, c BoardConfig, ends error) (said []string) {
	t.Helper()
	p, err := NewPlayer(t.Context(), start(t, c), lines.Config{}, nil, func(text say.Text) { said = append(said, text.String()) })
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	for range 2 {
		_, drained, err := p.Send(t.Context(), "-T")
		require.NoError(t, err)
		ctx, cancel := context.WithDeadline(t.Context(), drained.Add(20*time.Millisecond))
		_, _, _, err = p.Receive(ctx)
		cancel()
		require.ErrorIs(t, err, ends)
	}
	return said
}

// TestBitLength: a board whose divider is wrong may still be read by our exact
// end, and not by a real one. It is told, once.
func TestBitLength(t *testing.T) {
	for _, tt := range []struct {
		name string
		baud float64 // said to be; the board's bits last 16 cycles
		said []string
	}{
		{"right", 115200, nil},
		{"rounded", 116500, nil},
		{"long", 119500, []string{"its bits last 16.0 clock cycles, +3.7 % from the 15.4 of 119500 baud with clk=1843200: " +
			"a real far end that is off too may not read it; is its divider right?"}},
		{"short", 111500, []string{"its bits last 16.0 clock cycles, -3.2 % from the 16.5 of 111500 baud with clk=1843200: " +
			"a real far end that is off too may not read it; is its divider right?"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := teamBoard()
			c.Baud = tt.baud
			require.Equal(t, tt.said, saidOf(t, c, nil))
			p := newPlayer(t, start(t, c))
			require.Zero(t, p.BitError().Bytes)
			answer(t, p, "-T", "VX")
			got := p.BitError()
			require.Equal(t, 3, got.Bytes)
			require.InDelta(t, tt.baud/115200-1, got.Worst, got.Within)
			require.Equal(t, len(tt.said) > 0, got.Over())
		})
	}
}
