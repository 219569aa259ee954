// Package page asks a person at a web page for actions of Kakomimasu.
package page

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/svg"
	"github.com/loopline/loopline/internal/say"
)

// Person is a referee.Strategy that asks a person at a page.
type Person struct {
	Name string // in the game

	// Ask shows a position and returns the answers of an option for each part. io.EOF is of a
	// person who gives up.
	Ask func(ctx context.Context, t question.Turn) (answers []string, err error)
}

// Begin implements referee.Strategy.
func (p *Person) Begin(*referee.Opening) string { return p.Name }

// End implements referee.Strategy: the page shows how the game has ended.
func (p *Person) End(*referee.TurnState) {}

// Turn asks for an action of each agent. When the time for operations is over there is no answer.
func (p *Person) Turn(ctx context.Context, s *referee.TurnState) (actions []kakomimasu.Action, err error) {
	limited, cancel := context.WithTimeout(ctx, s.Operation)
	defer cancel()
	answers, err := p.Ask(limited, NewTurn(s))
	if err != nil {
		return nil, err
	}
	for agent, answer := range answers {
		if answer == "" {
			continue // it stays
		}
		a := kakomimasu.Action{Agent: agent}
		if _, err := fmt.Sscan(answer, &a.Type, &a.To.X, &a.To.Y); err != nil {
			return nil, fmt.Errorf("answer %.40q of a page: %w", answer, err) // the page's options are ours
		}
		actions = append(actions, a)
	}
	return actions, nil
}

// NewTurn returns the question for a turn: for each agent the actions that are possible for it
// alone, on the picture that the game's view draws.
func NewTurn(s *referee.TurnState) question.Turn {
	t := question.Turn{Cell: svg.Cell}
	var puts []question.Choice // are those of every agent that is off the board
	for agent := range s.Board.Agents {
		p := question.Part{Name: say.Format("agent %d", agent), Optional: true}
		if from := s.Position.Agent(s.Me, agent); from == kakomimasu.Off {
			if puts == nil {
				puts = putChoices(s)
			}
			p.Choices = puts
		} else {
			at := svg.Corner(s.Board, from)
			p.At, p.Choices = &at, stepChoices(s, from)
		}
		t.Parts = append(t.Parts, p)
	}
	return t
}

// putChoices are the cells onto which an agent may come.
func putChoices(s *referee.TurnState) (all []question.Choice) {
	for y := range s.Board.Height {
		for x := range s.Board.Width {
			c := kakomimasu.Cell{X: x, Y: y}
			if t := s.Position.At(c); t.Wall && t.Player != s.Me {
				continue
			}
			at := svg.Corner(s.Board, c)
			all = append(all, newChoice(s.Board, c, option(kakomimasu.Put, c, say.Format("put"), "p", question.MarkRing(at, svg.Cell))))
		}
	}
	return all
}

// stepChoices are the cells around an agent, and its own.
func stepChoices(s *referee.TurnState, from kakomimasu.Cell) (all []question.Choice) {
	here := svg.Corner(s.Board, from)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			to := kakomimasu.Cell{X: from.X + dx, Y: from.Y + dy}
			if !s.Board.On(to) {
				continue
			}
			there, c := svg.Corner(s.Board, to), newChoice(s.Board, to)
			tile := s.Position.At(to)
			if to == from {
				c.Options = append(c.Options, option(kakomimasu.None, to, say.Format("stay"), "s", question.MarkRing(here, svg.Cell)))
			} else {
				if !tile.Wall || tile.Player == s.Me {
					c.Options = append(c.Options, option(kakomimasu.Move, to, say.Format("move %s", question.Way(dx, dy)), "m", question.MarkStep(here, there, svg.Cell)))
				}
				if tile.Wall {
					c.Options = append(c.Options, option(kakomimasu.Remove, to, say.Format("remove %s", question.Way(dx, dy)), "r", question.MarkCross(there, svg.Cell)))
				}
			}
			all = append(all, c)
		}
	}
	return all
}

func newChoice(b *kakomimasu.Field, c kakomimasu.Cell, options ...question.Option) question.Choice {
	at := svg.Corner(b, c)
	return question.Choice{Name: fmt.Sprintf("%d,%d", c.X, c.Y), X: at[0], Y: at[1], Options: options}
}

func option(kind kakomimasu.Type, to kakomimasu.Cell, words say.Text, key, mark string) question.Option {
	return question.Option{Answer: fmt.Sprintf("%d %d %d", int(kind), to.X, to.Y), Words: words, Key: key, Draw: []string{mark}}
}
