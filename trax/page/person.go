// Package page asks a person at a web page for moves of Trax. The page knows no rules:
// it gets every legal move with the tiles that follow from it.
package page

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/svg"
)

// Person is a referee.Strategy that asks a person at a page.
type Person struct {
	// Ask shows a position and returns the answer of one of its options, alone. io.EOF is of a
	// person who gives up.
	Ask func(ctx context.Context, t question.Turn) (answers []string, err error)
}

// Move asks for a move. The time limit is the referee's alone.
func (h *Person) Move(ctx context.Context, p *trax.Position, _ time.Duration) (trax.Move, error) {
	t, err := NewTurn(p)
	if err != nil {
		return trax.Move{}, err
	}
	answers, err := h.Ask(ctx, t)
	if err != nil {
		return trax.Move{}, err
	}
	return trax.ParseMove(answers[0])
}

// NewTurn returns the question for a position: its picture, and its legal moves by their
// cells. The position is unchanged when it returns.
func NewTurn(p *trax.Position) (question.Turn, error) {
	var picture strings.Builder
	if err := svg.Position(&picture, p, svg.Options{}); err != nil {
		return question.Turn{}, err
	}
	t := question.Turn{Picture: picture.String(), Cell: svg.Cell}
	for _, tile := range p.AppendPlaced(nil) {
		x, y := svg.Corner(tile.Cell)
		t.Fresh = append(t.Fresh, [2]int{x, y})
	}
	var choices []question.Choice
	for _, m := range p.AppendMoves(nil) {
		o, err := option(p, m)
		if err != nil {
			return question.Turn{}, err
		}
		x, y := svg.Corner(m.Cell)
		if n := len(choices); n == 0 || choices[n-1].Name != m.Cell.String() {
			choices = append(choices, question.Choice{Name: m.Cell.String(), X: x, Y: y})
		}
		c := &choices[len(choices)-1]
		c.Options = append(c.Options, o)
	}
	t.Parts = []question.Part{{Choices: choices}}
	return t, nil
}

// option draws a legal move and the tiles that it forces on the picture of the position
// before it.
func option(p *trax.Position, m trax.Move) (question.Option, error) {
	tiles, err := svg.Turn(p, m)
	if err != nil {
		return question.Option{}, fmt.Errorf("legal move %s: %w", m, err)
	}
	o := question.Option{Answer: m.String(), Key: string(m.Shape), Draw: tiles}
	if forced := len(tiles) - 1; forced > 0 {
		o.Remark = say.Format("+%d forced", forced)
	}
	return o, nil
}
