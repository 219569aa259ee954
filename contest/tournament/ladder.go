package tournament

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/internal/say"
)

const (
	// MaxLadder is the most entrants of a ladder.
	MaxLadder = 64

	// Provisional is the number of games below which the rating of a ladder is provisional.
	Provisional = 15

	// ladderSpread is the standard deviation, in Elo, that strengths in a ladder are taken to have. By it the
	// intervals of ratings hold what they say although the ratings decide who meets whom.
	ladderSpread = 350

	// maxLately bounds how many of its last opponents an entrant of a ladder does not meet.
	maxLately = 3
)

// ladderTieBreaks order the table of a ladder.
var ladderTieBreaks = []string{RatingOf, Points, GamePoints, Wins, Score, ScoreDifference, Faults, Time}

// checkLadder looks at what only a ladder has.
func (s *StageConfig) checkLadder() *keyError {
	if s.Kind != Ladder {
		if s.Until != "" {
			return &keyError{"until", "until is of ladder"}
		}
		return nil
	}
	if s.BestOf > 0 {
		return &keyError{"best-of", "a match of a ladder has games: each counts for the ratings"}
	}
	if err := checkUntil(s.Until); err != nil {
		return &keyError{"until", err.Error()}
	}
	for _, name := range s.TieBreaks {
		if !isTieBreak(name, ladderTieBreaks) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %.40q is not of ladder; there are %s", name, namesAndReasons(ladderTieBreaks))}
		}
	}
	return nil
}

// The forms of times in a contest's file.
const (
	timeOfDay   = "15:04"
	dateAndTime = "2006-01-02 15:04"
)

// ParseTime reads a time as a contest's file has it, in a day's location: "17:00" of that day, or
// "2026-11-28 17:00".
func ParseTime(text string, day time.Time) (time.Time, error) {
	if at, err := time.Parse(timeOfDay, text); err == nil {
		return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0, day.Location()), nil
	}
	return time.ParseInLocation(dateAndTime, text, day.Location())
}

func checkUntil(text string) error {
	if _, err := ParseTime(text, time.Time{}); err == nil {
		return nil
	}
	return say.Errorf("until: %.20q: write when the ladder ends, such as \"17:00\" or \"2026-11-28 17:00\"", text)
}

// ends is when a ladder that has begun closes: a time of the day is the next one after it began.
func (s *Stage) ends() time.Time {
	began := s.began.Local()
	end, _ := ParseTime(s.Until, began)
	if dated := strings.Contains(s.Until, " "); !dated && !end.After(began) {
		end = end.AddDate(0, 0, 1)
	}
	return end
}

// ladderClosed is the decision that a ladder pairs no more, when its time has come.
func (d *Tournament) ladderClosed(now time.Time) (Decision, bool) {
	for _, s := range d.Stages {
		if s.openLadder() && !now.Before(s.ends()) {
			return Decision{Type: Closed, Stage: s.Name, Value: s.Until}, true
		}
	}
	return Decision{}, false
}

// openLadder reports whether the stage is a ladder that has begun and pairs on.
func (s *Stage) openLadder() bool { return s.Kind == Ladder && s.Groups != nil && !s.closed }

// applyClosed takes in the end of a ladder.
func (d *Tournament) applyClosed(c *Decision) error {
	s := d.stage(c.Stage)
	if s == nil || !s.openLadder() || c.Value != s.Until {
		return say.Errorf("no ladder %.40q is to be closed at %.20q", c.Stage, c.Value)
	}
	s.closed = true
	return nil
}

// ratings are the ratings of a ladder's field as they stand, in its order. Games count that were played
// to their end, as loopline rate counts them.
func (s *Stage) ratings() []rating.Rating {
	field := s.field()
	at := map[int]int{}
	for i, e := range field {
		at[e] = i
	}
	count := map[rating.Result]float64{}
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			for _, g := range m.Games {
				if g.State != Settled || g.By != Finished || g.Void || !g.Draw && g.Winner == None {
					continue
				}
				count[rating.Result{First: at[g.Seats[0]], Second: at[g.Seats[1]], Score: float64(g.halves(g.Seats[0])) / 2}]++
			}
		}
	}
	var results []rating.Result
	for result, n := range count {
		result.Count = n
		results = append(results, result)
	}
	slices.SortFunc(results, func(a, b rating.Result) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second), cmp.Compare(a.Score, b.Score))
	})
	if len(s.rated) == len(field) && slices.Equal(results, s.ratedBy) {
		return s.rated
	}
	ranking, err := rating.Fit(len(field), results, rating.Options{FirstMove: true, Spread: ladderSpread})
	if err != nil {
		ranking.Players = make([]rating.Rating, len(field))
	}
	s.rated, s.ratedBy = ranking.Players, results
	return s.rated
}

// wholeElo is a rating as it pairs and ranks: the last digits of floating-point numbers differ between
// machines.
func wholeElo(r rating.Rating) int { return int(math.Round(r.Elo)) }

// ladderRound pairs entrants who are free while there are tables: first those with the fewest matches, each
// with whom it is nearest to in rating and has not met lately; in one of three matches with whom has the fewest.
// Those far apart meet so as well: if nobody did, a difference that came out too large by chance would stay so.
func (d *Tournament) ladderRound(s *Stage, field []int, c *Decision) bool {
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
	lots := d.lots(s.Name+"/pair", free)
	slices.SortStableFunc(lots, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[a].matches, all[b].matches), cmp.Compare(all[a].last, all[b].last))
	})
	elo := make(map[int]int, len(field))
	if s.Groups != nil {
		for i, r := range s.ratings() {
			elo[field[i]] = wholeElo(r)
		}
	}
	lately := min(maxLately, (active-1)/2)
	metLately := func(a, b int) bool {
		met := all[a].met
		return slices.Contains(met[max(0, len(met)-lately):], b)
	}
	for ; tables > 0 && len(lots) > 1; tables-- {
		one, other := None, None
		for i, a := range lots {
			for _, b := range lots[i+1:] {
				if metLately(a, b) || metLately(b, a) {
					continue
				}
				if other == None || all[a].matches%3 > 0 && abs(elo[a]-elo[b]) < abs(elo[a]-elo[other]) {
					one, other = a, b
				}
			}
			if other != None {
				break
			}
		}
		if other == None {
			break
		}
		lots = slices.DeleteFunc(lots, func(e int) bool { return e == one || e == other })
		if all[one].first > all[other].first {
			one, other = other, one
		}
		d.pair(c, len(c.Pairs)+1, 0, one, other)
	}
	return len(c.Pairs) > 0
}

func abs(n int) int { return max(n, -n) }
