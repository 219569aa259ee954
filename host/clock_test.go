package host

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// stepped is a stamp that is taken once the wall clock was set by so many seconds; the monotonic clock goes on.
func stepped(t time.Time, seconds int64) time.Time {
	const monotonic, nanoBits = 1 << 63, 30 // of time.Time's field wall
	fields := (*struct {
		wall uint64
		ext  int64
		loc  *time.Location
	})(unsafe.Pointer(&t))
	if fields.wall&monotonic == 0 {
		panic("a stamp without the monotonic clock")
	}
	fields.wall += uint64(seconds << nanoBits)
	return t
}

// steppedPlayer is a player during whose answers the wall clock is set.
type steppedPlayer struct {
	*fake
	seconds int64
}

func (p *steppedPlayer) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	text, first, last, err = p.fake.Receive(ctx)
	if err == nil {
		first, last = stepped(first, p.seconds), stepped(last, p.seconds)
	}
	return text, first, last, err
}

// TestSteppedClock: a wall clock that is set during a game makes no answer late, and none in time.
func TestSteppedClock(t *testing.T) {
	now := time.Now()
	later := stepped(now, 3600)
	require.Zero(t, later.Sub(now))
	require.Equal(t, time.Hour, later.Round(0).Sub(now.Round(0)))
	for _, seconds := range []int64{0, 3600, -3600} {
		for _, c := range []struct {
			after, limit time.Duration
			foul         bool
		}{{time.Millisecond, time.Minute, false}, {100 * time.Millisecond, time.Millisecond, true}} {
			m := between(func(ctx context.Context, s *Session) (Verdict, error) {
				a, err := s.Ask(ctx, 0, "go", c.limit)
				if err == nil && (a.Used < c.after-time.Millisecond || a.Used > c.limit) {
					err = fmt.Errorf("used %v", a.Used)
				}
				return Verdict{Reason: "done"}, err
			}, &steppedPlayer{hosttest.Answering("ok", c.after), seconds})
			v, text := played(t, m)
			require.Equal(t, c.foul, v.Foul != nil, "%+v, %d s", c, seconds)
			games, err := record.Read(strings.NewReader(text))
			require.NoError(t, err)
			for _, e := range games[0].Events {
				for _, at := range []record.Micros{e.Sent, e.Drained, e.First, e.Last} {
					require.Less(t, at.Duration().Abs(), time.Minute, "%+v, %d s: a stamp of %s", c, seconds, e.Type)
				}
			}
		}
	}
}
