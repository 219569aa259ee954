package analysis

import (
	"context"

	"github.com/loopline/loopline/trax/playertest"
)

// Answer is a move of a player in one position, for who asked for it by [Options.OnAnswer].
type Answer struct {
	Moves  string   // that lead to the position
	Board  []string // rows of text; nil where nothing is wrong
	Move   string
	Legal  bool
	Detail string // why it is illegal
	Bot    string // the bot's move; empty without a bot
}

// Answers compares the answers that a player gave in one game. The moves of the game's opening are nobody's.
func (c *Comparer) Answers(ctx context.Context, title string, g *playertest.Opponent) error {
	game := &comparedGame{title: title}
	game.compare[g.Color] = true
	for i, m := range g.Moves {
		game.moves = append(game.moves, comparedMove{text: m, given: i < len(g.Opening)})
	}
	return c.game(ctx, game)
}

// Total returns the sums so far.
func (c *Comparer) Total() Total {
	c.total.average()
	return c.total
}

// average sets the means of the sums.
func (t *Total) average() {
	if t.losses > 0 {
		t.Loss = thousandths(float64(t.lossSum) / float64(t.losses))
	}
	if t.evals > 0 {
		t.Lost = thousandths(t.lostSum / float64(t.evals))
	}
}

// answered tells of a move.
func (c *Comparer) answered(one *comparison, before []comparedMove) {
	if c.o.OnAnswer == nil {
		return
	}
	a := Answer{Move: one.Move, Legal: one.Legal, Detail: one.Detail, Bot: one.Bot}
	for i := range before {
		if i > 0 {
			a.Moves += " "
		}
		a.Moves += before[i].played()
	}
	if one.position != nil {
		a.Board = one.position.Board
	}
	c.o.OnAnswer(a)
}
