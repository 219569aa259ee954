//go:build cgo

package main

// #include "loopline.h"
import "C"

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unsafe"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/trax/replay"
)

//export llgo_slide
func llgo_slide(before *C.uint8_t, direction C.int32_t, after *C.uint8_t, merges *C.int32_t, gain *C.int64_t) (code C.int32_t) {
	defer caught(&code)
	const largest = 30 // as the module has it
	if direction < C.int32_t(battle2048.Up) || direction > C.int32_t(battle2048.Left) {
		return C.LL_ERROR_ARGUMENT
	}
	var g battle2048.Grid
	for i, e := range unsafe.Slice((*uint8)(before), battle2048.Cells) {
		if e > largest {
			return C.LL_ERROR_ARGUMENT
		}
		g[i] = e
	}
	n, points, moved := g.Slide(battle2048.Direction(direction))
	copy(unsafe.Slice((*uint8)(after), battle2048.Cells), g[:])
	if merges != nil {
		*merges = C.int32_t(n)
	}
	if gain != nil {
		*gain = C.int64_t(points)
	}
	return flag(moved)
}

//export llgo_flood
func llgo_flood(width, height, neighbours C.int32_t, walls, inside *C.uint64_t) (code C.int32_t) {
	defer caught(&code)
	n := grid.Neighbours(neighbours)
	if width < 1 || width > grid.MaxWidth || height < 1 || height > grid.MaxWidth || n != grid.Four && n != grid.Eight {
		return C.LL_ERROR_ARGUMENT
	}
	field := make(grid.Bitboard, height)
	for y, row := range unsafe.Slice((*uint64)(walls), height) {
		if row>>width != 0 {
			return C.LL_ERROR_ARGUMENT
		}
		field[y] = row
	}
	found := grid.NewBitboard(int(height))
	grid.Enclose(found, field, int(width), n)
	copy(unsafe.Slice((*uint64)(inside), height), found)
	return C.LL_OK
}

//export llgo_window
func llgo_window(width, height C.int32_t, cells *C.uint8_t, x, y, otherX, otherY, action, direction C.int32_t, seen *C.uint8_t) (code C.int32_t) {
	defer caught(&code)
	if width < 1 || width > chaser.MaxSide || height < 1 || height > chaser.MaxSide || action < 0 || action > 2 || direction < 0 || direction > 3 {
		return C.LL_ERROR_ARGUMENT
	}
	const far = 1 << 20 // cells off the map
	for _, at := range [...]C.int32_t{x, y, otherX, otherY} {
		if at < -far || at > far {
			return C.LL_ERROR_ARGUMENT
		}
	}
	m := chaser.Map{Start: [2]chaser.Point{{X: int(x), Y: int(y)}, {X: int(otherX), Y: int(otherY)}}}
	all := unsafe.Slice((*uint8)(cells), int(width)*int(height))
	for row := range int(height) {
		line := make([]chaser.Cell, width)
		for col := range line {
			c := all[row*int(width)+col]
			if c > 3 || c == 1 {
				return C.LL_ERROR_ARGUMENT
			}
			line[col] = chaser.Cell(c)
		}
		m.Rows = append(m.Rows, line)
	}
	g := chaser.New(&m, 1)
	w := g.GetReady(0)
	if action != 0 {
		w = g.Play(chaser.Method{Action: chaser.Action(action), Direction: chaser.Direction(direction)})
	}
	copy(unsafe.Slice((*uint8)(seen), len(w)), w[:])
	return C.LL_OK
}

// largestQuestion bounds a question of llgo_replay, in bytes, as the command does.
const largestQuestion = 64 << 20

// replays answer a question of a game: those of the command.
var replays = [...]func([]byte) (any, error){
	C.LL_BATTLE2048: battle2048.Replay, C.LL_CHASER: chaser.Replay, C.LL_DPT: dpt.Replay, C.LL_KAKOMIMASU: kakomimasu.Replay,
}

//export llgo_replay
func llgo_replay(game C.int32_t, question *C.char, length C.size_t, answer *C.char, size C.size_t) (n C.int64_t) {
	defer caught64(&n)
	if game < C.LL_TRAX || game > C.LL_KAKOMIMASU || length > largestQuestion {
		return C.LL_ERROR_ARGUMENT
	}
	line, ok := answerTo(int(game), bytes.TrimSpace(text(question, length)))
	n = give(answer, size, line)
	if !ok {
		return C.LL_ERROR_QUESTION
	}
	return n
}

// answerTo answers a question as the command does, the question's id before all else.
// One that isn't a question has an answer that says why.
func answerTo(game int, asked []byte) (line []byte, ok bool) {
	var question struct {
		ID json.RawMessage `json:"id"`
	}
	var err error
	if json.Unmarshal(asked, &question) != nil || asked[0] != '{' {
		question.ID, err = nil, errors.New("not a JSON object")
	} else if game == C.LL_TRAX {
		if line, err = replayTrax(asked, question.ID); err == nil {
			return line, true
		}
	} else {
		var out any
		if out, err = replays[game](asked); err == nil {
			line, err = json.Marshal(out)
		}
	}
	if err != nil {
		line, _ = json.Marshal(struct {
			Error string `json:"error"`
		}{err.Error()})
	}
	if question.ID != nil {
		line = append(append(append([]byte(`{"id":`), question.ID...), ','), line[1:]...)
	}
	return line, err == nil
}

// replayTrax answers a question of Trax.
func replayTrax(asked []byte, id json.RawMessage) ([]byte, error) {
	var question struct {
		Moves *string `json:"moves"`
	}
	if err := json.Unmarshal(asked, &question); err != nil {
		return nil, err
	}
	if question.Moves == nil {
		return nil, errors.New(`it has no "moves"`)
	}
	r := replay.New()
	if err := r.Play(strings.Fields(*question.Moves)); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(r.AppendJSON(nil, id), []byte("\n")), nil
}
