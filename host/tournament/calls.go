package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Port returns the entrant's address without its secrets: the port that its program connects to,
// or the device on which it is found.
func (e *Entrant) Port() string {
	address, _, _ := strings.Cut(e.Address, "?")
	scheme, rest, _ := strings.Cut(address, ":")
	switch scheme {
	case "exec", "bot", "sim", DeskScheme:
		return scheme
	}
	return scheme + ":" + rest
}

// Table is the name of the table at which a match is played or will be, or of the hall; "" while none is free
// for it.
func (d *Tournament) Table(m *Match) string {
	if !m.inPlay() {
		return ""
	}
	if g := m.playing(); g != nil && g.Hall != "" {
		return g.Hall
	}
	if n := d.tables[m.ID]; n > 0 && n <= len(d.Config.Places) {
		return d.Config.Places[n-1]
	} else if n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// takeTable gives a match the first table that is free.
func (d *Tournament) takeTable(m *Match) {
	taken := map[int]bool{}
	d.Matches(func(other *Match) {
		if other != m && other.inPlay() {
			taken[d.tables[other.ID]] = true
		}
	})
	if n := d.tables[m.ID]; n > 0 && !taken[n] {
		return
	}
	n := 1
	for taken[n] {
		n++
	}
	d.tables[m.ID] = n
}

// Call names the next match of an entrant, and where it plays.
type Call struct {
	Entrant, Opponent string // in a heat the names of all others
	Match             string
	Table             string // where it plays; "" before a table is free
	Port              string
	Start             string // not before this time of the day; "" is at any time
	Playing           bool
	Ahead             int // matches that come before it in the order of play
	Postponed         bool
	Missing           bool
}

// Calls is, for each entrant that has a match to play, the next one, in the order of play.
func (d *Tournament) Calls() (calls []Call) {
	seen := map[int]bool{}
	ahead := 0
	list := func(playing bool) {
		d.Matches(func(m *Match) {
			if m.inPlay() != playing || !playing && m.Next() == 0 {
				return
			}
			for _, e := range m.Entrants {
				if seen[e] || m.heat() && d.Entrants[e].Withdrawn {
					continue
				}
				seen[e] = true
				c := Call{
					Entrant: d.Entrants[e].Name, Opponent: strings.Join(d.namesOf(m.except([]int{e})), ", "), Match: m.ID, Port: d.Entrants[e].Port(),
					Playing: playing, Table: d.Table(m), Postponed: m.Postponed, Missing: !d.Entrants[e].Missing.IsZero(),
				}
				if !playing {
					c.Start, c.Ahead = m.Stage.Start, ahead
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
	if c.Start != "" {
		text += ", not before " + c.Start
	}
	if c.Missing {
		text += ", missing"
	}
	return text
}
