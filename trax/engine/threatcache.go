package engine

import "github.com/loopline/loopline/trax"

// threatCache caches the threats and winning moves of positions by Zobrist key. A quarter of
// the lookups hit. The zero value is empty.
type threatCache struct {
	generation uint64 // XORed into all keys
	entries    []threatEntry
}

// threatEntry holds the winning move of the side to move, or else the opponent's threats, as
// move keys with the completed lines and loops in the highest byte: 0 for a winning move. The last one is
// followed by 0.
type threatEntry struct {
	key   uint64
	moves [cachedThreats]uint64
}

const (
	// cachedThreats limits the cached threats of a position; few have more.
	cachedThreats = 3
	// threatCacheBits is the logarithm of the cache's entries: 512 KiB.
	threatCacheBits = 14
	// completedShift is the position of trax.Completed in a move of an entry.
	completedShift = 56
)

// newGeneration invalidates all entries in O(1).
func (s *threatCache) newGeneration() { s.generation += sideKey }

// probe returns the entry at a key's place, and whether it is of that key.
func (s *threatCache) probe(key uint64) (at *threatEntry, known bool) {
	if s.entries == nil {
		s.entries = make([]threatEntry, 1<<threatCacheBits)
	}
	at = &s.entries[key>>(64-threatCacheBits)]
	return at, at.key == key^s.generation
}

func (s *threatCache) store(at *threatEntry, l *zobristLevel, threats []trax.EndingMove, win trax.Move, won bool) {
	switch {
	case won:
		*at = threatEntry{l.posKey ^ s.generation, [cachedThreats]uint64{l.moveKey(win)}}
	case len(threats) <= cachedThreats:
		*at = threatEntry{key: l.posKey ^ s.generation}
		for i, e := range threats {
			at.moves[i] = l.moveKey(e.Move) | uint64(e.Completed)<<completedShift
		}
	}
}

// load returns the inverse of store.
func (s *threatEntry) load(l *zobristLevel, dst []trax.EndingMove) (threats []trax.EndingMove, win trax.Move, won bool) {
	for _, turn := range s.moves {
		m, completed := l.moveFromKey(turn), trax.Completed(turn>>completedShift)
		switch {
		case turn == 0:
			return dst, win, false
		case completed == 0:
			return dst, m, true
		}
		dst = append(dst, trax.EndingMove{Move: m, Completed: completed})
	}
	return dst, win, false
}
