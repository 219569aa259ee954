package kakomimasu

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/jsonvalue"
)

// MaxBoardFile bounds a board file, in bytes.
const MaxBoardFile = 1 << 20

// ReadField reads a board file, a JSON object, in any of its spellings: that of
// now (nAgent, totalTurn, operationSec), of 2021 (nTurn, nSec) and of 2020
// (nagent, nturn, nsec). The points are one list or a list of rows. A board that
// does not say how long a game is has DefaultTurns, one without players
// DefaultPlayers. Other keys are passed over.
func ReadField(text []byte) (*Field, error) {
	if len(text) > MaxBoardFile {
		return nil, fmt.Errorf("the file has more than %d bytes", MaxBoardFile)
	}
	v, err := jsonvalue.Object(text)
	if err != nil {
		return nil, err
	}
	b := &Field{
		Width: v.Key("width").Int(1, MaxSide), Height: v.Key("height").Int(1, MaxSide),
		Agents:     oneOf(v, -1, MaxAgents, "nAgent", "nagent"),
		Players:    oneOf(v, DefaultPlayers, MaxPlayers, "nPlayer", "nplayer"),
		Turns:      oneOf(v, DefaultTurns, MaxTurns, "totalTurn", "nTurn", "nturn"),
		Operation:  oneOf(v, 0, maxSeconds, "operationSec", "nSec", "nsec"),
		Transition: oneOf(v, 0, maxSeconds, "transitionSec"),
	}
	if v.Has("name") {
		b.Name = v.Key("name").Text()
	}
	for _, e := range v.Key("points").List() {
		b.Points = append(b.Points, points(e)...)
		if v.Err() != nil {
			break
		}
	}
	if v.Err() != nil {
		return nil, v.Err()
	}
	return b, b.Check()
}

// maxSeconds is the longest time that a board may ask for.
const maxSeconds = 3600

// points are the values of a row, or one of them.
func points(e jsonvalue.Value) []int {
	if e.IsList() {
		return e.Ints(len(e.List()), -MaxPoint, MaxPoint)
	}
	return []int{e.Int(-MaxPoint, MaxPoint)}
}

// oneOf is a whole number up to top by the first of its names that is there, or
// what is meant without it; below 0 it must be there.
func oneOf(v jsonvalue.Value, without, top int, names ...string) int {
	for _, name := range names {
		if v.Has(name) && !v.Key(name).IsNull() {
			return v.Key(name).Int(min(1, max(without, 0)), top)
		}
	}
	if without < 0 {
		v.Key(names[0]) // notes that it is missing
	}
	return without
}

// Schemas returns the names of the schemas of board files, the current one first.
func Schemas() []string { return []string{"now", "2021", "2020"} }

// FileOf is the board as a file in one of Spellings, on one line. Of the two
// times of now those before have the sum. The error names a spelling that is
// none.
func (b *Field) FileOf(spelling string) ([]byte, error) {
	agents, turns, seconds := "nAgent", "nTurn", "nSec"
	switch spelling {
	case "now":
		return b.File()
	case "2021":
	case "2020":
		agents, turns, seconds = "nagent", "nturn", "nsec"
	default:
		return nil, fmt.Errorf("there is no spelling %.20q; there are %s", spelling, strings.Join(Schemas(), ", "))
	}
	file := map[string]any{"name": b.Name, "width": b.Width, "height": b.Height, agents: b.Agents, "points": b.Points}
	for name, n := range map[string]int{turns: b.Turns, seconds: b.Operation + b.Transition} {
		if n > 0 {
			file[name] = n
		}
	}
	text, err := json.Marshal(file)
	return append(text, '\n'), err
}

// File is the board as ReadBoard reads it, on one line, in the spelling of now.
func (b *Field) File() ([]byte, error) {
	text, err := json.Marshal(struct {
		Name       string `json:"name"`
		Width      int    `json:"width"`
		Height     int    `json:"height"`
		Agents     int    `json:"nAgent"`
		Players    int    `json:"nPlayer"`
		Turns      int    `json:"totalTurn,omitempty"`
		Operation  int    `json:"operationSec,omitempty"`
		Transition int    `json:"transitionSec,omitempty"`
		Points     []int  `json:"points"`
	}{b.Name, b.Width, b.Height, b.Agents, b.Players, b.Turns, b.Operation, b.Transition, b.Points})
	return append(text, '\n'), err
}
