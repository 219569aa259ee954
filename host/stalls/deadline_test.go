package stalls

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDeadlineIsConstant asks a context for its deadline before and after a grant, and
// wants it to end when the grant says.
func TestDeadlineIsConstant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := newDeadline(t.Context(), began.Add(time.Second), 5*time.Second, func(time.Time) time.Duration { return 2 * time.Second })
		defer cancel()
		before, ok := ctx.Deadline()
		require.True(t, ok)
		time.Sleep(2 * time.Second)
		require.NoError(t, ctx.Err())
		after, _ := ctx.Deadline()
		require.Equal(t, before, after)
		require.Equal(t, began.Add(6*time.Second), after, "the latest possible")
		<-ctx.Done()
		require.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
		require.Equal(t, 3*time.Second, time.Since(began))
	})
}
