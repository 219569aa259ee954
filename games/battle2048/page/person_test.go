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
	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
)

// Whatever two people choose of what they are offered is legal, and each slide that is legal is
// offered, with what it merges.
func TestPerson(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	largest := 0
	var g battle2048.Position
	var people [2]*Person
	for i := range people {
		people[i] = &Person{Ask: func(_ context.Context, turn question.Turn) ([]string, error) {
			all := turn.Parts[0].Choices
			if turn.Picture == "" && g.Started() {
				for _, d := range []battle2048.Direction{battle2048.Up, battle2048.Right, battle2048.Down, battle2048.Left} {
					own := g.Boards[g.Next()]
					_, _, moved := own.Slide(d)
					require.Equal(t, moved, offers(turn, d.String()))
				}
			}
			options := all[chance.IntN(len(all))].Options
			largest = max(largest, len(options))
			return []string{options[chance.IntN(len(options))].Answer}, nil
		}}
	}
	for !g.Started() {
		c, err := people[g.Next()].Start(t.Context(), g.Next())
		require.NoError(t, err)
		require.Equal(t, battle2048.None, g.Start(c.String()))
	}
	for n := 0; !g.Over && n < 400; n++ {
		me := g.Next()
		s := &referee.TurnState{Boards: [2]battle2048.Grid{g.Boards[me], g.Boards[1-me]}, Scores: [2]int64{g.Scores[me], g.Scores[1-me]}}
		a, err := people[me].Turn(t.Context(), s, time.Minute)
		require.NoError(t, err)
		require.Equal(t, battle2048.None, g.Play(a.String()), a)
	}
	require.Greater(t, largest, 2, "nobody could choose between tiles")
}

func offers(turn question.Turn, answer string) bool {
	for _, c := range turn.Parts[0].Choices {
		if c.Options[0].Answer == answer {
			return true
		}
	}
	return false
}

// Between the tiles of an attack the page shows those that lie, and offers no other cells.
func TestAttack(t *testing.T) {
	own := battle2048.Grid{1, 1, 2, 2} // two merges: 8, or 4 4, or 2 2 2 2
	var asked []question.Turn
	p := &Person{Me: 1, Ask: func(_ context.Context, turn question.Turn) ([]string, error) {
		asked = append(asked, turn)
		switch len(asked) {
		case 1:
			return []string{"L"}, nil
		case 2:
			return []string{"7 2"}, nil
		}
		return []string{turn.Parts[0].Choices[0].Options[0].Answer}, nil
	}}
	a, err := p.Turn(t.Context(), &referee.TurnState{Boards: [2]battle2048.Grid{own, {}}}, time.Minute)
	require.NoError(t, err)
	require.Equal(t, "L 2 2 2 3 1 1", a.String())
	require.Len(t, asked, 3)
	require.Equal(t, "put 8|put 4 the first of 2 tiles|put 2 the first of 4 tiles", words(asked[1].Parts[0].Choices[0]))
	require.Len(t, asked[2].Parts[0].Choices, battle2048.Cells-1)
	require.Equal(t, "put 4", words(asked[2].Parts[0].Choices[0]))
	require.Contains(t, asked[2].Picture, ">4<")

	p.Ask = func(context.Context, question.Turn) ([]string, error) { return nil, io.EOF }
	_, err = p.Turn(t.Context(), &referee.TurnState{Boards: [2]battle2048.Grid{own, {}}}, time.Minute)
	require.ErrorIs(t, err, io.EOF)
}

func words(c question.Choice) (all string) {
	for i, o := range c.Options {
		if i > 0 {
			all += "|"
		}
		all += o.Words.String()
		if !o.Remark.IsZero() {
			all += fmt.Sprint(" ", o.Remark)
		}
	}
	return all
}
