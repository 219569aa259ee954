package tournament

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/internal/say"
)

// Ends is when a ladder that has begun closes: a time of the day is the next one after it began.
func (s *Stage) Ends() time.Time {
	began := s.began.Local()
	end, _ := config.ParseTime(s.Until, began)
	if dated := strings.Contains(s.Until, " "); !dated && !end.After(began) {
		end = end.AddDate(0, 0, 1)
	}
	return end
}

// OpenLadder reports whether the stage is a ladder that has begun and pairs on.
func (s *Stage) OpenLadder() bool { return s.Kind == config.Ladder && s.Groups != nil && !s.Closed }

// applyClosed takes in the end of a ladder.
func (d *Tournament) applyClosed(c *Decision) error {
	s := d.stage(c.Stage)
	if s == nil || !s.OpenLadder() || c.Value != s.Until {
		return say.Errorf("no ladder %.40q is to be closed at %.20q", c.Stage, c.Value)
	}
	s.Closed = true
	return nil
}

// ladderSpread is the standard deviation, in Elo, that strengths in a ladder are taken to have. By it the
// intervals of ratings hold what they say although the ratings decide who meets whom.
const ladderSpread = 350

// Ratings are the ratings of a ladder's field as they stand, in its order. Games count that were played
// to their end, as loopline rate counts them.
func (s *Stage) Ratings() []rating.Rating {
	field := s.Field()
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
				count[rating.Result{First: at[g.Seats[0]], Second: at[g.Seats[1]], Score: float64(g.Halves(g.Seats[0])) / 2}]++
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
