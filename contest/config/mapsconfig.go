package config

import (
	"slices"
)

// SpareMaps counts the maps that are drawn for the matches of a stage that end even: no match is
// played on so many, so it never meets a map twice.
const SpareMaps = MaxNewMaps + 1

// DrawnMaps returns how many maps of a stage come from the seed, after those of its files: one of each
// type where it names no files, and those for matches that end even.
func (s *StageConfig) DrawnMaps() (n int) {
	if len(s.Maps) == 0 {
		n = len(s.MapTypes)
	}
	if s.DrawsMaps() {
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

// MaxNewMaps bounds how often a match is played again on a new map before lots decide.
const MaxNewMaps = 7

// DrawsMaps reports whether a match that ends even is played again on a new map.
func (s *StageConfig) DrawsMaps() bool {
	return s.Of == OfMatch && slices.Contains(s.TieBreaks, NewMap)
}
