package rtl

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// script is the generator: it emits the commands for a core in order. Emit tells
// the status that is right, so that a script may go by how the game stands;
// it returns false when no more is wanted.
type script func(o *oracle, emit func(Command) (status uint8, more bool))

// gameScript asks about the moves of a game, less the operations that are left
// out: each move is tried, then played, and the moves of every fourth position
// are streamed; at the end all is taken back. An illegal move is asked too; the
// game goes on without it.
func gameScript(moves []trax.Move, without []Op) script {
	return func(o *oracle, emit func(Command) (uint8, bool)) {
		more := true
		tell := func(op Op, m trax.Move) (status uint8) {
			if more && !slices.Contains(without, op) {
				status, more = emit(Command{Op: op, Move: m})
			}
			return status
		}
		tell(New, trax.Move{})
		for i, m := range moves {
			if i%4 == 3 {
				tell(Gen, trax.Move{})
			}
			tell(Try, m)
			tell(Play, m)
		}
		tell(Show, trax.Move{})
		if slices.Contains(without, Undo) {
			return
		}
		for more && o.pos.Ply() > 0 {
			tell(Undo, trax.Move{})
		}
	}
}
