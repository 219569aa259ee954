package replay

import (
	"errors"
	"fmt"

	"github.com/loopline/loopline/trax"
)

// Replayer plays lists of moves and tells how they come out. It is reused from
// game to game. Make one with [New]; it is for one goroutine.
type Replayer struct {
	pos     *trax.Position
	moves   []string
	forced  []int
	illegal *trax.IllegalError // of the move after the accepted ones
	written string             // that move, in full
}

// New returns a replayer.
func New() *Replayer { return &Replayer{pos: trax.NewPosition()} }

// Play plays moves up to the first illegal one. That is no error; the only one
// reports a board that has become too large.
func (r *Replayer) Play(moves []string) error {
	r.pos.Reset()
	r.moves, r.forced, r.illegal, r.written = moves, r.forced[:0], nil, ""
	for i, move := range moves {
		if err := r.pos.PlayText(move); err != nil {
			if !errors.As(err, &r.illegal) {
				return fmt.Errorf("ply %d %w", i+1, err)
			}
			r.written = move
			return nil
		}
		r.forced = append(r.forced, r.pos.Forced())
	}
	return nil
}

// After returns the position after a list of moves. An illegal one is an error.
func After(moves []string) (*trax.Position, error) {
	r := New()
	if err := r.Play(moves); err != nil {
		return nil, err
	}
	return r.Position(), r.Illegal()
}

// Position returns the board after the accepted moves. It holds until the next
// list is played.
func (r *Replayer) Position() *trax.Position { return r.pos }

// Illegal returns an error that names the ply and the move that was refused,
// and wraps its [*trax.IllegalError], or nil if all moves were accepted.
func (r *Replayer) Illegal() error {
	if r.illegal == nil {
		return nil
	}
	return fmt.Errorf("ply %d %w", r.pos.Ply()+1, r.illegal)
}

// Result returns how the last list came out. It holds until the next is played.
func (r *Replayer) Result() Result {
	out := Result{
		Outcome: r.pos.Outcome(), Turn: r.pos.Turn(), Moves: r.moves[:len(r.forced)], Forced: r.forced,
		Width: r.pos.Width(), Height: r.pos.Height(), Tiles: r.pos.Tiles(), At: r.pos.At,
	}
	if r.illegal != nil {
		out.Refused, out.MoveText, out.Detail = string(r.illegal.Reason), r.written, r.illegal.Error()
	}
	return out
}

// AppendJSON is [Result.AppendJSON] of the last list.
func (r *Replayer) AppendJSON(dst, id []byte) []byte {
	out := r.Result()
	return out.AppendJSON(dst, id)
}

// AppendText appends the outcome of the last list and the board as text.
func (r *Replayer) AppendText(dst []byte, title string) []byte {
	out := r.Result()
	return append(r.pos.AppendText(out.AppendSummary(dst, title)), '\n')
}
