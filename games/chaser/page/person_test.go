package page

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/svg"
)

// What a person has seen is what is there, as far as it was not changed since; of every turn all
// methods are offered but a step onto a block.
func TestPersonSees(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		m := chaser.RandomMapOf("", chance.Uint64())
		g := chaser.New(m, m.Turns)
		start := g.Pos(0)
		var shown question.Turn
		p := &Person{known: svg.Known{Cells: map[chaser.Point]chaser.Cell{}}, Show: func(turn question.Turn) { shown = turn }}
		p.Ask = func(_ context.Context, turn question.Turn) ([]string, error) {
			var answers []string
			for _, c := range turn.Parts[0].Choices {
				for _, o := range c.Options {
					require.NotEmpty(t, o.Draw)
					answers = append(answers, o.Answer)
				}
			}
			around := g.GetReady(0)
			for _, method := range chaser.Methods() {
				onto := around[4+steps[method.Direction][0]+3*steps[method.Direction][1]]
				require.Equal(t, method.Action != chaser.Walk || onto != uint8(chaser.Block), slices.Contains(answers, method.String()), "%v %v", around, method)
			}
			return []string{answers[chance.IntN(len(answers))]}, nil
		}
		for !g.Outcome().Over {
			method, err := p.Choose(t.Context(), g.GetReady(0))
			require.NoError(t, err)
			p.Seen(g.Play(method))
			require.Contains(t, shown.Picture, "<svg")
			require.Equal(t, g.Pos(0), chaser.Point{X: start.X + p.known.Pos.X, Y: start.Y + p.known.Pos.Y})
			for at, c := range p.known.Cells {
				on := chaser.Point{X: start.X + at.X, Y: start.Y + at.Y}
				if on != g.Pos(1) {
					require.Equal(t, g.At(on), c, at)
				}
			}
			if p.known.Other != nil {
				require.Equal(t, g.Pos(1), chaser.Point{X: start.X + p.known.Other.X, Y: start.Y + p.known.Other.Y})
			}
			if !g.Outcome().Over {
				g.Play(chaser.Method{Action: chaser.Search}) // the other stands still
			}
		}
	}
}
