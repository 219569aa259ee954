package trax

import (
	"strconv"
	"strings"
)

// Reason says why a move is illegal. The eight reasons below are the whole
// vocabulary; records, vectors and the reference RTL use the same words.
type Reason string

// The reasons, in the order in which they are tested.
const (
	// Syntax: the text is not column, row, shape in strict notation.
	Syntax Reason = "syntax"
	// GameOver: the game had ended before this move.
	GameOver Reason = "game-over"
	// FirstMove: the first tile is neither @0+ nor @0/.
	FirstMove Reason = "first-move"
	// OffBoard: the cell lies more than one outside the bounding box.
	OffBoard Reason = "off-board"
	// Occupied: the cell holds a tile.
	Occupied Reason = "occupied"
	// Isolated: no neighbour of the cell holds a tile.
	Isolated Reason = "isolated"
	// Colour: neither orientation of the shape fits the touching edges.
	Colour Reason = "colour"
	// ForcedPlay: three or four edges of one colour enter an empty cell.
	ForcedPlay Reason = "forced-play"
)

// IllegalError tells why a move cannot be played. The position it was tried
// on is unchanged.
type IllegalError struct {
	Reason Reason // one of the reasons above
	Move   string // the move as written
	Cell   Cell   // the cell at fault, relative to the box before the turn
	Detail string // what is wrong there and what would be right

	said sentence // the detail
}

// Parts returns the error as a format and its parts, for other languages. A part may have
// the same method.
func (e *IllegalError) Parts() (format string, parts []any) {
	if e.said.format == "" {
		return "%s", []any{e.Error()}
	}
	return "%s: %s", []any{e.quoted(), e.said}
}

// Error returns the move in quotes and the detail. The backslash, which is a
// shape here, is not doubled.
func (e *IllegalError) Error() string { return e.quoted() + ": " + e.Detail }

func (e *IllegalError) quoted() string { return strings.ReplaceAll(strconv.Quote(e.Move), `\\`, `\`) }
