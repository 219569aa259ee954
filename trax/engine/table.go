package engine

import (
	"math/bits"
	"sync/atomic"
)

// table remembers what a search found out about positions. It keeps the latest
// entry of each slot. A nil table remembers nothing. Threads may share one.
type table struct {
	season uint64 // makes the keys of one search others than those of the one before
	slots  []slot // a power of two
}

// slot holds an entry in words that threads write one by one. Words of different
// entries do not add up to the key of either.
type slot struct{ sum, best, rest atomic.Uint64 }

// tableBits is the logarithm of the table's entries: 6 MiB for a bot.
const tableBits = 18

// entry is the result of searching a position to a depth.
type entry struct {
	key   uint64
	best  uint64 // the tag of the move that scored it
	score int32  // wins counted from here, not from the root
	depth int8
	bound bound
}

// bound tells how a score binds the true one. The zero value is an empty slot.
type bound uint8

const (
	exact   bound = iota + 1
	atLeast       // the true score is at least this
	atMost        // the true score is at most this
)

// newTable returns a table for a search that is bound by so many nodes, or by
// none: one of few nodes would spend more time on clearing the table than on them.
func newTable(nodes int64) *table {
	size := tableBits
	if nodes > 0 {
		size = min(size, bits.Len64(uint64(nodes))+1)
	}
	return &table{slots: make([]slot, 1<<size)}
}

// forget makes everything forgotten, in no time: keys are relative to a search's root.
// No other thread may use the table meanwhile.
func (t *table) forget() {
	if t != nil {
		t.season += turnKey
	}
}

// find returns the entry of a key.
func (t *table) find(key uint64) (e entry, known bool) {
	if t == nil {
		return entry{}, false
	}
	own := key ^ t.season
	s := &t.slots[own&uint64(len(t.slots)-1)]
	best, rest := s.best.Load(), s.rest.Load()
	if s.sum.Load() != own^best^rest {
		return entry{}, false
	}
	e = entry{key: key, best: best, score: int32(rest), depth: int8(rest >> 32), bound: bound(rest >> 40)}
	return e, e.bound != 0
}

// store overwrites the key's slot.
func (t *table) store(e entry) {
	if t == nil {
		return
	}
	own := e.key ^ t.season
	s := &t.slots[own&uint64(len(t.slots)-1)]
	rest := uint64(uint32(e.score)) | uint64(uint8(e.depth))<<32 | uint64(e.bound)<<40
	s.best.Store(e.best)
	s.rest.Store(rest)
	s.sum.Store(own ^ e.best ^ rest)
}

// settles tells whether e, found at the given depth, answers the window. Only
// the very same depth counts: so the table changes what a search costs, and
// never what it says.
func (e *entry) settles(depth, score, alpha, beta int) bool {
	return int(e.depth) == depth && e.binds(score, alpha, beta)
}

// answers is settles for a search that goes deeper here and there: an entry
// counts that was found as deep or deeper, and a game that ends by force.
func (e *entry) answers(depth, score, alpha, beta int) bool {
	return (int(e.depth) >= depth || decided(score)) && e.binds(score, alpha, beta)
}

// binds tells whether the score of e, however deep, answers the window.
func (e *entry) binds(score, alpha, beta int) bool {
	switch e.bound {
	case exact:
		return true
	case atLeast:
		return score >= beta
	case atMost:
		return score <= alpha
	}
	return false
}

// fromHere and fromRoot convert the score of a game that ends by force between
// plies counted from a position and from the root, ply plies before it.
func fromHere(score, ply int) int { return shift(score, ply) }
func fromRoot(score, ply int) int { return shift(score, -ply) }

func shift(score, plies int) int {
	switch {
	case score > MaxValue:
		return score + plies
	case score < -MaxValue:
		return score - plies
	}
	return score
}
