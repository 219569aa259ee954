package stalls

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Lateness measures the delay of timers of this process: by as much a line may be stamped late, or a player kept from a
// processor, without a stall that is noticed.
type Lateness struct {
	Beats int           // that were measured
	Usual time.Duration // the median
	Rare  time.Duration // one beat in a hundred is later
	Worst time.Duration
}

// MeasureLateness lets timers run for a time on as many threads as the process may use processors. It ends early
// with ctx.
func MeasureLateness(ctx context.Context, length time.Duration) Lateness {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var mu sync.Mutex
	var late []time.Duration
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			var own []time.Duration
			for ctx.Err() == nil {
				due := time.Now().Add(beatEvery)
				time.Sleep(beatEvery)
				own = append(own, max(0, time.Since(due)))
			}
			mu.Lock()
			defer mu.Unlock()
			late = append(late, own...)
		})
	}
	all.Wait()
	return summarize(late)
}

// summarize takes nearest-rank percentiles.
func summarize(late []time.Duration) Lateness {
	if len(late) == 0 {
		return Lateness{}
	}
	slices.Sort(late)
	n := len(late)
	return Lateness{Beats: n, Usual: late[(n-1)/2], Rare: late[(99*n+99)/100-1], Worst: late[n-1]}
}
