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
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// field is one with tiles of both teams around two agents of team 0, one of them in the corner.
func field(chance *rand.Rand) *dpt.Field {
	f := &dpt.Field{Width: 4, Height: 3, Values: make([]int, 12), Tiles: make([]uint8, 12)}
	for i := range f.Tiles {
		f.Tiles[i] = uint8(chance.IntN(3))
	}
	f.Agents = [2][]dpt.Point{{{X: 0, Y: 0}, {X: 2, Y: 1}}, {{X: 3, Y: 2}}}
	return f
}

// The options of each agent are exactly its legal actions, each once.
func TestTurn(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f := field(chance)
		turn := NewTurn(&referee.TurnState{Field: f, Turns: 5})
		require.Len(t, turn.Parts, 2)
		position := dpt.NewPosition(f, false)
		for agent, p := range turn.Parts {
			require.True(t, p.Optional)
			offered := map[string]int{}
			for _, c := range p.Choices {
				for _, o := range c.Options {
					offered[o.Answer]++
				}
			}
			legal := map[string]int{"0 0 0": 1}
			for _, kind := range []dpt.Type{dpt.Move, dpt.Remove} {
				for dx := -2; dx <= 2; dx++ {
					for dy := -2; dy <= 2; dy++ {
						if position.Legal(0, agent, dpt.Action{Type: kind, DX: dx, DY: dy}) {
							legal[fmt.Sprintf("%d %d %d", kind, dx, dy)] = 1
						}
					}
				}
			}
			require.Equal(t, legal, offered)
		}
	}
}

// A person's answers are the actions; a part without one stays; who is too late has none in that turn, and who
// gives up leaves.
func TestPerson(t *testing.T) {
	s := &referee.TurnState{Field: field(rand.New(rand.NewPCG(1, 2))), Turns: 5}
	p := &Person{Ask: func(context.Context, question.Turn) ([]string, error) { return []string{"", "1 -1 1"}, nil }}
	require.Equal(t, []dpt.Action{{}, {Type: dpt.Move, DX: -1, DY: 1}}, p.Choose(t.Context(), s, time.Minute))
	p.Ask = func(ctx context.Context, _ question.Turn) ([]string, error) { <-ctx.Done(); return nil, ctx.Err() }
	require.Empty(t, p.Choose(t.Context(), s, time.Millisecond))
	require.ErrorIs(t, p.Left(), context.DeadlineExceeded)
	p.Ask = func(context.Context, question.Turn) ([]string, error) { return []string{"", ""}, nil }
	require.Len(t, p.Choose(t.Context(), s, time.Minute), 2)
	require.NoError(t, p.Left(), "it plays on")
	p.Ask = func(context.Context, question.Turn) ([]string, error) { return nil, io.EOF }
	require.Empty(t, p.Choose(t.Context(), s, time.Minute))
	require.ErrorIs(t, p.Left(), io.EOF)
}
