package playertest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/stalls"
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

// starvedPlayer is a program that says something as soon as it gets a processor.
type starvedPlayer struct {
	check.PlayerConn
	waits int // so many times until then
}

func (p *starvedPlayer) Runnable() bool { return p.waits > 0 }
func (p *starvedPlayer) Usage() func() stalls.Usage {
	return func() stalls.Usage { return stalls.Usage{} }
}

func (p *starvedPlayer) Receive(context.Context) (string, time.Time, time.Time, error) {
	if p.waits--; p.waits == 0 {
		return "@0+", time.Time{}, time.Time{}, nil
	}
	return "", time.Time{}, time.Time{}, context.DeadlineExceeded
}

// Silence of a program that has had no processor is none: it is heard when it gets one, and of one that gets
// none that is said.
func TestListensUntilItWasHeard(t *testing.T) {
	for waits, said := range map[int]string{3: "@0+", maxListens + 1: ""} {
		d := &Harness{player: &starvedPlayer{waits: waits}}
		o := &Opponent{Receive: d.receive, Now: d.now, Unheard: d.unheard}
		heard := ""
		o.Receive = func(ctx context.Context) (string, error) {
			line, err := d.receive(ctx)
			if heard += line; line != "" {
				return "B", err // an echo, so that nothing is noted
			}
			return line, err
		}
		lines, err := o.listen(t.Context(), nil, time.Nanosecond, "B")
		require.NoError(t, err)
		require.Empty(t, lines)
		require.Equal(t, said, heard)
		require.Equal(t, said == "", o.Starved)
	}
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
