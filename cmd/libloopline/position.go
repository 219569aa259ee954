//go:build cgo

package main

// #include "loopline.h"
import "C"

import (
	"encoding/binary"
	"errors"
	"hash/fnv"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/scoreboard"
	"github.com/loopline/loopline/trax/vectors"
)

// position is a game, and what the rules' own position doesn't keep.
type position struct {
	*trax.Position
	room  int // columns and rows that the box may have; 0 is any number
	moves []trax.Move
	why   error // of the last turn, if it was refused
	list  []trax.Move
	tiles []trax.Placement
}

// errFull is why a turn is board-full.
var errFull = errors.New("the board has no room for a larger box")

// play plays a turn on the board, and returns its status or an error.
func (p *position) play(col, row, shape C.int32_t) C.int32_t {
	if col < 0 || row < 0 {
		return C.LL_ERROR_ARGUMENT
	}
	m := trax.Move{Cell: trax.Cell{Col: int(col), Row: int(row)}}
	if shape >= 0 && shape < C.LL_NO_MOVE {
		m.Shape = scoreboard.ShapeOf(uint8(shape))
	}
	return p.playMove(m)
}

func (p *position) playMove(m trax.Move) C.int32_t {
	full := p.full(m.Cell)
	p.why = p.Play(m)
	if p.why == nil {
		if !full {
			p.moves = append(p.moves, m)
			return C.LL_OK
		}
		p.Position.Undo()
		p.why = errFull
		return C.LL_BOARD_FULL
	}
	var illegal *trax.IllegalError
	if !errors.As(p.why, &illegal) {
		return C.LL_ERROR_TOO_LARGE
	}
	if full && illegal.Reason == trax.ForcedPlay {
		p.why = errFull
		return C.LL_BOARD_FULL
	}
	return statusOf(illegal.Reason)
}

func statusOf(r trax.Reason) C.int32_t {
	for s := vectors.Syntax; s < vectors.BoardFull; s++ {
		if s.String() == string(r) {
			return C.int32_t(s)
		}
	}
	return C.LL_ERROR_INTERNAL
}

// full reports whether the box has no room for a tile at c.
func (p *position) full(c trax.Cell) bool {
	if p.room == 0 {
		return false
	}
	w, h := p.Width(), p.Height()
	return (c.Col == 0 || c.Col > w) && w == p.room || (c.Row == 0 || c.Row > h) && h == p.room
}

func (p *position) undo() C.int32_t {
	if !p.Position.Undo() {
		return C.LL_NOTHING_TO_UNDO
	}
	p.moves = p.moves[:len(p.moves)-1]
	return C.LL_OK
}

func (p *position) reset() {
	p.Reset()
	p.moves, p.why = p.moves[:0], nil
}

func (p *position) state() C.ll_state {
	out := p.Outcome()
	s := C.ll_state{
		width: C.int32_t(p.Width()), height: C.int32_t(p.Height()), tiles: C.int32_t(p.Tiles()), plies: C.int32_t(p.Ply()),
		over: flag(out.Over), completed: C.int32_t(out.Completed),
	}
	if out.Over {
		s.winner = flag(out.Winner == trax.Red)
	} else {
		s.red = flag(p.Turn() == trax.Red)
	}
	return s
}

func flag(b bool) C.int32_t {
	if b {
		return 1
	}
	return 0
}

// validSize reports whether a core may have the LogSize.
func validSize(logSize C.int32_t) bool {
	return logSize >= scoreboard.MinLogSize && logSize <= scoreboard.MaxLogSize
}

//export llgo_position_new
func llgo_position_new(logSize C.int32_t) (code C.int32_t) {
	defer caught(&code)
	p := &position{Position: trax.NewPosition()}
	if logSize != 0 {
		if !validSize(logSize) {
			return C.LL_ERROR_ARGUMENT
		}
		p.room = 1<<logSize - 2
	}
	return put(p)
}

//export llgo_position_copy
func llgo_position_copy(handle C.int32_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return put(&position{Position: p.Clone(), room: p.room, moves: append([]trax.Move(nil), p.moves...), why: p.why})
}

//export llgo_position_free
func llgo_position_free(handle C.int32_t) (code C.int32_t) { return freed[*position](handle) }

// freed frees an object of a kind.
func freed[T any](handle C.int32_t) (code C.int32_t) {
	_, s, code := enter[T](handle)
	if s != nil {
		s.free()
	}
	return code
}

//export llgo_position_reset
func llgo_position_reset(handle C.int32_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	p.reset()
	return C.LL_OK
}

//export llgo_play
func llgo_play(handle, col, row, shape C.int32_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return p.play(col, row, shape)
}

//export llgo_play_text
func llgo_play_text(handle C.int32_t, move *C.char, length C.size_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	const longest = 64 // bytes: no move is as long
	if length > longest {
		p.why = errors.New("a move has at most 64 bytes")
		return C.LL_SYNTAX
	}
	m, err := trax.ParseMove(string(text(move, length)))
	if err != nil {
		p.why = err
		return C.LL_SYNTAX
	}
	return p.playMove(m)
}

