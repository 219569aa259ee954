package simfs

import (
	"math/rand/v2"
	"slices"
	"time"
)

// sector is the unit that a disk writes wholly or not at all, in bytes.
const sector = 512

// content holds the bytes of a file: as programs see them, and as the disk has them.
type content struct {
	seen    []byte   // by programs
	base    []byte   // seen when the last sync began
	disk    []byte   // on the disk, whatever happens
	changes []change // of base, that the disk need not have
}

// change is a write, or a new length.
type change struct {
	at   int64
	text []byte // nil: the length becomes at
	time time.Time
}

// apply makes a change, and returns the sectors that it touches.
func (c *change) apply(to []byte) (after []byte, from, until int64) {
	if c.text == nil {
		if c.at < int64(len(to)) {
			return to[:c.at:c.at], c.at / sector, c.at/sector + 1
		}
		return append(to, make([]byte, c.at-int64(len(to)))...), int64(len(to)) / sector, c.at/sector + 1
	}
	end := c.at + int64(len(c.text))
	from = min(c.at, int64(len(to))) / sector
	if end > int64(len(to)) {
		to = append(to, make([]byte, end-int64(len(to)))...)
	}
	copy(to[c.at:], c.text)
	return to, from, (end + sector - 1) / sector
}

// change changes what programs see.
func (f *content) change(at int64, text []byte, now time.Time) {
	c := change{at, text, now}
	f.seen, _, _ = c.apply(f.seen)
	f.changes = append(f.changes, c)
}

// unsynced counts the changes that a sync which begins now writes.
func (f *content) unsynced(now time.Time) (n int) {
	for n < len(f.changes) && !f.changes[n].time.After(now) {
		n++
	}
	return n
}

// sync brings the first changes to the disk.
func (f *content) sync(n int) {
	for i := range f.changes[:n] {
		var from, until int64
		f.base, from, until = f.changes[i].apply(f.base)
		f.disk = resized(f.disk, len(f.base))
		for s := from; s < until; s++ {
			putSector(f.disk, s, sectorOf(f.base, s))
		}
	}
	f.changes = append([]change(nil), f.changes[n:]...)
}

// lose is a sync of the first changes that fails: some are on the disk, and none is
// unsynced any more.
func (f *content) lose(n int, r *rand.Rand) {
	part := content{base: f.base, disk: f.disk, changes: f.changes[:n]}
	f.disk, _ = part.left(r)
	for i := range f.changes[:n] {
		f.base, _, _ = f.changes[i].apply(f.base)
	}
	f.changes = append([]change(nil), f.changes[n:]...)
}

// left returns the bytes that survive a loss of power. Torn reports that some of the
// unsynced changes survive, neither all nor none.
func (f *content) left(r *rand.Rand) (disk []byte, torn bool) {
	if len(f.changes) == 0 {
		return slices.Clone(f.disk), false
	}
	switch r.IntN(4) {
	case 0:
		return slices.Clone(f.disk), false
	case 1:
		all := content{base: slices.Clone(f.base), disk: slices.Clone(f.disk), changes: f.changes}
		all.sync(len(f.changes))
		return all.disk, false
	case 2:
		return f.prefix(r), true
	}
	return f.scattered(r), true
}

// prefix returns the first writes, and a part of the next one.
func (f *content) prefix(r *rand.Rand) []byte {
	whole := r.IntN(len(f.changes))
	changes := slices.Clone(f.changes[:whole+1])
	last := &changes[whole]
	if last.text != nil {
		last.text = last.text[:r.IntN(len(last.text)+1)]
	}
	part := content{base: slices.Clone(f.base), disk: slices.Clone(f.disk), changes: changes}
	part.sync(len(changes))
	return part.disk
}

// scattered is every sector as it was at some time since the last sync, with a length
// that the file had then.
func (f *content) scattered(r *rand.Rand) []byte {
	states := [][]byte{slices.Clone(f.disk)}
	base := slices.Clone(f.base)
	touched := map[int64][]int{} // sectors, and the states in which they changed
	var sectors []int64
	for i := range f.changes {
		var from, until int64
		base, from, until = f.changes[i].apply(base)
		states = append(states, slices.Clone(base))
		for s := from; s < until; s++ {
			if touched[s] == nil {
				sectors = append(sectors, s)
			}
			touched[s] = append(touched[s], i+1)
		}
	}
	size := len(states[r.IntN(len(states))])
	disk := resized(slices.Clone(f.disk), size)
	slices.Sort(sectors)
	for _, s := range sectors {
		of := append([]int{0}, touched[s]...)
		putSector(disk, s, sectorOf(states[of[r.IntN(len(of))]], s))
	}
	return disk
}

// resized is a text with another length: cut, or with zeros behind it.
func resized(text []byte, size int) []byte {
	if size <= len(text) {
		return text[:size:size]
	}
	return append(text, make([]byte, size-len(text))...)
}

// sectorOf is a sector of a text, with zeros where that has ended.
func sectorOf(text []byte, s int64) (of [sector]byte) {
	if from := s * sector; from < int64(len(text)) {
		copy(of[:], text[from:])
	}
	return of
}

// putSector writes a sector as far as the text goes.
func putSector(text []byte, s int64, of [sector]byte) {
	if from := s * sector; from < int64(len(text)) {
		copy(text[from:], of[:])
	}
}
