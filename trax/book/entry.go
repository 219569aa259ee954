package book

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// Entry is the games in which one position followed another. The keys are those of
// [trax.Position.SymmetryKey].
type Entry struct {
	From, To uint64
	Counts
}

// EntrySize is the size of an entry in a file, in bytes.
const EntrySize = 40

// appendEntry appends an entry as files have it: eight bytes for each key and for the sum of the
// ratings, four for each count, the most significant byte first.
func appendEntry(dst []byte, e Entry) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.From)
	dst = binary.BigEndian.AppendUint64(dst, e.To)
	for _, n := range []uint64{e.Games, e.Wins, e.Losses, e.Rated} {
		dst = binary.BigEndian.AppendUint32(dst, uint32(min(n, math.MaxUint32)))
	}
	return binary.BigEndian.AppendUint64(dst, uint64(e.Rating))
}

var errCounts = errors.New("an entry has more results than games")

// readEntry reads what appendEntry wrote. The error is of counts that no games have.
func readEntry(b []byte) (Entry, error) {
	four := func(i int) uint64 { return uint64(binary.BigEndian.Uint32(b[16+4*i:])) }
	e := Entry{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]), Counts{
		Games: four(0), Wins: four(1), Losses: four(2), Rated: four(3), Rating: int64(binary.BigEndian.Uint64(b[32:])),
	}}
	if e.Games == 0 || e.Wins+e.Losses > e.Games || e.Rated > e.Games {
		return e, errCounts
	}
	return e, nil
}

// compare orders entries as files have them.
func compare(a, b Entry) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) }

// combine sorts entries and makes those of the same positions one.
func combine(all []Entry) []Entry {
	slices.SortFunc(all, compare)
	n := 0
	for i, e := range all {
		if i > 0 && compare(all[n-1], e) == 0 {
			all[n-1].add(e.Counts)
			continue
		}
		all[n] = e
		n++
	}
	return all[:n]
}
