package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
)

// summary gathers the times that the players took for their moves, over all
// games. It is used by one goroutine at a time.
type summary struct {
	order []string
	used  map[string][]time.Duration

	credits int           // answers that were not charged in full
	credit  time.Duration // the longest of them
}

// add takes in an event of a game between the players at two addresses, white
// first.
func (s *summary) add(e host.Event, addresses ...string) {
	if s.used == nil {
		s.used = map[string][]time.Duration{}
	}
	if e.Credit > 0 && e.Type != host.EventGame {
		s.credits++
		s.credit = max(s.credit, e.Credit.Duration())
	}
	if e.Type != host.EventAnswer || e.Question == "-T" || e.Seat >= len(addresses) {
		return
	}
	who := addresses[e.Seat]
	if len(addresses) > 1 && addresses[0] == addresses[1] {
		who = fmt.Sprintf("%s (%s)", who, [...]string{"white", "red"}[e.Seat])
	}
	if _, known := s.used[who]; !known {
		s.order = append(s.order, who)
	}
	s.used[who] = append(s.used[who], e.Used.Duration())
}

// lines sums up, a line for each player.
func (s *summary) lines() []string {
	var lines []string
	slices.Sort(s.order)
	for _, who := range s.order {
		used := s.used[who]
		slices.Sort(used)
		lines = append(lines, fmt.Sprintf("%s: %s, median %s, 99th percentile %s, longest %s",
			who, plural(len(used), "move", "moves"), brief(percentile(used, 50)),
			brief(percentile(used, 99)), brief(percentile(used, 100))))
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
