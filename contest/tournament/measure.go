package tournament

import (
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/host/record"
)

// Measures are quantities of a game by name, each with a value for every seat.
type Measures map[string][]int64

// of is a quantity of a seat; 0 where it was not measured.
func (m Measures) of(name string, seat int) int64 {
	if values := m[name]; seat < len(values) {
		return values[seat]
	}
	return 0
}

// Measured returns the quantities of a recorded game that decisions carry, for a contest that
// uses them; nil for others.
func (d *Tournament) measured(g *record.Game) Measures {
	names := d.Config.Measures()
	if len(names) == 0 {
		return nil
	}
	all := measureAll(g)
	if d.Env.Measure != nil {
		for name, values := range d.Env.Measure(g) {
			all[name] = values
		}
	}
	for name := range all {
		if !slices.Contains(names, name) {
			delete(all, name)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// measureAll measures what is in the record of every game.
func measureAll(g *record.Game) Measures {
	seats := len(g.Header().Seats)
	times, faults := make([]int64, seats), make([]int64, seats)
	measured := Measures{config.QuantityTime: times, config.QuantityFaults: faults}
	foul := func(f *record.EventFoul) {
		if f != nil && f.Seat >= 0 && f.Seat < seats {
			faults[f.Seat]++
			kind := config.QuantityOfKind(f.Kind)
			if measured[kind] == nil {
				measured[kind] = make([]int64, seats)
			}
			measured[kind][f.Seat]++
		}
	}
	for i := range g.Events {
		switch e := &g.Events[i]; e.Type {
		case record.EventAnswer:
			if e.Seat >= 0 && e.Seat < seats {
				times[e.Seat] += int64(e.Used)
			}
		case record.EventFouled, record.EventVerdict:
			foul(e.Foul)
		}
	}
	for seat := range times {
		times[seat] /= 1000
	}
	return measured
}

// Quantity is one of an entrant in the game.
func (g *Game) Quantity(name string, entrant int) int64 {
	seat := slices.Index(g.Seats, entrant)
	if seat < 0 {
		return 0
	}
	score := func(seat int) int64 {
		if seat < len(g.Scores) {
			return int64(g.Scores[seat])
		}
		return 0
	}
	switch name {
	case config.QuantityScore:
		return score(seat)
	case config.QuantityOpponent:
		if len(g.Seats) != 2 {
			return 0
		}
		return score(1 - seat)
	case config.QuantityPlies:
		return int64(g.Ply)
	case config.QuantityFaults:
		if slices.Contains(g.Absent, entrant) {
			return 1
		}
	}
	return g.Measures.of(name, seat)
}

// Value returns the game's part of a criterion that sums over an entrant's games.
func (g *Game) Value(criterion string, entrant int) int64 {
	if g.State != Settled || g.Void {
		if criterion == config.Faults && g.State == Settled {
			return g.Quantity(config.QuantityFaults, entrant)
		}
		return 0
	}
	if reason, ok := strings.CutPrefix(criterion, config.ReasonPrefix); ok {
		if g.Winner == entrant && (g.Reason == reason || g.Quantity(reason, entrant) > 0) {
			return 1
		}
		return 0
	}
	switch criterion {
	case config.ScoreDifference:
		return g.Quantity(config.QuantityScore, entrant) - g.Quantity(config.QuantityOpponent, entrant)
	case config.Wins:
		if g.Winner == entrant {
			return 1
		}
		return 0
	}
	return g.Quantity(criterion, entrant) // score, faults, time
}
