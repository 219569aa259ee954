package bots

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// NewSuggester returns a suggester that plays as the bot of a spec does, one in
// each seat; see New. It has as long as its depth and width take, so that it
// plays the same again. A loss is in points of the next position, by which the
// seat is ahead of the best of the others, if these do what they did.
func NewSuggester(spec string) (compare.Suggester, error) { return newSuggester(spec) }

func newSuggester(spec string) (*suggester, error) {
	a := &suggester{choosers: make([]referee.Strategy, kakomimasu.MaxPlayers)}
	for seat := range a.choosers {
		var err error
		if a.choosers[seat], err = New(spec); err != nil {
			return a, err
		}
	}
	return a, nil
}

// suggester follows a match with a bot in each seat.
type suggester struct {
	choosers []referee.Strategy
	reader   referee.EventReader
}

const adviceTime = time.Hour

// Take implements compare.Suggester.
func (a *suggester) Take(ctx context.Context, e *record.Event) (moves []compare.Move, err error) {
	turn := a.reader.Take(e)
	if turn == nil {
		return nil, ctx.Err()
	}
	p := a.reader.Position
	played := make([][]kakomimasu.Action, p.Field().Players)
	copy(played, turn.Actions())
	for seat := range played {
		chosen, err := a.choose(ctx, p, seat)
		if err != nil {
			return nil, err
		}
		m := compare.Move{Seat: seat, Move: words(played[seat]), Bot: words(chosen)}
		loss := lossOf(p, seat, played, chosen)
		m.Same, m.Loss = m.Move == m.Bot, &loss
		moves = append(moves, m)
	}
	return moves, ctx.Err()
}

func (a *suggester) choose(ctx context.Context, p *kakomimasu.Position, seat int) ([]kakomimasu.Action, error) {
	o := &referee.Opening{Board: p.Field(), Me: seat, Operation: adviceTime}
	return a.choosers[seat].Turn(ctx, &referee.TurnState{Opening: o, Turn: p.Turns() + 1, Position: p.Clone()})
}

// lossOf is by how many points a player leads less behind what was played than behind other actions
// of its own.
func lossOf(p *kakomimasu.Position, seat int, played [][]kakomimasu.Action, chosen []kakomimasu.Action) int {
	instead := slices.Clone(played)
	instead[seat] = chosen
	return max(0, leadBehind(p, seat, instead)-leadBehind(p, seat, played))
}

// leadBehind is by how much a player is ahead of the best of the others behind a
// turn.
func leadBehind(p *kakomimasu.Position, player int, actions [][]kakomimasu.Action) int {
	p = p.Clone()
	p.Turn(actions)
	return lead(p, player)
}

// words are actions as an answer has them, by agent, without those that stay.
func words(actions []kakomimasu.Action) string {
	actions = slices.DeleteFunc(slices.Clone(actions), func(a kakomimasu.Action) bool { return a.Type == kakomimasu.None })
	slices.SortStableFunc(actions, func(a, b kakomimasu.Action) int { return cmp.Compare(a.Agent, b.Agent) })
	_, text, _ := strings.Cut(referee.Answer(0, actions), " ")
	return text
}
