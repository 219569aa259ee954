// Package games is the registry: one Descriptor for each game that Loopline referees.
//
// Everything that differs between games is in the descriptor, so that the packages
// below it know no game, and a command looks the descriptor up by its name.
package games

import (
	"fmt"
	"slices"
	"strings"

	battle2048 "github.com/loopline/loopline/games/battle2048/game"
	chaser "github.com/loopline/loopline/games/chaser/game"
	"github.com/loopline/loopline/games/descriptor"
	dpt "github.com/loopline/loopline/games/dpt/game"
	kakomimasu "github.com/loopline/loopline/games/kakomimasu/game"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	trax "github.com/loopline/loopline/trax/game"
)

// Default is the name of the game that is played when none is named.
const Default = "trax"

// All lists the games, the default first.
func All() []descriptor.Descriptor {
	return []descriptor.Descriptor{trax.Descriptor(), battle2048.Descriptor(), chaser.Descriptor(), dpt.Descriptor(), kakomimasu.Descriptor()}
}

// Names lists the names of the games, the default first.
func Names() (names []string) {
	for _, g := range All() {
		names = append(names, g.Name)
	}
	return names
}

// WithColours lists the titles of the games that have a white and a red seat.
func WithColours() (titles []string) {
	for _, g := range All() {
		if g.HasColours() {
			titles = append(titles, g.Title)
		}
	}
	return titles
}

// ByName finds a game. The error lists the names that there are.
func ByName(name string) (descriptor.Descriptor, error) {
	all := All()
	i := slices.IndexFunc(all, func(g descriptor.Descriptor) bool { return g.Name == name })
	if i < 0 {
		return descriptor.Descriptor{}, fmt.Errorf("there is no game %.40q; there are %s", name, strings.Join(Names(), ", "))
	}
	return all[i], nil
}

// byUnjudged finds the game whose records without a verdict have a name; nil is
// none.
func byUnjudged(name string) *descriptor.Descriptor {
	all := All()
	if i := slices.IndexFunc(all, func(g descriptor.Descriptor) bool { return name != "" && g.Unjudged == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Verify derives the verdict of a recorded game again, by the game that its
// record names.
func Verify(g *record.Game) (host.ReplayReport, error) {
	if byUnjudged(g.Header().Game) != nil {
		return host.ReplayReport{}, fmt.Errorf("%s:%d: a game of loopline check, which has no verdict to derive; "+
			"loopline replay plays it again", g.Name, g.Header().Line)
	}
	row, err := ByName(g.Header().Game)
	if err != nil {
		return host.ReplayReport{}, fmt.Errorf("%s:%d: %w", g.Name, g.Header().Line, err)
	}
	return row.VerifyRecorded(g)
}
