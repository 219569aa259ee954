package bots

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/games/advice"
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/contest"
	"github.com/loopline/loopline/host"
)

// NewAdviser returns an adviser that plays as the bot of a spec does, one in
// each seat; see New. A loss is in points, by the values that were shown, if the
// other team does what it did.
func NewAdviser(spec string) (advice.Adviser, error) {
	var a adviser
	for seat := range a.choosers {
		chooser, err := New(spec)
		if err != nil {
			return nil, err
		}
		a.choosers[seat] = chooser
	}
	return &a, nil
}

// adviser follows a match with two bots.
type adviser struct {
	choosers [2]contest.Chooser
	game     *dpt.Game // nil before one
	limit    time.Duration
	last     [2][]dpt.Action
	applied  [2][]dpt.Applied
}

// Take implements advice.Adviser.
func (a *adviser) Take(ctx context.Context, e *host.Event) ([]advice.Move, error) {
	switch {
	case e.Type == host.EventGame:
		a.game = nil
		if c, err := contest.FromRecord(e); err == nil {
			a.game, a.limit = dpt.New(c.Rules), c.Move
			for team := range a.last {
				n := len(a.game.Agents(team))
				a.last[team], a.applied[team] = make([]dpt.Action, n), slices.Repeat([]dpt.Applied{dpt.Done}, n)
			}
		}
	case e.Type == host.EventNote && e.Name == contest.NoteTurn && a.game != nil:
		var note contest.Turn
		if json.Unmarshal(e.Data, &note) == nil && note.Turn == a.game.Turn()+1 && !a.game.Over() {
			return a.turn(ctx, &note)
		}
	}
	return nil, ctx.Err()
}

// turn gives advice on a turn, then plays it.
func (a *adviser) turn(ctx context.Context, note *contest.Turn) (moves []advice.Move, err error) {
	now := &contest.Situation{
		Turn: note.Turn, Turns: a.game.Rules().Turns, Limit: a.limit,
		Points: [2]dpt.Points{a.game.Points(0), a.game.Points(1)},
		Field:  a.game.Field(), Last: a.last, Applied: a.applied,
	}
	var played [2][]dpt.Action
	for team := range played {
		played[team] = make([]dpt.Action, len(a.last[team]))
		for i, did := range note.Actions[team][:min(len(note.Actions[team]), len(played[team]))] {
			played[team][i] = dpt.Action{Type: dpt.Type(did[0]), DX: did[1], DY: did[2]}
		}
	}
	for team, chooser := range a.choosers {
		chosen := chooser.Choose(ctx, now.Of(team), a.limit)
		m := advice.Move{Seat: team, Move: words(played[team]), Bot: words(chosen)}
		instead := played
		instead[team] = chosen
		loss := max(0, leadBehind(now.Field, team, instead)-leadBehind(now.Field, team, played))
		m.Same, m.Loss = m.Move == m.Bot, &loss
		moves = append(moves, m)
	}
	applied := a.game.Play(played)
	a.last = played
	for team := range applied {
		copy(a.applied[team], applied[team])
	}
	return moves, ctx.Err()
}

// leadBehind is how far a team is ahead behind a turn.
func leadBehind(f *dpt.Field, team int, actions [2][]dpt.Action) int {
	p := dpt.NewPosition(f, false)
	p.Play(actions)
	return p.Points(team).Total() - p.Points(1-team).Total()
}

// words are the actions of a team, as they stand in an answer.
func words(actions []dpt.Action) string {
	_, text, _ := strings.Cut(contest.Answer(0, actions), " ")
	return text
}
