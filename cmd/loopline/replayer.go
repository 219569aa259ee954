package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

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

// verdict is the winner and the reason as words, both empty while the game
// goes on. Who makes an illegal move loses, but not after the end.
func (r *replayer) verdict() (winner, reason string) {
	out := r.pos.Outcome()
	switch {
	case out.Over:
		return out.Winner.String(), out.Reason()
	case r.illegal != nil:
		return r.pos.Turn().Other().String(), "illegal"
	}
	return "", ""
}

// appendJSON appends the object that answers a replay. Its fields and their
// order are part of the command's contract.
func (r *replayer) appendJSON(dst, id []byte) []byte {
	winner, reason := r.verdict()
	dst = append(dst, `{"id":`...)
	if id == nil {
		id = []byte("null")
	}
	dst = append(dst, id...)
	dst = strconv.AppendInt(append(dst, `,"plies":`...), int64(r.pos.Ply()), 10)
	dst = appendWord(append(dst, `,"winner":`...), winner)
	dst = appendWord(append(dst, `,"reason":`...), reason)
	dst = append(dst, `,"completed":[`...)
	if out := r.pos.Outcome(); out.Over {
		for i, name := range out.Completed.Names() {
			dst = appendWord(comma(dst, i), name)
		}
	}
	dst = strconv.AppendInt(append(dst, `],"width":`...), int64(r.pos.Width()), 10)
	dst = strconv.AppendInt(append(dst, `,"height":`...), int64(r.pos.Height()), 10)
	dst = strconv.AppendInt(append(dst, `,"tiles":`...), int64(r.pos.Tiles()), 10)
	dst = append(dst, `,"forced":[`...)
	for i, n := range r.forced {
		dst = strconv.AppendInt(comma(dst, i), int64(n), 10)
	}
	dst = r.appendBoard(append(dst, `],"board":[`...))
	dst = append(dst, `],"illegal":`...)
	return append(r.appendIllegal(dst), "}\n"...)
}

func (r *replayer) appendBoard(dst []byte) []byte {
	for row := range r.pos.Height() {
		dst = append(comma(dst, row), '"')
		for col := range r.pos.Width() {
			t := r.pos.At(trax.Cell{Col: col + 1, Row: row + 1})
			dst = append(dst, t.Letter())
		}
		dst = append(dst, '"')
	}
	return dst
}

// appendIllegal appends the refused move as an object, or null.
func (r *replayer) appendIllegal(dst []byte) []byte {
	if r.illegal == nil {
		return append(dst, "null"...)
	}
	dst = strconv.AppendInt(append(dst, `{"ply":`...), int64(r.pos.Ply()+1), 10)
	dst = appendString(append(dst, `,"move":`...), r.written)
	dst = appendWord(append(dst, `,"reason":`...), string(r.illegal.Reason))
	return append(dst, '}')
}

// comma appends what separates the i'th item of a list from the one before.
func comma(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

// appendWord appends one of our own words, or null for the empty one.
func appendWord(dst []byte, word string) []byte {
	if word == "" {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	return append(append(dst, word...), '"')
}

// appendString appends any text as a JSON string.
func appendString(dst []byte, text string) []byte {
	b, err := json.Marshal(text)
	if err != nil {
		return append(dst, `""`...)
	}
	return append(dst, b...)
}

// words is the outcome in a sentence.
func (r *replayer) words() string {
	winner, reason := r.verdict()
	switch {
	case r.illegal != nil && reason == "illegal":
		return fmt.Sprintf("%s wins: ply %d %s", winner, r.pos.Ply()+1, r.illegal)
	case r.illegal != nil:
		return fmt.Sprintf("%s wins by %s; ply %d %s", winner, reason,
			r.pos.Ply()+1, r.illegal)
	case winner != "":
		return winner + " wins by " + reason
	}
	return "not over, " + r.pos.Turn().String() + " to move"
}

// appendText appends the outcome and the board for people.
func (r *replayer) appendText(dst []byte, title string) []byte {
	forced := 0
	for _, n := range r.forced {
		forced += n
	}
	dst = fmt.Appendf(dst, "%s: %s after %s\n", title, r.words(), plural(r.pos.Ply(), "ply", "plies"))
	dst = fmt.Appendf(dst, "%s, %d of them forced, on %d x %d\n",
		plural(r.pos.Tiles(), "tile", "tiles"), forced, r.pos.Width(), r.pos.Height())
	return append(r.pos.AppendText(dst), '\n')
}

// plural is a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
