// Package term shows games of DPT on a terminal.
package term

import (
	"encoding/json"
	"strconv"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// View is the terminal.View of DPT. The zero View is before a game. A move is a
// turn of both teams.
type View struct {
	rules *dpt.Rules
	turns []dpt.Turn
	game  *dpt.Game // after some of them
}

// Observe implements terminal.View.
func (v *View) Observe(e record.Event) (terminal.Move, bool) {
	switch {
	case e.Type == record.EventGame:
		*v = View{}
		if c, err := referee.FromRecord(&e); err == nil {
			v.rules = &c.Rules
		}
	case e.Type == record.EventNote && e.Name == referee.NoteTurn:
		return v.turn(e.Data)
	}
	return terminal.Move{}, false
}

// turn takes in the note on a turn.
func (v *View) turn(data json.RawMessage) (terminal.Move, bool) {
	var note referee.Turn
	if v.rules == nil || json.Unmarshal(data, &note) != nil {
		return terminal.Move{}, false
	}
	g := v.Position(len(v.turns))
	if g.Over() || note.Turn != g.Turn()+1 {
		return terminal.Move{}, false
	}
	var actions [2][]dpt.Action
	for team := range actions {
		for _, a := range note.Actions[team] {
			if a[0] < int(dpt.Stay) || a[0] > int(dpt.Remove) {
				return terminal.Move{}, false
			}
			actions[team] = append(actions[team], dpt.Action{Type: dpt.Type(a[0]), DX: a[1], DY: a[2]})
		}
	}
	width, height := g.Size()
	if note.Values != nil && len(note.Values) != width*height {
		return terminal.Move{}, false
	}
	applied := g.Play(actions)
	v.turns = append(v.turns, dpt.Turn{Actions: actions, Values: note.Values})
	v.show(len(v.turns) - 1)
	words := say.Raw(strconv.Itoa(note.Turn))
	for team := range actions {
		words = say.Join(" ", words, named(referee.SeatNames[team]))
		for i, a := range actions[team][:min(len(actions[team]), len(applied[team]))] {
			words = say.Join(" ", words, told(a, applied[team][i]))
		}
	}
	return terminal.Move{
		Words: words, Seat: -1, Remark: say.Format("%d to %d", g.Points(0).Total(), g.Points(1).Total()),
	}, true
}

// told is an action and its result: in brackets when it was not carried
// out, with a question mark when it is illegal.
func told(a dpt.Action, applied dpt.ActionStatus) say.Text {
	text := named(a.Type.String())
	if a.Type != dpt.Stay {
		text = say.Format("%s%+d%+d", text, a.DX, a.DY)
	}
	switch applied {
	case dpt.Illegal:
		return say.Format("%s?", text)
	case dpt.Blocked:
		return say.Format("(%s)", text)
	}
	return text
}

// named is a word of the game.
func named(word string) say.Text { return say.Named("dpt."+word, word) }

// Explain implements terminal.Explainer.
func (v *View) Explain(f *host.Foul) say.Text { return referee.Explain(f) }

// Moves implements terminal.View.
func (v *View) Moves() int { return len(v.turns) }

// Actions returns the actions of each team's agents in a turn, 1 to Moves().
func (v *View) Actions(turn int) (actions [2][]dpt.Action) {
	for team := range actions {
		actions[team] = make([]dpt.Action, len(v.Position(turn).Agents(team)))
		copy(actions[team], v.turns[turn-1].Actions[team])
	}
	return actions
}

// Position is the game after the given number of turns, 0 to Moves(); nil before a game has
// begun. It belongs to the view and holds until its next call.
func (v *View) Position(turns int) *dpt.Game {
	if v.rules == nil {
		return nil
	}
	if v.game == nil || v.game.Turn() > turns {
		v.game = dpt.New(*v.rules)
	}
	for v.game.Turn() < turns {
		turn := v.game.Turn()
		v.game.Play(v.turns[turn].Actions)
		v.show(turn)
	}
	return v.game
}

// show shows the values that a turn was recorded with.
func (v *View) show(turn int) {
	if values := v.turns[turn].Values; values != nil {
		v.game.SetValues(values)
	}
}

// Draw implements terminal.View.
func (v *View) Draw(dst []byte, moves int, style terminal.Style, room terminal.Size) []byte {
	g := v.Position(moves)
	if g == nil {
		return dst
	}
	return Append(dst, g, style, room)
}
