package vectors

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/vectors"
)

// generator makes slides.
type generator struct{ o *vectors.Options }

// Directed begins every file with the empty board.
func (m generator) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	for d := battle2048.Up; d <= battle2048.Left; d++ {
		if s := newSlide(battle2048.Grid{}, d); !yield(&s) {
			return nil
		}
	}
	return nil
}

// Random makes random boards of several kinds.
func (m generator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for {
		d := battle2048.Direction(rng.IntN(4))
		s := newSlide(grid(rng, d), d)
		if !yield(&s) {
			return
		}
	}
}

// grid is a random board that is to be slid.
func grid(rng *rand.Rand, d battle2048.Direction) battle2048.Grid {
	switch rng.IntN(8) {
	case 0: // any tiles at all
		return filled(rng, 1, MaxExponent, rng.IntN(101))
	case 1: // the largest
		return filled(rng, MaxExponent-rng.IntN(2), MaxExponent, 50+rng.IntN(51))
	case 2: // nothing left to move that way
		b := filled(rng, 1, 2+rng.IntN(4), 60)
		for moved := true; moved; {
			_, _, moved = b.Slide(d)
		}
		return b
	case 3: // a chequered board, on which nothing merges but what is changed
		b := battle2048.Grid{}
		for i := range b {
			b[i] = uint8(1 + i%2)
		}
		for range rng.IntN(4) {
			b[rng.IntN(len(b))] = uint8(rng.IntN(4))
		}
		return b
	case 4: // lines of equal tiles
		b := battle2048.Grid{}
		for i := range b {
			line := i / battle2048.Size
			if d == battle2048.Up || d == battle2048.Down {
				line = i % battle2048.Size
			}
			b[i] = uint8(1 + line)
		}
		for range rng.IntN(6) {
			b[rng.IntN(len(b))] = uint8(rng.IntN(6))
		}
		return b
	}
	low := 1 + rng.IntN(MaxExponent-3)
	return filled(rng, low, low+rng.IntN(4), 30+rng.IntN(71))
}

// filled is a board with tiles of some exponents on the given percentage of the cells.
func filled(rng *rand.Rand, low, high, percent int) (b battle2048.Grid) {
	for i := range b {
		if rng.IntN(100) < percent {
			b[i] = uint8(low + rng.IntN(high-low+1))
		}
	}
	return b
}
