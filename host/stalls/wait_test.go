package stalls

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// known is an account of a program whose waits, load and stalls are known, asked at 0.
func known(waits *Waits, load *Usage, now *time.Duration, stalls ...Span) *Account {
	a := &Account{
		max: time.Second, waits: func(bool) Waits { return *waits }, usage: usageMeter{load: func() Usage { return *load }},
		at:     func(time.Time) time.Duration { return *now },
		stalls: func(_, _ time.Duration) []Span { return stalls },
	}
	a.Asking()
	return a
}

func TestWaitsAreBounded(t *testing.T) {
	for _, c := range []struct {
		name   string
		waits  Waits
		own    time.Duration
		read   int64
		stalls []Span
		earned time.Duration
	}{
		{"it waited for its input", Waits{Others: time.Hour}, 0, 0, nil, 0},
		{"it waited for its input while the host stalled", Waits{Others: time.Hour}, 0, 0, []Span{{From: 100 * ms, To: 900 * ms, Waited: 800 * ms}}, 0},
		{"others had the processors", Waits{Held: 300 * ms, Others: time.Second}, 400 * ms, 0, nil, 300 * ms},
		{"nobody else ran", Waits{Held: 700 * ms}, 10 * ms, 0, nil, 0},
		{"a thousand of its threads waited for each other", Waits{Held: time.Hour, Others: 50 * ms}, 100 * ms, 0, nil, 50 * ms},
		{"it ran nearly all the time", Waits{Held: time.Hour, Others: time.Hour}, 950 * ms, 0, nil, 50 * ms},
		{"it ran on two processors", Waits{Held: time.Hour, Others: time.Hour}, 1500 * ms, 0, nil, 0},
		{"it flooded the host", Waits{Held: time.Hour, Others: time.Hour}, 0, 700_000, nil, 300 * ms},
		{"the machine stood still", Waits{}, 0, 0, []Span{{From: 100 * ms, To: 300 * ms, Waited: 2 * ms}}, 198 * ms},
		{"the host read late", Waits{Others: time.Hour}, 0, 0, []Span{{From: 900 * ms, To: 1000 * ms, Waited: 96 * ms}}, 100 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			var waits Waits
			var load Usage
			now := time.Duration(0)
			a := known(&waits, &load, &now, c.stalls...)
			waits, load, now = c.waits, Usage{c.own, c.read}, time.Second
			found := a.Between(0, time.Second, 0)
			require.Equal(t, c.earned, Earned(found))
			require.Empty(t, a.Between(time.Second, time.Second, 0), "it counts once")

			again := Recorded(func(_, _ time.Duration) []Span { return found }, Player{Uncounted: true}, time.Second)
			require.Equal(t, c.earned, Earned(again.Between(0, time.Second, 0)), "a playback has the same")
		})
	}
}
