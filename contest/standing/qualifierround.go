package standing

import (
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
)

// qualifierRound pairs everybody with one player of the house.
func qualifierRound(d *tournament.Tournament, s *tournament.Stage, field []int, c *tournament.Decision) bool {
	if c.Round > len(s.House) {
		return false
	}
	house := d.House(s.House[c.Round-1])
	for i, e := range field {
		first, second := e, house
		if s.Seats == config.SeatsSecond {
			first, second = house, e
		}
		pair(d, c, i+1, 0, first, second)
	}
	return true
}

// HouseFault is a game of a qualifier in which a player of the house failed: it counts for no
// entrant, because not all played against the same opponent.
type HouseFault struct {
	Stage  string
	Round  int // of the player of the house
	Number int // of the game in each match of the round
	House  string
	Game   string // in which it failed
	Reason string
}

// Text implements say.Sayer.
func (h HouseFault) Text() say.Text {
	return say.Format("%s failed in %s (%s): game %d of round %d of %s counts for nobody; loopline contest replay plays %s again",
		h.House, h.Game, h.Reason, h.Number, h.Round, h.Stage, h.Game)
}

// String says it in a sentence.
func (h HouseFault) String() string { return h.Text().String() }

// HouseFaults returns the faults of a stage, each game once, in the order of the matches.
func HouseFaults(d *tournament.Tournament, s *tournament.Stage) (faults []HouseFault) {
	if s.Kind != config.Qualifier {
		return nil
	}
	seen := map[[2]int]bool{}
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			for _, e := range m.Entrants {
				for _, g := range m.Games {
					at := [2]int{r.Number, g.Number}
					if d.Entrants[e].House && g.State == tournament.Settled && g.Value(config.Faults, e) > 0 && !seen[at] {
						seen[at] = true
						faults = append(faults, HouseFault{s.Name, r.Number, g.Number, d.Entrants[e].Name, g.ID, g.Reason})
					}
				}
			}
		}
	}
	return faults
}

// qualifierPoints computes an entrant's points in the games of a match that count, in halves.
func (t *standingsTable) qualifierPoints(m *tournament.Match, e int) (halves int) {
	for _, g := range m.Games {
		if g.State == tournament.Settled && !g.Void && !t.failed[[2]int{m.Round, g.Number}] {
			halves += t.gamePoints(g, e)
		}
	}
	return halves
}

func (t *standingsTable) gamePoints(g *tournament.Game, e int) int {
	formula := t.stage.PointsLoss
	switch {
	case t.stage.PointsWin == "":
		return g.Halves(e)
	case g.Winner == e:
		formula = t.stage.PointsWin
	case g.Draw && t.stage.PointsDraw != "":
		formula = t.stage.PointsDraw
	case len(g.Absent) > 0:
		return 0 // it was not played
	}
	f, err := config.ParseFormula(formula)
	if err != nil { // the file was checked
		return 0
	}
	return 2 * int(f.Eval(func(name string) int64 { return g.Quantity(name, e) }))
}
