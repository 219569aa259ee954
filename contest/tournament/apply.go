package tournament

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
)

// applyPaired takes in a round.
func (d *Tournament) applyPaired(c *Decision) error {
	s := d.stage(c.Stage)
	if s == nil {
		return say.Errorf("there is no stage %.40q", c.Stage)
	}
	if c.Round != len(s.Rounds)+1 || (c.Round == 1) != (len(c.Groups) > 0) {
		return say.Errorf("round %d of %s follows %d rounds", c.Round, s.Name, len(s.Rounds))
	}
	groups := s.Groups
	if c.Round == 1 {
		groups = nil
		for _, names := range c.Groups {
			group, err := d.exactly(names...)
			if err != nil {
				return err
			}
			groups = append(groups, group)
		}
	}
	round := &Round{Number: c.Round, PlayOff: c.PlayOff}
	for _, p := range c.Pairs {
		who, err := d.exactly(p.Names()...)
		if err != nil {
			return err
		}
		several := len(who) > 2 && (s.Kind != config.Tables || len(who) > s.Heat)
		if several || len(slices.Compact(slices.Sorted(slices.Values(who)))) < len(who) || p.Group < 1 || p.Group > len(groups) || p.Pair < 1 {
			return say.Errorf("pair %d cannot be", p.Pair)
		}
		round.Matches = append(round.Matches, s.newMatch(c.Round, p.Pair, p.Group-1, who, c.PlayOff))
	}
	byes, err := d.exactly(c.Byes...)
	if err != nil {
		return err
	}
	round.Byes, s.Groups = byes, groups
	if c.Round == 1 {
		s.began, _ = time.Parse(time.RFC3339Nano, c.Time)
	}
	s.Rounds = append(s.Rounds, round)
	for i, m := range round.Matches {
		round.Matches[i] = d.restore(m)
		d.forfeitOpen(round.Matches[i])
	}
	return nil
}

// newMatch is a match of the stage that has not begun.
func (s *Stage) newMatch(round, pair, group int, entrants []int, playOff bool) *Match {
	return &Match{
		ID: fmt.Sprintf("%s/%d/%d", s.Name, round, pair), Stage: s, Round: round, Pair: pair, Group: group,
		Entrants: entrants, Lost: make([]int, len(entrants)), PlayOff: playOff, Drawn: None,
	}
}

// restore is a match that was taken back, if the same two are paired again.
func (d *Tournament) restore(m *Match) *Match {
	was, ok := d.removedMatches[m.pairing()]
	if !ok {
		return m
	}
	delete(d.removedMatches, m.pairing())
	return was
}

// pairing is what a match that is paired again must have in common with the one taken back.
func (m *Match) pairing() string { return fmt.Sprint(m.ID, m.Group, m.Entrants) }

// forfeitOpen gives the games of a match that are still to be played to whoever has
// not withdrawn. Those of a disqualified entrant may count for neither.
func (d *Tournament) forfeitOpen(m *Match) {
	var absent []int
	for _, e := range m.Entrants {
		if d.Entrants[e].Withdrawn {
			absent = append(absent, e)
		}
	}
	if len(absent) == 0 || m.IsHeat() && len(absent) < len(m.Entrants)-1 {
		return // the others of a heat play without them
	}
	for _, g := range m.Games {
		if g.State != Settled && (!m.IsHeat() || g.State != Playing) {
			m.forfeit(g, absent, Withdrawn)
		}
	}
	d.annul(m)
	for range config.MaxMatch {
		n := m.Next()
		if n == 0 || m.IsHeat() && m.InPlay() {
			return
		}
		m.forfeit(m.Game(n), absent, Withdrawn)
		d.annul(m)
	}
}

// forfeit settles a game for whoever was there.
func (m *Match) forfeit(g *Game, absent []int, by string) {
	g.State, g.By, g.Absent, g.Reason = Settled, by, absent, "absent"
	g.Winner, g.Draw, g.Void = None, false, len(absent) >= len(m.Entrants)
	g.Scores, g.Measures = nil, nil
	if len(absent) == len(m.Entrants)-1 {
		g.Winner = m.Except(absent)[0]
	}
}

