package stalls

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// ran is an account of a program with this load, in a game that began at start, on a host that stalled at known times.
func ran(start time.Time, load func() Usage, most time.Duration, stalled ...Span) *Account {
	var source given
	for _, s := range stalled {
		source = append(source, Stall{From: start.Add(s.From), To: start.Add(s.To), Before: s.Before, After: s.After})
	}
	return Watch(source, Player{Usage: load}, most, start, func(t time.Time) time.Duration { return t.Sub(start) })
}

func TestClosedAccounts(t *testing.T) {
	asked := func(_, _ time.Duration) []Span { panic("stalls were looked up") }
	for name, a := range map[string]*Account{"zero": {}, "without a maximum": {stalls: asked}, "without stalls": {max: time.Second}} {
		require.Zero(t, a.MaxCompensation(), name)
		require.Zero(t, a.Extra(), name)
		require.Nil(t, a.Between(0, time.Second, 0), name)
		a.Asking()
		a.Asked(time.Time{}, time.Now())
		a.Close()
	}
}

// An account grants so much for an answer, and five times as much in a game.
func TestGrants(t *testing.T) {
	a := Recorded(func(_, _ time.Duration) []Span { return nil }, Player{}, 100*ms)
	require.Equal(t, 100*ms, a.MaxCompensation())
	require.Equal(t, 500*ms, a.Extra())
	a.Grant(430 * ms)
	require.Equal(t, 70*ms, a.MaxCompensation())
	a.Grant(100 * ms)
	require.Zero(t, a.MaxCompensation())
}

func TestUncertainty(t *testing.T) {
	for credit, want := range map[time.Duration]time.Duration{999 * ms: 0, 1000 * ms: 50 * ms, 2000 * ms: 100 * ms} {
		require.Equal(t, want, Uncertainty(credit, time.Second), "%v", credit)
	}
}

// What a program did in a stall is its own, and so is what it did outside on more than one processor since it was asked.
func TestOwnUsageSinceTheQuestion(t *testing.T) {
	for _, c := range []struct {
		name        string
		cpu         time.Duration // since it was asked, of which inStall in the stall
		inStall     time.Duration
		compensated time.Duration
	}{
		{"it waited", 0, 0, 200 * ms},
		{"it ran on one processor outside the stall", 800 * ms, 0, 200 * ms},
		{"it ran in a part of the stall", 850 * ms, 50 * ms, 150 * ms},
		{"it ran on two processors outside the stall", 900 * ms, 0, 100 * ms},
		{"it ran on two processors all the time", 2000 * ms, 200 * ms, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			load := Usage{CPU: 9 * time.Hour} // in games before
			before := load
			a := ran(start, func() Usage { return load }, time.Second, Span{
				From: 5200 * ms, To: 5400 * ms, Before: Usage{CPU: before.CPU + 100*ms}, After: Usage{CPU: before.CPU + 100*ms + c.inStall},
			})
			defer a.Close()
			time.Sleep(5 * time.Second)
			a.Asking()
			load.CPU += c.cpu
			time.Sleep(time.Second)
			require.Equal(t, c.compensated, Earned(a.Between(5*time.Second, 6*time.Second, 5*time.Second)), c.name)
		})
	}
}

// A question that took long to send counts what the player does from its last byte.
func TestUsageWhileTheQuestionIsSent(t *testing.T) {
	for _, c := range []struct {
		sending time.Duration
		own     time.Duration
	}{{time.Millisecond, 300 * ms}, {2 * ms, 0}} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			load := Usage{CPU: time.Hour}
			a := ran(start, func() Usage { return load }, time.Second, Span{From: 100 * ms, To: 500 * ms, Before: Usage{}, After: Usage{CPU: time.Hour + 300*ms}})
			defer a.Close()
			a.Asking()
			time.Sleep(c.sending)
			load.CPU += 300 * ms
			a.Asked(start, time.Now())
			time.Sleep(time.Second)
			found := a.Between(0, time.Second, 0)
			require.Len(t, found, 1)
			require.Equal(t, c.own, found[0].Own().CPU, "%v", c.sending)
		})
	}
}

