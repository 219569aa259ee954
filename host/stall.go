package host

import (
	"cmp"
	"slices"
	"time"
)

// Stall is a time in which the host stood still: its process, or one of the
// processors it may run on, did nothing for it although it was due. Whatever
// arrived then was stamped late, and a player on the same machine may have
// stood still as well.
type Stall struct {
	From, To time.Time
	// Waited is how much of it the host was ready to run and got no processor.
	// The rest it was stopped, or the whole machine was. Zero if unknown.
	Waited time.Duration
}

// span is a Stall in the time of a match.
type span struct{ from, to, waited time.Duration }

// within cuts stalls to what lies between two times, joins those that touch
// and returns them in order. Stalls of several processors at once count once.
func within(stalls []span, from, to time.Duration) []span {
	cut := make([]span, 0, len(stalls))
	for _, s := range stalls {
		s.from, s.to = max(s.from, from), min(s.to, to)
		if s.from < s.to {
			cut = append(cut, s)
		}
	}
	slices.SortFunc(cut, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	joined := cut[:0]
	for _, s := range cut {
		if n := len(joined); n > 0 && s.from <= joined[n-1].to {
			last := &joined[n-1]
			last.to, last.waited = max(last.to, s.to), max(last.waited, s.waited)
			continue
		}
		joined = append(joined, s)
	}
	for i := range joined {
		joined[i].waited = max(0, min(joined[i].waited, joined[i].to-joined[i].from))
	}
	return joined
}

// length is the sum of stalls that do not overlap.
func length(stalls []span) (sum time.Duration) {
	for _, s := range stalls {
		sum += s.to - s.from
	}
	return sum
}
