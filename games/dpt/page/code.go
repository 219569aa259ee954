package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/dpt"
)

// Start describes the beginning of a game to pages, with the values that were shown since.
type Start struct {
	Field  json.RawMessage `json:"field"` // as procon30 writes it
	Turns  int             `json:"turns"`
	Swap   bool            `json:"swap,omitempty"`
	Values [][]int         `json:"values"` // shown after each turn; null where they are those before
}

// StartOf returns a Start as JSON: that of a game by rules, with all filled in. Values are those that
// were shown after each of the turns that viewers know: later ones stay hidden.
func StartOf(r dpt.Rules, values [][]int) json.RawMessage {
	s := Start{Field: r.Field.State().JSON(), Turns: r.Turns, Swap: r.Swap, Values: values}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers have a text
	}
	return text
}

// Letters are the letters of actions in codes, by their types.
const Letters = "smr"

// Code returns the code that pages have of a turn.
func Code(actions [2][]dpt.Action) string {
	return TeamCode(actions[0]) + "_" + TeamCode(actions[1])
}

// TeamCode returns the code of a team's actions: a letter an agent, with the step, such as m-1:0.
func TeamCode(actions []dpt.Action) string {
	all := make([]string, len(actions))
	for i, a := range actions {
		if all[i] = "s"; a.Type == dpt.Move || a.Type == dpt.Remove {
			all[i] = fmt.Sprintf("%c%d:%d", Letters[a.Type], a.DX, a.DY)
		}
	}
	return strings.Join(all, ",")
}
