package referee

import (
	"encoding/json"
	"strings"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host/record"
)

// The quantities of a game from which contests derive points and tie-breaks.
const (
	QuantityTurnsLeft = "turns-left" // rounds that were not finished
	QuantityPut       = "put"        // 1 for a seat that won by putting a block
)

// Measure finds the quantities of a recorded game, for both seats.
func Measure(g *record.Game) map[string][]int64 {
	turns, left, acts := int64(0), int64(-1), int64(0)
	if m, err := chaser.ParseMap(g.Header().Options[OptionMap]); err == nil {
		turns = int64(m.Turns)
	}
	var last Method
	var end Result
	for i := range g.Events {
		e := &g.Events[i]
		if e.Type != record.EventNote {
			continue
		}
		switch e.Name {
		case NoteMethod:
			if json.Unmarshal(e.Data, &last) == nil {
				acts++
			}
		case NoteResult:
			if json.Unmarshal(e.Data, &end) == nil {
				left = int64(end.Left)
			}
		}
	}
	if left < 0 { // a foul ended it
		left = max(0, turns-acts/2)
	}
	put := []int64{0, 0}
	walled := end.Reason == chaser.OnBlock || end.Reason == chaser.ShutIn
	if winner := last.Seat; walled && winner >= 0 && winner < len(put) && end.Winner == chaser.Seats[winner] && strings.HasPrefix(last.Method, "p") {
		put[winner] = 1
	}
	return map[string][]int64{QuantityTurnsLeft: {left, left}, QuantityPut: put}
}
