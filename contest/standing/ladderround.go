package standing

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/contest/tournament"
)

// ladderClosed is the decision that a ladder pairs no more, when its time has come.
func ladderClosed(d *tournament.Tournament, now time.Time) (tournament.Decision, bool) {
	for _, s := range d.Stages {
		if s.OpenLadder() && !now.Before(s.Ends()) {
			return tournament.Decision{Type: tournament.Closed, Stage: s.Name, Value: s.Until}, true
		}
	}
	return tournament.Decision{}, false
}

// maxLately bounds how many of its last opponents an entrant of a ladder does not meet.
const maxLately = 3

// ladderRound pairs entrants who are free while there are tables: first those with the fewest matches, each
// with whom it is nearest to in rating and has not met lately; in one of three matches with whom has the fewest.
// Those far apart meet so as well: if nobody did, a difference that came out too large by chance would stay so.
func ladderRound(d *tournament.Tournament, s *tournament.Stage, field []int, c *tournament.Decision) bool {
	type entry struct {
		matches, first int
		last           int   // number of its last match
		met            []int // opponents, the last one at the end
		busy           bool
	}
	all := map[int]*entry{}
	active := 0
	for _, e := range field {
		is := d.Entrants[e]
		all[e] = &entry{busy: is.Withdrawn || !is.Missing.IsZero()}
		if !is.Withdrawn {
			active++
		}
	}
	tables, number := d.Config.Tables, 0
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			number++
			open := !m.Over()
			waits := open && slices.ContainsFunc(m.Entrants, func(e int) bool { return !d.Entrants[e].Missing.IsZero() })
			for side, e := range m.Entrants {
				is := all[e]
				is.matches, is.last, is.met = is.matches+1, number, append(is.met, m.Entrants[1-side])
				is.first += 1 - side
				is.busy = is.busy || open && !waits
			}
			if open && !waits && !m.Postponed {
				tables--
			}
		}
	}
	free := slices.DeleteFunc(slices.Clone(field), func(e int) bool { return all[e].busy })
	if tables < 1 || len(free) < 2 {
		return false
	}
	lots := d.Lots(s.Name+"/pair", free)
	slices.SortStableFunc(lots, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[a].matches, all[b].matches), cmp.Compare(all[a].last, all[b].last))
	})
	elo := make(map[int]int, len(field))
	if s.Groups != nil {
		for i, r := range s.Ratings() {
			elo[field[i]] = wholeElo(r)
		}
	}
	lately := min(maxLately, (active-1)/2)
	metLately := func(a, b int) bool {
		met := all[a].met
		return slices.Contains(met[max(0, len(met)-lately):], b)
	}
	for ; tables > 0 && len(lots) > 1; tables-- {
		one, other := tournament.None, tournament.None
		for i, a := range lots {
			for _, b := range lots[i+1:] {
				if metLately(a, b) || metLately(b, a) {
					continue
				}
				if other == tournament.None || all[a].matches%3 > 0 && abs(elo[a]-elo[b]) < abs(elo[a]-elo[other]) {
					one, other = a, b
				}
			}
			if other != tournament.None {
				break
			}
		}
		if other == tournament.None {
			break
		}
		lots = slices.DeleteFunc(lots, func(e int) bool { return e == one || e == other })
		if all[one].first > all[other].first {
			one, other = other, one
		}
		pair(d, c, len(c.Pairs)+1, 0, one, other)
	}
	return len(c.Pairs) > 0
}

// wholeElo is a rating as it pairs and ranks: the last digits of floating-point numbers differ between
// machines.
func wholeElo(r rating.Rating) int { return int(math.Round(r.Elo)) }

func abs(n int) int { return max(n, -n) }
