package rtl

import (
	"encoding/binary"
	"fmt"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// Op is the operation of a command.
type Op uint8

// The operations of docs/rtl-interface.md, and one that asks the monitor.
const (
	New Op = iota
	Play
	Undo
	Try
	Gen

	// Show answers with the board that the traces add up to.
	Show Op = 8
)

// String is the name in capitals, as docs/rtl-interface.md has it.
func (o Op) String() string {
	switch o {
	case New:
		return "NEW"
	case Play:
		return "PLAY"
	case Undo:
		return "UNDO"
	case Try:
		return "TRY"
	case Gen:
		return "GEN"
	}
	return "SHOW"
}

// Flags of a command; harness/core.cpp has the other side.
const (
	// SkipIfRefused skips the command if one with this flag was refused since New.
	SkipIfRefused uint8 = 1 << iota
	// Backpressure takes the moves of Gen with pauses.
	Backpressure
	// WaitReady waits until the core is ready before the command is offered.
	WaitReady
	// OfferWhileBusy offers the command while the core is still busy with the one
	// before it.
	OfferWhileBusy
)

// Command is one command at the ports of a core.
type Command struct {
	Op    Op
	Flags uint8
	Move  trax.Move // of Play and Try; an invalid shape represents a text that isn't a move
}

// commandSize is a command's length on the pipe in bytes.
const commandSize = 8

// append appends the command as the harness of a core with the given LogSize
// reads it.
func (c *Command) append(dst []byte, logSize int) []byte {
	largest := 1<<(logSize+1) - 1
	dst = append(dst, byte(c.Op), c.Flags, shapeNumber(c.Move.Shape), 0)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(min(c.Move.Cell.Col, largest)))
	return binary.LittleEndian.AppendUint16(dst, uint16(min(c.Move.Cell.Row, largest)))
}

// shapeNumber is a shape as it is on the port.
func shapeNumber(s trax.Shape) byte {
	switch s {
	case trax.Plus:
		return 0
	case trax.Slash:
		return 1
	case trax.Backslash:
		return 2
	}
	return 3
}

// shapeOf is the shape with a number below 3.
func shapeOf(n uint8) trax.Shape {
	return [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash, 0}[n&3]
}

// String is such as "PLAY A1+".
func (c Command) String() string {
	switch c.Op {
	case Play, Try:
		if shapeNumber(c.Move.Shape) == 3 {
			return c.Op.String() + " of no move"
		}
		return c.Op.String() + " " + c.Move.String()
	}
	return c.Op.String()
}

// Status numbers beyond those of package vectors.
const (
	statusNothing = 10 // to undo
	statusSkipped = 15
)

// statusName is the word for a status on the port.
func statusName(s uint8) string {
	switch {
	case s <= uint8(vectors.BoardFull):
		return vectors.Status(s).String()
	case s == statusNothing:
		return "nothing to undo"
	case s == statusSkipped:
		return "skipped"
	}
	return fmt.Sprintf("status %d, which does not exist", s)
}
