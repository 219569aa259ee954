package tutorial

import (
	"encoding/json"
	"math/rand/v2"
	"strings"

	"github.com/loopline/loopline/trax"
)

// How many games a step has, and how long they are at most.
const (
	gamesOfStep = 300
	pliesOfGame = 60
	refusals    = 8     // illegal moves of a game, at most
	triesOfGame = 5_000 // of moves at random, illegal ones too: a small board may be full
	lineLength  = 8     // cells from edge to edge of a line, at least
)

// turn is a move on a board, and its result.
type turn struct {
	err    error // it is illegal
	forced int   // tiles that followed
	over   bool
	line   bool // and it completes no loop
}

// quiet has no forced tile; forcing has some, contradicting too many; lining may end the game
// by a line; ending is any turn. A turn of one kind is one of the next as well.
func quiet(t turn) bool         { return forcing(t) && t.forced == 0 }
func forcing(t turn) bool       { return contradicting(t) && !contradicts(t) }
func contradicting(t turn) bool { return !t.over }
func lining(t turn) bool        { return t.err == nil && (!t.over || t.line) }
func ending(turn) bool          { return true }

func contradicts(t turn) bool { return refused(t, trax.ForcedPlay) }
func mismatches(t turn) bool  { return refused(t, trax.Colour) }

// refused reports whether a turn is illegal for a reason.
func refused(t turn, reason trax.Reason) bool {
	illegal, ok := t.err.(*trax.IllegalError)
	return ok && illegal.Reason == reason
}

// rarity says that one of so many such illegal moves is in a game. Few moves at random break a rule of edges:
// most lie beside no tile, or on one.
func rarity(t turn) int {
	switch {
	case contradicts(t):
		return 1
	case mismatches(t):
		return 12
	}
	return 200
}

// games are random games of turns of a kind, as JSON Lines with the moves of each. They go on after an
// illegal move, on the board that it has to leave as it was; where the game is over, one more move is asked. Of
// games of any turns one half can end by a line alone, and a quarter by neither, so that lines and refused moves
// are not rare.
func games(seed uint64, kind func(turn) bool) (lines []string) {
	rng := rand.New(rand.NewPCG(seed, 14))
	for i := range gamesOfStep {
		of, most := kind, pliesOfGame
		if kind(turn{over: true}) {
			switch i % 4 {
			case 1, 3:
				of, most = lining, lineLength
			case 2:
				of = contradicting
			}
		}
		moves, _ := json.Marshal(map[string]string{"moves": strings.Join(game(rng, of, most), " ")})
		lines = append(lines, string(moves))
	}
	return lines
}

// game is a game of turns of a kind, on a board that has most columns and rows.
func game(rng *rand.Rand, kind func(turn) bool, most int) (moves []string) {
	along := func(length int) int {
		if length >= most {
			return 1 + rng.IntN(length)
		}
		return rng.IntN(length + 2)
	}
	p := trax.NewPosition()
	refused := 0
	for tries := 0; tries < triesOfGame && p.Ply() < pliesOfGame && refused < refusals; tries++ {
		m := trax.Move{
			Cell:  trax.Cell{Col: along(p.Width()), Row: along(p.Height())},
			Shape: []trax.Shape{trax.Plus, trax.Slash, trax.Backslash}[rng.IntN(3)],
		}
		tiles := p.Tiles()
		err := p.Play(m)
		t := turn{err: err, forced: p.Tiles() - tiles - 1, over: p.Outcome().Over, line: p.Outcome().Reason() == "line"}
		switch {
		case err == nil && !kind(t):
			p.Undo()
		case err == nil:
			moves = append(moves, m.String())
			if t.over {
				return append(moves, m.String())
			}
		case kind(turn{err: err}) && rng.IntN(rarity(turn{err: err})) == 0:
			moves = append(moves, m.String())
			refused++
		}
	}
	return moves
}