// applyLots takes in who goes on from a match that ended even.
func (d *Tournament) applyLots(c *Decision) error {
	m := d.Match(c.Match)
	if m == nil || !m.NeedsLots() {
		return say.Errorf("match %.60q has nothing to be drawn", c.Match)
	}
	winner, err := d.exactly(c.Winner)
	if err != nil {
		return err
	}
	if !slices.Contains(m.Entrants, winner[0]) {
		return say.Errorf("%s does not play in %s", c.Winner, m.ID)
	}
	m.Drawn, m.Rule = winner[0], c.Rule
	return nil
}

// applyGame applies the result of a game.
func (d *Tournament) applyGame(c *Decision) error {
	id, number, attempt, err := ParseGameID(c.Game)
	if err != nil {
		return err
	}
	m := d.Match(id)
	if m == nil {
		return say.Errorf("game %.60q is not paired", c.Game)
	}
	if err := d.checkGame(c, m, number, attempt); err != nil {
		return err
	}
	winner := None
	if c.Winner != "" {
		at, err := d.exactly(c.Winner)
		if err != nil {
			return err
		}
		if winner = at[0]; !slices.Contains(m.Entrants, winner) {
			return say.Errorf("%s does not play in %s", c.Winner, m.ID)
		}
	}
	absent, err := d.exactly(c.Absent...)
	if err != nil {
		return err
	}
	g := m.Game(number)
	switch c.Type {
	case Started:
		g.State, g.Attempt, g.Hall, g.After = Playing, attempt, c.Hall, c.After
		if g.without = absent; m.IsHeat() {
			g.Seats = m.SeatsWithout(number, absent)
		}
		d.attempts[g.ID] = attempt
		d.fixVersions(m, number)
		if g.Hall == "" {
			d.takeTable(m)
		}
	case Finished:
		d.finish(g, c, winner)
		if len(absent) == 1 && slices.Contains(m.Entrants, absent[0]) {
			m.Lost[slices.Index(m.Entrants, absent[0])]++
		}
	case Forfeited:
		m.forfeit(g, absent, Forfeited)
	case Replayed:
		*g = m.unplayed(g)
	default:
		settle(g, c, winner)
	}
	d.changed(c, m)
	d.forfeitOpen(m)
	return nil
}

// settle gives a game the result of a decision.
func settle(g *Game, c *Decision, winner int) {
	g.State, g.By = Settled, c.Type
	g.Winner, g.Draw, g.Void, g.Scores = winner, c.Draw, c.Void || c.Type == Voided, c.Scores
	g.Reason, g.Ply, g.Absent, g.Sum, g.Measures = c.Reason, c.Ply, g.without, c.Record, c.Measures
	g.Credited, g.HangsOnCredit = c.Credited, c.HangsOnCredit
	g.annulled = nil
}

// finish takes in a game that was played. A void one is tried again, if the config says
// so, or the host failed a player in it: neither may gain or lose by that.
func (d *Tournament) finish(g *Game, c *Decision, winner int) {
	settle(g, c, winner)
	g.Network = append(slices.Clip(g.Network), c.Network...)
	if !c.Void {
		return
	}
	if c.Reason == host.ReasonHost && g.HostVoids < series.MaxHostVoids { // one that is void once more is as any other
		g.HostVoids++
		g.State = Waiting
		return
	}
	g.Voids++
	switch {
	case c.Reason == host.ReasonCredit && g.Voids < maxVoids:
		g.State = Waiting
	case d.Config.Void == "draw":
		g.Draw, g.Void = true, false
	case d.Config.Void == "replay" && g.Voids < maxVoids:
		g.State = Waiting
	}
}

