package host

import (
	"fmt"
	"slices"
	"time"

	"github.com/loopline/loopline/host/record"
)

// NetworkShare measures how much of the time of a seat's answers its agent attributes to
// the network: the time between a question's leaving and the answer's coming, by the host's
// clock, without what the agent says that the player took. Excess is what of it the
// round trips that were measured do not account for.
type NetworkShare struct {
	Seat                 int
	Answers              int // that were judged by the agent's stamps
	Median, Largest, Sum time.Duration
	RTT                  time.Duration // the shortest measured, the median over the answers
	Exceeding            int           // answers with an excess
	Excess               time.Duration // of all together
}

// When an answer's share has an excess, and when a seat's exceeds its round trips.
//
// A question's own report comes back as its answer does, so the slowest of the last 16
// reports bounds the network on a bad day: an honest answer is slower than all of
// them once in 17 times. Reports are the agent's too, so no more of them counts than three
// of the shortest round trips and a message that is sent again twice (after 150 and 300 ms,
// noticed within 50). Of honest answers fewer than one in four has an excess.
const (
	shareReports = 16
	shareRTTs    = 3
	shareAgain   = 500 * time.Millisecond
	shareSlack   = 10 * time.Millisecond // of the machines at both ends

	minExceeding = 5 // answers
	exceedingOne = 4 // of this many
)

// Exceeds reports whether the network cannot well have taken as long as the agent leaves to
// it: it wavers, or stamps are not true.
func (n NetworkShare) Exceeds() bool {
	return n.Exceeding >= minExceeding && n.Exceeding*exceedingOne >= n.Answers
}

// String says it in a sentence, without the seat.
func (n NetworkShare) String() string {
	return fmt.Sprintf("its agent leaves more to the network than its round trips (%v) take: %v in %d of %d answers; the network wavers, or stamps are not true",
		n.RTT, n.Excess, n.Exceeding, n.Answers)
}

// shares collects the network's share of the answers of a seat.
type shares struct {
	budget time.Duration // of excess that is not charged; 0 is all
	rtts   []time.Duration
	recent []time.Duration // what the last reports took
	all    []time.Duration
	excess time.Duration
	over   int
}

// asked takes in the report of a line that was sent.
func (s *shares) asked(e *record.EventClock) {
	if e == nil || e.By != record.ByAgent {
		return
	}
	if len(s.recent) == shareReports {
		s.recent = slices.Delete(s.recent, 0, 1)
	}
	s.recent = append(s.recent, ((e.In - e.Out) - (e.End - e.Start)).Duration())
}

func (s *shares) measure(question, line *record.EventClock) (share, excess time.Duration, ok bool) {
	if question == nil || line == nil || line.By != record.ByAgent {
		return 0, 0, false
	}
	share = ((line.In - question.Out) - (line.End - question.Start)).Duration()
	trip := line.RTT.Duration()
	usual := trip
	for _, report := range s.recent {
		usual = max(usual, report)
	}
	usual = min(usual, shareRTTs*trip+shareAgain) + shareSlack
	return share, max(0, share-usual), true
}

// add takes in an answer to a question.
func (s *shares) add(question, line *record.EventClock) {
	share, excess, ok := s.measure(question, line)
	if !ok {
		return
	}
	s.all, s.rtts = append(s.all, share), append(s.rtts, line.RTT.Duration())
	s.excess += excess
	if excess > 0 {
		s.over++
	}
}

// share sets what a line is charged of the network: its excess, where the seat's budget is
// used up.
func (q *question) share(a *received, s *shares) {
	if _, excess, ok := s.measure(q.clock, a.clock); ok && s.budget > 0 {
		a.charged = min(excess, max(0, s.excess+excess-s.budget))
	}
}

// of is the share of a seat so far.
func (s *shares) of(seat int) NetworkShare {
	n := NetworkShare{Seat: seat, Answers: len(s.all), Exceeding: s.over, Excess: s.excess}
	if n.Answers > 0 {
		n.Median, n.Largest, n.RTT = median(s.all), slices.Max(s.all), median(s.rtts)
	}
	for _, share := range s.all {
		n.Sum += share
	}
	return n
}

func median(all []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// NetworkShares are the shares of the network in the answers of each seat of a recorded
// game. They follow from the clocks in the record; a seat without an agent has none.
func NetworkShares(g *record.Game) []NetworkShare {
	all := make([]shares, len(g.Header().Seats))
	asked := make([]*record.EventClock, len(all))
	for i := range g.Events {
		e := &g.Events[i]
		if e.Seat < 0 || e.Seat >= len(all) {
			continue
		}
		switch e.Type {
		case record.EventTell, record.EventAsk:
			all[e.Seat].asked(e.Clock)
			asked[e.Seat] = e.Clock
		case record.EventHear:
			asked[e.Seat] = nil
		case record.EventAnswer:
			all[e.Seat].add(asked[e.Seat], e.Clock)
		}
	}
	var shares []NetworkShare
	for seat := range all {
		if n := all[seat].of(seat); n.Answers > 0 {
			shares = append(shares, n)
		}
	}
	return shares
}
