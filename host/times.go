package host

import (
	"slices"
	"time"
)

// Times sums up how long a seat took for its answers to Ask. Those to AskFor
// are left out: a player that still starts says nothing about its speed.
type Times struct {
	Answers               int
	Min, Median, P99, Max time.Duration
}

// summarize sorts used in place. Percentiles are nearest-rank: always a time
// that was really taken.
func summarize(used []time.Duration) Times {
	n := len(used)
	if n == 0 {
		return Times{}
	}
	slices.Sort(used)
	return Times{
		Answers: n,
		Min:     used[0],
		Median:  used[(n+1)/2-1],
		P99:     used[(99*n+99)/100-1],
		Max:     used[n-1],
	}
}
