package tournament

import (
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
)

// Port returns the entrant's address without its secrets: the port that its program connects to,
// or the device on which it is found.
func (e *Entrant) Port() string {
	address, _, _ := strings.Cut(e.Address, "?")
	scheme, rest, _ := strings.Cut(address, ":")
	switch scheme {
	case "exec", "bot", "sim", config.DeskScheme:
		return scheme
	}
	return scheme + ":" + rest
}

// Table is the name of the table at which a match is played, also between its games, or of the hall; "" for other
// matches.
func (d *Tournament) Table(m *Match) string {
	if g := m.Playing(); g != nil && g.Hall != "" {
		return g.Hall
	}
	if m.InPlay() || d.KeepsTable(m) {
		return d.Config.TableName(d.TableNumber(m))
	}
	return ""
}

// TableNumber is the number of the table that a match has, from 1; 0 for none.
func (d *Tournament) TableNumber(m *Match) int { return d.tables[m.ID] }

// KeepsTable reports whether the next game of a match is played at the table of the one before.
func (d *Tournament) KeepsTable(m *Match) bool {
	return m.Next() > 0 && !m.Postponed && d.tables[m.ID] > 0 && slices.ContainsFunc(m.Games, func(g *Game) bool { return g.Attempt > 0 })
}

// takeTable gives a match the first table that is free. A table whose match is between two games isn't, unless no
// other is left.
func (d *Tournament) takeTable(m *Match) {
	taken, kept := map[int]bool{}, map[int]bool{}
	d.Matches(func(other *Match) {
		switch {
		case other == m:
		case other.InPlay():
			taken[d.tables[other.ID]] = true
		case d.KeepsTable(other):
			kept[d.tables[other.ID]] = true
		}
	})
	if n := d.tables[m.ID]; n > 0 && !taken[n] {
		return
	}
	n := 1
	for taken[n] || kept[n] {
		n++
	}
	if n > d.Config.Tables {
		for n = 1; taken[n]; {
			n++
		}
	}
	d.tables[m.ID] = n
}
