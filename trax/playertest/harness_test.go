package playertest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
)

// aheadPlayer is a board whose simulated time is far ahead of the clock.
type aheadPlayer struct {
	check.PlayerConn
	drained, until time.Time
}

func (p *aheadPlayer) SimulatedTime() bool { return true }

func (p *aheadPlayer) Send(context.Context, string) (sent, drained time.Time, err error) {
	return p.drained, p.drained, nil
}

func (p *aheadPlayer) Receive(ctx context.Context) (string, time.Time, time.Time, error) {
	p.until, _ = ctx.Deadline()
	return "", time.Time{}, time.Time{}, context.DeadlineExceeded
}

// TestListensInSimulatedTime: a board whose time is ahead is listened to as long as any other.
func TestListensInSimulatedTime(t *testing.T) {
	p := &aheadPlayer{drained: time.Now().Add(time.Hour)}
	d := &Harness{player: p, meter: latency.NewStampRecorder(p)}
	_, _, err := d.meter.Send(t.Context(), "A1+")
	require.NoError(t, err)
	o := &Opponent{Receive: d.receive, Now: d.now}
	lines, err := o.listen(t.Context(), nil, 5*time.Millisecond, "A1+")
	require.NoError(t, err)
	require.Empty(t, lines)
	require.Equal(t, 5*time.Millisecond, p.until.Sub(p.drained))
}
