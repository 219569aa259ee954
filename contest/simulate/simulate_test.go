package simulate

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

var (
	first = flag.Uint64("seed", 1, "the first seed of the days that are simulated")
	days  = flag.Int("days", 200, "how many days are simulated; of one alone, all that was done to files is told")
)

// TestMain starts what package os/signal starts once, outside of all bubbles.
func TestMain(m *testing.M) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Stop(c)
	os.Exit(m.Run())
}

// simulated is the day of a seed.
func simulated(t *testing.T, seed uint64, fault Fault) (r *Report, err error) {
	synctest.Test(t, func(*testing.T) { r, err = Run(seed, fault) })
	return r, err
}

// total is what happened in some days.
type total struct {
	Report
	days int
}

func (t *total) add(r *Report) {
	t.days++
	t.Lives += r.Lives
	t.PowerLosses += r.PowerLosses
	t.Kills += r.Kills
	t.Jumps += r.Jumps
	t.Orders += r.Orders
	t.Held += r.Held
	t.Games += r.Games
	t.Took += r.Took
	t.Disk.Torn += r.Disk.Torn
	t.Disk.Unnamed += r.Disk.Unnamed
	t.Disk.Full += r.Disk.Full
	t.Disk.Unsynced += r.Disk.Unsynced
	t.Disk.ReadOnly += r.Disk.ReadOnly
}

func (t *total) String() string {
	return fmt.Sprintf("seeds %d to %d: %d days (%v of virtual time), %d runs of which %d were begun again, "+
		"%d crashes (%d losses of power, %d kills), %d torn files, %d names lost, %d writes to a full disk, %d syncs failed, "+
		"%d times read-only, %d jumps of the clock, %d locks of strangers, %d orders, %d games",
		*first, *first+uint64(t.days)-1, t.days, t.Took.Round(time.Second), t.Lives, t.Lives-t.days,
		t.PowerLosses+t.Kills, t.PowerLosses, t.Kills, t.Disk.Torn, t.Disk.Unnamed, t.Disk.Full, t.Disk.Unsynced,
		t.Disk.ReadOnly, t.Jumps, t.Held, t.Orders, t.Games)
}

// differs is where two traces differ first.
func differs(a, b []simfs.Event) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("event %d: %v and %v", i, a[max(0, i-2):i+1], b[max(0, i-2):i+1])
		}
	}
	return fmt.Sprintf("%d and %d events", len(a), len(b))
}

// Whatever fails in a day, it ends as it should; and the same seed gives the same bytes
// and the same events.
func TestDays(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t) // it is deterministic, and races have tests of their own
	var all total
	for seed := *first; seed < *first+uint64(*days); seed++ {
		r, err := simulated(t, seed, Fault{})
		if err == nil {
			again, failed := simulated(t, seed, Fault{})
			if failed != nil || r.Trace != again.Trace || r.Files != again.Files {
				err = fmt.Errorf("the day comes out otherwise the second time, %s: %w", differs(r.Events, again.Events), failed)
			}
		}
		if *days == 1 {
			for _, e := range r.Events {
				t.Log(e.At.Format("04:05.000000000"), e.Path, e.What)
			}
		}
		if all.add(r); err != nil {
			t.Fatalf("seed %d: %v\nrepeat: go test ./contest/simulate -run '^TestDays$' -v -seed %d -days 1\n%s", seed, err, seed, &all)
		}
	}
	t.Log(&all)
}

// Days on which scores count are killed and lose power wherever they are, and end with the points
// and winners that their decisions give by hand.
func TestScoredDays(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	var all total
	for seed := uint64(1); seed <= 100; seed++ {
		r, err := simulated(t, seed, Fault{Stages: ScoredStages})
		if all.add(r); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	require.Greater(t, all.PowerLosses+all.Kills, 100)
	t.Log(&all)
}

// A disk that is full for a while, as a write or a sync finds, ends no run: the day waits for space, goes on, and verifies.
func TestFullDisk(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	var all total
	for seed := uint64(1); seed <= 80; seed++ {
		r, err := simulated(t, seed, Fault{FullDisk: true})
		if all.add(r); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := simulated(t, seed, Fault{FullDisk: true})
		require.NoError(t, err)
		require.Equal(t, r.Trace, again.Trace, "seed %d: %s", seed, differs(r.Events, again.Events))
	}
	require.Greater(t, all.Disk.Full, 100)
	require.Greater(t, all.Disk.Unsynced, 50)
	require.Zero(t, all.PowerLosses+all.Kills)
	t.Log(&all)
}

// Days of heats, and of a ladder, are killed and lose power wherever they are, and end with the points that
// their decisions give by hand.
func TestHeatAndLadderDays(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, stages := range []string{HeatStages, LadderStages} {
		var all total
		for seed := uint64(1); seed <= 16; seed++ {
			r, err := simulated(t, seed, Fault{Stages: stages, NoJumps: true})
			if all.add(r); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			again, err := simulated(t, seed, Fault{Stages: stages, NoJumps: true})
			require.NoError(t, err)
			require.Equal(t, r.Trace, again.Trace, "seed %d: %s", seed, differs(r.Events, again.Events))
		}
		require.Greater(t, all.PowerLosses+all.Kills, 10)
		t.Log(&all)
	}
}
