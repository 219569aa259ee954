package tutorial

import (
	"encoding/json"
	"math/rand/v2"
	"strings"

	"github.com/loopline/loopline/trax"
)

// How many games a step has, and how long they are at most.
const (
	gamesOfStep = 200
	pliesOfGame = 60
)

// turn is a move on a board, and its result.
type turn struct {
	err    error // it is illegal
	forced int   // tiles that followed
	over   bool
}

// quiet has no forced tile; forcing has some, contradicting too many; ending is
// any turn. A turn of one kind is one of the next as well.
func quiet(t turn) bool         { return forcing(t) && t.forced == 0 }
func forcing(t turn) bool       { return contradicting(t) && !contradicts(t) }
func contradicting(t turn) bool { return !t.over }
func ending(turn) bool          { return true }

func contradicts(t turn) bool {
	illegal, ok := t.err.(*trax.IllegalError)
	return ok && illegal.Reason == trax.ForcedPlay
}

// games are random games of turns of a kind, as JSON Lines with the moves of each.
// Each ends with an illegal move, or with one that ends the game.
func games(seed uint64, kind func(turn) bool) (lines []string) {
	rng := rand.New(rand.NewPCG(seed, 14))
	for range gamesOfStep {
		moves, _ := json.Marshal(map[string]string{"moves": strings.Join(game(rng, kind), " ")})
		lines = append(lines, string(moves))
	}
	return lines
}

func game(rng *rand.Rand, kind func(turn) bool) (moves []string) {
	p := trax.NewPosition()
	for p.Ply() < pliesOfGame {
		m := trax.Move{
			Cell:  trax.Cell{Col: rng.IntN(p.Width() + 2), Row: rng.IntN(p.Height() + 2)},
			Shape: []trax.Shape{trax.Plus, trax.Slash, trax.Backslash}[rng.IntN(3)],
		}
		tiles := p.Tiles()
		err := p.Play(m)
		t := turn{err: err, forced: p.Tiles() - tiles - 1, over: p.Outcome().Over}
		switch {
		case err == nil && !kind(t):
			p.Undo()
		case err == nil:
			moves = append(moves, m.String())
			if t.over {
				return moves
			}
		case kind(turn{err: err}) && (contradicts(turn{err: err}) || rng.IntN(200) == 0):
			return append(moves, m.String())
		}
	}
	return moves
}
