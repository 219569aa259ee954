package tournament

import (
	"maps"

	"github.com/loopline/loopline/contest/config"
)

// mapType is the type of the map of a game; empty without types.
func (d *Tournament) mapType(m *Match, number int) string {
	if i := d.mapIndex(m, number); i >= 0 && i < len(d.Maps[m.Stage.Name]) {
		return m.Stage.MapType(i)
	}
	return ""
}

// opening returns the map or opening of a game as options of the game, or nil if the config has none.
func (d *Tournament) opening(m *Match, number int) map[string]string {
	all := d.Maps[m.Stage.Name]
	if n := len(m.Stage.Openings); n > 0 {
		all = m.Stage.Openings
	}
	if i := d.mapIndex(m, number); i >= 0 {
		return all[i]
	}
	return nil
}

// mapIndex is the place of the opening or the map of a game in the list of its stage; None without one.
func (d *Tournament) mapIndex(m *Match, number int) int {
	s := m.Stage
	at := m.Round + m.Pair - 2      // each match takes the next one
	if s.Kind == config.Qualifier { // all play on the same ones
		at = number - 1
		if s.Seats == config.SeatsExchanged {
			at /= 2
		}
	}
	if n := len(s.Openings); n > 0 {
		return at % n
	}
	first := len(d.Maps[s.Name])
	if s.DrawsMaps() && first >= config.SpareMaps {
		first -= config.SpareMaps
		if set := (number - 1) / s.StageConfig.Games; set > 0 {
			return first + (at+set-1)%config.SpareMaps
		}
	}
	if first == 0 {
		return None
	}
	if s.Kind != config.Qualifier && len(s.Maps) == 0 && len(s.MapTypes) == 0 {
		at += (number - 1) / s.StageConfig.Games // a play-off takes the next one
	}
	return at % first
}

// options returns the options of a game: the config's, and over them those of its map or opening.
func (d *Tournament) options(m *Match, number int) map[string]string {
	options := maps.Clone(d.Config.Options)
	if opening := d.opening(m, number); len(opening) > 0 {
		if options == nil {
			options = map[string]string{}
		}
		maps.Copy(options, opening)
	}
	return options
}
