package remote

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
)

// TestSendTime has the host know how slow the wire is between an agent and its board: a question of 1,491 bytes, as DPT
// has them, takes 1.55 s at 9600 baud.
func TestSendTime(t *testing.T) {
	tier.Slow(t)
	for rate, want := range map[string]time.Duration{"?baud=9600": 1553 * time.Millisecond, "?baud=9600&parity=even": 1708 * time.Millisecond, "?baud=115200": 129 * time.Millisecond} {
		pty, err := bridgetest.NewPTY()
		require.NoError(t, err)
		t.Cleanup(func() { pty.Unplug() })
		air := farmtest.NewAir(1)
		l := offer(t, air, nil, func(a *Agent) {
			a.Open = func(ctx context.Context, lines lines.Config) (LocalPlayer, error) {
				o := &player.Opener{Connect: time.Minute, Lines: lines, Say: func(string) {}}
				return o.Open(ctx, "board", "serial:"+pty.Name+rate, io.Discard)
			}
		})
		p, _ := guest(t, air, nil)
		require.Equal(t, want, host.SendTime(p, 1491).Truncate(time.Millisecond), rate)
		require.NoError(t, p.Close())
		l.stop()
	}
}
