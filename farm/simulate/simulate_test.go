package simulate

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// usual is a farm as it should be.
func usual(seed uint64, workers, jobs int) Options {
	return Options{Seed: seed, Workers: workers, Jobs: jobs, Job: time.Minute, Lease: time.Minute, Delay: 20 * time.Millisecond, Downtime: 5 * time.Minute}
}

// bad is a farm in which everything goes wrong now and then.
func bad(seed uint64, workers, jobs int) Options {
	o := usual(seed, workers, jobs)
	o.Crash, o.Pause, o.Slow, o.Partition = 0.02, 0.02, 0.01, 0.02
	o.Loss, o.Duplicate, o.Restarts = 0.02, 0.02, 5
	return o
}

// requireOnce wants each job to be kept exactly once.
func requireOnce(t *testing.T, r *Report) {
	t.Helper()
	require.Equal(t, len(r.Kept), r.Counts.Done)
	for number, times := range r.Kept {
		require.Equal(t, 1, times, "job %d", number)
	}
	require.Equal(t, 0, r.Counts.Broken)
}

// Where nothing fails next to nothing is wasted, and workers wait for nobody.
func TestUsualFarm(t *testing.T) {
	tier.Slow(t)
	r, err := Run(usual(1, 100, 5_000))
	require.NoError(t, err)
	requireOnce(t, r)
	require.Zero(t, r.Counts.Expired)
	require.Zero(t, r.Wasted)
	require.Greater(t, r.Throughput(100), 0.95)
	t.Log(r)
}

// Whatever fails, nothing is lost and nothing is counted twice.
func TestBadFarm(t *testing.T) {
	tier.Slow(t)
	for seed := range uint64(5) {
		r, err := Run(bad(seed, 100, 5_000))
		require.NoError(t, err)
		requireOnce(t, r)
		require.Positive(t, r.Counts.Expired)
		require.Positive(t, r.Crashes)
		require.Zero(t, r.Found)
		require.Less(t, r.Waste(), 0.10)
		t.Log(r)
	}
}

// Equal seeds give equal runs, and others others.
func TestSeed(t *testing.T) {
	runs := map[uint64]string{}
	for _, seed := range []uint64{7, 8, 7} {
		r, err := Run(bad(seed, 20, 500))
		require.NoError(t, err)
		if before, ok := runs[seed]; ok {
			require.Equal(t, before, r.String())
		}
		runs[seed] = r.String()
	}
	require.NotEqual(t, runs[7], runs[8])
}

// A worker whose results are wrong is found out where its job was done twice.
func TestWrongResults(t *testing.T) {
	tier.Slow(t)
	o := bad(3, 50, 2_000)
	o.Wrong, o.Partition = 0.2, 0.3
	r, err := Run(o)
	require.NoError(t, err)
	requireOnce(t, r)
	require.Positive(t, r.Found)
}

// TestLargeFarm is 1,000 workers and as many jobs as FARM_JOBS says: 10^6 in the
// long checks.
func TestLargeFarm(t *testing.T) {
	tier.Slow(t)
	jobs := 20_000
	if text := os.Getenv("FARM_JOBS"); text != "" {
		var err error
		jobs, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	for name, o := range map[string]Options{"usual": usual(1, 1000, jobs), "bad": bad(1, 1000, jobs)} {
		start := time.Now()
		r, err := Run(o)
		require.NoError(t, err)
		requireOnce(t, r)
		t.Logf("%s: %v; %.1f %% of the workers' time useful; simulated in %v", name, r, 100*r.Throughput(1000), time.Since(start).Round(time.Second))
	}
}
