//go:build cgo

package main

// #include "loopline.h"
import "C"

import (
	"sync"
	"sync/atomic"
)

// A handle is the number of a slot in its lower 16 bits and how often the slot was used
// above them, from 1 on, so that it is a positive int32.
const (
	slotBits    = 16
	slots       = 1<<slotBits - 1
	generations = 1<<(31-slotBits) - 1
)

// slot holds an object. Its state is the handle above two bits: whether it lives, and
// whether a call is inside.
type slot struct {
	state atomic.Uint64
	what  any
}

const (
	inside = 1 << iota
	lives
	stateBits = 2
)

// table has a slot for each object that may live. Unused ones cost no memory.
var table [slots]slot

// unused are the slots that objects were freed from, the first one freed first, and
// those that were never used: handles come again as late as can be.
var unused struct {
	sync.Mutex
	fresh int
	freed []uint16
	used  [slots]uint16 // how often
}

// put gives an object a handle, or returns an error.
func put(what any) C.int32_t {
	unused.Lock()
	defer unused.Unlock()
	var at int
	switch {
	case unused.fresh < slots:
		at = unused.fresh
		unused.fresh++
	case len(unused.freed) > 0:
		at = int(unused.freed[0])
		unused.freed = unused.freed[1:]
	default:
		return C.LL_ERROR_TOO_MANY
	}
	unused.used[at] = unused.used[at]%generations + 1
	handle := uint64(unused.used[at])<<slotBits | uint64(at)
	table[at].what = what
	table[at].state.Store(handle<<stateBits | lives)
	return C.int32_t(handle)
}

// enter finds an object of a kind and keeps other calls out until leave. Its code is 0
// or an error, with which the slot is nil.
func enter[T any](handle C.int32_t) (what T, s *slot, code C.int32_t) {
	at := handle & (1<<slotBits - 1)
	if handle <= 0 || at >= slots {
		return what, nil, C.LL_ERROR_HANDLE
	}
	s = &table[at]
	free := uint64(handle)<<stateBits | lives
	for !s.state.CompareAndSwap(free, free|inside) {
		switch s.state.Load() {
		case free: // the other call has just left
		case free | inside:
			return what, nil, C.LL_ERROR_BUSY
		default:
			return what, nil, C.LL_ERROR_HANDLE
		}
	}
	what, ok := s.what.(T)
	if !ok {
		s.state.Store(free)
		return what, nil, C.LL_ERROR_HANDLE
	}
	return what, s, 0
}

// leave lets other calls in again. After a panic it frees the object, whose state is
// undefined, and returns the code of an internal error.
func (s *slot) leave(code *C.int32_t) {
	if recover() != nil {
		s.free()
		*code = C.LL_ERROR_INTERNAL
		return
	}
	s.open()
}

// leave64 is leave for a code of 64 bits.
func (s *slot) leave64(code *C.int64_t) {
	if recover() != nil {
		s.free()
		*code = C.LL_ERROR_INTERNAL
		return
	}
	s.open()
}

func (s *slot) open() {
	if state := s.state.Load(); state != 0 { // not freed by the call itself
		s.state.Store(state &^ inside)
	}
}

// free ends the handle. The caller is inside.
func (s *slot) free() {
	at := s.state.Load() >> stateBits & (1<<slotBits - 1)
	s.what = nil
	s.state.Store(0)
	unused.Lock()
	defer unused.Unlock()
	unused.freed = append(unused.freed, uint16(at))
}

// caught turns a panic of a call without a handle into an error.
func caught(code *C.int32_t) {
	if recover() != nil {
		*code = C.LL_ERROR_INTERNAL
	}
}

func caught64(code *C.int64_t) {
	if recover() != nil {
		*code = C.LL_ERROR_INTERNAL
	}
}
