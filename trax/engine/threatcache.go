package engine

import "github.com/loopline/loopline/trax"

// sights remember what looks for wins saw, since a quarter of the positions that are
// looked at come up again before long. The zero value remembers nothing.
type threatCache struct {
	generation uint64 // makes the keys of one search others than those of the one before
	entries    []threatEntry
}

// threatEntry is what the side to move wins by, or else what the other side threatens to,
// each a tag with what it completes in its highest byte: nothing for a win. Behind the
// last one comes 0.
type threatEntry struct {
	key   uint64
	moves [cachedThreats]uint64
}

const (
	// cachedThreats is how many threats are remembered of a position; few have more.
	cachedThreats = 3
	// threatCacheBits is the logarithm of the positions that are remembered: 512 KiB.
	threatCacheBits = 14
	// completedShift is where a turn of a sight says what it completes.
	completedShift = 56
)

// newGeneration makes everything forgotten, in no time.
func (s *threatCache) newGeneration() { s.generation += sideKey }

// probe returns the sight at the place of a position, and whether it is of that position.
func (s *threatCache) probe(key uint64) (at *threatEntry, known bool) {
	if s.entries == nil {
		s.entries = make([]threatEntry, 1<<threatCacheBits)
	}
	at = &s.entries[key>>(64-threatCacheBits)]
	return at, at.key == key^s.generation
}

// store puts what was seen in a position at its place.
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

// load is the inverse of remember.
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
