package hosttest

import (
	"time"

	"github.com/loopline/loopline/host/stalls"
)

// stallSource knows its stalls.
type stallSource func(from, to time.Time) []stalls.Stall

// Watch implements stalls.Source.
func (f stallSource) Watch(stalls.Watched) (func(from, to time.Time) []stalls.Stall, func()) {
	return f, func() {}
}

// Stalled is a source of stalls at known times, each from and to, since now. Of a stall that is not over the
// part that has passed is known.
func Stalled(spans ...[2]time.Duration) stalls.Source {
	start := time.Now()
	return stallSource(func(from, to time.Time) (found []stalls.Stall) {
		for _, s := range spans {
			begin, end := start.Add(s[0]), start.Add(s[1])
			if now := time.Now(); end.After(now) {
				end = now
			}
			if begin.Before(to) && end.After(from) {
				found = append(found, stalls.Stall{From: begin, To: end, Waited: 5 * time.Millisecond})
			}
		}
		return found
	})
}
