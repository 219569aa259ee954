package host

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
)

// TestPace: time passes between the moves, and on no clock; the record says nothing of it.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(3, 50*ms), hosttest.Answering("x", ms), hosttest.Answering("x", ms))
		m.Pace = 200 * ms
		began := time.Now()
		v, _ := played(t, m)
		require.Equal(t, "done", v.Reason)
		require.Equal(t, 5*200*ms+6*ms, time.Since(began))
		for _, times := range v.Times {
			require.Equal(t, ms, times.Max)
		}
	})
}

// TestPaceOfATurn: seats that are asked at once wait once, together.
func TestPaceOfATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(func(ctx context.Context, t *Session) (Verdict, error) {
			for range 3 {
				for _, err := range t.Each(ctx, func(ctx context.Context, seat int) error {
					_, err := t.Ask(ctx, seat, "go", 50*ms)
					return err
				}) {
					if err != nil {
						return Verdict{}, err
					}
				}
				if err := t.Note("turn", 0); err != nil {
					return Verdict{}, err
				}
			}
			return Verdict{Winner: 0, Reason: "done"}, nil
		}, hosttest.Answering("x", ms), hosttest.Answering("x", ms))
		m.Pace = 200 * ms
		began := time.Now()
		v, _ := played(t, m)
		require.Equal(t, "done", v.Reason)
		require.Equal(t, 2*200*ms+3*ms, time.Since(began))
	})
}

// TestPaceInterrupted: an interruption ends the wait.
func TestPaceInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(3, 50*ms), hosttest.Answering("x", ms), hosttest.Answering("x", ms))
		m.Pace = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		v, _, err := recorded(ctx, m)
		require.ErrorIs(t, err, ErrInterrupted)
		require.True(t, v.Void)
		require.Equal(t, time.Second, time.Since(began))
	})
}
