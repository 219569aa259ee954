package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/loopline/loopline/trax"
)

// replayed is how a list of moves came out, by the rules or by RTL.
type replayed struct {
	outcome              trax.Outcome
	turn                 trax.Color // is to move
	forced               []int      // tiles by ply
	width, height, tiles int
	at                   func(trax.Cell) trax.Tile

	// The move after the accepted ones, if it was refused.
	refused string // why: a reason, or board-full
	written string // in full
	detail  string // for people
	nobody  bool   // the refusal is nobody's fault
}

func (r *replayed) plies() int { return len(r.forced) }

// verdict is the winner and the reason as words, both empty while the game
// goes on. Who makes an illegal move loses, but not after the end.
func (r *replayed) verdict() (winner, reason string) {
	switch {
	case r.outcome.Over:
		return r.outcome.Winner.String(), r.outcome.Reason()
	case r.refused != "" && !r.nobody:
		return r.turn.Other().String(), "illegal"
	}
	return "", ""
}

// appendJSON appends the object that answers a replay. Its fields and their
// order are part of the command's contract.
func (r *replayed) appendJSON(dst, id []byte) []byte {
	winner, reason := r.verdict()
	dst = append(dst, `{"id":`...)
	if id == nil {
		id = []byte("null")
	}
	dst = append(dst, id...)
	dst = strconv.AppendInt(append(dst, `,"plies":`...), int64(r.plies()), 10)
	dst = appendWord(append(dst, `,"winner":`...), winner)
	dst = appendWord(append(dst, `,"reason":`...), reason)
	dst = append(dst, `,"completed":[`...)
	if r.outcome.Over {
		for i, name := range r.outcome.Completed.Names() {
			dst = appendWord(comma(dst, i), name)
		}
	}
	dst = strconv.AppendInt(append(dst, `],"width":`...), int64(r.width), 10)
	dst = strconv.AppendInt(append(dst, `,"height":`...), int64(r.height), 10)
	dst = strconv.AppendInt(append(dst, `,"tiles":`...), int64(r.tiles), 10)
	dst = append(dst, `,"forced":[`...)
	for i, n := range r.forced {
		dst = strconv.AppendInt(comma(dst, i), int64(n), 10)
	}
	dst = r.appendBoard(append(dst, `],"board":[`...))
	dst = append(dst, `],"illegal":`...)
	return append(r.appendIllegal(dst), "}\n"...)
}

func (r *replayed) appendBoard(dst []byte) []byte {
	for row := range r.height {
		dst = append(comma(dst, row), '"')
		for col := range r.width {
			dst = append(dst, r.at(trax.Cell{Col: col + 1, Row: row + 1}).Letter())
		}
		dst = append(dst, '"')
	}
	return dst
}

// appendIllegal appends the refused move as an object, or null.
func (r *replayed) appendIllegal(dst []byte) []byte {
	if r.refused == "" {
		return append(dst, "null"...)
	}
	dst = strconv.AppendInt(append(dst, `{"ply":`...), int64(r.plies()+1), 10)
	dst = appendString(append(dst, `,"move":`...), r.written)
	dst = appendWord(append(dst, `,"reason":`...), r.refused)
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
func (r *replayed) words() string {
	winner, reason := r.verdict()
	switch {
	case r.refused != "" && reason == "illegal":
		return fmt.Sprintf("%s wins: ply %d %s", winner, r.plies()+1, r.detail)
	case r.refused != "" && winner != "":
		return fmt.Sprintf("%s wins by %s; ply %d %s", winner, reason, r.plies()+1, r.detail)
	case r.refused != "":
		return fmt.Sprintf("not over: ply %d %s", r.plies()+1, r.detail)
	case winner != "":
		return winner + " wins by " + reason
	}
	return "not over, " + r.turn.String() + " to move"
}

// appendSummary appends the outcome for people, without the board.
func (r *replayed) appendSummary(dst []byte, title string) []byte {
	forced := 0
	for _, n := range r.forced {
		forced += n
	}
	dst = fmt.Appendf(dst, "%s: %s after %s\n", title, r.words(), plural(r.plies(), "ply", "plies"))
	return fmt.Appendf(dst, "%s, %d of them forced, on %d x %d\n",
		plural(r.tiles, "tile", "tiles"), forced, r.width, r.height)
}

// plural is a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