// The stall of a player that cannot be counted is its own.
func TestUncounted(t *testing.T) {
	a := Recorded(func(_, _ time.Duration) []Span { return []Span{{From: 100 * ms, To: 300 * ms}} }, Player{Uncounted: true}, time.Second)
	require.Zero(t, Earned(a.Between(0, time.Second, 0)))
	a = Recorded(func(_, _ time.Duration) []Span { return []Span{{From: 100 * ms, To: 300 * ms}} }, Player{}, time.Second)
	require.Equal(t, 200*ms, Earned(a.Between(0, time.Second, 0)))
}

// The wait for a player ends at its deadline, and so much later as its account grants by then.
func TestWaits(t *testing.T) {
	stall := Span{From: 900 * ms, To: 1300 * ms}
	for _, c := range []struct {
		name  string
		a     func(start time.Time) *Account
		extra bool
		ends  time.Duration
	}{
		{"no stall", func(start time.Time) *Account { return ran(start, nil, time.Second) }, false, 1000 * ms},
		{"a stall before and behind the deadline", func(start time.Time) *Account { return ran(start, nil, time.Second, stall) }, false, 1400 * ms},
		{"a stall longer than may be granted", func(start time.Time) *Account { return ran(start, nil, 250*ms, stall) }, false, 1250 * ms},
		{"the extra of one", func(start time.Time) *Account { return ran(start, nil, 50*ms, stall) }, true, 1300 * ms},
		{"a stall as long as the limit, which is uncertain", func(start time.Time) *Account {
			return ran(start, nil, 5*time.Second, Span{From: 0, To: 1000 * ms})
		}, true, 2050 * ms},
		{"nothing to grant", func(start time.Time) *Account { return ran(start, nil, 0, stall) }, false, 1000 * ms},
		{"an uncounted player", func(start time.Time) *Account {
			a := ran(start, nil, time.Second, stall)
			a.uncounted = true
			return a
		}, false, 1000 * ms},
		{"a playback", func(time.Time) *Account {
			return Recorded(func(_, _ time.Duration) []Span { return []Span{stall} }, Player{}, time.Second)
		}, false, 1000 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			a := c.a(start)
			defer a.Close()
			a.Asking()
			wait := a.Wait
			if c.extra {
				wait = a.WaitExtra
			}
			ctx, cancel := wait(t.Context(), start, start.Add(time.Second))
			defer cancel()
			<-ctx.Done()
			require.ErrorIs(t, ctx.Err(), context.DeadlineExceeded, c.name)
			require.Equal(t, c.ends, time.Since(start), c.name)
		})
	}
}

// A wait that is called off ends with the error of its context.
func TestWaitCalledOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := ran(time.Now(), nil, time.Second)
		defer a.Close()
		parent, off := context.WithTimeout(t.Context(), 10*time.Second)
		ctx, cancel := a.Wait(parent, time.Now(), time.Now().Add(time.Minute))
		defer cancel()
		until, ok := ctx.Deadline()
		require.True(t, ok)
		require.Equal(t, 10*time.Second, time.Until(until), "the parent ends first")
		require.NoError(t, ctx.Err())
		off()
		<-ctx.Done()
		require.ErrorIs(t, ctx.Err(), context.Canceled)
	})
}

func TestUsages(t *testing.T) {
	earlier, later := Usage{CPU: 3, Read: 5}, Usage{CPU: 7, Read: 6}
	require.Equal(t, Usage{CPU: 4, Read: 1}, later.since(earlier))
	require.Equal(t, Usage{}, earlier.since(later))
	require.Equal(t, later, earlier.atLeast(later))
	require.Equal(t, earlier, later.atMost(earlier))
	require.Equal(t, 2*readCost+time.Second, Usage{CPU: time.Second, Read: 2}.time())
}

// given is a source that knows some stalls.
type given []Stall

func (g given) Watch(Watched) (func(from, to time.Time) []Stall, func()) {
	return func(time.Time, time.Time) []Stall { return g }, func() {}
}
