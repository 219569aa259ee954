package standing

import (
	"cmp"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/pairing"
	"github.com/loopline/loopline/contest/tournament"
)

// NextDecision returns the next decision that follows from the earlier ones without a
// director: to disqualify an entrant, to pair a round, or to decide a tied match by lots. It returns false if a game
// has to be played first, or the contest is over.
func NextDecision(d *tournament.Tournament) (tournament.Decision, bool) {
	for i, s := range d.Stages {
		if c, ok := d.DueDisqualification(s); ok {
			return c, true
		}
		for _, r := range s.Rounds {
			for _, m := range r.Matches {
				if m.NeedsLots() {
					return decideByLots(d, m), true
				}
			}
		}
		if c, ok := nextRound(d, s); ok {
			return c, true
		}
		if !Done(d, i) {
			return tournament.Decision{}, false
		}
	}
	return tournament.Decision{}, false
}

// Done reports whether a stage and all before it are over.
func Done(d *tournament.Tournament, stage int) bool {
	for _, s := range d.Stages[:stage+1] {
		if s.Groups == nil && len(qualified(d, s)) >= 2 || !s.Played() || s.OpenLadder() {
			return false
		}
		if _, more := nextRound(d, s); more {
			return false
		}
		if _, more := d.DueDisqualification(s); more {
			return false
		}
	}
	return true
}

// Over reports whether the contest is over.
func Over(d *tournament.Tournament) bool { return Done(d, len(d.Stages)-1) }

// decideByLots decides a match that ended even by the last word of its play-off rule.
func decideByLots(d *tournament.Tournament, m *tournament.Match) tournament.Decision {
	c := tournament.Decision{Type: tournament.DecidedByLots, Match: m.ID, Rule: m.Stage.StageConfig.PlayOff[len(m.Stage.StageConfig.PlayOff)-1]}
	winner := m.Entrants[0]
	if c.Rule == "seed" {
		if field := m.Stage.Field(); slices.Index(field, m.Entrants[1]) < slices.Index(field, winner) {
			winner = m.Entrants[1]
		}
	} else {
		winner = d.Lots(m.ID, m.Entrants)[0]
	}
	c.Winner = d.Entrants[winner].Name
	return c
}

// qualified returns who plays in a stage that has not begun, by seeds, when the one before
// is over.
func qualified(d *tournament.Tournament, s *tournament.Stage) []int {
	var field []int
	if s.Index == 0 {
		for _, e := range d.Entrants {
			if !e.House {
				field = append(field, e.Index)
			}
		}
	} else {
		field = Advancing(d, d.Stages[s.Index-1])
	}
	field = slices.DeleteFunc(field, func(e int) bool { return d.Entrants[e].Withdrawn })
	if s.Draw == "lots" {
		field = d.Lots(s.Name, field)
	}
	return field
}

