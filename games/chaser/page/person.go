// Package page asks a person at a web page for methods of CHaser. The page shows what the person
// has seen, and no more of the map.
package page

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/svg"
	"github.com/loopline/loopline/internal/say"
)

// Person is a referee.Person at a page, for one game.
type Person struct {
	// Ask shows a position and returns the answer of one of its options, alone. io.EOF is of a
	// person who gives up. Show shows a position without a question.
	Ask  func(ctx context.Context, t question.Turn) (answers []string, err error)
	Show func(t question.Turn)

	known svg.Known
	last  chaser.Method
}

// Seat asks a person at a page, and shows it positions; seat.Seat of contest/live implements it.
type Seat interface {
	Ask(ctx context.Context, t question.Turn) (answers []string, err error)
	Show(t question.Turn)
}

// NewPerson makes the person of a player, 0 or 1.
func NewPerson(player int, seat Seat) *Person {
	return &Person{Ask: seat.Ask, Show: seat.Show, known: svg.Known{Player: player, Cells: map[chaser.Point]chaser.Cell{}}}
}

// Choose implements referee.Person.
func (p *Person) Choose(ctx context.Context, around chaser.Window) (chaser.Method, error) {
	p.known.Past = true
	p.square(p.known.Pos, around)
	answers, err := p.Ask(ctx, p.turn(around))
	if err != nil {
		return chaser.Method{}, err
	}
	p.last, err = chaser.ParseMethod(answers[0])
	return p.last, err
}

// Seen implements referee.Person: it shows what answered the method, until the next question.
func (p *Person) Seen(w chaser.Window) {
	k, step := &p.known, steps[p.last.Direction]
	ahead := func(n int) chaser.Point { return chaser.Point{X: k.Pos.X + n*step[0], Y: k.Pos.Y + n*step[1]} }
	switch p.last.Action {
	case chaser.Walk:
		k.Pos = ahead(1)
		p.square(k.Pos, w)
	case chaser.Put:
		p.square(k.Pos, w)
	case chaser.Look:
		p.square(ahead(2), w)
	case chaser.Search:
		for i, c := range w {
			p.see(ahead(i+1), c)
		}
	}
	p.Show(question.Turn{Picture: k.Picture(), Cell: svg.Cell})
}

// square takes in the nine cells around one.
func (p *Person) square(centre chaser.Point, w chaser.Window) {
	for i, c := range w {
		p.see(chaser.Point{X: centre.X - 1 + i%3, Y: centre.Y - 1 + i/3}, c)
	}
}

// opponent is what a window shows instead of the cell under the opponent.
const opponent = 1

// see takes in a cell of a window.
func (p *Person) see(at chaser.Point, c uint8) {
	k := &p.known
	if c == opponent {
		k.Other, k.Past = &at, false
		if _, seen := k.Cells[at]; !seen {
			k.Cells[at] = chaser.Floor
		}
		return
	}
	k.Cells[at] = chaser.Cell(c)
	if k.Other != nil && *k.Other == at {
		k.Other = nil // it went on
	}
}

var steps = [4][2]int{chaser.Up: {0, -1}, chaser.Right: {1, 0}, chaser.Left: {-1, 0}, chaser.Down: {0, 1}}

// turn is the question for a method, on what the person has seen.
func (p *Person) turn(around chaser.Window) question.Turn {
	choices := Choices(p.known.Pos, around, p.known.Corner)
	return question.Turn{Picture: p.known.Picture(), Cell: svg.Cell, Parts: []question.Part{{Choices: choices}}}
}

// Choices are the four cells around a player's place, each with what can be done there, drawn on a
// picture in which corner is the upper left corner of a cell. A step onto a block, which loses, isn't
// among it.
func Choices(pos chaser.Point, around chaser.Window, corner func(chaser.Point) [2]int) (choices []question.Choice) {
	for _, d := range []chaser.Direction{chaser.Up, chaser.Left, chaser.Right, chaser.Down} { // in reading order
		step := steps[d]
		content := around[4+step[0]+3*step[1]]
		at := chaser.Point{X: pos.X + step[0], Y: pos.Y + step[1]}
		there, way := corner(at), question.Way(step[0], step[1])
		c := question.Choice{Name: chaser.Method{Direction: d}.String()[1:], X: there[0], Y: there[1]}
		add := func(a chaser.Action, words say.Text, draw ...string) {
			m := chaser.Method{Action: a, Direction: d}.String()
			c.Options = append(c.Options, question.Option{Answer: m, Words: words, Key: m[:1], Draw: draw})
		}
		put := func() {
			add(chaser.Put, say.Format("put a block %s", way), fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d" fill="#3a3a3a"/>`,
				there[0]+4, there[1]+4, svg.Cell-8, svg.Cell-8))
		}
		if content == opponent {
			put() // it wins
		}
		if content != uint8(chaser.Block) {
			add(chaser.Walk, say.Format("walk %s", way), question.MarkStep(corner(pos), there, svg.Cell))
		}
		add(chaser.Look, say.Format("look %s", way), area(there), outline(corner, at, step, 3, 1))
		add(chaser.Search, say.Format("search %s", way), beam(there, step), outline(corner, at, step, 9, 0))
		if content != opponent {
			put()
		}
		choices = append(choices, c)
	}
	return choices
}

// area is the sign of a look on a cell: nine small cells.
func area(at [2]int) string {
	const inset, small = 5, (svg.Cell - 10) / 3
	x, y := at[0]+inset, at[1]+inset
	return fmt.Sprintf(`<path d="M%d %dh%[3]dv%[3]dh-%[3]dzM%[4]d %[2]dv%[3]dM%[5]d %[2]dv%[3]dM%[1]d %[6]dh%[3]dM%[1]d %[7]dh%[3]d" fill="#ffffff" stroke="#1a1a1a" stroke-width="2"/>`,
		x, y, 3*small, x+small, x+2*small, y+small, y+2*small)
}

// beam is the sign of a search on a cell: three dots ahead.
func beam(at, step [2]int) string {
	s := "<g>"
	for i := -1; i <= 1; i++ {
		s += fmt.Sprintf(`<circle cx="%d" cy="%d" r="5" fill="#1a1a1a" stroke="#ffffff" stroke-width="2"/>`,
			at[0]+svg.Cell/2+i*step[0]*12, at[1]+svg.Cell/2+i*step[1]*12)
	}
	return s + "</g>"
}

// outline frames the cells that a method sees: long cells ahead from one on, and some on both
// sides.
func outline(corner func(chaser.Point) [2]int, from chaser.Point, step [2]int, long, side int) string {
	to := chaser.Point{X: from.X + (long-1)*step[0], Y: from.Y + (long-1)*step[1]}
	dx, dy := side*step[1]*step[1], side*step[0]*step[0]
	first := corner(chaser.Point{X: min(from.X, to.X) - dx, Y: min(from.Y, to.Y) - dy})
	last := corner(chaser.Point{X: max(from.X, to.X) + dx, Y: max(from.Y, to.Y) + dy})
	return fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#1a1a1a" stroke-width="3" stroke-dasharray="6 4"/>`,
		first[0], first[1], last[0]-first[0]+svg.Cell, last[1]-first[1]+svg.Cell)
}
