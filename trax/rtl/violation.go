package rtl

import "fmt"

// ProtocolViolation is a violation of the interface protocol that the monitor of a core saw. 0 is
// nothing.
type ProtocolViolation uint8

// The faults, with the numbers of harness/core.cpp.
const (
	NoAnswer ProtocolViolation = iota + 1
	NotReady
	TileOnTile
	TookNothing
	NotRestored
	WidthNotRestored
	TwoAnswers
	TraceAfterAnswer
	OriginMoved
	GenEndless
	Unsolicited
	Finished
	OriginNotRestored
	ReadyEarly
	MoveChanged
	HeightNotRestored
	TilesNotRestored
	RedNotRestored
	OverNotRestored
	WinnerNotRestored
)

// String is a sentence about the core.
func (f ProtocolViolation) String() string {
	switch f {
	case 0:
		return "nothing"
	case NoAnswer:
		return "it gives no answer: rsp_valid_o does not rise within the limit of cycles"
	case NotReady:
		return "it does not become ready: cmd_ready_o stays low for the limit of cycles"
	case TileOnTile:
		return "it traces a tile on a tile"
	case TookNothing:
		return "it traces that it takes a tile away where there is none"
	case NotRestored:
		return "by its traces the board is not what it was before"
	case WidthNotRestored:
		return notRestored("width_o")
	case HeightNotRestored:
		return notRestored("height_o")
	case TilesNotRestored:
		return notRestored("tiles_o")
	case RedNotRestored:
		return notRestored("red_o")
	case OverNotRestored:
		return notRestored("over_o")
	case WinnerNotRestored:
		return notRestored("winner_o")
	case TwoAnswers:
		return "it answers twice, or before it was asked"
	case TraceAfterAnswer:
		return "it traces a tile of the turn after its answer"
	case OriginMoved:
		return "the origin moves between the first tile of the turn and the answer"
	case GenEndless:
		return "it streams moves without end"
	case Unsolicited:
		return "it streams a move that nobody asked for"
	case Finished:
		return "it called $finish"
	case OriginNotRestored:
		return notRestored("origin_x_o or origin_y_o")
	case ReadyEarly:
		return "it gives no answer before it is ready for the next command: cmd_ready_o is high before rsp_valid_o"
	case MoveChanged:
		return "it changes or withdraws a move of GEN that was not taken yet: gen_ready_i was low"
	}
	return fmt.Sprintf("fault %d", uint8(f))
}

// notRestored says that a signal is wrong after the command, whatever it was with the answer.
func notRestored(signal string) string {
	return signal + " is not what it must be once cmd_ready_o is high again"
}
