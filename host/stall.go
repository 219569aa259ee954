package host

import (
	"cmp"
	"slices"
	"time"
)

// Stall is a time in which the host stalled: its process, or one of the
// processors it may run on, did nothing for it although it was due. Whatever
// arrived then was stamped late, and a player on the same machine may have been
// kept from running as well.
type Stall struct {
	From, To time.Time
	// Waited is how much of it the host was ready to run and got no processor.
	// The rest it was stopped, or the whole machine was. Zero if unknown.
	Waited time.Duration
	// Before and After are the loads of the player that is watched, at From and
	// at To. Equal loads are a player that did not take part in the stall.
	Before, After Load
}

// span is a Stall in the time of a match.
type span struct {
	from, to, waited time.Duration
	before, after    Load
}

// own is what the player itself did meanwhile.
func (s span) own() Load { return s.after.since(s.before) }

// deserved is the credit that stalls deserve which do not overlap: their length
// without the time for which the player itself kept the processors busy. A
// player with one thread loses nothing by that: while it ran the stall cost it
// nothing. Who keeps several busy pays with one stall for the next.
func deserved(stalls []span) time.Duration {
	var sum time.Duration
	for _, s := range stalls {
		sum += s.to - s.from - s.own().time()
	}
	return max(0, sum).Truncate(time.Microsecond)
}

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
			joined[n-1] = joined[n-1].join(s)
			continue
		}
		joined = append(joined, s)
	}
	for i := range joined {
		joined[i].waited = max(0, min(joined[i].waited, joined[i].to-joined[i].from))
	}
	return joined
}

// join is one stall of two that touch, the earlier one first. Loads only grow, so
// that what both saw counts once.
func (s span) join(later span) span {
	s.to, s.waited = max(s.to, later.to), max(s.waited, later.waited)
	s.before, s.after = s.before.atMost(later.before), s.after.atLeast(later.after)
	return s
}
