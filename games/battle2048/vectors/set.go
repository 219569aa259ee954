package vectors

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/vectors"
)

// game is the name of the game.
const game = "battle2048"

// Slide is the kind: a board, a direction, and the slide.
const Slide vectors.Kind = "slide"

// MaxExponent is the largest exponent that a vector's board has before the
// slide: five bits hold what a merge makes of it.
const MaxExponent = 30

// Set returns the kinds of vectors of 2048 versus. It is made once and never
// changes.
func Set() *vectors.Set { return set() }

var set = sync.OnceValue(func() *vectors.Set {
	board := vectors.GridSize{Columns: battle2048.Size, Rows: battle2048.Size}
	return &vectors.Set{
		Game: game, Kinds: []vectors.Definition{slideKind()}, Words: words, Grid: board,
		ValidateGrid: func(b vectors.GridSize) error {
			if b != board {
				return fmt.Errorf("board %s: the boards of %s are %s", b, game, board)
			}
			return nil
		},
	}
})

func slideKind() vectors.Definition {
	d := vectors.Definition{
		Kind: Slide, Heading: "a slide", Columns: "id,board,direction,moved,merges,gain,after",
		NewOracle: func(vectors.GridSize) func(json.RawMessage) (vectors.Item, error) { return answer },
		BinsOf:    func(v vectors.Item) vectors.BinSet { return binsOf(v.(*slide)) },
	}
	for _, c := range bins() {
		d.Bins = append(d.Bins, c.Bin)
	}
	known := d
	d.NewGenerator = func(o *vectors.Options) vectors.Generator { return vectors.FillGoals(generator{o}, &known, o) }
	return d
}

// answer returns the reference model's response to a vector's ask.
func answer(ask json.RawMessage) (vectors.Item, error) {
	board, d, err := ParseAsk(ask)
	if err != nil {
		return nil, err
	}
	s := newSlide(board, d)
	return &s, nil
}

// ParseAsk reads what a vector asks.
func ParseAsk(ask json.RawMessage) (battle2048.Grid, battle2048.Direction, error) {
	var q struct{ Board, Direction string }
	if err := json.Unmarshal(ask, &q); err != nil {
		return battle2048.Grid{}, 0, fmt.Errorf("%.80q: invalid question about a slide: %w", ask, err)
	}
	board, err := battle2048.ParseGrid(q.Board)
	if err != nil {
		return board, 0, err
	}
	for i, e := range board {
		if e > MaxExponent {
			return board, 0, fmt.Errorf("cell %d of the board is %d; the vectors have exponents up to %d", i+1, e, MaxExponent)
		}
	}
	d, ok := battle2048.ParseDirection(q.Direction)
	if !ok {
		return board, 0, fmt.Errorf("direction %.20q: want one of U, R, D and L", q.Direction)
	}
	return board, d, nil
}
