package standing

import (
	"slices"
	"time"

	"github.com/loopline/loopline/contest/tournament"
)

// Follows returns the decision that follows by itself at a time: a ladder whose time is over closes, or what
// NextDecision has. False means that games have to be played first, or the contest is over.
func Follows(d *tournament.Tournament, now time.Time) (tournament.Decision, bool) {
	if c, ok := ladderClosed(d, now); ok {
		return c, true
	}
	return NextDecision(d)
}

// Seating returns the matches that sit down at a time, in order. First come those whose game was begun before, because
// until it ends their entrants may begin no other; then those whose entrants are there; then those whose missing
// entrants are waited for no more, as these cost others no game that they could play. An entrant sits at one table, the
// house at any number.
//
// Playing has the entrants of the matches that sit already, by match. Take gives a match a table, and reports whether
// there is one. Absent reports whether entrants of a match are missing, and whether their wait is over; it is not asked
// of a game that was begun before.
func Seating(d *tournament.Tournament, now time.Time, playing map[string][]int, take func(*tournament.Match) bool, absent func(*tournament.Match) (missing, over bool)) (seated []*tournament.Match) {
	busy := map[int]bool{}
	sit := func(entrants []int) {
		for _, e := range entrants {
			busy[e] = !d.Entrants[e].House
		}
	}
	for _, entrants := range playing {
		sit(entrants)
	}
	free := func(m *tournament.Match) bool {
		return m.Next() > 0 && playing[m.ID] == nil && !m.Postponed && m.Stage.Due(now) &&
			!slices.ContainsFunc(m.Entrants, func(e int) bool { return busy[e] })
	}
	seat := func(m *tournament.Match) {
		if free(m) && take(m) {
			sit(m.Entrants)
			seated = append(seated, m)
		}
	}
	d.Matches(func(m *tournament.Match) {
		if m.InPlay() {
			seat(m)
		}
	})
	var late []*tournament.Match
	d.Matches(func(m *tournament.Match) {
		if !free(m) {
			return
		}
		switch missing, over := absent(m); {
		case !missing:
			seat(m)
		case over:
			late = append(late, m)
		}
	})
	for _, m := range late {
		seat(m)
	}
	return seated
}
