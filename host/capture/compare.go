package capture

import (
	"fmt"
	"slices"
	"time"
)

// Spread is a distribution of differences.
type Spread struct {
	Count            int
	Min, Median, Max time.Duration
}

// String is for people.
func (s Spread) String() string {
	if s.Count == 0 {
		return "none"
	}
	return fmt.Sprintf("%d bytes, %v to %v, median %v", s.Count, s.Min, s.Max, s.Median)
}

func spreadOf(all []time.Duration) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	return Spread{len(all), all[0], all[len(all)/2], all[len(all)-1]}
}

// Comparison is by how much the stamps of a record are later than the same bytes in a
// capture. Their clocks are joined where the median of TX is 0.
type Comparison struct {
	TX, RX  Spread
	Skipped int           // bytes of the capture before the game
	Offset  time.Duration // of the record's clock from the capture's
}

// Compare finds the bytes of a game in those of a capture, at the given samples a second.
// The capture may begin before the game and end behind it, but must hold all its bytes.
func Compare(w Wire, tx, rx []Sampled, rate float64) (Comparison, error) {
	var c Comparison
	at, err := find(w.TX, tx, 0, "tx")
	if err != nil {
		return c, err
	}
	c.Skipped = at
	first := 0
	if len(tx) > at {
		first = tx[at].Start
	}
	from, _ := slices.BinarySearchFunc(rx, first, func(s Sampled, sample int) int { return s.Start - sample })
	back, err := find(w.RX, rx, from, "rx")
	if err != nil {
		return c, err
	}
	c.Skipped += back - from
	offs := func(frames []Frame, seen []Sampled) (all []time.Duration) {
		for i, f := range frames {
			all = append(all, f.Start-time.Duration(float64(seen[i].Start)/rate*float64(time.Second)))
		}
		return all
	}
	out, in := offs(w.TX, tx[at:]), offs(w.RX, rx[back:])
	c.Offset = spreadOf(slices.Clone(out)).Median
	for _, all := range [...][]time.Duration{out, in} {
		for i := range all {
			all[i] -= c.Offset
		}
	}
	c.TX, c.RX = spreadOf(out), spreadOf(in)
	return c, nil
}

// find returns the index at which the bytes of a game begin in a capture.
func find(frames []Frame, seen []Sampled, from int, what string) (int, error) {
	best, furthest := 0, from
	for at := from; at+len(frames) <= len(seen); at++ {
		same := 0
		for same < len(frames) && frames[same].Byte == seen[at+same].Byte {
			same++
		}
		if same == len(frames) {
			return at, nil
		}
		if same > best {
			best, furthest = same, at
		}
	}
	if len(seen)-from < len(frames) {
		return 0, fmt.Errorf("%s: the capture has %d bytes, the game %d; capture the whole game", what, len(seen)-from, len(frames))
	}
	return 0, fmt.Errorf("%s: the game's bytes are not in the capture: byte %d is %q, the capture has %q there; is it of this game?",
		what, best+1, frames[best].Byte, seen[furthest+best].Byte)
}
