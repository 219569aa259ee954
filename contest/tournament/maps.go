package tournament

import (
	"fmt"
	"maps"

	"github.com/loopline/loopline/host/record"
)

// SpareMaps counts the maps that are drawn for the matches of a stage that end even: no match is
// played on so many, so it never meets a map twice.
const SpareMaps = maxNewMaps + 1

// DrawnMaps returns how many maps of a stage come from the seed, after those of its files: one of each
// type where it names no files, and those for matches that end even.
func (s *StageConfig) DrawnMaps() (n int) {
	if len(s.Maps) == 0 {
		n = len(s.MapTypes)
	}
	if s.drawsMaps() {
		n += SpareMaps
	}
	return n
}

// MapType returns the type that the map of an index, from 0, has: the types of the stage in turn;
// empty without types.
func (s *StageConfig) MapType(index int) string {
	if len(s.MapTypes) == 0 {
		return ""
	}
	return s.MapTypes[index%len(s.MapTypes)]
}

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
	at := m.Round + m.Pair - 2 // each match takes the next one
	if s.Kind == Qualifier {   // all play on the same ones
		at = number - 1
		if s.Seats == SeatsExchanged {
			at /= 2
		}
	}
	if n := len(s.Openings); n > 0 {
		return at % n
	}
	first := len(d.Maps[s.Name])
	if s.drawsMaps() && first >= SpareMaps {
		first -= SpareMaps
		if set := (number - 1) / s.StageConfig.Games; set > 0 {
			return first + (at+set-1)%SpareMaps
		}
	}
	if first == 0 {
		return None
	}
	if s.Kind != Qualifier && len(s.Maps) == 0 && len(s.MapTypes) == 0 {
		at += (number - 1) / s.StageConfig.Games // a play-off takes the next one
	}
	return at % first
}

// playedOn wants a recorded game to be played on the map of its match.
func (d *Tournament) playedOn(m *Match, number int, g *record.Game) error {
	if d.Maps == nil || m == nil {
		return nil
	}
	opening, options := d.opening(m, number), g.Header().Options
	if d.env.Recorded != nil && len(opening) > 0 {
		var err error
		if opening, err = d.env.Recorded(d.Config, d.options(m, number), len(g.Header().Seats)); err != nil {
			return err
		}
	}
	for key, value := range opening {
		if has, ok := options[key]; ok && has != value {
			return fmt.Errorf("game %d was played on another %s than the first decision says", number, key)
		}
	}
	return nil
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
