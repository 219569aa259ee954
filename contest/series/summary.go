package series

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/record"
)

// Summary gathers the times that the players took for their moves, over all
// games. It is not safe for concurrent use.
type Summary struct {
	// Wire is the serial line that an address is behind; nil for none.
	Wire func(address string) latency.UARTLine
	// Handshake holds the questions whose answers are not moves.
	Handshake []string

	players map[string]*latency.AnswerTimes
	limit   map[int]time.Duration // of the question that a seat is asked

	asked    map[int]*record.EventClock // of that question
	networks map[string]*network        // of the players that have an agent
}

// Add takes in an event of a game between the players at the seats.
func (s *Summary) Add(e record.Event, seats []host.Seat) {
	if s.players == nil {
		s.players, s.limit = map[string]*latency.AnswerTimes{}, map[int]time.Duration{}
		s.asked, s.networks = map[int]*record.EventClock{}, map[string]*network{}
	}
	if e.Type == record.EventAsk {
		s.limit[e.Seat], s.asked[e.Seat] = e.Limit.Duration(), e.Clock
	}
	if e.Type == record.EventLog && e.Seat < len(seats) && seats[e.Seat].PollingClient {
		s.action(e, seats)
		return
	}
	// A polling client's answer takes its turn, whenever it acted.
	if e.Seat < len(seats) && seats[e.Seat].PollingClient {
		return
	}
	if e.Type != record.EventAnswer || slices.Contains(s.Handshake, e.Question) || e.Seat >= len(seats) {
		return
	}
	who := s.player(e.Seat, seats)
	s.players[who].Add(e.Used.Duration(), s.limit[e.Seat], len(e.Received())+1)
	if asked := s.asked[e.Seat]; e.Clock != nil && asked != nil {
		if s.networks[who] == nil {
			s.networks[who] = &network{}
		}
		s.networks[who].answered(asked, e.Clock)
	}
}

// player returns the name of a seat's player in the summary.
func (s *Summary) player(seat int, seats []host.Seat) (who string) {
	who = seats[seat].Address
	if same(seats, who) > 1 {
		who = fmt.Sprintf("%s (%s)", who, seats[seat].Name)
	}
	if s.players[who] == nil {
		s.players[who] = &latency.AnswerTimes{}
		if s.Wire != nil {
			s.players[who].Wire = s.Wire(seats[seat].Address)
		}
	}
	return who
}

// action takes in the line of a log that says when a polling client acted.
func (s *Summary) action(e record.Event, seats []host.Seat) {
	var after, limit string
	if n, _ := fmt.Sscanf(e.Text, host.PollingActionLine, &after, &limit); n != 2 {
		return
	}
	used, err := time.ParseDuration(after)
	most, wrong := time.ParseDuration(limit)
	if err == nil && wrong == nil {
		s.players[s.player(e.Seat, seats)].Add(used, most, 0)
	}
}

// same counts the seats whose players are at an address.
func same(seats []host.Seat, address string) (n int) {
	for _, seat := range seats {
		if seat.Address == address {
			n++
		}
	}
	return n
}

// Lines sums up, a line for each player.
func (s *Summary) Lines() []string {
	var lines []string
	for _, who := range slices.Sorted(maps.Keys(s.players)) {
		lines = append(lines, who+": "+s.players[who].String())
		if n := s.networks[who]; n != nil {
			lines = append(lines, who+": "+n.String())
		}
	}
	return lines
}
