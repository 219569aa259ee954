package stalls

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// stopped is a detector of two processors that does not beat by itself.
func stopped(now time.Time) *Detector {
	d := newDetector([]int{-1, -1})
	d.addHeartbeats(0, now)
	return d
}

// stall is one of a player whose load is unknown.
func stall(from, to time.Time, waited time.Duration) Stall {
	return Stall{From: from, To: to, Waited: waited}
}

func TestLateBeatsAreStalls(t *testing.T) {
	start := time.Unix(0, 0)
	at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
	p := stopped(start)
	p.record(0, at(4), 0)
	p.record(0, at(27), 0) // late, as happens
	p.record(1, at(28), 3*ms)
	p.record(0, at(160), 0)
	require.Equal(t, []Stall{stall(at(0), at(28), 3*ms), stall(at(27), at(160), 0)}, p.unloaded.stalls)
}

// The last stalls are remembered, and no more of them than there is room for.
func TestStallsAreForgotten(t *testing.T) {
	p := stopped(time.Unix(0, 0))
	for i := range 3 * maxStalls {
		p.record(0, time.Unix(int64(i+1), 0), 0)
	}
	require.Len(t, p.unloaded.stalls, maxStalls)
	require.Equal(t, time.Unix(3*maxStalls, 0), p.unloaded.stalls[maxStalls-1].To)
}

func TestStallsOfATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
		p := stopped(start)
		time.Sleep(200 * ms)
		p.record(0, at(50), ms)
		p.record(0, at(197), 2*ms)
		p.record(1, at(198), 0)
		require.Equal(t, []Stall{stall(at(50), at(197), 2*ms), stall(at(0), at(198), 0)},
			p.Stalls(at(60), at(150)))
		require.Equal(t, []Stall{stall(at(0), at(50), ms), stall(at(0), at(198), 0)},
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
		time.AfterFunc(2*ms, func() { p.record(0, time.Now(), 0) })
		time.AfterFunc(3*ms, func() { p.record(1, time.Now(), 0) })
		found := p.Stalls(start, time.Now())
		require.Equal(t, []Stall{
			stall(start, start.Add(102*ms), 0), stall(start, start.Add(103*ms), 0),
		}, found)

		time.Sleep(50 * ms)
		asked := time.Now()
		found = p.Stalls(asked.Add(-ms), asked)
		require.Equal(t, asked.Add(maxBeatAwait), time.Now())
		require.Equal(t, []Stall{
			stall(start.Add(102*ms), time.Now(), time.Since(start)-102*ms), stall(start.Add(103*ms), time.Now(), time.Since(start)-103*ms),
		}, found)
	})
}

// What comes before players of a lower priority, but not before the host, is a stall
// of theirs alone. There small ones count too: a player meets many in one answer.
func TestStallsOfLowerPriorities(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
		d := stopped(start)
		d.addHeartbeats(5, start)
		board, stopBoard := d.Watch(Watched{})
		program, stopProgram := d.Watch(Watched{Nice: 5})
		defer stopBoard()
		defer stopProgram()
		for _, beat := range []struct{ pulse, at int }{
			{0, 4}, {1, 4}, {2, 4}, {3, 4}, // of two processors, at both priorities
			{0, 17}, {1, 17}, {2, 13}, {3, 12}, {0, 46}, {1, 18}, {2, 46}, {3, 46}, {1, 46},
		} {
			d.record(beat.pulse, at(beat.at), 0)
		}
		time.Sleep(46 * ms)
		low := []Stall{stall(at(4), at(13), 0), stall(at(13), at(46), 0), stall(at(12), at(46), 0)}
		high := []Stall{stall(at(17), at(46), 0), stall(at(18), at(46), 0)}
		require.Equal(t, high, board(at(0), at(46)))
		require.ElementsMatch(t, append(low, high...), program(at(0), at(46)))
	})
}

// A real detector beats on every processor, and ends.
func TestDetectorBeats(t *testing.T) {
	p := Start()
	require.Len(t, p.last, len(usable()))
	for range 3 {
		now := time.Now()
		require.Eventually(t, func() bool { return p.beatenSince(p.unloaded, now) }, 10*time.Second, ms)
	}
	p.Close()
	p.Close()
}

// A watch has the loads of its player at both ends of each stall, also of one
// that has not ended.
func TestWatchedLoads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
		d := stopped(start)
		busy := func() Usage { return Usage{CPU: time.Since(start) / 2, Read: int64(time.Since(start) / ms)} }
		stalls, stop := d.Watch(Watched{Load: busy})
		time.Sleep(10 * ms)
		d.record(0, at(10), 0)
		d.record(1, at(10), 0)
		time.Sleep(90 * ms)
		d.record(0, at(100), 40*ms)
		time.Sleep(15 * ms)
		d.record(0, at(115), 0)
		time.Sleep(5 * ms)
		before, after := Usage{5 * ms, 10}, Usage{50 * ms, 100}
		now := Usage{66 * ms, 132}
		require.Equal(t, []Stall{
			{From: at(10), To: at(100), Waited: 40 * ms, Before: before, After: after},
			{From: at(10), To: at(132), Waited: 122 * ms, Before: before, After: now},
		}, stalls(at(50), at(120)))
		stop()
		d.record(0, at(300), 0)
		require.Len(t, d.observers, 1)
	})
}

// A host that is stopped while a beat reads the load goes on with a load that holds
// what the player did meanwhile. The stall begins with the one before.
func TestStallsWhileALoadIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		at := func(millis int) time.Time { return start.Add(time.Duration(millis) * ms) }
		d := stopped(start)
		stops := time.Duration(0)
		stalls, stop := d.Watch(Watched{Load: func() Usage {
			time.Sleep(stops)
			return Usage{CPU: time.Since(start)}
		}})
		defer stop()
		time.Sleep(4 * ms)
		stops = 400 * ms
		d.record(0, time.Now(), 0)
		stops = 0
		time.Sleep(4 * ms)
		d.record(0, time.Now(), 0)
		d.record(1, time.Now(), 0)
		for _, s := range stalls(at(0), at(408)) {
			require.Equal(t, Usage{}, s.Before)
			require.Equal(t, Usage{CPU: 408 * ms}, s.After)
		}
	})
}

// What is dear to read is read rarely, and always when a stall is noted.
func TestLoadsThatAreDearToRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read := 0
		m := usageMeter{load: func() Usage {
			read++
			time.Sleep(ms)
			return Usage{CPU: time.Duration(read) * ms}
		}}
		m.now()
		start := time.Now()
		for time.Since(start) < second {
			m.lately()
			time.Sleep(ms)
		}
		require.InDelta(t, 20, read, 2)
		m.now()
		require.InDelta(t, 21, read, 2)
	})
}

// The pages name the shortest stall that counts.
func TestPagesNameTheShortestStall(t *testing.T) {
	for _, name := range []string{"latency", "protocol", "record"} {
		page, err := os.ReadFile("../../docs/" + name + ".md")
		require.NoError(t, err)
		words := strings.Join(strings.Fields(string(page)), " ")
		require.True(t, strings.Contains(words, fmt.Sprintf(" %d ms", stallMin/ms)), name)
		if name != "latency" { // of what comes over a wire
			require.True(t, strings.Contains(words, fmt.Sprintf(" %d ms", waitMin/ms)), name)
		}
	}
}
