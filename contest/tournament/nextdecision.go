package tournament

import (
	"cmp"
	"slices"

	"github.com/loopline/loopline/contest/tournament/pairing"
)

// NextDecision returns the next decision that follows from the earlier ones without a
// director: to disqualify an entrant, to pair a round, or to decide a tied match by lots. It returns false if a game
// has to be played first, or the contest is over.
func (d *Tournament) NextDecision() (Decision, bool) {
	for i, s := range d.Stages {
		if c, ok := d.strikeOut(s); ok {
			return c, true
		}
		for _, r := range s.Rounds {
			for _, m := range r.Matches {
				if m.NeedsLots() {
					return d.decideByLots(m), true
				}
			}
		}
		if c, ok := d.nextRound(s); ok {
			return c, true
		}
		if !d.Done(i) {
			return Decision{}, false
		}
	}
	return Decision{}, false
}

// Done reports whether a stage and all before it are over.
func (d *Tournament) Done(stage int) bool {
	for _, s := range d.Stages[:stage+1] {
		if s.Groups == nil && len(d.qualified(s)) >= 2 || !s.played() || s.openLadder() {
			return false
		}
		if _, more := d.nextRound(s); more {
			return false
		}
		if _, more := d.strikeOut(s); more {
			return false
		}
	}
	return true
}

// Over reports whether the contest is over.
func (d *Tournament) Over() bool { return d.Done(len(d.Stages) - 1) }

// decideByLots decides a match that ended even by the last word of its play-off rule.
func (d *Tournament) decideByLots(m *Match) Decision {
	c := Decision{Type: DecidedByLots, Match: m.ID, Rule: m.Stage.StageConfig.PlayOff[len(m.Stage.StageConfig.PlayOff)-1]}
	winner := m.Entrants[0]
	if c.Rule == "seed" {
		if field := m.Stage.field(); slices.Index(field, m.Entrants[1]) < slices.Index(field, winner) {
			winner = m.Entrants[1]
		}
	} else {
		winner = d.lots(m.ID, m.Entrants)[0]
	}
	c.Winner = d.Entrants[winner].Name
	return c
}

// qualified returns who plays in a stage that has not begun, by seeds, when the one before
// is over.
func (d *Tournament) qualified(s *Stage) []int {
	var field []int
	if s.Index == 0 {
		for _, e := range d.Entrants {
			if !e.House {
				field = append(field, e.Index)
			}
		}
	} else {
		field = d.Advancing(d.Stages[s.Index-1])
	}
	field = slices.DeleteFunc(field, func(e int) bool { return d.Entrants[e].Withdrawn })
	if s.Draw == "lots" {
		field = d.lots(s.Name, field)
	}
	return field
}

// Advancing returns who goes on from a stage as it stands: the first of each group, then the
// second of each, and so on; among equals lots decide.
func (d *Tournament) Advancing(s *Stage) (field []int) {
	if s.Groups == nil {
		return d.qualified(s)
	}
	if s.By != "" {
		return d.bestOfAll(s)
	}
	groups := len(s.Groups)
	ranked := make([][]int, groups)
	for g := range groups {
		for _, row := range d.Standings(s, g) {
			if !d.Entrants[row.Index].Withdrawn {
				ranked[g] = append(ranked[g], row.Index)
			}
		}
	}
	for place := 0; ; place++ {
		any := false
		for g := range groups {
			if place < len(ranked[g]) && (s.Advance == 0 || place < s.Advance) {
				field, any = append(field, ranked[g][place]), true
			}
		}
		if !any {
			return field
		}
	}
}

// bestOfAll returns who goes on from a stage that takes the best of all groups together by one
// criterion; among equals the place in the group decides, then lots.
func (d *Tournament) bestOfAll(s *Stage) (field []int) {
	type entry struct {
		index, rank int
		value       float64
	}
	var all []entry
	for g := range s.Groups {
		t, rows := d.table(s, g), d.Standings(s, g)
		value := t.key(s.By)
		for _, row := range rows {
			if !row.Withdrawn {
				all = append(all, entry{row.Index, row.Rank, value(nil, row.Index)})
			}
		}
	}
	order := d.lots(s.Name+"/advance", s.field())
	slices.SortFunc(all, func(a, b entry) int {
		by := cmp.Compare(b.value, a.value)
		if fewerFirst(s.By) {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.rank, b.rank), cmp.Compare(slices.Index(order, a.index), slices.Index(order, b.index)))
	})
	for _, e := range all[:min(len(all), s.Advance)] {
		field = append(field, e.index)
	}
	return field
}

