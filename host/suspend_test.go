package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
)

// witnessed is a player whose questions are noted.
type witnessed struct {
	Player
	note func(text string)
}

func (w *witnessed) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	w.note("asked")
	return w.Player.Send(ctx, text)
}

// TestUnaskedPlayersAreStopped: before a question leaves, every other player
// stands still, and the one that is asked runs.
func TestUnaskedPlayersAreStopped(t *testing.T) {
	var seen []string
	runs := []bool{true, true, true}
	m := between(rounds(2, time.Second), hosttest.Answering("x", ms), hosttest.Answering("x", ms), hosttest.Answering("x", ms))
	for i := range m.Seats {
		note := func(text string) { seen = append(seen, fmt.Sprintf("%s%d%v", text, i, runs)) }
		m.Seats[i].Player = &witnessed{m.Seats[i].Player, note}
		m.Seats[i].Suspend = func(stop bool) { runs[i] = !stop }
	}
	m.Seats[2].Suspend = nil // a board
	_, _ = played(t, m)
	require.Equal(t, []string{
		"asked0[true false true]", "asked1[false true true]", "asked2[false false true]",
		"asked0[true false true]", "asked1[false true true]", "asked2[false false true]",
	}, slices.DeleteFunc(seen, func(s string) bool { return !strings.HasPrefix(s, "asked") }))
	require.Equal(t, []bool{false, false, true}, runs, "after the last answer")
}

// TestProgramsAskedTogetherRunApart: of those that are asked at once, programs that share
// the processors run one at a time, and boards run beside them.
func TestProgramsAskedTogetherRunApart(t *testing.T) {
	var seen []string
	var mu sync.Mutex
	runs := []bool{true, true, true}
	m := between(func(ctx context.Context, t *Session) (Verdict, error) {
		errs := t.Each(ctx, func(ctx context.Context, seat int) error {
			_, err := t.Ask(ctx, seat, "go", time.Second)
			return err
		})
		return Verdict{Winner: 0, Reason: "done"}, errors.Join(errs...)
	}, hosttest.Answering("x", ms), hosttest.Answering("x", ms), hosttest.Answering("x", ms))
	for _, i := range []int{0, 2} {
		note := func(string) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, fmt.Sprintf("%d%v", i, runs))
		}
		m.Seats[i].Player = &witnessed{m.Seats[i].Player, note}
		m.Seats[i].Suspend = func(stop bool) {
			mu.Lock()
			defer mu.Unlock()
			runs[i] = !stop
		}
		m.Seats[i].Apart = true
	}
	_, _ = played(t, m)
	require.Equal(t, []string{"0[true true false]", "2[false true true]"}, seen)
}

// TestPlayersAskedTogetherRunTogether is for Each.
func TestPlayersAskedTogetherRunTogether(t *testing.T) {
	stops := make([]int, 2)
	m := between(func(ctx context.Context, t *Session) (Verdict, error) {
		errs := t.Each(ctx, func(ctx context.Context, seat int) error {
			_, err := t.Ask(ctx, seat, "go", time.Second)
			return err
		})
		return Verdict{Winner: 0, Reason: "done"}, errors.Join(errs...)
	}, hosttest.Answering("x", ms), hosttest.Answering("x", ms))
	for i := range m.Seats {
		m.Seats[i].Suspend = func(stop bool) {
			if stop {
				stops[i]++
			}
		}
	}
	_, _ = played(t, m)
	for _, n := range stops {
		require.Positive(t, n)
	}
}
