package rtl

import "fmt"

// Fault is what the monitor of a core found that no rules could excuse. 0 is
// nothing.
type Fault uint8

// The faults, with the numbers of harness/core.cpp.
const (
	FaultNoAnswer Fault = iota + 1
	FaultNotReady
	FaultTileOnTile
	FaultTookNothing
	FaultNotRestored
	FaultStateNotRestored
	FaultTwoAnswers
	FaultTraceAfterAnswer
	FaultOriginMoved
	FaultGenEndless
	FaultUnasked
	FaultFinished
	FaultOriginNotRestored
	FaultReadyEarly
	FaultMoveChanged
)

// String is a sentence about the core.
func (f Fault) String() string {
	switch f {
	case 0:
		return "nothing"
	case FaultNoAnswer:
		return "it gives no answer: rsp_valid_o does not rise within the limit of cycles"
	case FaultNotReady:
		return "it does not become ready: cmd_ready_o stays low for the limit of cycles"
	case FaultTileOnTile:
		return "it traces a tile on a tile"
	case FaultTookNothing:
		return "it traces that it takes a tile away where there is none"
	case FaultNotRestored:
		return "by its traces the board is not what it was before"
	case FaultStateNotRestored:
		return "width, height, tiles, red, over or winner are not what they must be once it is ready again"
	case FaultTwoAnswers:
		return "it answers twice, or before it was asked"
	case FaultTraceAfterAnswer:
		return "it traces a tile of the turn after its answer"
	case FaultOriginMoved:
		return "the origin moves between the first tile of the turn and the answer"
	case FaultGenEndless:
		return "it streams moves without end"
	case FaultUnasked:
		return "it streams a move that nobody asked for"
	case FaultFinished:
		return "it called $finish"
	case FaultOriginNotRestored:
		return "the origin is not what it must be once it is ready again"
	case FaultReadyEarly:
		return "it gives no answer before it is ready for the next command: cmd_ready_o is high before rsp_valid_o"
	case FaultMoveChanged:
		return "it changes or withdraws a move of GEN that was not taken yet: gen_ready_i was low"
	}
	return fmt.Sprintf("fault %d", uint8(f))
}
