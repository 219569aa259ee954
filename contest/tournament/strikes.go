package tournament

import (
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/say"
)

// Strikes counts the strikes of an entrant in a stage since it was last reinstated after a
// disqualification. Void games count too.
func (d *Tournament) Strikes(s *Stage, entrant int) int {
	strikes := int64(-d.Entrants[entrant].pardoned[s.Index])
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			for _, g := range m.Games {
				strikes += s.strikesOf(g, entrant)
			}
		}
	}
	return int(strikes)
}

// strikesOf counts the strikes of one game.
func (s *Stage) strikesOf(g *Game, entrant int) (strikes int64) {
	if g.State != Settled || g.By == Withdrawn {
		return 0 // to leave is none
	}
	if s.StrikeReasons == nil {
		return g.Quantity(config.QuantityFaults, entrant)
	}
	for _, reason := range s.StrikeReasons {
		switch absent := slices.Contains(g.Absent, entrant); {
		case reason == config.AbsentReason && absent:
			strikes++
		case !absent:
			strikes += g.Quantity(config.QuantityOfKind(reason), entrant)
		}
	}
	return strikes
}

// DueDisqualification disqualifies the first entrant with too many strikes, until the next stage has begun.
func (d *Tournament) DueDisqualification(s *Stage) (Decision, bool) {
	if s.Strikes == 0 || s.Index+1 < len(d.Stages) && d.Stages[s.Index+1].Groups != nil {
		return Decision{}, false
	}
	for _, e := range s.Field() {
		if at := d.Entrants[e]; !at.Withdrawn && !at.House && d.Strikes(s, e) >= s.Strikes {
			return Decision{Type: Disqualified, Entrant: at.Name, Stage: s.Name}, true
		}
	}
	return Decision{}, false
}

// disqualify ends the contest of an entrant.
func (d *Tournament) disqualify(e *Entrant, stage string) error {
	s := d.stage(stage)
	if s == nil {
		return say.Errorf("there is no stage %.40q", stage)
	}
	if due, ok := d.DueDisqualification(s); !ok || due.Entrant != e.Name {
		return say.Errorf("%s does not have the strikes that disqualify in %s", e.Name, stage)
	}
	e.Disqualified = stage
	d.leave(e)
	return nil
}

// annul lets the games of a match count for neither entrant, if one of them is disqualified in a
// stage that says so.
func (d *Tournament) annul(m *Match) {
	out := func(e int) bool { return d.Entrants[e].Disqualified == m.Stage.Name }
	if m.Stage.Struck != config.StruckAnnul || !slices.ContainsFunc(m.Entrants, out) {
		return
	}
	for _, g := range m.Games {
		if g.State == Settled && g.annulled == nil {
			was := *g
			g.annulled = &was
			g.Winner, g.Draw, g.Void = None, false, true
		}
	}
}

// pardon takes back that an entrant was disqualified. Its strikes begin again.
func (d *Tournament) pardon(e *Entrant) {
	if e.Disqualified == "" {
		return
	}
	e.Disqualified = ""
	if e.pardoned == nil {
		e.pardoned = map[int]int{}
	}
	for _, s := range d.Stages {
		e.pardoned[s.Index] += d.Strikes(s, e.Index)
	}
	d.Matches(func(m *Match) {
		for _, g := range m.Games {
			if slices.Contains(m.Entrants, e.Index) && g.annulled != nil {
				*g = *g.annulled
			}
		}
		d.annul(m) // for the opponent
	})
}
