package browser

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/bots"
	"github.com/loopline/loopline/games/chaser/page"
	"github.com/loopline/loopline/games/chaser/svg"
	"github.com/loopline/loopline/host/compare"
)

// chaserGame is a game of CHaser.
type chaserGame struct{ adviser *bots.Adviser }

func beginChaser(start []byte) (game, error) {
	var text string
	if err := json.Unmarshal(start, &text); err != nil {
		return nil, err
	}
	m, err := chaser.ParseMap(text)
	if err != nil {
		return nil, err
	}
	if m.Turns < 0 {
		return nil, errors.New("the map has no turns")
	}
	a, err := bots.NewAdviser(m, botGreedy, botSearch)
	if err != nil {
		return nil, err
	}
	return &chaserGame{a}, nil
}

func (g *chaserGame) play(code string) bool {
	m, err := chaser.ParseMethod(code)
	if err != nil || g.adviser.Game().Outcome().Over {
		return false
	}
	g.adviser.Play(m)
	return true
}

func (g *chaserGame) state() state {
	p := g.adviser.Game()
	return state{seats: 2, seat: p.Next(), over: p.Outcome().Over, winner: p.Outcome().Winner}
}

func (g *chaserGame) picture(w io.Writer, names []string) error {
	both := chaser.Seats
	if names != nil {
		both = [2]string(names)
	}
	return svg.Position(w, g.adviser.Game(), both)
}

func (g *chaserGame) ask(seat int, answers [][]string) (question.Turn, string, error) {
	p := g.adviser.Game()
	t := question.Turn{Cell: svg.Cell, Parts: []question.Part{{Choices: page.Choices(p.Pos(seat), p.GetReady(seat), svg.Corner)}}}
	switch {
	case len(answers) == 0:
		return t, "", nil
	case !t.Allows(answers[0]):
		return t, "", errAnswers
	}
	return t, answers[0][0], nil
}

func (g *chaserGame) advise(_ context.Context, bot string, _ int) (action, error) {
	m, err := g.adviser.Choose(bot)
	return action{m.String(), []string{m.String()}}, err
}

func (g *chaserGame) value(context.Context) (compare.Eval, error) { return g.adviser.Value(), nil }

func (g *chaserGame) misses(_ context.Context, code string) ([]miss, error) {
	m, err := chaser.ParseMethod(code)
	if err != nil {
		return nil, errMove
	}
	seat := g.adviser.Game().Next()
	best, err := g.adviser.Choose(botSearch)
	if err != nil {
		return nil, err
	}
	loss, decides, err := g.adviser.Loss(m)
	return []miss{{seat: seat, played: code, best: best.String(), loss: loss, wins: decides}}, err
}

// words are the method and an arrow for its direction.
func (g *chaserGame) words(code string) string {
	m, err := chaser.ParseMethod(code)
	if err != nil {
		return code
	}
	return code + " " + [...]string{chaser.Up: "↑", chaser.Right: "→", chaser.Left: "←", chaser.Down: "↓"}[m.Direction]
}