// checkGame wants a decision that the state of its game allows.
func (d *Tournament) checkGame(c *Decision, m *Match, number, attempt int) error {
	state, last := Waiting, d.Attempts(m.ID, number)
	known := number <= len(m.Games)
	if known {
		state = m.Games[number-1].State
	}
	if !known && number != m.Next() {
		return say.Errorf("game %s is not to be played", c.Game)
	}
	switch c.Type {
	case Started:
		return d.checkStarted(c, m, state, number, attempt, last)
	case Finished:
		if state != Playing || attempt != last {
			return say.Errorf("game %s is not in play", c.Game)
		}
		if !c.Void && !c.Draw && c.Winner == "" {
			return say.Errorf("game %s has no result", c.Game)
		}
		return d.checkSigned(c, m.Games[number-1])
	case Forfeited:
		if state == Settled || len(c.Absent) == 0 {
			return say.Errorf("game %s cannot be forfeited", c.Game)
		}
	case Voided, Replayed:
		if attempt != last || !known {
			return say.Errorf("game %s is not at attempt %d", c.Game, attempt)
		}
		if c.Type == Replayed && state != Settled {
			return say.Errorf("game %s is %s: only a game that is settled is played again", c.Game, state)
		}
	case Adjudicated, Amended:
		if (state == Settled) != (c.Type == Amended) {
			return say.Errorf("game %s is %s: what is not settled is adjudicated, what is settled amended", c.Game, state)
		}
		if c.Draw == (c.Winner != "") {
			return say.Errorf("a result is a winner or a draw")
		}
	}
	return nil
}

// checkStarted wants the next game of a match, at its next attempt, whose players sit
// at no other table.
func (d *Tournament) checkStarted(c *Decision, m *Match, state GameState, number, attempt, last int) error {
	switch {
	case number != m.Next() || state == Settled:
		return say.Errorf("game %s is not the next of its match", c.Game)
	case c.Hall != "" && d.Config.Hall(c.Hall) == nil:
		return say.Errorf("there is no hall %.40q", c.Hall)
	case attempt != last+1:
		return say.Errorf("game %s: attempt %d follows %d", c.Game, attempt, last)
	case !slices.Equal(c.Versions, d.versionsOf(m, number)):
		return say.Errorf("game %s: other versions play than were handed in and chosen", c.Game)
	}
	without, err := d.exactly(c.Absent...)
	if err != nil || len(without) > 0 && (!m.IsHeat() || len(m.Except(without)) < 2) {
		return say.Errorf("game %s cannot begin without %s", c.Game, strings.Join(c.Absent, ", "))
	}
	for _, e := range m.Except(without) {
		if other := d.tableOf(e); other != nil && other != m && !d.Entrants[e].House {
			return say.Errorf("%s plays %s already", d.Entrants[e].Name, other.ID)
		}
	}
	return nil
}

// tableOf is the match that an entrant is playing, or nil.
func (d *Tournament) tableOf(entrant int) (at *Match) {
	d.Matches(func(m *Match) {
		if slices.Contains(m.Entrants, entrant) && m.InPlay() && !slices.Contains(m.Games[len(m.Games)-1].without, entrant) {
			at = m
		}
	})
	return at
}

// changed takes back what depends on a result that was changed, when the decision says
// so: the later rounds of a stage whose pairings follow from results, and all later
// stages. A match that is paired again as before keeps its games.
func (d *Tournament) changed(c *Decision, m *Match) {
	switch c.Type {
	case Voided, Replayed, Amended, Adjudicated:
	default:
		return
	}
	m.Drawn, m.Rule = None, ""
	if !c.Cascade {
		return
	}
	keep := m.Round
	if s := m.Stage; s.Tabled() || s.Kind == config.Ladder {
		keep = len(s.Rounds)
		if i := slices.IndexFunc(s.Rounds, func(r *Round) bool { return r.PlayOff }); i >= 0 && m.Round <= i {
			keep = i
		}
	}
	d.takeBack(m.Stage, keep)
	for _, s := range d.Stages[m.Stage.Index+1:] {
		d.takeBack(s, 0)
	}
}

// takeBack takes back the rounds of a stage after the first so many.
func (d *Tournament) takeBack(s *Stage, keep int) {
	for _, r := range s.Rounds[min(keep, len(s.Rounds)):] {
		for _, m := range r.Matches {
			d.removedMatches[m.pairing()] = m
		}
	}
	s.Rounds = s.Rounds[:min(keep, len(s.Rounds))]
	if len(s.Rounds) == 0 {
		s.Groups, s.Closed = nil, false
	}
}
