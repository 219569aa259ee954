package main

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
)

// summary gathers the times that the players took for their moves, over all
// games. It is used by one goroutine at a time.
type summary struct {
	players map[string]*answered
	limit   map[int]time.Duration // of the question that a seat is asked

	credits int           // answers that were not charged in full
	credit  time.Duration // the longest of them
}

// answered are the answers of one player.
type answered struct {
	used  []time.Duration
	share float64 // the most of its limit that an answer took

	wire  latency.Wire    // that the address is behind
	wired []time.Duration // of each answer's bytes on it
	quick bool            // an answer took less: the link does not keep the rate
}

// add takes in an event of a game between the players at two addresses, white
// first.
func (s *summary) add(e host.Event, addresses ...string) {
	if s.players == nil {
		s.players, s.limit = map[string]*answered{}, map[int]time.Duration{}
	}
	if e.Credit > 0 && e.Type != host.EventGame {
		s.credits++
		s.credit = max(s.credit, e.Credit.Duration())
	}
	if e.Type == host.EventAsk {
		s.limit[e.Seat] = e.Limit.Duration()
	}
	if e.Type != host.EventAnswer || e.Question == "-T" || e.Seat >= len(addresses) {
		return
	}
	who := addresses[e.Seat]
	if len(addresses) > 1 && addresses[0] == addresses[1] {
		who = fmt.Sprintf("%s (%s)", who, [...]string{"white", "red"}[e.Seat])
	}
	if s.players[who] == nil {
		s.players[who] = &answered{wire: wireOf(addresses[e.Seat], -1)}
	}
	s.players[who].add(e.Used.Duration(), s.limit[e.Seat], len(e.Received())+1)
}

// add takes in an answer of so many bytes.
func (a *answered) add(used, limit time.Duration, bytes int) {
	a.used = append(a.used, used)
	if limit > 0 {
		a.share = max(a.share, used.Seconds()/limit.Seconds())
	}
	wired := a.wire.Time(bytes)
	a.wired = append(a.wired, wired)
	a.quick = a.quick || used < wired*9/10
}

// String sums up.
func (a *answered) String() string {
	slices.Sort(a.used)
	text := fmt.Sprintf("%s, median %s, 90th percentile %s, 99th %s, longest %s",
		plural(len(a.used), "move", "moves"), brief(percentile(a.used, 50)),
		brief(percentile(a.used, 90)), brief(percentile(a.used, 99)), brief(percentile(a.used, 100)))
	if a.share > 0 {
		text += fmt.Sprintf(" (%.1f %% of the limit)", 100*a.share)
	}
	if a.wire.Baud > 0 && !a.quick {
		slices.Sort(a.wired)
		text += fmt.Sprintf("; in each about %s on the wire at %d baud", brief(percentile(a.wired, 50)), a.wire.Baud)
	}
	return text
}

// lines sums up, a line for each player.
func (s *summary) lines() []string {
	var lines []string
	for _, who := range slices.Sorted(maps.Keys(s.players)) {
		lines = append(lines, who+": "+s.players[who].String())
	}
	if s.credits > 0 {
		lines = append(lines, fmt.Sprintf("host stood still: %s credited, the longest %s",
			plural(s.credits, "answer", "answers"), brief(s.credit)))
	}
	return lines
}

// percentile is by nearest rank, of sorted times: one that was really taken.
func percentile(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (percent*len(sorted)+99)/100-1)]
}

// brief is a duration to three digits or so, in milliseconds or seconds.
func brief(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.3f ms", d.Seconds()*1e3)
}
