package main

import (
	"errors"

	"github.com/loopline/loopline/trax"
)

// replayer plays lists of moves and tells how they come out. It is reused
// from game to game.
type replayer struct {
	pos     *trax.Position
	forced  []int
	illegal *trax.IllegalError // of the move after the accepted ones
	written string             // that move, in full
}

func newReplayer() *replayer { return &replayer{pos: trax.NewPosition()} }

// play plays q's moves up to the first illegal one.
func (r *replayer) play(q *question) {
	r.pos.Reset()
	r.forced, r.illegal, r.written = r.forced[:0], nil, ""
	for i := range q.moves {
		move := q.move(i)
		if err := r.pos.PlayText(move); err != nil {
			r.illegal, r.written = asIllegal(err), move
			return
		}
		r.forced = append(r.forced, r.pos.Forced())
	}
}

// asIllegal is what every error of Play is.
func asIllegal(err error) *trax.IllegalError {
	var illegal *trax.IllegalError
	if !errors.As(err, &illegal) {
		return &trax.IllegalError{Detail: err.Error()}
	}
	return illegal
}

// replayed is how the last list came out. It holds until the next is played.
func (r *replayer) replayed() replayed {
	out := replayed{
		outcome: r.pos.Outcome(), turn: r.pos.Turn(), forced: r.forced,
		width: r.pos.Width(), height: r.pos.Height(), tiles: r.pos.Tiles(), at: r.pos.At,
	}
	if r.illegal != nil {
		out.refused, out.written, out.detail = string(r.illegal.Reason), r.written, r.illegal.Error()
	}
	return out
}

// appendJSON appends the object that answers a replay.
func (r *replayer) appendJSON(dst, id []byte) []byte {
	out := r.replayed()
	return out.appendJSON(dst, id)
}

// appendText appends the outcome and the board for people.
func (r *replayer) appendText(dst []byte, title string) []byte {
	out := r.replayed()
	return append(r.pos.AppendText(out.appendSummary(dst, title)), '\n')
}
