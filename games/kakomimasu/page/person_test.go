package page

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// played is a position in which some agents are on the board.
func played(t *testing.T, chance *rand.Rand) *kakomimasu.Position {
	b := kakomimasu.RandomField(chance.Uint64())
	b.Agents = 3
	p := kakomimasu.New(b)
	for range 6 {
		all := make([][]kakomimasu.Action, b.Players)
		for player := range all {
			for agent := range 2 {
				a := kakomimasu.Action{Agent: agent, Type: kakomimasu.Put, To: kakomimasu.Cell{X: chance.IntN(5), Y: chance.IntN(5)}}
				if at := p.Agent(player, agent); at != kakomimasu.Off {
					a.Type, a.To = kakomimasu.Move, kakomimasu.Cell{X: at.X + chance.IntN(3) - 1, Y: at.Y + chance.IntN(3) - 1}
				}
				all[player] = append(all[player], a)
			}
		}
		p.Turn(all)
	}
	require.NotEqual(t, kakomimasu.Off, p.Agent(0, 0))
	return p
}

// The options of each agent are exactly the actions that nothing but another agent can keep it from.
func TestTurn(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		p := played(t, chance)
		b := p.Field()
		for me := range b.Players {
			turn := NewTurn(&referee.TurnState{Opening: &referee.Opening{Board: b, Me: me}, Position: p})
			require.Len(t, turn.Parts, b.Agents)
			for agent, part := range turn.Parts {
				offered := map[string]int{}
				for _, c := range part.Choices {
					for _, o := range c.Options {
						offered[o.Answer]++
					}
				}
				want := map[string]int{}
				alone := kakomimasu.New(b) // without the other agents
				require.NoError(t, alone.SetTiles(p.Tiles()))
				require.NoError(t, alone.SetAgent(me, agent, p.Agent(me, agent)))
				for x := range b.Width {
					for y := range b.Height {
						for kind := kakomimasu.Put; kind <= kakomimasu.Remove; kind++ {
							a := kakomimasu.Action{Agent: agent, Type: kind, To: kakomimasu.Cell{X: x, Y: y}}
							if kind == kakomimasu.None && a.To != p.Agent(me, agent) {
								continue
							}
							all := make([][]kakomimasu.Action, b.Players)
							all[me] = []kakomimasu.Action{a}
							if alone.Clone().Turn(all)[me][0] == kakomimasu.Done {
								want[fmt.Sprintf("%d %d %d", int(kind), x, y)] = 1
							}
						}
					}
				}
				require.Equal(t, want, offered)
			}
		}
	}
}

// Agents that are off the board share their cells, which a page gets once.
func TestPutsAreShared(t *testing.T) {
	b := kakomimasu.RandomField(1)
	turn := NewTurn(&referee.TurnState{Opening: &referee.Opening{Board: b}, Position: kakomimasu.New(b)})
	require.Greater(t, len(turn.Parts), 1)
	for _, p := range turn.Parts {
		require.Nil(t, p.At)
		require.Same(t, &turn.Parts[0].Choices[0], &p.Choices[0])
	}
}

// A person's answers are the actions; a part without one stays; who is too late has none in that turn, and who
// gives up leaves.
func TestPerson(t *testing.T) {
	b := kakomimasu.RandomField(1)
	s := &referee.TurnState{Opening: &referee.Opening{Board: b, Operation: time.Minute}, Position: kakomimasu.New(b)}
	p := &Person{Ask: func(context.Context, question.Turn) ([]string, error) { return []string{"", "1 2 3"}, nil }}
	actions, err := p.Turn(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, []kakomimasu.Action{{Agent: 1, Type: kakomimasu.Put, To: kakomimasu.Cell{X: 2, Y: 3}}}, actions)
	s.Operation = time.Millisecond
	p.Ask = func(ctx context.Context, _ question.Turn) ([]string, error) { <-ctx.Done(); return nil, ctx.Err() }
	_, err = p.Turn(t.Context(), s)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	p.Ask = func(context.Context, question.Turn) ([]string, error) { return nil, io.EOF }
	_, err = p.Turn(t.Context(), s)
	require.ErrorIs(t, err, io.EOF)
}
