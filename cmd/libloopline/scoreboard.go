//go:build cgo

package main

// #include "loopline.h"
import "C"

import (
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/scoreboard"
)

// board is a scoreboard.
type board = *scoreboard.Scoreboard

//export llgo_scoreboard_new
func llgo_scoreboard_new(logSize C.int32_t) (code C.int32_t) {
	defer caught(&code)
	if !validSize(logSize) {
		return C.LL_ERROR_ARGUMENT
	}
	return put(scoreboard.NewScoreboard(int(logSize)))
}

//export llgo_scoreboard_free
func llgo_scoreboard_free(handle C.int32_t) (code C.int32_t) { return freed[board](handle) }

//export llgo_sb_reset
func llgo_sb_reset(handle C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Reset())
}

//export llgo_sb_command
func llgo_sb_command(handle, op, col, row, shape C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Command(scoreboard.Command{Op: scoreboard.Op(op & 7), Move: moveOf(col, row, shape)}))
}

// moveOf is a move at a port of at most 16 bits.
func moveOf(col, row, shape C.int32_t) trax.Move {
	return trax.Move{Cell: trax.Cell{Col: int(col & 0xffff), Row: int(row & 0xffff)}, Shape: scoreboard.ShapeOf(uint8(shape & 3))}
}

//export llgo_sb_trace
func llgo_sb_trace(handle, undo, forced, x, y, tile, originX, originY C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Trace(undo != 0, forced != 0, int(x), int(y), trax.Tile(tile&15), int(originX), int(originY)))
}

//export llgo_sb_gen
func llgo_sb_gen(handle, col, row, shape, status, completed C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Gen(moveOf(col, row, shape), uint8(status&15), uint8(completed&15)))
}

//export llgo_sb_state
func llgo_sb_state(handle, width, height, tiles, red, over, winner, originX, originY C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	b.State(scoreboard.State{
		Width: int(width), Height: int(height), Tiles: int(tiles), Red: red != 0, Over: over != 0, RedWon: winner != 0,
		OriginX: int(originX), OriginY: int(originY),
	})
	return flag(b.Differs())
}

//export llgo_sb_response
func llgo_sb_response(handle, status, completed C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Response(uint8(status&15), uint8(completed&15)))
}

//export llgo_sb_ready
func llgo_sb_ready(handle C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Ready())
}

//export llgo_sb_timeout
func llgo_sb_timeout(handle C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Timeout())
}

//export llgo_sb_differs
func llgo_sb_differs(handle C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(b.Differs())
}

//export llgo_sb_turns
func llgo_sb_turns(handle C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return C.int32_t(min(b.Turns(), 1<<31-1))
}

//export llgo_sb_difference
func llgo_sb_difference(handle C.int32_t, to *C.char, size C.size_t) (n C.int64_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	return give(to, size, b.Difference())
}

//export llgo_sb_summary
func llgo_sb_summary(handle C.int32_t, to *C.char, size C.size_t) (n C.int64_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	return give(to, size, b.Summary())
}

//export llgo_sb_bin
func llgo_sb_bin(handle C.int32_t, name *C.char, length C.size_t) (n C.int64_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	const longest = 256 // bytes: no bin has a longer name
	count, ok := b.Count(string(text(name, min(length, longest))))
	if !ok {
		return C.LL_ERROR_ARGUMENT
	}
	return C.int64_t(count)
}

//export llgo_sb_finish
func llgo_sb_finish(handle C.int32_t) (code C.int32_t) {
	b, s, code := enter[board](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return flag(!b.Finish())
}

// llgo_unfinished finds a scoreboard that nobody has finished, behind the given one or
// from the first on if that is 0; 0 if there is none. The process is about to end.
//
//export llgo_unfinished
func llgo_unfinished(after C.int32_t) (handle C.int32_t) {
	defer caught(&handle)
	at := 0
	if after > 0 {
		at = int(after&(1<<slotBits-1)) + 1
	}
	for ; at < slots; at++ {
		state := table[at].state.Load()
		if state&lives == 0 {
			continue
		}
		b, s, _ := enter[board](C.int32_t(state >> stateBits))
		if s == nil {
			continue
		}
		finished := b.Finished()
		s.open()
		if !finished {
			return C.int32_t(state >> stateBits)
		}
	}
	return 0
}

//export llgo_stimulus_new
func llgo_stimulus_new(seed, logSize, without, plies C.int32_t) (code C.int32_t) {
	defer caught(&code)
	if !validSize(logSize) || plies < 0 {
		return C.LL_ERROR_ARGUMENT
	}
	var lacks []scoreboard.Op
	for op := scoreboard.Undo; op <= scoreboard.Gen; op++ {
		if without>>op&1 != 0 {
			lacks = append(lacks, op)
		}
	}
	return put(scoreboard.NewStimulus(uint64(uint32(seed)), int(logSize), lacks, int(plies)))
}

//export llgo_stimulus_free
func llgo_stimulus_free(handle C.int32_t) (code C.int32_t) {
	return freed[*scoreboard.Stimulus](handle)
}

//export llgo_stimulus_next
func llgo_stimulus_next(handle C.int32_t) (code C.int32_t) {
	stimulus, s, code := enter[*scoreboard.Stimulus](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	c := stimulus.Next()
	shape := scoreboard.ShapeNumber(c.Move.Shape)
	if c.Op != scoreboard.Play && c.Op != scoreboard.Try {
		shape = 0
	}
	return C.int32_t(c.Op) | C.int32_t(shape)<<4 | C.int32_t(c.Move.Cell.Col)<<8 | C.int32_t(c.Move.Cell.Row)<<18
}
