package host

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/stretchr/testify/require"
)

// slowWire is a player behind a serial line of a rate, which takes all that it is sent
// unless it is deaf.
type slowWire struct {
	*fake
	baud int
	deaf bool
}

func (w *slowWire) SendTime(bytes int) time.Duration {
	return time.Duration(bytes) * 10 * time.Second / time.Duration(w.baud)
}

func (w *slowWire) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	sent = time.Now()
	leaves := time.After(w.SendTime(len(text) + 1))
	if w.deaf {
		leaves = nil
	}
	select {
	case <-leaves:
	case <-ctx.Done():
		return sent, time.Now(), fmt.Errorf("sending: %w", ctx.Err())
	}
	_, drained, err = w.fake.Send(ctx, text)
	return sent, drained, err
}

// longest is a question of DPT on a field of 20 x 20.
var longest = strings.Repeat("x", 1491)

// spoken tells a line and asks the same.
func spoken(ctx context.Context, t *Session) (Verdict, error) {
	if err := t.Tell(ctx, 0, longest); err != nil {
		return Verdict{}, err
	}
	a, err := t.Ask(ctx, 0, longest, second)
	return Verdict{Reason: "done", Detail: a.Used.String()}, err
}

// TestSlowWire has a board that reads everything lose at no rate, and its clock start at
// the last byte of the question.
func TestSlowWire(t *testing.T) {
	for _, baud := range []int{50, 110, 300, 9600, 115200, 3_000_000} {
		synctest.Test(t, func(t *testing.T) {
			answers := hosttest.Answering("ok", 999*time.Millisecond)
			answers.Script = nil
			w := &slowWire{fake: answers, baud: baud}
			w.Script = func(f *fake, _ string) {
				if len(f.Heard()) == 2 {
					f.Say(999*time.Millisecond, "ok\n")
				}
			}
			v, _ := played(t, between(spoken, w))
			require.Nil(t, v.Foul, baud)
			require.Equal(t, "999ms", v.Detail, baud)
		})
	}
}

// TestDeafBehindSlowWire bounds the wait for one that takes nothing.
func TestDeafBehindSlowWire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &slowWire{fake: hosttest.New(nil), baud: 9600, deaf: true}
		began := time.Now()
		v, _ := played(t, between(spoken, w))
		require.Equal(t, ReasonUnread, v.Foul.Reason)
		require.Equal(t, tellLimit+2*w.SendTime(len(longest)+2), time.Since(began))
	})
}
