package engine

import (
	"math/bits"
	"sync/atomic"
)

// ttable remembers what a search found out about positions. It keeps the latest
// ttEntry of each slot. A nil table remembers nothing. Threads may share one.
type ttable struct {
	generation uint64   // makes the keys of one search others than those of the one before
	slots      []ttSlot // a power of two
}

// ttSlot holds an entry in words that threads write one by one. Words of different
// entries do not add up to the key of either.
type ttSlot struct{ sum, best, rest atomic.Uint64 }

// ttBits is the logarithm of the table's entries: 6 MiB for a bot.
const ttBits = 18

// ttEntry is the result of searching a position to a depth.
type ttEntry struct {
	key   uint64
	best  uint64 // the tag of the move that scored it
	score int32  // wins counted from here, not from the root
	depth int8
	bound bound
}

// bound tells how a score binds the true one. The zero value is an empty slot.
type bound uint8

const (
	exact      bound = iota + 1
	lowerBound       // the true score is at least this
	upperBound       // the true score is at most this
)

// newTTable returns a table for a search that is bound by so many nodes, or by
// none: one of few nodes would spend more time on clearing the table than on them.
func newTTable(nodes int64) *ttable {
	size := ttBits
	if nodes > 0 {
		size = min(size, bits.Len64(uint64(nodes))+1)
	}
	return &ttable{slots: make([]ttSlot, 1<<size)}
}

// newGeneration makes everything forgotten, in no time: keys are relative to a search's root.
// No other thread may use the table meanwhile.
func (t *ttable) newGeneration() {
	if t != nil {
		t.generation += sideKey
	}
}

// probe returns the entry of a key.
func (t *ttable) probe(key uint64) (e ttEntry, known bool) {
	if t == nil {
		return ttEntry{}, false
	}
	own := key ^ t.generation
	s := &t.slots[own&uint64(len(t.slots)-1)]
	best, rest := s.best.Load(), s.rest.Load()
	if s.sum.Load() != own^best^rest {
		return ttEntry{}, false
	}
	e = ttEntry{key: key, best: best, score: int32(rest), depth: int8(rest >> 32), bound: bound(rest >> 40)}
	return e, e.bound != 0
}

// store overwrites the key's slot.
func (t *ttable) store(e ttEntry) {
	if t == nil {
		return
	}
	own := e.key ^ t.generation
	s := &t.slots[own&uint64(len(t.slots)-1)]
	rest := uint64(uint32(e.score)) | uint64(uint8(e.depth))<<32 | uint64(e.bound)<<40
	s.best.Store(e.best)
	s.rest.Store(rest)
	s.sum.Store(own ^ e.best ^ rest)
}

// cutsAtDepth tells whether e, found at the given depth, answers the window. Only
// the very same depth counts: so the table changes what a search costs, and
// never what it says.
func (e *ttEntry) cutsAtDepth(depth, score, alpha, beta int) bool {
	return int(e.depth) == depth && e.cutsByBound(score, alpha, beta)
}

// moves is settles for a search that goes deeper here and there: an entry
// counts that was found as deep or deeper, and a game that ends by force.
func (e *ttEntry) cutsDeeper(depth, score, alpha, beta int) bool {
	return (int(e.depth) >= depth || isDecisive(score)) && e.cutsByBound(score, alpha, beta)
}

// cutsByBound tells whether the score of e, however deep, answers the window.
func (e *ttEntry) cutsByBound(score, alpha, beta int) bool {
	switch e.bound {
	case exact:
		return true
	case lowerBound:
		return score >= beta
	case upperBound:
		return score <= alpha
	}
	return false
}

// scoreToTT and fromRoot convert the score of a game that ends by force between
// plies counted from a position and from the root, ply plies before it.
func scoreToTT(score, ply int) int   { return shiftMate(score, ply) }
func scoreFromTT(score, ply int) int { return shiftMate(score, -ply) }

func shiftMate(score, plies int) int {
	switch {
	case score > MaxValue:
		return score + plies
	case score < -MaxValue:
		return score - plies
	}
	return score
}
