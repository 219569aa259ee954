package engine

import (
	"math/bits"
	"sync/atomic"
)

// ttable is the transposition table: lockless, always replacing, and safe for concurrent use
// but for newGeneration. A nil table stores nothing.
type ttable struct {
	generation uint64   // XORed into all keys
	slots      []ttSlot // a power of two
}

// ttSlot holds an entry in words that threads write one by one. The sum shows a mix of two
// entries, as the XOR trick of Hyatt and Mann does.
type ttSlot struct{ sum, best, rest atomic.Uint64 }

// ttBits is the logarithm of the table's entries: 6 MiB for a bot.
const ttBits = 18

type ttEntry struct {
	key   uint64
	best  uint64 // key of the move that scored it, or 0
	score int32  // decisive ones in plies from here, see scoreToTT
	depth int8
	bound bound
}

// bound is the type of a score: exact, a lower or an upper bound. The zero value is an empty slot.
type bound uint8

const (
	exact      bound = iota + 1
	lowerBound       // the true score is at least this
	upperBound       // the true score is at most this
)

// newTTable returns a table for a search of at most the given number of nodes; 0 is no limit.
// A search of few nodes gets a small table, because clearing a large one would take longer.
func newTTable(nodes int64) *ttable {
	size := ttBits
	if nodes > 0 {
		size = min(size, bits.Len64(uint64(nodes))+1)
	}
	return &ttable{slots: make([]ttSlot, 1<<size)}
}

// newGeneration invalidates all entries in O(1) by changing the generation that keys are
// hashed with. No other goroutine may use the table meanwhile.
func (t *ttable) newGeneration() {
	if t != nil {
		t.generation += sideKey
	}
}

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

// store replaces the entry in the key's slot.
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

// cutsAtDepth reports whether e is a cutoff for a window at exactly its own depth: then the
// table changes the cost of a search and never its result.
func (e *ttEntry) cutsAtDepth(depth, score, alpha, beta int) bool {
	return int(e.depth) == depth && e.cutsByBound(score, alpha, beta)
}

// cutsDeeper reports whether e is a cutoff for a window at its own depth or a smaller one, or
// by a decisive score.
func (e *ttEntry) cutsDeeper(depth, score, alpha, beta int) bool {
	return (int(e.depth) >= depth || isDecisive(score)) && e.cutsByBound(score, alpha, beta)
}

// cutsByBound reports whether the score of e, at whatever depth, is a cutoff for the window.
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

// scoreToTT and scoreFromTT are the mate-distance adjustment: they convert a decisive score
// between plies counted from the root and plies counted from the position, ply plies below it.
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
