// Package replay plays lists of moves by the rules of Trax and tells how they
// come out, or what may be played after them, as text and as JSON.
package replay

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/trax"
)

// Result is the end of a list of moves, by the rules or by RTL.
type Result struct {
	Outcome              trax.Outcome
	Turn                 trax.Color // is to move
	Moves                []string   // the accepted ones
	Forced               []int      // tiles, one number for each accepted ply
	Width, Height, Tiles int
	At                   func(trax.Cell) trax.Tile

	// The move after the accepted ones, if it was refused.
	Refused  string // why: a trax.Reason, or board-full; empty if none was
	MoveText string // the move in full
	Detail   string // the problem in words
	NoFault  bool   // its player is not to blame: the board is full
}

// Plies returns the number of accepted moves.
func (r *Result) Plies() int { return len(r.Forced) }

// verdict is the winner and the reason as words, both empty while the game
// goes on. An illegal move loses, but not after the end.
func (r *Result) verdict() (winner, reason string) {
	switch {
	case r.Outcome.Over:
		return r.Outcome.Winner.String(), r.Outcome.Reason()
	case r.Refused != "" && !r.NoFault:
		return r.Turn.Other().String(), "illegal"
	}
	return "", ""
}

// AppendJSON appends the object that answers a replay, and a line feed. Its
// fields and their order are part of the command's contract. Id is a JSON
// value, or nil.
func (r *Result) AppendJSON(dst, id []byte) []byte {
	winner, reason := r.verdict()
	dst = append(dst, `{"id":`...)
	if id == nil {
		id = []byte("null")
	}
	dst = append(dst, id...)
	dst = strconv.AppendInt(append(dst, `,"plies":`...), int64(r.Plies()), 10)
	dst = appendWord(append(dst, `,"winner":`...), winner)
	dst = appendWord(append(dst, `,"reason":`...), reason)
	dst = append(dst, `,"completed":[`...)
	if r.Outcome.Over {
		for i, name := range r.Outcome.Completed.Names() {
			dst = appendWord(comma(dst, i), name)
		}
	}
	dst = strconv.AppendInt(append(dst, `],"width":`...), int64(r.Width), 10)
	dst = strconv.AppendInt(append(dst, `,"height":`...), int64(r.Height), 10)
	dst = strconv.AppendInt(append(dst, `,"tiles":`...), int64(r.Tiles), 10)
	dst = append(dst, `,"forced":[`...)
	for i, n := range r.Forced {
		dst = strconv.AppendInt(comma(dst, i), int64(n), 10)
	}
	dst = r.appendBoard(append(dst, `],"board":`...))
	dst = append(dst, `,"illegal":`...)
	dst = append(r.appendIllegal(dst), `,"moves":"`...)
	for i, move := range r.Moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = appendMove(dst, move)
	}
	return append(dst, "\"}\n"...)
}

// appendBoard appends the rows of the board, or null for a box too large.
func (r *Result) appendBoard(dst []byte) []byte {
	if r.Width*r.Height > trax.MaxRows {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for row := range r.Height {
		dst = append(comma(dst, row), '"')
		for col := range r.Width {
			dst = append(dst, r.At(trax.Cell{Col: col + 1, Row: row + 1}).Letter())
		}
		dst = append(dst, '"')
	}
	return append(dst, ']')
}

// appendIllegal appends the refused move as an object, or null.
func (r *Result) appendIllegal(dst []byte) []byte {
	if r.Refused == "" {
		return append(dst, "null"...)
	}
	dst = strconv.AppendInt(append(dst, `{"ply":`...), int64(r.Plies()+1), 10)
	dst = appendString(append(dst, `,"move":`...), r.MoveText)
	dst = appendWord(append(dst, `,"reason":`...), r.Refused)
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

// Words returns the outcome in a sentence.
func (r *Result) Words() string {
	winner, reason := r.verdict()
	switch {
	case r.Refused != "" && reason == "illegal":
		return fmt.Sprintf("%s wins: ply %d %s", winner, r.Plies()+1, r.Detail)
	case r.Refused != "" && winner != "":
		return fmt.Sprintf("%s wins by %s; ply %d %s", winner, reason, r.Plies()+1, r.Detail)
	case r.Refused != "":
		return fmt.Sprintf("not over: ply %d %s", r.Plies()+1, r.Detail)
	case winner != "":
		return winner + " wins by " + reason
	}
	return "not over, " + r.Turn.String() + " to move"
}

// AppendSummary appends the outcome as text, without the board, under a
// title.
func (r *Result) AppendSummary(dst []byte, title string) []byte {
	forced := 0
	for _, n := range r.Forced {
		forced += n
	}
	dst = fmt.Appendf(dst, "%s: %s after %s\n", title, r.Words(), humanize.Plural(r.Plies(), "ply", "plies"))
	return fmt.Appendf(dst, "%s, %d of them forced, on %d x %d\n",
		humanize.Plural(r.Tiles, "tile", "tiles"), forced, r.Width, r.Height)
}
