package page

import (
	"encoding/json"

	"github.com/loopline/loopline/games/chaser"
)

// Start returns what pages have of the beginning of a game on a map, whose turns are known.
func Start(m *chaser.Map) json.RawMessage {
	text, err := json.Marshal(m.String())
	if err != nil {
		panic(err) // a string has a text
	}
	return text
}
