package bots

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// NewSuggester returns a suggester that plays as the bot of a spec does, one in
// each seat; see New. A loss is in points, by the values that were shown, if the
// other team does what it did.
func NewSuggester(spec string) (compare.Suggester, error) { return newSuggester(spec) }

func newSuggester(spec string) (*suggester, error) {
	var a suggester
	for seat := range a.choosers {
		chooser, err := New(spec)
		if err != nil {
			return &a, err
		}
		a.choosers[seat] = chooser
	}
	return &a, nil
}

// suggester follows a match with two bots.
type suggester struct {
	choosers [2]referee.Strategy
	game     *dpt.Game // nil before one
	limit    time.Duration
	last     [2][]dpt.Action
	applied  [2][]dpt.ActionStatus
}

// Take implements compare.Suggester.
func (a *suggester) Take(ctx context.Context, e *record.Event) ([]compare.Move, error) {
	if note := a.follow(e); note != nil {
		return a.turn(ctx, note)
	}
	return nil, ctx.Err()
}

// follow begins with a game, and returns the turn that is to be played next; nil
// of other events.
func (a *suggester) follow(e *record.Event) *referee.Turn {
	switch {
	case e.Type == record.EventGame:
		a.game = nil
		if c, err := referee.FromRecord(e); err == nil {
			a.begin(dpt.New(c.Rules))
			a.limit = c.Move
		}
	case e.Type == record.EventNote && e.Name == referee.NoteTurn && a.game != nil:
		var note referee.Turn
		if json.Unmarshal(e.Data, &note) == nil && note.Turn == a.game.Turn()+1 && !a.game.Over() {
			return &note
		}
	}
	return nil
}

// turn gives advice on a turn, then plays it.
func (a *suggester) turn(ctx context.Context, note *referee.Turn) (moves []compare.Move, err error) {
	field, played := a.game.Field(), a.played(note)
	chosen := a.choose(ctx, field)
	for team := range chosen {
		m := compare.Move{Seat: team, Move: words(played[team]), Bot: words(chosen[team])}
		loss := lossOf(field, team, played, chosen[team])
		m.Same, m.Loss = m.Move == m.Bot, &loss
		moves = append(moves, m)
	}
	a.play(played)
	return moves, ctx.Err()
}

// played are the actions of a turn.
func (a *suggester) played(note *referee.Turn) (actions [2][]dpt.Action) {
	for team := range actions {
		actions[team] = make([]dpt.Action, len(a.last[team]))
		for i, did := range note.Actions[team][:min(len(note.Actions[team]), len(actions[team]))] {
			actions[team][i] = dpt.Action{Type: dpt.Type(did[0]), DX: did[1], DY: did[2]}
		}
	}
	return actions
}

func (a *suggester) situation(f *dpt.Field, team int) *referee.TurnState {
	s := &referee.TurnState{
		Turn: a.game.Turn() + 1, Turns: a.game.Rules().Turns, Limit: a.limit,
		Points: [2]dpt.Points{a.game.Points(0), a.game.Points(1)},
		Field:  f, Last: a.last, Applied: a.applied,
	}
	return s.Of(team)
}

func (a *suggester) choose(ctx context.Context, f *dpt.Field) (actions [2][]dpt.Action) {
	for team, chooser := range a.choosers {
		actions[team] = chooser.Choose(ctx, a.situation(f, team), a.limit)
	}
	return actions
}

// play plays a turn.
func (a *suggester) play(actions [2][]dpt.Action) {
	applied := a.game.Play(actions)
	a.last = actions
	for team := range applied {
		copy(a.applied[team], applied[team])
	}
}

// lossOf is by how many points a team leads less behind what was played than behind other actions
// of its own.
func lossOf(f *dpt.Field, team int, played [2][]dpt.Action, chosen []dpt.Action) int {
	instead := played
	instead[team] = chosen
	return max(0, leadBehind(f, team, instead)-leadBehind(f, team, played))
}

func leadBehind(f *dpt.Field, team int, actions [2][]dpt.Action) int {
	p := dpt.NewPosition(f, false)
	p.Play(actions)
	return p.Points(team).Total() - p.Points(1-team).Total()
}

// words are the actions of a team, as in an answer.
func words(actions []dpt.Action) string {
	_, text, _ := strings.Cut(referee.Answer(0, actions), " ")
	return text
}
