package tournament

import (
	"slices"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// lostNetwork writes into the decision on a void game whose agents were not heard of any
// more, by their seats, and decides whether one of them has lost it: an entrant who
// could kill an agent whenever a game is lost would lose none. Lost are the games of the
// match that each entrant's agent has cost so far. Where both agents are lost the network
// of the host failed, and no entrant has lost.
func (d *Tournament) lostNetwork(c *Decision, seats, entrants, lost, gone []int) {
	if d.NetVoids == 0 || !c.Void || c.Reason != host.ReasonLost {
		return
	}
	for _, seat := range gone {
		if seat >= 0 && seat < len(seats) {
			c.Absent = append(c.Absent, d.Entrants[seats[seat]].Name)
		}
	}
	if len(c.Absent) != 1 {
		return
	}
	absent := seats[gone[0]]
	side := slices.Index(entrants, absent)
	if side >= 0 && len(entrants) == 2 && lost[side]+1 >= d.NetVoids {
		c.Void, c.Winner = false, d.Entrants[entrants[1-side]].Name
	}
}

// networkShares are the shares of a game that exceed what the round trips take, by the
// entrants in its seats.
func (d *Tournament) networkShares(seats []int, shares []host.NetworkShare) (exceeding []NetworkShare) {
	for _, n := range shares {
		if n.Exceeds() && n.Seat < len(seats) {
			exceeding = append(exceeding, NetworkShare{
				Entrant: d.Entrants[seats[n.Seat]].Name, Answers: n.Answers, Exceeding: n.Exceeding,
				Excess: record.Micros(n.Excess.Microseconds()), Trip: record.Micros(n.RTT.Microseconds()),
			})
		}
	}
	return exceeding
}

// goneSeats are the seats whose agents were not heard of any more in a recorded game.
func goneSeats(g *record.Game) (seats []int) {
	for i := range g.Events {
		e := &g.Events[i]
		if e.Type == record.EventFault && e.Kind == record.FaultNetwork && !slices.Contains(seats, e.Seat) {
			seats = append(seats, e.Seat)
		}
	}
	slices.Sort(seats)
	return seats
}

// creditedAnswers counts the answers of a game that count by credit, by the entrants in its seats.
func (d *Tournament) creditedAnswers(seats []int, all []host.CreditedAnswer) (counted []CreditedAnswers) {
	for seat, e := range seats {
		c := CreditedAnswers{Entrant: d.Entrants[e].Name}
		for _, a := range all {
			if a.Seat == seat {
				c.Answers++
				c.Longest = max(c.Longest, record.MicrosOf(a.Credit))
			}
		}
		if c.Answers > 0 {
			counted = append(counted, c)
		}
	}
	return counted
}
