package report

import (
	"slices"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
)

// Expected is a forecast for a match that waits; nothing is decided by it.
type Expected struct {
	Table string    // the name of the table
	At    time.Time // zero before a game of the contest has ended, and while it is paused
}

// About is the time of the day; "" if it is not known.
func (x Expected) About() string {
	if x.At.IsZero() {
		return ""
	}
	return x.At.Local().Format(config.TimeOfDay)
}

// Bounds of a forecast.
const (
	forecastMatches = 200 // in the order of play
	forecastGames   = 31  // the last ones, whose times count
)

// Forecast returns where and when each match that waits is expected to begin, by its id: if every game takes the
// median time of the last ones, and each table that becomes free takes the first match whose entrants are free.
// Before a game has ended it has the matches alone for which a table is free now. It has no match that waits for
// the director or for somebody who is missing, and none of a contest in several halls.
func Forecast(d *tournament.Tournament, now time.Time) map[string]Expected {
	f := &forecast{tournament: d, game: gameTime(d), free: make([]time.Time, d.Config.Tables), busy: map[int]time.Time{}, expected: map[string]Expected{}}
	if len(d.Config.Halls) > 0 {
		return f.expected
	}
	for i := range f.free {
		f.free[i] = now
	}
	d.Matches(func(m *tournament.Match) {
		switch {
		case m.InPlay() || d.KeepsTable(m):
			f.plays(m, now)
		case len(f.waiting) < forecastMatches && m.Next() > 0 && !m.Postponed && !slices.ContainsFunc(m.Entrants, func(e int) bool { return isMissing(d, e) }):
			f.waiting = append(f.waiting, m)
		}
	})
	for at := now; len(f.waiting) > 0; {
		f.seat(at)
		next, more := f.next(at)
		if !more || f.game == 0 {
			break
		}
		at = next
	}
	return f.expected
}

func isMissing(d *tournament.Tournament, e int) bool { return !d.Entrants[e].Missing.IsZero() }

// forecast is a contest as it is expected to go on.
type forecast struct {
	tournament *tournament.Tournament
	game       time.Duration     // that a game takes; 0 if none has ended
	free       []time.Time       // when each table is
	busy       map[int]time.Time // until when each entrant is
	waiting    []*tournament.Match
	expected   map[string]Expected
}

// never is when a game ends of which nothing is known.
const never = 1000 * time.Hour

// takes is the time from now on that the rest of a match takes.
func (f *forecast) takes(m *tournament.Match) time.Duration {
	left := m.Stage.StageConfig.Games
	for _, g := range m.Games {
		if g.State == tournament.Settled {
			left--
		}
	}
	if f.game == 0 {
		return never
	}
	return time.Duration(max(1, left)) * f.game
}

// plays takes in a match at its table.
func (f *forecast) plays(m *tournament.Match, now time.Time) {
	end := now.Add(f.takes(m))
	if g := m.Playing(); g != nil {
		if at, ok := begun(f.tournament, g.AttemptID()); ok && f.game > 0 {
			end = end.Add(-min(f.game, max(0, now.Sub(at))))
		}
	}
	if n := f.tournament.TableNumber(m); n > 0 && n <= len(f.free) {
		f.free[n-1] = end
	}
	f.sits(m, end)
}

// sits has entrants be busy until some time.
func (f *forecast) sits(m *tournament.Match, end time.Time) {
	for _, e := range m.Entrants {
		if !f.tournament.Entrants[e].House && f.busy[e].Before(end) {
			f.busy[e] = end
		}
	}
}

// seat gives the tables that are free at some time to the first matches that can be played then.
func (f *forecast) seat(at time.Time) {
	f.waiting = slices.DeleteFunc(f.waiting, func(m *tournament.Match) bool {
		table := slices.IndexFunc(f.free, func(free time.Time) bool { return !free.After(at) })
		if table < 0 || !m.Stage.Due(at) || slices.ContainsFunc(m.Entrants, func(e int) bool { return f.busy[e].After(at) }) {
			return false
		}
		x := Expected{Table: f.tournament.Config.TableName(table + 1)}
		if f.game > 0 && !f.tournament.Paused {
			x.At = at
		}
		f.expected[m.ID] = x
		end := at.Add(f.takes(m))
		f.free[table] = end
		f.sits(m, end)
		return true
	})
}

// next is the first time after another at which a match may begin that could not before.
func (f *forecast) next(at time.Time) (next time.Time, found bool) {
	try := func(t time.Time) {
		if t.After(at) && (!found || t.Before(next)) {
			next, found = t, true
		}
	}
	for _, t := range f.free {
		try(t)
	}
	for _, t := range f.busy {
		try(t)
	}
	for _, m := range f.waiting {
		if start, err := time.Parse(config.TimeOfDay, m.Stage.Start); err == nil {
			at := at.Local()
			try(time.Date(at.Year(), at.Month(), at.Day(), start.Hour(), start.Minute(), 0, 0, time.Local))
		}
	}
	return next, found
}

// begun is when an attempt at a game began, which was not long ago.
func begun(d *tournament.Tournament, attempt string) (at time.Time, found bool) {
	for i := len(d.Decisions) - 1; i >= 0; i-- {
		if c := &d.Decisions[i]; c.Type == tournament.Started && c.Game == attempt {
			at, err := time.Parse(time.RFC3339Nano, c.Time)
			return at, err == nil
		}
	}
	return time.Time{}, false
}

// gameTime is the median time of the last games of the contest, from the start of their last attempt to the
// decision about it; 0 before one has ended.
func gameTime(d *tournament.Tournament) time.Duration {
	all := []time.Duration{}
	for i := len(d.Decisions) - 1; i >= 0 && len(all) < forecastGames; i-- {
		c := &d.Decisions[i]
		if c.Type != tournament.Finished {
			continue
		}
		from, ok := begun(d, c.Game)
		if to, err := time.Parse(time.RFC3339Nano, c.Time); ok && err == nil && to.After(from) {
			all = append(all, to.Sub(from))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
