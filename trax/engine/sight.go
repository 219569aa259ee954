package engine

import "github.com/loopline/loopline/trax"

// sights remember what looks for wins saw, since a quarter of the positions that are
// looked at come up again before long. The zero value remembers nothing.
type sights struct {
	season  uint64 // makes the keys of one search others than those of the one before
	entries []sight
}

// sight is what the side to move wins by, or else what the other side threatens to,
// each a tag with what it completes in its highest byte: nothing for a win. Behind the
// last one comes 0.
type sight struct {
	key   uint64
	turns [mostSeen]uint64
}

const (
	// mostSeen is how many threats are remembered of a position; few have more.
	mostSeen = 3
	// sightBits is the logarithm of the positions that are remembered: 512 KiB.
	sightBits = 14
	// completedShift is where a turn of a sight says what it completes.
	completedShift = 56
)

// forget makes everything forgotten, in no time.
func (s *sights) forget() { s.season += turnKey }

// of returns the sight at the place of a position, and whether it is of that position.
func (s *sights) of(key uint64) (at *sight, known bool) {
	if s.entries == nil {
		s.entries = make([]sight, 1<<sightBits)
	}
	at = &s.entries[key>>(64-sightBits)]
	return at, at.key == key^s.season
}

// remember puts what was seen in a position at its place.
func (s *sights) remember(at *sight, l *level, threats []trax.Ending, win trax.Move, won bool) {
	switch {
	case won:
		*at = sight{l.key ^ s.season, [mostSeen]uint64{l.tag(win)}}
	case len(threats) <= mostSeen:
		*at = sight{key: l.key ^ s.season}
		for i, e := range threats {
			at.turns[i] = l.tag(e.Move) | uint64(e.Completed)<<completedShift
		}
	}
}

// recall is the inverse of remember.
func (s *sight) recall(l *level, dst []trax.Ending) (threats []trax.Ending, win trax.Move, won bool) {
	for _, turn := range s.turns {
		m, completed := l.moveOf(turn), trax.Completed(turn>>completedShift)
		switch {
		case turn == 0:
			return dst, win, false
		case completed == 0:
			return dst, m, true
		}
		dst = append(dst, trax.Ending{Move: m, Completed: completed})
	}
	return dst, win, false
}
