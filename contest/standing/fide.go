package standing

import (
	"cmp"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
)

// fideRound is a round of an entrant as C.07 has it. Points are in halves.
type fideRound struct {
	opponent  int // paired with it; None for a bye
	halves    int
	played    bool
	requested bool // 16.1.1: it was not to be paired
	voluntary bool // 16.1.2: that, or it lost by a forfeit
}

// fideTable holds the rounds of the entrants of a Swiss stage, without those in play.
type fideTable struct {
	edition string
	rounds  int // that were paired
	all     map[int][]fideRound
}

// fide reads the rounds of a Swiss stage; nil where C.07 does not apply.
func (t *standingsTable) fide() *fideTable {
	if edition := t.day.Config.Edition; t.stage.Kind == config.Swiss && edition != config.EditionNone && t.fideRounds == nil {
		f := &fideTable{edition: edition, all: map[int][]fideRound{}}
		for _, r := range t.stage.Rounds {
			if !r.PlayOff {
				f.rounds++
				f.add(t, r)
			}
		}
		t.fideRounds = f
	}
	return t.fideRounds
}

// add takes in a round.
func (f *fideTable) add(t *standingsTable, r *tournament.Round) {
	paired := map[int]bool{}
	for _, e := range r.Byes {
		paired[e] = true
		f.all[e] = append(f.all[e], fideRound{opponent: tournament.None, halves: 2})
	}
	for _, m := range r.Matches {
		paired[m.Entrants[0]], paired[m.Entrants[1]] = true, true
		if !m.Over() {
			continue
		}
		played, halves := wasPlayed(m), m.Halves()
		for side, e := range m.Entrants {
			f.all[e] = append(f.all[e], fideRound{
				opponent: m.Entrants[1-side], halves: halves[side], played: played, voluntary: !played && halves[side] == 0,
			})
		}
	}
	for e := range t.rows {
		if !paired[e] {
			f.all[e] = append(f.all[e], fideRound{opponent: tournament.None, requested: true, voluntary: true})
		}
	}
}

// wasPlayed reports whether both entrants came to a game of the match.
func wasPlayed(m *tournament.Match) bool {
	return slices.ContainsFunc(m.Games, func(g *tournament.Game) bool { return g.State == tournament.Settled && len(g.Absent) == 0 })
}

// score is an entrant's points.
func (f *fideTable) score(e int) (halves int) {
	for _, r := range f.all[e] {
		halves += r.halves
	}
	return halves
}

// adjusted is an entrant's score for its opponents (16.3): rounds at the end for which it was not to be
// paired count as draws.
func (f *fideTable) adjusted(e int) (halves int) {
	left := true
	for _, r := range slices.Backward(f.all[e]) {
		if left = left && r.voluntary; left && r.requested {
			halves++
		} else {
			halves += r.halves
		}
	}
	return halves
}

// facing is the score of whom an entrant met in a round, or of a dummy opponent where the round was not
// played (16.4).
func (f *fideTable) facing(e int, r fideRound) int {
	dummy := f.score(e)
	switch {
	case r.played:
		return f.adjusted(r.opponent)
	case f.edition == config.Edition2024:
		return dummy
	case r.opponent != tournament.None:
		return min(dummy, f.adjusted(r.opponent))
	}
	return min(dummy, f.rounds)
}

// buchholz is the sum of the scores of all opponents, without some of the lowest, of which those of
// voluntarily unplayed rounds go first (16.5).
func (f *fideTable) buchholz(e, cut int) float64 {
	rounds := slices.Clone(f.all[e])
	slices.SortStableFunc(rounds, func(a, b fideRound) int {
		if a.voluntary != b.voluntary {
			return map[bool]int{true: -1, false: 1}[a.voluntary]
		}
		return cmp.Compare(f.facing(e, a), f.facing(e, b))
	})
	sum := 0
	for _, r := range rounds[min(cut, len(rounds)):] {
		sum += f.facing(e, r)
	}
	return float64(sum) / 2
}

// sonnebornBerger is the sum of the scores of all opponents, times the points against them.
func (f *fideTable) sonnebornBerger(e int) float64 {
	quarters := 0
	for _, r := range f.all[e] {
		quarters += r.halves * f.facing(e, r)
	}
	return float64(quarters) / 4
}
