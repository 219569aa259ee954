package tournament

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/say"
)

// reinstate has an entrant that had withdrawn play on. The games that it lost by that are to be
// played where nothing was paired by their results: in tables that were known from the start,
// and in the last round of other stages.
func (d *Tournament) reinstate(e *Entrant) error {
	if !e.Withdrawn {
		return say.Errorf("%s has not withdrawn", e.Name)
	}
	if err := d.freeAddress(e.Address, e); err != nil {
		return err
	}
	e.Withdrawn = false
	d.pardon(e)
	for i, s := range d.Stages {
		if i+1 < len(d.Stages) && d.Stages[i+1].Groups != nil {
			continue
		}
		for r, round := range s.Rounds {
			if (s.Kind == config.Swiss || s.Kind == config.Knockout) && r < len(s.Rounds)-1 || !round.PlayOff && s.playsOff() {
				continue
			}
			for _, m := range round.Matches {
				d.reopen(m, e.Index)
			}
		}
	}
	return nil
}

// playsOff reports whether matches that break ties are paired.
func (s *Stage) playsOff() bool {
	return len(s.Rounds) > 0 && s.Rounds[len(s.Rounds)-1].PlayOff
}

// reopen has the games of a match be played that were decided because an entrant had left.
func (d *Tournament) reopen(m *Match, entrant int) {
	for _, g := range m.Games {
		if g.State == Settled && g.By == Withdrawn && slices.Contains(g.Absent, entrant) {
			*g = m.unplayed(g)
			m.Drawn, m.Rule = None, ""
		}
	}
	d.forfeitOpen(m)
}

// unplayed is the game to be played at its next attempt.
func (m *Match) unplayed(g *Game) Game {
	return Game{ID: g.ID, Number: g.Number, Winner: None, Fast: g.Fast, Seats: m.seats(g.Number), Attempt: g.Attempt, Network: g.Network}
}

// rename gives an entrant another name. The former one stays its own: records and earlier
// decisions have it.
func (d *Tournament) rename(e *Entrant, name string) error {
	if err := config.CheckName(name); err != nil {
		return err
	}
	for known, i := range d.names {
		if config.Folded(known) == config.Folded(name) && i != e.Index {
			return say.Errorf("there is an entrant %.60q already", known)
		}
	}
	if name == e.Name {
		return say.Errorf("%s has that name", e.Name)
	}
	e.Name = name
	d.names[name] = e.Index
	return nil
}

// came takes in that an entrant is missing, or there.
func (e *Entrant) came(c *Decision) error {
	if e.Missing.IsZero() == (c.Type == Present) {
		return say.Errorf("%s is %s already", e.Name, c.Type)
	}
	if e.Missing = (time.Time{}); c.Type == Missing {
		e.Missing, _ = time.Parse(time.RFC3339Nano, c.Time)
		if e.Missing.IsZero() {
			e.Missing = time.Unix(0, 0)
		}
	}
	return nil
}

// applyPostponed takes in that a match waits, or waits no more.
func (d *Tournament) applyPostponed(c *Decision) error {
	m := d.Match(c.Match)
	switch {
	case m == nil:
		return say.Errorf("there is no match %s; contest status lists them", c.Match)
	case m.Postponed == (c.Type == Postponed):
		return say.Errorf("match %s is %s already", c.Match, c.Type)
	case c.Type == Postponed && m.Over():
		return say.Errorf("match %s is over", c.Match)
	}
	m.Postponed = c.Type == Postponed
	return nil
}

// freePlace is the group of a round robin in which somebody is free in every round, so that a
// late entrant changes no pairing; -1 where there is none.
func (d *Tournament) freePlace(s *Stage) int {
	if s.Kind != config.RoundRobin || s.playsOff() || len(d.Stages) > 1 && d.Stages[1].Groups != nil || s.Played() {
		return -1
	}
	best := -1
	for g, group := range s.Groups {
		if len(group)%2 == 1 && (best < 0 || len(group) < len(s.Groups[best])) {
			best = g
		}
	}
	return best
}

// noPlace says why no entrant can join a stage that has begun.
func (d *Tournament) noPlace(s *Stage) error {
	if s.Kind == config.RoundRobin && !s.Played() {
		return say.Errorf("%s has begun, and nobody can enter a %s then: no group of it has an odd number, so another entrant would change its pairings",
			s.Name, say.Word(s.Kind))
	}
	return say.Errorf("%s has begun, and nobody can enter a %s then", s.Name, say.Word(s.Kind))
}

