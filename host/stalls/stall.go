package stalls

import (
	"cmp"
	"slices"
	"time"
)

// Source notices when the host stalls. *Detector is one.
type Source interface {
	// Watch begins to watch a player. Stalls returns the stalls that overlap a time, with the usage of the
	// player; stop ends the watch.
	Watch(p Watched) (stalls func(from, to time.Time) []Stall, stop func())
}

// Watched is a player as a Source sees it.
type Watched struct {
	Load     func() Usage // returns its usage; nil if that is unknown
	Nice     int          // its nice value relative to the host's; 0 for one that the host's processors do not run
	External bool         // it is no program of this machine: the kernel's workers hand over what it sends
}

// Stall is a time in which the host stalled: its process, or one of the
// processors it may run on, did nothing for it although it was due. Whatever
// arrived then was stamped late, and a player on the same machine may have been
// kept from running as well.
type Stall struct {
	From, To time.Time
	// Waited is the part in which the host was ready to run and got no processor.
	// The rest it was stopped, or the whole machine was. Zero if unknown.
	Waited time.Duration
	// Before and After are the loads of the player that is watched, at From and
	// at To. Equal loads are a player that did not take part in the stall.
	Before, After Usage
	// HandOver is a wait of the kernel's workers: it kept from a player what was sent before it, and from the host
	// what the player sent, and nothing else.
	HandOver bool
}

// delays reports whether a stall counts for a question that was sent at one time and answered, or given up, at
// another: a wait of the kernel's workers has to be about one of the two.
func (s *Stall) delays(sent, answered time.Time) bool {
	const slack = 2 * workersEvery // they are looked at that often
	return !s.HandOver || !s.From.After(sent.Add(slack)) || !s.To.Before(answered.Add(-slack))
}

// Span is a Stall in the time of a game: From, To and Waited count from its start,
// in whole microseconds.
type Span struct {
	From, To, Waited time.Duration
	Before, After    Usage

	// Wait, if it is not nil, is what a program whose waits are measured could not do from From to To.
	Wait *Wait
}

// Own returns what the player itself did meanwhile.
func (s Span) Own() Usage { return s.After.since(s.Before) }

// Earned is the credit that stalls deserve which do not overlap: their length
// without the time for which the player itself kept the processors busy. A
// player with one thread loses nothing by that: while it ran the stall cost it
// nothing. Who keeps several busy pays with one stall for the next.
func Earned(stalls []Span) time.Duration {
	var sum time.Duration
	for _, s := range stalls {
		if s.Wait != nil {
			sum += s.Wait.earned(s.To-s.From, s.Own())
			continue
		}
		sum += s.To - s.From - s.Own().time()
	}
	return max(0, sum).Truncate(time.Microsecond)
}

// Total returns for how long the host stalled between two times.
func Total(stalls []Stall, from, to time.Time) (sum time.Duration) {
	spans := make([]Span, 0, len(stalls))
	for _, s := range stalls {
		spans = append(spans, Span{From: s.From.Sub(from), To: s.To.Sub(from)})
	}
	for _, s := range within(spans, 0, to.Sub(from)) {
		sum += s.To - s.From
	}
	return sum
}

// within cuts stalls to what lies between two times, joins those that touch
// and returns them in order. Stalls of several processors at once count once.
func within(stalls []Span, from, to time.Duration) []Span {
	cut := make([]Span, 0, len(stalls))
	for _, s := range stalls {
		s.From, s.To = max(s.From, from), min(s.To, to)
		if s.From < s.To {
			cut = append(cut, s)
		}
	}
	slices.SortFunc(cut, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
	joined := cut[:0]
	for _, s := range cut {
		if n := len(joined); n > 0 && s.From <= joined[n-1].To {
			joined[n-1] = joined[n-1].join(s)
			continue
		}
		joined = append(joined, s)
	}
	for i := range joined {
		joined[i].Waited = max(0, min(joined[i].Waited, joined[i].To-joined[i].From))
	}
	return joined
}

// join is one stall of two that touch, the earlier one first. Loads only grow, so
// that what both saw counts once.
func (s Span) join(later Span) Span {
	s.To, s.Waited = max(s.To, later.To), max(s.Waited, later.Waited)
	s.Before, s.After = s.Before.atMost(later.Before), s.After.atLeast(later.After)
	return s
}