// nextRound pairs the next round of a stage, if there is one and it can be.
func (d *Tournament) nextRound(s *Stage) (Decision, bool) {
	c := Decision{Type: Paired, Stage: s.Name, Round: len(s.Rounds) + 1}
	groups := s.Groups
	if groups == nil {
		field := d.qualified(s)
		if len(field) < 2 {
			return c, false
		}
		for _, seats := range pairing.Groups(len(field), min(s.StageConfig.Groups, len(field)/2)) {
			var group []int
			for _, seed := range seats {
				group = append(group, field[seed])
			}
			groups = append(groups, group)
			c.Groups = append(c.Groups, d.namesOf(group))
		}
	}
	if len(s.Rounds) > 0 && s.Rounds[len(s.Rounds)-1].PlayOff {
		return c, d.morePlayOffs(s, &c)
	}
	ok := false
	switch s.Kind {
	case RoundRobin, Gauntlet:
		ok = d.tableRound(s, groups, &c)
	case Qualifier:
		ok = d.qualifierRound(s, groups[0], &c)
	case Tables:
		ok = d.heatsRound(s, groups[0], &c)
	case Ladder:
		ok = !s.closed && d.ladderRound(s, groups[0], &c)
	case Swiss:
		ok = s.played() && d.swissRound(s, groups[0], &c)
	case Knockout:
		ok = s.played() && d.knockoutRound(s, groups[0], &c)
	}
	return c, ok || d.morePlayOffs(s, &c)
}

// pair adds a pair to a round.
func (d *Tournament) pair(c *Decision, number, group, first, second int) {
	c.Pairs = append(c.Pairs, PairedWith{Pair: number, Group: group + 1, First: d.Entrants[first].Name, Second: d.Entrants[second].Name})
}

// tableRound pairs a round by a table that was known from the start.
func (d *Tournament) tableRound(s *Stage, groups [][]int, c *Decision) bool {
	found := false
	for g, group := range groups {
		rounds := s.table(d, group)
		if c.Round > len(rounds) {
			continue
		}
		found = true
		paired := map[int]bool{}
		for _, p := range rounds[c.Round-1] {
			d.pair(c, len(c.Pairs)+1, g, group[p.First], group[p.Second])
			paired[p.First], paired[p.Second] = true, true
		}
		for i, e := range group {
			if !paired[i] && s.Kind == RoundRobin {
				c.Byes = append(c.Byes, d.Entrants[e].Name)
			}
		}
	}
	return found
}

// swissRound pairs a round of a Swiss stage.
func (d *Tournament) swissRound(s *Stage, field []int, c *Decision) bool {
	if c.Round > s.swissRounds(len(field)) {
		return false
	}
	active := slices.DeleteFunc(slices.Clone(field), func(e int) bool { return d.Entrants[e].Withdrawn })
	history := s.history()
	slices.SortStableFunc(active, func(a, b int) int { return cmp.Compare(history[b].points(), history[a].points()) })
	var players []pairing.SwissEntry
	for _, e := range active {
		players = append(players, history[e].entry(e))
	}
	if len(players) < 2 {
		return false
	}
	pairs, bye, ok := pairing.Swiss(players)
	if !ok {
		return false
	}
	for i, p := range pairs {
		d.pair(c, i+1, 0, active[p.First], active[p.Second])
	}
	if bye != pairing.None {
		c.Byes = d.namesOf([]int{active[bye]})
	}
	return true
}

type swissHistory struct {
	met            map[int]bool
	halves         int
	bye            bool
	balance, float int
	streak         int
}

func (p *swissHistory) points() int {
	if p == nil {
		return 0
	}
	return p.halves
}

func (p *swissHistory) entry(key int) pairing.SwissEntry {
	if p == nil {
		return pairing.SwissEntry{Key: key}
	}
	return pairing.SwissEntry{
		Points: p.halves, Met: p.met, Key: key, Bye: p.bye,
		Balance: p.balance, Streak: p.streak, Float: p.float,
	}
}