// Advancing returns who goes on from a stage as it stands: the first of each group, then the
// second of each, and so on; among equals lots decide.
func Advancing(d *tournament.Tournament, s *tournament.Stage) (field []int) {
	if s.Groups == nil {
		return qualified(d, s)
	}
	if s.By != "" {
		return bestOfAll(d, s)
	}
	groups := len(s.Groups)
	ranked := make([][]int, groups)
	for g := range groups {
		for _, row := range Of(d, s, g) {
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
func bestOfAll(d *tournament.Tournament, s *tournament.Stage) (field []int) {
	type entry struct {
		index, rank int
		value       float64
	}
	var all []entry
	for g := range s.Groups {
		t, rows := table(d, s, g), Of(d, s, g)
		value := t.key(s.By)
		for _, row := range rows {
			if !row.Withdrawn {
				all = append(all, entry{row.Index, row.Rank, value(nil, row.Index)})
			}
		}
	}
	order := d.Lots(s.Name+"/advance", s.Field())
	slices.SortFunc(all, func(a, b entry) int {
		by := cmp.Compare(b.value, a.value)
		if config.FewerFirst(s.By) {
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
func nextRound(d *tournament.Tournament, s *tournament.Stage) (tournament.Decision, bool) {
	c := tournament.Decision{Type: tournament.Paired, Stage: s.Name, Round: len(s.Rounds) + 1}
	groups := s.Groups
	if groups == nil {
		field := qualified(d, s)
		if len(field) < 2 {
			return c, false
		}
		for _, seats := range pairing.Groups(len(field), min(s.StageConfig.Groups, len(field)/2)) {
			var group []int
			for _, seed := range seats {
				group = append(group, field[seed])
			}
			groups = append(groups, group)
			c.Groups = append(c.Groups, d.NamesOf(group))
		}
	}
	if len(s.Rounds) > 0 && s.Rounds[len(s.Rounds)-1].PlayOff {
		return c, morePlayOffs(d, s, &c)
	}
	ok := false
	switch s.Kind {
	case config.RoundRobin, config.Gauntlet:
		ok = tableRound(d, s, groups, &c)
	case config.Qualifier:
		ok = qualifierRound(d, s, groups[0], &c)
	case config.Tables:
		ok = heatsRound(d, s, groups[0], &c)
	case config.Ladder:
		ok = !s.Closed && ladderRound(d, s, groups[0], &c)
	case config.Swiss:
		ok = s.Played() && swissRound(d, s, groups[0], &c)
	case config.Knockout:
		ok = s.Played() && knockoutRound(d, s, groups[0], &c)
	}
	return c, ok || morePlayOffs(d, s, &c)
}

// pair adds a pair to a round.
func pair(d *tournament.Tournament, c *tournament.Decision, number, group, first, second int) {
	c.Pairs = append(c.Pairs, tournament.PairedWith{Pair: number, Group: group + 1, First: d.Entrants[first].Name, Second: d.Entrants[second].Name})
}

// tableRound pairs a round by a table that was known from the start.
func tableRound(d *tournament.Tournament, s *tournament.Stage, groups [][]int, c *tournament.Decision) bool {
	found := false
	for g, group := range groups {
		rounds := s.Schedule(d, group)
		if c.Round > len(rounds) {
			continue
		}
		found = true
		paired := map[int]bool{}
		for _, p := range rounds[c.Round-1] {
			pair(d, c, len(c.Pairs)+1, g, group[p.First], group[p.Second])
			paired[p.First], paired[p.Second] = true, true
		}
		for i, e := range group {
			if !paired[i] && s.Kind == config.RoundRobin {
				c.Byes = append(c.Byes, d.Entrants[e].Name)
			}
		}
	}
	return found
}

// swissRound pairs a round of a Swiss stage.
func swissRound(d *tournament.Tournament, s *tournament.Stage, field []int, c *tournament.Decision) bool {
	if c.Round > s.SwissRounds(len(field)) {
		return false
	}
	active := slices.DeleteFunc(slices.Clone(field), func(e int) bool { return d.Entrants[e].Withdrawn })
	history := history(s)
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
		pair(d, c, i+1, 0, active[p.First], active[p.Second])
	}
	if bye != pairing.None {
		c.Byes = d.NamesOf([]int{active[bye]})
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

func history(s *tournament.Stage) map[int]*swissHistory {
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
			halves := m.Halves()
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
func knockoutRound(d *tournament.Tournament, s *tournament.Stage, field []int, c *tournament.Decision) bool {
	rounds := pairing.Rounds(len(field))
	if c.Round > rounds {
		return false
	}
	var slots []int
	for _, seed := range pairing.Bracket(len(field)) {
		if seed == pairing.None {
			slots = append(slots, tournament.None)
			continue
		}
		slots = append(slots, field[seed])
	}
	for _, r := range s.Rounds {
		slots = winners(r, slots)
	}
	for i := 0; i < len(slots); i += 2 {
		switch a, b := slots[i], slots[i+1]; {
		case a != tournament.None && b != tournament.None:
			pair(d, c, i/2+1, 0, a, b)
		case a != tournament.None || b != tournament.None:
			c.Byes = append(c.Byes, d.Entrants[max(a, b)].Name)
		}
	}
	if last := len(s.Rounds) - 1; s.ThirdPlace && c.Round == rounds && last >= 0 && len(s.Rounds[last].Matches) == 2 {
		semi := s.Rounds[last].Matches
		pair(d, c, 2, 0, semi[0].Loser(), semi[1].Loser())
	}
	return true
}

// winners are the places of the next round of a knockout.
func winners(r *tournament.Round, slots []int) (next []int) {
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
func morePlayOffs(d *tournament.Tournament, s *tournament.Stage, c *tournament.Decision) bool {
	if !slices.Contains(s.TieBreaks, config.PlayOff) || s.Kind == config.Knockout || !s.Played() || s.Groups == nil {
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
		tied := tied(d, s, g)
		if len(tied) < 2 {
			continue
		}
		if rounds := pairing.RoundRobin(len(tied), false); begun < len(rounds) {
			for _, p := range rounds[begun] {
				pair(d, c, len(c.Pairs)+1, g, tied[p.First], tied[p.Second])
			}
		}
	}
	return len(c.Pairs) > 0
}

func tied(d *tournament.Tournament, s *tournament.Stage, group int) []int {
	line := s.Advance
	if s.Index == len(d.Stages)-1 {
		line = 1
	}
	rows := standings(d, s, group, false)
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
