package descriptor

import (
	"strconv"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host/record"
)

// Contests holds the words that a game adds to the files of contests. All of it may be empty.
type Contests struct {
	// Reasons lists the reasons of verdicts without a foul: a tie-break counts the wins by one of them.
	Reasons []string

	// Quantities are the names of what Measure finds in a recorded game, for every seat.
	Quantities []string
	Measure    func(*record.Game) tournament.Measures

	// MapTypes are the types of maps that a contest can ask for. ReadMap reads a map file,
	// and DrawMap draws a map from a seed; both return it as options of the game. The error is
	// also that a map is not of the type; an empty type is any.
	// MapOptions are the options that take such a map, instead of one that is drawn from the seed.
	MapTypes   []string
	MapOptions []string
	ReadMap    func(s Settings, file, mapType string) (map[string]string, error)
	DrawMap    func(s Settings, seed uint64, mapType string) (map[string]string, error)
}

// DrawSeed returns the DrawMap of a game whose option seed draws what is played on.
func DrawSeed(_ Settings, seed uint64, _ string) (map[string]string, error) {
	return map[string]string{OptionSeed: strconv.FormatUint(seed, 10)}, nil
}
