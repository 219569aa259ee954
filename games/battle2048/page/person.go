// Package page asks a person at a web page for answers of 2048 versus.
package page

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/games/battle2048/svg"
	"github.com/loopline/loopline/internal/say"
)

// Person is a referee.Strategy that asks a person at a page: for the slide, then for each tile of
// the attack.
type Person struct {
	// Ask shows a position and returns the answer of one of its options, alone. io.EOF is of a
	// person who gives up.
	Ask func(ctx context.Context, t question.Turn) (answers []string, err error)

	Me int // the player, 0 or 1; Start sets it
}

// Start asks for the cell of the other's board where its first tile lies.
func (p *Person) Start(ctx context.Context, player int) (battle2048.Cell, error) {
	p.Me = player
	var empty battle2048.Grid
	choices := p.tiles(&empty, []int{1}, true)
	for _, c := range choices {
		c.Options[0].Words = say.Format("put %d on the other's board", 2) // nobody has seen yet whose turn does what
	}
	answers, err := p.Ask(ctx, question.Turn{Cell: svg.Pitch, Parts: []question.Part{{Choices: choices}}})
	if err != nil {
		return 0, err
	}
	var c battle2048.Cell
	_, err = fmt.Sscanf(answers[0], answer, &c, new(int))
	return c, err
}

// answer is the form of the answer to a question for a tile: its cell and its exponent.
const answer = "%d %d"

// Turn asks for a slide and an attack. The time limit is the referee's alone.
func (p *Person) Turn(ctx context.Context, s *referee.TurnState, _ time.Duration) (battle2048.Answer, error) {
	var a battle2048.Answer
	answers, err := p.Ask(ctx, p.slides(s))
	if err != nil {
		return a, err
	}
	a.Direction, _ = battle2048.ParseDirection(answers[0])
	g := battle2048.Position{Boards: s.Boards, Scores: s.Scores}
	merges, gain, _ := g.Boards[0].Slide(a.Direction)
	g.Scores[0] += gain
	exponents := attacks(&g.Boards[1], merges)
	for left := 1; left > 0; left-- {
		t, err := p.attack(&g, a, exponents)
		if err != nil {
			return a, err
		}
		if answers, err = p.Ask(ctx, t); err != nil {
			return a, err
		}
		var c battle2048.Cell
		if _, err := fmt.Sscanf(answers[0], answer, &c, &a.Exponent); err != nil {
			return a, err
		}
		if a.Cells == nil {
			exponents, left = []int{a.Exponent}, 1<<(merges+1-a.Exponent)
		}
		a.Cells = append(a.Cells, c)
		g.Boards[1][c] = uint8(a.Exponent)
	}
	return a, nil
}

// attacks are the exponents whose tiles there is room for, the largest first.
func attacks(other *battle2048.Grid, merges int) (exponents []int) {
	for e := merges + 1; e > 0 && 1<<(merges+1-e) <= other.Empty(); e-- {
		exponents = append(exponents, e)
	}
	return exponents
}

// edges are the cells at the middle of the edge to which a direction slides.
var edges = [4]battle2048.Cell{battle2048.Up: 2, battle2048.Right: 14, battle2048.Down: 22, battle2048.Left: 10}

// slides is the question for a slide, on the picture that the game's view draws.
func (p *Person) slides(s *referee.TurnState) question.Turn {
	t := question.Turn{Cell: svg.Pitch}
	var choices []question.Choice
	for _, d := range []battle2048.Direction{battle2048.Up, battle2048.Left, battle2048.Right, battle2048.Down} { // in reading order
		own := s.Boards[0]
		merges, gain, moved := own.Slide(d)
		if !moved {
			continue
		}
		at, step := svg.Corner(p.Me, edges[d]), steps[d]
		o := question.Option{
			Answer: d.String(), Key: strings.ToLower(d.String()), Words: say.Format("slide %s", question.Way(step[0], step[1])),
			Remark: say.Format("+%d points, %d to attack", gain, 2<<merges),
			Draw:   []string{question.MarkStep([2]int{at[0] - step[0]*svg.Pitch/2, at[1] - step[1]*svg.Pitch/2}, [2]int{at[0] + step[0]*svg.Pitch/4, at[1] + step[1]*svg.Pitch/4}, svg.Pitch)},
		}
		choices = append(choices, question.Choice{Name: d.String(), X: at[0], Y: at[1], Options: []question.Option{o}})
	}
	t.Parts = []question.Part{{Choices: choices}}
	return t
}

var steps = [4][2]int{battle2048.Up: {0, -1}, battle2048.Right: {1, 0}, battle2048.Down: {0, 1}, battle2048.Left: {-1, 0}}

// attack is the question for a tile of the attack, on a picture of the boards between slide and
// attack.
func (p *Person) attack(g *battle2048.Position, a battle2048.Answer, exponents []int) (question.Turn, error) {
	shown := battle2048.Position{}
	for i := range 2 {
		shown.Boards[i^p.Me], shown.Scores[i^p.Me] = g.Boards[i], g.Scores[i]
	}
	var picture strings.Builder
	err := svg.Position(&picture, &shown, &svg.Move{Seat: p.Me, Slide: &a.Direction, Cells: a.Cells}, [2]string{})
	return question.Turn{
		Picture: picture.String(), Cell: svg.Pitch,
		Parts: []question.Part{{Choices: p.tiles(&g.Boards[1], exponents, a.Cells == nil)}},
	}, err
}

// tiles are the empty cells of the other's board, each with a tile of each exponent, of which
// the first is that of a single tile. It says how many there will be, before the first of them.
func (p *Person) tiles(other *battle2048.Grid, exponents []int, first bool) (all []question.Choice) {
	for i, e := range other {
		if e != 0 {
			continue
		}
		c := battle2048.Cell(i)
		at := svg.Corner(1-p.Me, c)
		choice := question.Choice{Name: strings.ReplaceAll(c.String(), " ", ","), X: at[0], Y: at[1]}
		for k, e := range exponents {
			o := question.Option{
				Answer: fmt.Sprintf(answer, c, e), Key: fmt.Sprint(k + 1), Words: say.Format("put %d", 1<<e),
				Draw: []string{svg.Tile(1-p.Me, c, uint8(e))},
			}
			if n := 1 << k; first && n > 1 {
				o.Remark = say.Format("the first of %d tiles", n)
			}
			choice.Options = append(choice.Options, o)
		}
		all = append(all, choice)
	}
	return all
}
