package host

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// stopped is a pulse of two processors that does not beat by itself.
func stopped(now time.Time) *Pulse {
	return &Pulse{every: beatEvery, last: []time.Time{now, now}}
}

func TestPulseNotesLateBeats(t *testing.T) {
	start := time.Unix(0, 0)
	at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
	p := stopped(start)
	p.note(0, at(4), 0)
	p.note(0, at(27), 0) // late, as happens
	p.note(1, at(28), 3*ms)
	p.note(0, at(160), 0)
	require.Equal(t, []Stall{{at(0), at(28), 3 * ms}, {at(27), at(160), 0}}, p.stalls)
}

// The last stalls are remembered, and no more of them than there is room for.
func TestPulseForgets(t *testing.T) {
	p := stopped(time.Unix(0, 0))
	for i := range 3 * maxStalls {
		p.note(0, time.Unix(int64(i+1), 0), 0)
	}
	require.Len(t, p.stalls, maxStalls)
	require.Equal(t, time.Unix(3*maxStalls, 0), p.stalls[maxStalls-1].To)
}

func TestStallsOfATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
		p := stopped(start)
		time.Sleep(200 * ms)
		p.note(0, at(50), ms)
		p.note(0, at(197), 2*ms)
		p.note(1, at(198), 0)
		require.Equal(t, []Stall{{at(50), at(197), 2 * ms}, {at(0), at(198), 0}},
			p.Stalls(at(60), at(150)))
		require.Equal(t, []Stall{{at(0), at(50), ms}, {at(0), at(198), 0}},
			p.Stalls(at(10), at(50)), "those that only touch are left out")
		require.Equal(t, start.Add(200*ms), time.Now(), "nothing was waited for")
	})
}

// A stall that has just ended is told whole: the beats are waited for. One that
// has not ended is told as far as it goes.
func TestStallsWaitForTheBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		p := stopped(start)
		time.Sleep(100 * ms)
		time.AfterFunc(2*ms, func() { p.note(0, time.Now(), 0) })
		time.AfterFunc(3*ms, func() { p.note(1, time.Now(), 0) })
		found := p.Stalls(start, time.Now())
		require.Equal(t, []Stall{{start, start.Add(102 * ms), 0}, {start, start.Add(103 * ms), 0}}, found)

		time.Sleep(50 * ms)
		asked := time.Now()
		found = p.Stalls(asked.Add(-ms), asked)
		require.Equal(t, asked.Add(maxBeatAwait), time.Now())
		require.Equal(t, []Stall{
			{start.Add(102 * ms), time.Now(), 0}, {start.Add(103 * ms), time.Now(), 0},
		}, found)
	})
}

// A real pulse beats on every processor, and ends.
func TestPulseBeats(t *testing.T) {
	p := StartPulse()
	require.Len(t, p.last, len(usable()))
	for range 3 {
		now := time.Now()
		require.Eventually(t, func() bool { return p.beatenSince(now) }, 10*time.Second, ms)
	}
	p.Close()
	p.Close()
}
