// Package scoreboard compares a Trax core with the rules by what passes at its ports
// (docs/rtl-interface.md), and makes commands to send to it. It knows no simulator: the
// testbench in which the core runs tells it what the ports do.
package scoreboard

import (
	"fmt"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// The bounds of LogSize, the binary logarithm of a board's columns and rows.
const (
	MinLogSize = 3
	MaxLogSize = 8
)

// Op is an operation of the command port.
type Op uint8

// The operations.
const (
	New Op = iota
	Play
	Undo
	Try
	Gen
	numOps
)

// String returns the name in capitals.
func (o Op) String() string {
	if o < numOps {
		return [...]string{"NEW", "PLAY", "UNDO", "TRY", "GEN"}[o]
	}
	return fmt.Sprintf("operation %d, which does not exist", uint8(o))
}

// NothingToUndo is the status of an UNDO on the empty board; package vectors defines the
// others.
const NothingToUndo = uint8(vectors.BoardFull) + 1

// StatusName returns the word for a status on the port.
func StatusName(s uint8) string {
	switch {
	case s <= uint8(vectors.BoardFull):
		return vectors.Status(s).String()
	case s == NothingToUndo:
		return "nothing to undo"
	}
	return fmt.Sprintf("status %d, which does not exist", s)
}

// Command is a word of the command port. A move of NEW, UNDO and GEN means
// nothing; one without a valid shape is a text that isn't a move.
type Command struct {
	Op   Op
	Move trax.Move
}

// String is such as "PLAY A1+".
func (c Command) String() string {
	switch {
	case c.Op != Play && c.Op != Try:
		return c.Op.String()
	case ShapeNumber(c.Move.Shape) == noMove:
		return c.Op.String() + " of no move"
	}
	return c.Op.String() + " " + c.Move.String()
}

const noMove = 3

// ShapeNumber returns a shape as it is on the port.
func ShapeNumber(s trax.Shape) uint8 {
	switch s {
	case trax.Plus:
		return 0
	case trax.Slash:
		return 1
	case trax.Backslash:
		return 2
	}
	return noMove
}

// ShapeOf returns the shape with a number on the port; 0 if there is no such shape.
func ShapeOf(n uint8) trax.Shape {
	if n < noMove {
		return [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash}[n]
	}
	return 0
}