func (s *Stage) history() map[int]*swissHistory {
	all := map[int]*swissHistory{}
	of := func(e int) *swissHistory {
		if all[e] == nil {
			all[e] = &swissHistory{met: map[int]bool{}}
		}
		return all[e]
	}
	for _, r := range s.Rounds {
		before := map[int]int{}
		for e, p := range all {
			before[e] = p.halves
		}
		for _, e := range r.Byes {
			p := of(e)
			p.bye, p.float = true, -1
			p.halves += 2
		}
		for _, m := range r.Matches {
			halves := m.halves()
			for side, e := range m.Entrants {
				p, other := of(e), m.Entrants[1-side]
				p.met[other] = true
				p.halves += halves[side]
				p.float = cmp.Compare(before[other], before[e])
				if side == 0 {
					p.balance, p.streak = p.balance+1, max(p.streak, 0)+1
				} else {
					p.balance, p.streak = p.balance-1, min(p.streak, 0)-1
				}
			}
		}
	}
	return all
}

// knockoutRound pairs a round of a knockout.
func (d *Tournament) knockoutRound(s *Stage, field []int, c *Decision) bool {
	rounds := pairing.Rounds(len(field))
	if c.Round > rounds {
		return false
	}
	var slots []int
	for _, seed := range pairing.Bracket(len(field)) {
		if seed == pairing.None {
			slots = append(slots, None)
			continue
		}
		slots = append(slots, field[seed])
	}
	for _, r := range s.Rounds {
		slots = r.winners(slots)
	}
	for i := 0; i < len(slots); i += 2 {
		switch a, b := slots[i], slots[i+1]; {
		case a != None && b != None:
			d.pair(c, i/2+1, 0, a, b)
		case a != None || b != None:
			c.Byes = append(c.Byes, d.Entrants[max(a, b)].Name)
		}
	}
	if last := len(s.Rounds) - 1; s.ThirdPlace && c.Round == rounds && last >= 0 && len(s.Rounds[last].Matches) == 2 {
		semi := s.Rounds[last].Matches
		d.pair(c, 2, 0, semi[0].Loser(), semi[1].Loser())
	}
	return true
}

// winners are the places of the next round of a knockout.
func (r *Round) winners(slots []int) (next []int) {
	for i := 0; i < len(slots); i += 2 {
		winner := max(slots[i], slots[i+1]) // of a bye
		for _, m := range r.Matches {
			if m.Pair == i/2+1 {
				winner = m.Winner()
			}
		}
		next = append(next, winner)
	}
	return next
}

// morePlayOffs pairs a round between those who are still equal where it matters: at the
// line that divides who goes on from who does not, or, in the last stage, at the top.
// They meet each other once.
func (d *Tournament) morePlayOffs(s *Stage, c *Decision) bool {
	if !slices.Contains(s.TieBreaks, PlayOff) || s.Kind == Knockout || !s.played() || s.Groups == nil {
		return false
	}
	begun := 0
	for _, r := range s.Rounds {
		if r.PlayOff {
			begun++
		}
	}
	c.PlayOff = true
	for g := range s.Groups {
		tied := d.tied(s, g)
		if len(tied) < 2 {
			continue
		}
		if rounds := pairing.RoundRobin(len(tied), false); begun < len(rounds) {
			for _, p := range rounds[begun] {
				d.pair(c, len(c.Pairs)+1, g, tied[p.First], tied[p.Second])
			}
		}
	}
	return len(c.Pairs) > 0
}

func (d *Tournament) tied(s *Stage, group int) []int {
	line := s.Advance
	if s.Index == len(d.Stages)-1 {
		line = 1
	}
	rows := d.standings(s, group, false)
	if line == 0 || line >= len(rows) || rows[line-1].Rank != rows[line].Rank {
		return nil
	}
	var tied []int
	for _, e := range s.Groups[group] {
		for _, row := range rows {
			if row.Index == e && row.Rank == rows[line].Rank && !d.Entrants[e].Withdrawn {
				tied = append(tied, e)
			}
		}
	}
	return tied
}
