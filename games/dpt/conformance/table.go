// Package conformance says what a player of DPT is checked for.
package conformance

import (
	"encoding/json"
	"slices"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
)

// The names of the rules.
const (
	form  = "answers with the turn's number, and three numbers for each agent"
	turn  = "answers the turn that is asked"
	legal = "plays nothing that is against the rules"
	acts  = "does something else than stay"
)

// Steps is the steps of DPT.
func Steps() check.GameSteps {
	return check.GameSteps{
		Rules: []check.Rule{
			{Name: form, Reasons: []string{referee.ReasonAnswer}, Expected: "such as 3 1 1 0 in turn 3: type 0, 1 or 2, dx, dy"},
			{Name: turn, Reasons: []string{referee.ReasonTurn}, Expected: "the number of the current turn after the word turn"},
			{Name: legal, Advice: true, Expected: "a step to one of 8 cells on the field, not onto the other's tile; a tile to remove"},
			{Name: acts, Advice: true, Expected: "a move or a remove, now and then"},
		},
		Trials: []check.Scenario{
			{Name: "plays on the largest field", Options: map[string]string{"size": "12x12", "seed": "7"}},
			{Name: "plays on the smallest field, beginning anywhere", Options: map[string]string{"size": "8x8", "start": "point"}, Seat: 1},
			{Name: "plays where values stay", Options: map[string]string{"redraw": "never", "turns": "10"}},
			{Name: "takes the end after one turn", Options: map[string]string{"turns": "1"}, Seat: 1},
			{Name: "keeps to strict reading: nothing beside the answers", Options: map[string]string{"turns": "5"}, Strict: true, Advice: true},
		},
		Watch: func(seat int) func(*record.Event) []string {
			w := monitor{seat: seat}
			return w.take
		},
	}
}

// monitor follows a match to see which rules were put to the test.
type monitor struct {
	seat     int
	answered bool // in this turn, and without a foul
	acted    bool
}

func (w *monitor) take(e *record.Event) []string {
	switch {
	case e.Type == record.EventAnswer && e.Seat == w.seat:
		w.answered = true
	case e.Type == record.EventFouled && e.Seat == w.seat:
		w.answered = false
	case e.Type == record.EventNote && e.Name == referee.NoteTurn:
		return w.turn(e)
	case e.Type == record.EventVerdict && w.acted:
		return []string{acts}
	case e.Type == record.EventVerdict:
		return []string{"!" + acts}
	}
	return nil
}

func (w *monitor) turn(e *record.Event) []string {
	var note referee.Turn
	if !w.answered || json.Unmarshal(e.Data, &note) != nil {
		return nil
	}
	w.answered = false
	w.acted = w.acted || slices.ContainsFunc(note.Actions[w.seat], func(a [3]int) bool { return a[0] != int(dpt.Stay) })
	if slices.Contains(note.Apply[w.seat], dpt.Illegal) {
		return []string{form, turn, "!" + legal}
	}
	return []string{form, turn, legal}
}
