// Package conformance says what a player of CHaser is checked for.
package conformance

import (
	"encoding/json"
	"strings"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
)

// The names of the rules.
const (
	name     = "gives its name when it connects"
	ready    = "answers @ with gr"
	method   = "plays a method: w, l, s or p and u, r, l or d"
	endMark  = "ends its turn with #"
	ending   = "stops at an answer that begins with 0"
	survives = "does not lose by its own step"
	items    = "walks on when it has taken an item and left a block"
)

// Steps is the steps of CHaser.
func Steps() check.GameSteps {
	return check.GameSteps{
		Rules: []check.Rule{
			{Name: name, Reasons: []string{referee.ReasonHandshake}, Expected: "the team's name, before anything is asked"},
			{Name: ready, Reasons: []string{referee.ReasonGetReady}, Expected: "gr"},
			{Name: method, Reasons: []string{referee.ReasonMethod}, Expected: "two letters, the first of w l s p, the second of u r l d"},
			{Name: endMark, Reasons: []string{referee.ReasonEndMark}, Expected: "#"},
			{Name: ending, Advice: true, Expected: "# or nothing, and no turn more", NotExercised: "no game told the player its end"},
			{Name: survives, Advice: true, Expected: "a step onto floor or an item, and a way out", NotExercised: "no game was played to its end"},
			{Name: items, Advice: true, Expected: "another method than a step onto the block", NotExercised: "the player took no item"},
		},
		Trials: []check.Scenario{
			{Name: "plays on another map", Options: map[string]string{"seed": "7"}},
			{Name: "takes the end when the turns are over", Options: map[string]string{"turns": "3"}, Seat: 1},
			{Name: "keeps to strict reading: CR LF, and nothing beside it", Options: map[string]string{"turns": "5"}, Strict: true, Advice: true},
		},
		Watch: func(seat int) func(*record.Event) []string {
			w := monitor{seat: seat}
			return w.take
		},
	}
}

// monitor follows a match to see which rules were put to the test.
type monitor struct {
	seat  int
	last  referee.Method // that was played, whoever played it
	items int            // of the player
	block bool           // the player has just left one behind
}

func (w *monitor) take(e *record.Event) []string {
	switch {
	case e.Type == record.EventNote:
		return w.note(e)
	case e.Type != record.EventAnswer || e.Seat != w.seat:
		return nil
	case e.Question == referee.AskReady && strings.TrimSpace(e.Text) == referee.GetReady:
		return []string{ready}
	case len(e.Question) == 10 && e.Question[0] == '0':
		if text := strings.TrimSpace(e.Text); text == referee.EndMark || text == "" {
			return []string{ending}
		}
		return []string{"!" + ending}
	case len(e.Question) == 10 && strings.TrimSpace(e.Text) == referee.EndMark:
		return []string{endMark}
	}
	return nil
}

func (w *monitor) note(e *record.Event) (shown []string) {
	switch e.Name {
	case referee.NoteNames:
		return []string{name}
	case referee.NoteMethod:
		if json.Unmarshal(e.Data, &w.last) != nil || w.last.Seat != w.seat {
			return nil
		}
		shown = []string{method}
		if w.block {
			shown = append(shown, items)
		}
		w.block = w.last.Items[w.seat] > w.items
		w.items = w.last.Items[w.seat]
		return shown
	case referee.NoteResult:
		var result referee.Result
		if json.Unmarshal(e.Data, &result) != nil {
			return nil
		}
		return []string{w.end(&result)}
	}
	return nil
}

// end checks the end of a game: a player that lost by a method of its own
// has walked onto a block or off the map, or shut itself in.
func (w *monitor) end(r *referee.Result) string {
	lost := r.Winner == chaser.Seats[1-w.seat]
	switch r.Reason {
	case chaser.OnBlock, chaser.OffMap, chaser.ShutIn:
		if lost && w.last.Seat == w.seat {
			return "!" + survives
		}
	}
	return survives
}
