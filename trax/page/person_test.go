package page

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/svg"
)

var use = regexp.MustCompile(`<use href="#([SsBbPp])" x="(-?\d+)" y="(-?\d+)"/>`)

// tiles are the tiles that elements draw, by their place.
func tiles(text string) map[[2]int]string {
	all := map[[2]int]string{}
	for _, m := range use.FindAllStringSubmatch(text, -1) {
		x, _ := strconv.Atoi(m[2])
		y, _ := strconv.Atoi(m[3])
		all[[2]int{x, y}] = m[1]
	}
	return all
}

// The options of a turn are exactly the legal moves, and each draws what the picture after
// the move adds to the picture before it, wherever the board grows.
func TestTurn(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 6 {
		p := trax.NewPosition()
		for !p.Outcome().Over && p.Ply() < 40 {
			turn, err := NewTurn(p)
			require.NoError(t, err)
			before := tiles(turn.Picture)
			var answers []string
			for _, c := range turn.Parts[0].Choices {
				for _, o := range c.Options {
					answers = append(answers, o.Answer)
					require.Equal(t, c.Name+o.Key, o.Answer)
					m, err := trax.ParseMove(o.Answer)
					require.NoError(t, err)
					x, y := svg.Corner(m.Cell)
					require.Equal(t, [2]int{x, y}, [2]int{c.X, c.Y})
					first := p.First()
					require.NoError(t, p.Play(m))
					grown := svgOf(t, p)
					moved := [2]int{(p.First().Col - first.Col) * svg.Cell, (p.First().Row - first.Row) * svg.Cell}
					require.Len(t, o.Draw, 1+p.Forced())
					require.Equal(t, p.Forced() > 0, !o.Remark.IsZero())
					require.True(t, p.Undo())
					after := map[[2]int]string{}
					for at, tile := range tiles(grown) {
						after[[2]int{at[0] - moved[0], at[1] - moved[1]}] = tile
					}
					for at := range before {
						delete(after, at)
					}
					require.Equal(t, after, tiles(strings.Join(o.Draw, "")), "%s after %v", o.Answer, p)
					require.Contains(t, o.Draw[0], fmt.Sprintf(`x="%d" y="%d"`, c.X, c.Y), "the tile itself comes first")
				}
			}
			var legal []string
			for _, m := range p.AppendMoves(nil) {
				legal = append(legal, m.String())
			}
			require.Equal(t, legal, answers)
			require.Len(t, turn.Fresh, min(p.Ply(), 1)+p.Forced())
			for _, at := range turn.Fresh {
				require.Contains(t, before, at)
			}
			require.NoError(t, p.PlayText(legal[chance.IntN(len(legal))]))
		}
	}
}

func svgOf(t *testing.T, p *trax.Position) string {
	var b strings.Builder
	require.NoError(t, svg.Position(&b, p, svg.Options{}))
	return b.String()
}

// A person's answer is the move, and who gives up makes none.
func TestPerson(t *testing.T) {
	p := trax.NewPosition()
	h := &Person{Ask: func(_ context.Context, turn question.Turn) ([]string, error) {
		return []string{turn.Parts[0].Choices[0].Options[1].Answer}, nil
	}}
	m, err := h.Move(t.Context(), p, time.Second)
	require.NoError(t, err)
	require.Equal(t, "@0/", m.String())
	require.Zero(t, p.Ply())
	h.Ask = func(context.Context, question.Turn) ([]string, error) { return nil, io.EOF }
	_, err = h.Move(t.Context(), p, time.Second)
	require.ErrorIs(t, err, io.EOF)
}
