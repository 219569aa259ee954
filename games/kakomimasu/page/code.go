package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
)

// Start returns what pages have of the beginning of a game on a field.
func Start(f *kakomimasu.Field) json.RawMessage {
	text, err := f.File()
	if err != nil {
		panic(err) // numbers and a name have a text
	}
	return text
}

// Letters are the letters of actions in codes, by their types, and NoActions is the code of none.
const (
	Letters   = " pnmr"
	NoActions = "-"
)

// Code returns the code that pages have of a turn, by the actions of each player.
func Code(actions [][]kakomimasu.Action) string {
	all := make([]string, len(actions))
	for seat, list := range actions {
		all[seat] = PlayerCode(list)
	}
	return strings.Join(all, "_")
}

// PlayerCode returns the code of a player's actions: 0p3:4 for agent 0 that comes onto column 3 of
// row 4, and commas between them.
func PlayerCode(actions []kakomimasu.Action) string {
	var all []string
	for _, a := range actions {
		if a.Type >= kakomimasu.Put && a.Type <= kakomimasu.Remove {
			all = append(all, fmt.Sprintf("%d%c%d:%d", a.Agent, Letters[a.Type], a.To.X, a.To.Y))
		}
	}
	if all == nil {
		return NoActions
	}
	return strings.Join(all, ",")
}
