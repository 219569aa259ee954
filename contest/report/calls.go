package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/tournament"
)

// Call names the next match of an entrant, and where it plays.
type Call struct {
	Entrant, Opponent string // in a heat the names of all others
	Match             string
	Table             string // where it plays, or where [Forecast] has it; "" before that is known
	Port              string
	Start             string // not before this time of the day; "" is at any time
	About             string // the time of the day at which it begins, by the forecast; "" before that is known
	Playing           bool
	Ahead             int // matches that come before it in the order of play
	Postponed         bool
	Missing           bool
}

// Calls is, for each entrant that has a match to play, the next one, in the order of play. Now is the time that
// forecasts begin with.
func Calls(d *tournament.Tournament, now time.Time) (calls []Call) {
	seen := map[int]bool{}
	expected := Forecast(d, now)
	ahead := 0
	list := func(playing bool) {
		d.Matches(func(m *tournament.Match) {
			if m.InPlay() != playing || !playing && m.Next() == 0 {
				return
			}
			for _, e := range m.Entrants {
				if seen[e] || m.IsHeat() && d.Entrants[e].Withdrawn {
					continue
				}
				seen[e] = true
				c := Call{
					Entrant: d.Entrants[e].Name, Opponent: strings.Join(d.NamesOf(m.Except([]int{e})), ", "), Match: m.ID, Port: d.Entrants[e].Port(),
					Playing: playing, Table: d.Table(m), Postponed: m.Postponed, Missing: !d.Entrants[e].Missing.IsZero(),
				}
				if !playing {
					c.Start, c.Ahead = m.Stage.Start, ahead
					if x, ok := expected[m.ID]; ok {
						c.Table, c.About = x.Table, x.About()
					}
				}
				calls = append(calls, c)
			}
			if !playing {
				ahead++
			}
		})
	}
	list(true)
	list(false)
	return slices.Clip(calls)
}

// String says it in a line.
func (c Call) String() string {
	text := fmt.Sprintf("%s: %s against %s on %s", c.Entrant, c.Match, c.Opponent, c.Port)
	switch {
	case c.Playing:
		text += ", now"
	case c.Postponed:
		text += ", postponed"
	case c.Ahead == 0:
		text += ", next"
	default:
		text += fmt.Sprintf(", after %d matches", c.Ahead)
	}
	if c.Table != "" {
		text += ", table " + c.Table
	}
	if c.About != "" {
		text += ", about " + c.About
	}
	if c.Start != "" {
		text += ", not before " + c.Start
	}
	if c.Missing {
		text += ", missing"
	}
	return text
}