//export llgo_try
func llgo_try(handle, col, row, shape C.int32_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	if code = p.play(col, row, shape); code == C.LL_OK {
		p.undo()
	}
	return code
}

//export llgo_undo
func llgo_undo(handle C.int32_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return p.undo()
}

//export llgo_run
func llgo_run(handle C.int32_t, commands *C.ll_command_word, count C.size_t, answers *C.ll_answer) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	const most = 1 << 30
	if count > most {
		return C.LL_ERROR_ARGUMENT
	}
	var to []C.ll_answer
	if answers != nil {
		to = list(answers, count, int(count))
	}
	for i, c := range list(commands, count, int(count)) {
		a := p.obey(&c)
		if to != nil {
			to[i] = a
		}
		if a.status < 0 {
			return C.int64_t(i)
		}
	}
	return C.int64_t(count)
}

// obey obeys one command of many.
func (p *position) obey(c *C.ll_command_word) (a C.ll_answer) {
	switch c.op {
	case C.LL_NEW:
		p.reset()
	case C.LL_UNDO:
		a.status = p.undo()
	case C.LL_PLAY, C.LL_TRY:
		if a.status = p.play(c.move.col, c.move.row, c.move.shape); a.status != C.LL_OK {
			break
		}
		a.forced, a.completed = C.int32_t(p.Forced()), C.int32_t(p.Outcome().Completed)
		if c.op == C.LL_TRY {
			p.undo()
		}
	default:
		a.status = C.LL_ERROR_ARGUMENT
	}
	return a
}

//export llgo_position_state
func llgo_position_state(handle C.int32_t, state *C.ll_state) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	*state = p.state()
	return C.LL_OK
}

//export llgo_square
func llgo_square(handle, col, row C.int32_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	return C.int32_t(p.At(trax.Cell{Col: int(col), Row: int(row)}))
}

//export llgo_placed
func llgo_placed(handle C.int32_t, tiles *C.ll_tile, count C.size_t) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	p.tiles = p.AppendPlaced(p.tiles[:0])
	to := list(tiles, count, len(p.tiles))
	for i := range to {
		t := &p.tiles[i]
		to[i] = C.ll_tile{C.int32_t(t.Cell.Col), C.int32_t(t.Cell.Row), C.int32_t(t.Tile), flag(t.Forced)}
	}
	return C.int64_t(len(p.tiles))
}

//export llgo_moves
func llgo_moves(handle C.int32_t, moves *C.ll_move, count C.size_t) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	p.list = p.AppendMoves(p.list[:0])
	return p.giveMoves(moves, count)
}

//export llgo_refused
func llgo_refused(handle C.int32_t, moves *C.ll_move, count C.size_t) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	p.list = p.AppendForcedIllegal(p.list[:0])
	return p.giveMoves(moves, count)
}

// giveMoves gives the moves of p.list that the board has room for.
func (p *position) giveMoves(moves *C.ll_move, count C.size_t) C.int64_t {
	fit := p.list[:0]
	for _, m := range p.list {
		if !p.full(m.Cell) {
			fit = append(fit, m)
		}
	}
	p.list = fit
	to := list(moves, count, len(fit))
	for i := range to {
		m := &fit[i]
		to[i] = C.ll_move{C.int32_t(m.Cell.Col), C.int32_t(m.Cell.Row), C.int32_t(scoreboard.ShapeNumber(m.Shape))}
	}
	return C.int64_t(len(fit))
}

//export llgo_board
func llgo_board(handle C.int32_t, to *C.char, size C.size_t) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	if p.Width()*p.Height() > trax.MaxRows {
		return C.LL_ERROR_TOO_LARGE
	}
	return give(to, size, p.String())
}

//export llgo_history
func llgo_history(handle C.int32_t, to *C.char, size C.size_t) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	var all []byte
	for i, m := range p.moves {
		if i > 0 {
			all = append(all, ' ')
		}
		all = m.Append(all)
	}
	return give(to, size, all)
}

//export llgo_reason
func llgo_reason(handle C.int32_t, to *C.char, size C.size_t) (n C.int64_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return C.int64_t(code)
	}
	defer s.leave64(&n)
	if p.why == nil {
		return give(to, size, "")
	}
	return give(to, size, p.why.Error())
}

//export llgo_hash
func llgo_hash(handle C.int32_t, hash *C.uint64_t) (code C.int32_t) {
	p, s, code := enter[*position](handle)
	if s == nil {
		return code
	}
	defer s.leave(&code)
	w, h := p.Width(), p.Height()
	if w*h > trax.MaxRows {
		return C.LL_ERROR_TOO_LARGE
	}
	all := make([]byte, 0, w*h+9)
	all = binary.LittleEndian.AppendUint32(all, uint32(w))
	all = binary.LittleEndian.AppendUint32(all, uint32(h))
	for row := 1; row <= h; row++ {
		for col := 1; col <= w; col++ {
			all = append(all, byte(p.At(trax.Cell{Col: col, Row: row})))
		}
	}
	sum := fnv.New64a()
	sum.Write(append(all, byte(p.Turn()&1)))
	*hash = C.uint64_t(sum.Sum64())
	return C.LL_OK
}
