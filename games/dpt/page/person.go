// Package page asks a person at a web page for actions of DPT.
package page

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/dpt/svg"
	"github.com/loopline/loopline/internal/say"
)

// Person is a referee.Strategy and a referee.Resigner that asks a person at a page.
type Person struct {
	// Ask shows a position and returns the answers of an option for each part. io.EOF is of a
	// person who gives up.
	Ask func(ctx context.Context, t question.Turn) (answers []string, err error)

	left error // why the person plays no more
}

// Left implements referee.Resigner.
func (p *Person) Left() error { return p.left }

// Choose asks for an action of each agent. When the limit is over there is no answer.
func (p *Person) Choose(ctx context.Context, s *referee.TurnState, limit time.Duration) []dpt.Action {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answers, err := p.Ask(limited, NewTurn(s))
	if p.left = err; err != nil {
		return nil
	}
	actions := make([]dpt.Action, len(answers))
	for i, answer := range answers {
		if answer == "" {
			continue // it stays
		}
		a := &actions[i]
		if _, err := fmt.Sscan(answer, &a.Type, &a.DX, &a.DY); err != nil {
			p.left = fmt.Errorf("answer %.40q of a page: %w", answer, err) // the page's options are ours
			return nil
		}
	}
	return actions
}

// NewTurn returns the question for a turn: for each agent its legal actions, on the picture
// that the game's view draws.
func NewTurn(s *referee.TurnState) question.Turn {
	t := question.Turn{Cell: svg.Cell}
	position := dpt.NewPosition(s.Field, false)
	for agent, from := range s.Field.Agents[0] {
		at := svg.Corner(from)
		p := question.Part{Name: say.Format("agent %d", agent+1), At: &at, Optional: true}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if c := choice(position, agent, from, dx, dy); len(c.Options) > 0 {
					p.Choices = append(p.Choices, c)
				}
			}
		}
		t.Parts = append(t.Parts, p)
	}
	return t
}

// choice is a cell beside an agent, or its own.
func choice(position *dpt.Position, agent int, from dpt.Point, dx, dy int) question.Choice {
	to := dpt.Point{X: from.X + dx, Y: from.Y + dy}
	here, there := svg.Corner(from), svg.Corner(to)
	c := question.Choice{Name: fmt.Sprintf("%d,%d", to.X, to.Y), X: there[0], Y: there[1]}
	add := func(kind dpt.Type, words say.Text, key, mark string) {
		if position.Legal(0, agent, dpt.Action{Type: kind, DX: dx, DY: dy}) {
			c.Options = append(c.Options, question.Option{Answer: fmt.Sprintf("%d %d %d", kind, dx, dy), Words: words, Key: key, Draw: []string{mark}})
		}
	}
	if dx == 0 && dy == 0 {
		add(dpt.Stay, say.Format("stay"), "s", question.MarkRing(here, svg.Cell))
		return c
	}
	add(dpt.Move, say.Format("move %s", question.Way(dx, dy)), "m", question.MarkStep(here, there, svg.Cell))
	add(dpt.Remove, say.Format("remove %s", question.Way(dx, dy)), "x", question.MarkCross(there, svg.Cell))
	return c
}
