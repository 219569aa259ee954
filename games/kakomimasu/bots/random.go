package bots

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// statelessBot is a bot with a name that remembers nothing.
type statelessBot struct{ name string }

// Begin implements referee.Strategy.
func (q statelessBot) Begin(*referee.Opening) string { return q.name }

// End implements referee.Strategy.
func (statelessBot) End(*referee.TurnState) {}

// random does anything that is possible.
type random struct {
	statelessBot
	rng *rand.Rand
}

// Turn implements referee.Strategy.
func (b *random) Turn(_ context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	var all []kakomimasu.Action
	for agent := range s.Board.Agents {
		if choices := possible(s, agent); len(choices) > 0 {
			all = append(all, choices[b.rng.IntN(len(choices))])
		}
	}
	return all, nil
}

// possible are the actions of an agent that nothing on the board forbids; an
// agent that is not on it has each cell that isn't another player's wall.
func possible(s *referee.TurnState, agent int) (all []kakomimasu.Action) {
	at := s.Position.Agent(s.Me, agent)
	if at == kakomimasu.Off {
		for y := range s.Board.Height {
			for x := range s.Board.Width {
				c := kakomimasu.Cell{X: x, Y: y}
				if _, _, taken := s.Position.Standing(c); !taken && !another(s, c) {
					all = append(all, kakomimasu.Action{Agent: agent, Type: kakomimasu.Put, To: c})
				}
			}
		}
		return all
	}
	for d := range 9 {
		c := kakomimasu.Cell{X: at.X + d%3 - 1, Y: at.Y + d/3 - 1}
		if c == at || !s.Board.On(c) {
			continue
		}
		if !another(s, c) {
			all = append(all, kakomimasu.Action{Agent: agent, Type: kakomimasu.Move, To: c})
		}
		if s.Position.At(c).Wall {
			all = append(all, kakomimasu.Action{Agent: agent, Type: kakomimasu.Remove, To: c})
		}
	}
	return all
}

// another reports whether a cell is another player's wall.
func another(s *referee.TurnState, c kakomimasu.Cell) bool {
	t := s.Position.At(c)
	return t.Wall && t.Player != s.Me
}

// contested remembers the cells where a placement failed: otherwise two bots with the same
// evaluation would try to place agents on the same cells for ever.
type contested struct {
	last []kakomimasu.Action
	shun map[kakomimasu.Cell]bool
}

// begin evaluates the last turn: it gives up about half of the cells that others wanted too.
func (c *contested) begin(rng *rand.Rand, s *referee.TurnState) {
	c.shun = map[kakomimasu.Cell]bool{}
	if s.Turn == 1 {
		c.last = nil
	}
	for _, a := range c.last {
		if a.Type == kakomimasu.Put && s.Position.Agent(s.Me, a.Agent) == kakomimasu.Off && rng.IntN(2) == 0 {
			c.shun[a.To] = true
		}
	}
}