// seatLate pairs the last entrant of a group with those who are free, in the rounds that are
// paired.
func (d *Tournament) seatLate(s *Stage, group int) {
	field := s.Groups[group]
	late := len(field) - 1
	for r, pairs := range s.Schedule(d, field) {
		if r >= len(s.Rounds) {
			return
		}
		round := s.Rounds[r]
		for _, p := range pairs {
			if p.First != late && p.Second != late {
				continue
			}
			pair := 1
			for _, m := range round.Matches {
				pair = max(pair, m.Pair+1)
			}
			m := s.newMatch(round.Number, pair, group, []int{field[p.First], field[p.Second]}, false)
			round.Byes = slices.DeleteFunc(round.Byes, func(e int) bool { return slices.Contains(m.Entrants, e) })
			round.Matches = append(round.Matches, m)
			d.forfeitOpen(m)
		}
	}
}

// LateGames counts the games that a late entrant would play in the first stage; 0 where nobody
// can enter it any more.
func (d *Tournament) LateGames() int {
	s := d.Stages[0]
	switch {
	case s.Kind == config.Ladder && (s.Groups == nil || s.OpenLadder()):
		return config.Provisional
	case s.Kind == config.Swiss:
		return max(0, s.SwissRounds(len(s.Field()))-len(s.Rounds)) * s.StageConfig.Games
	case s.Groups == nil:
		return 0
	}
	if g := d.freePlace(s); g >= 0 {
		return len(s.Groups[g]) * s.Times() * s.StageConfig.Games
	}
	return 0
}

// replan changes a setting.
func (d *Tournament) replan(key, value string) error {
	plan := *d.Config
	plan.Stages = slices.Clone(plan.Stages)
	stage, name, ofStage := strings.Cut(key, ".")
	if !ofStage {
		if err := plan.Set(key, value); err != nil {
			return err
		}
		*d.Config = plan
		return nil
	}
	s := d.stage(stage)
	if s == nil {
		return say.Errorf("there is no stage %.40q", stage)
	}
	changed := s.StageConfig
	begun := s.Index+1 < len(d.Stages) && d.Stages[s.Index+1].Groups != nil
	if err := s.set(&changed, name, value, begun); err != nil {
		return err
	}
	if err := changed.Check(len(s.Field()), d.Config); err != nil {
		return err
	}
	s.StageConfig = changed
	return nil
}

// set changes a setting of a stage, in c. Next tells that the stage after it has begun.
func (s *Stage) set(c *config.StageConfig, key, value string, next bool) error {
	if key == "until" {
		if s.Kind != config.Ladder || s.Closed {
			return say.Errorf("%s is no ladder that goes on: only that has until", s.Name)
		}
		c.Until = value
		return nil
	}
	if key == "start" {
		c.Start = value
		if err := config.CheckStart(value); err != nil && value != "" {
			return err
		}
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return say.Errorf("%s: %.20q: want a whole number", key, value)
	}
	switch key {
	case "games":
		if s.Groups != nil || c.BestOf > 0 {
			return say.Errorf("%s has begun, or is a best-of: its games stay as they are", s.Name)
		}
		c.Games = n
	case "rounds":
		if s.Kind != config.Swiss || next || n < max(1, len(s.Rounds)) {
			return say.Errorf("rounds of %s cannot be %d: a Swiss stage has as many as were paired, %d, or more, until the next stage begins", s.Name, n, len(s.Rounds))
		}
		c.Rounds = n
	case "advance":
		if next {
			return say.Errorf("the stage after %s has begun: who advances stays as it is", s.Name)
		}
		c.Advance = n
	default:
		return say.Errorf("%.40q cannot be changed now; what can is %s", key, strings.Join(config.Replannable, ", "))
	}
	return nil
}

// Setting is the value of a key that can be changed, as replan takes it.
func (d *Tournament) Setting(key string) string {
	switch key {
	case "tables":
		return strconv.Itoa(d.Config.Tables)
	case "move-time":
		return time.Duration(d.Config.MoveTime).String()
	case "wait":
		return time.Duration(d.Config.Wait).String()
	}
	stage, name, _ := strings.Cut(key, ".")
	for _, s := range d.Stages {
		if s.Name == stage {
			return map[string]string{
				"games": strconv.Itoa(s.StageConfig.Games), "rounds": strconv.Itoa(s.SwissRounds(max(2, len(s.Field())))),
				"advance": strconv.Itoa(s.Advance), "start": s.Start, "until": s.Until,
			}[name]
		}
	}
	return ""
}

// Due reports whether the games of the stage may begin: not before its time of the day.
func (s *Stage) Due(now time.Time) bool {
	return s.Start == "" || now.Format(config.TimeOfDay) >= s.Start
}
