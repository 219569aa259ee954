package engine

import (
	"math"
	"math/bits"
)

// patternTable holds the weights of windows of one width as a perfect hash table: each
// window has one place, so that a lookup takes no data-dependent branch. The place follows
// from the window's group, whose displacement the table stores.
type patternTable struct {
	mask    pattern  // the bits that the windows may have
	inGroup int      // entries for each group; both are powers of two
	marks   []uint32 // by group, those of its windows
	moved   []uint16 // by group
	entries []windowEntry
}

// windowEntry is a window with its weight in the lowest bits: 0 where no window is.
type windowEntry uint64

const worthBits = 16

// placedWindow is a window on its way into the table.
type placedWindow struct {
	spread uint64
	entry  windowEntry
}

// fill puts the windows of w that have the given width into the table, and their mirror
// images.
func (t *patternTable) fill(w *Weights, width int) {
	var all []placedWindow
	for f, points := range w.of {
		seen, n := patternOf(f)
		if n != width || seen.feature(width) != f || points == 0 {
			continue
		}
		all = append(all, placed(seen, points))
		if m := seen.mirrored(width); m != seen {
			all = append(all, placed(m, points))
		}
	}
	for size := 1 << bits.Len(uint(len(all)+t.inGroup)); !t.place(all, size); size *= 2 {
	}
}

func placed(w pattern, points int16) placedWindow {
	return placedWindow{spread(w), windowEntry(w)<<worthBits | windowEntry(uint16(points))}
}

// place builds the table with size entries. It returns false if they are too few. Groups
// of many windows come first, while most places are free.
func (t *patternTable) place(all []placedWindow, size int) bool {
	t.marks, t.moved = make([]uint32, size/t.inGroup), make([]uint16, size/t.inGroup)
	t.entries = make([]windowEntry, size)
	groups, most := t.grouped(all)
	for n := most; n > 0; n-- {
		for _, group := range groups {
			if len(group) == n && !t.placeGroup(group) {
				return false
			}
		}
	}
	for _, w := range all {
		a, b := marks(w.spread)
		t.marks[t.group(w.spread)] |= 1<<a | 1<<b
	}
	return true
}

// grouped are windows by their groups, and how many the largest has.
func (t *patternTable) grouped(all []placedWindow) (groups [][]placedWindow, most int) {
	members := make([]int, len(t.moved))
	for _, w := range all {
		members[t.group(w.spread)]++
	}
	groups = make([][]placedWindow, len(t.moved))
	memory := make([]placedWindow, len(all))
	for i, n := range members {
		groups[i], memory, most = memory[:0:n], memory[n:], max(most, n)
	}
	for _, w := range all {
		i := t.group(w.spread)
		groups[i] = append(groups[i], w)
	}
	return groups, most
}

// placeGroup finds how a group is to be moved so that none of its windows meets another.
func (t *patternTable) placeGroup(group []placedWindow) bool {
	for moved := range math.MaxUint16 {
		t.moved[t.group(group[0].spread)] = uint16(moved)
		n := 0
		for n < len(group) && t.entries[t.at(group[n].spread)] == 0 {
			t.entries[t.at(group[n].spread)] = group[n].entry
			n++
		}
		if n == len(group) {
			return true
		}
		for _, w := range group[:n] {
			t.entries[t.at(w.spread)] = 0
		}
	}
	return false
}

// spread spreads the bits of a window over a word.
func spread(w pattern) uint64 {
	x := uint64(w) * 0x9E3779B97F4A7C15
	return x ^ x>>32
}

func (t *patternTable) group(x uint64) uint64 { return x & uint64(len(t.moved)-1) }

func (t *patternTable) at(x uint64) uint64 {
	return (x>>24 + uint64(t.moved[t.group(x)])*(x>>44|1)) & uint64(len(t.entries)-1)
}

// marks returns the two bits that the group of a window has for it, and maybe for others.
func marks(x uint64) (a, b uint64) { return x >> 59, x >> 54 & 31 }

// likely puts the windows that may be in the table into dst, which has room for all. What
// it reads fits into the cache, as the entries do not.
func (t *patternTable) likely(dst, windows []pattern) []pattern {
	all, n := t.marks, 0
	dst = dst[:len(windows)]
	for _, w := range windows {
		x := spread(w & t.mask)
		a, b := marks(x)
		m := all[x&uint64(len(all)-1)]
		dst[n] = w
		n += int(m >> a & (m >> b) & 1)
	}
	return dst[:n]
}

func (t *patternTable) sum(windows []pattern) (sum int32) {
	moved, entries := t.moved, t.entries
	for _, w := range windows {
		w &= t.mask
		x := spread(w)
		// As in at, but quicker.
		m := uint64(moved[x&uint64(len(moved)-1)])
		e := entries[(x>>24+m*(x>>44|1))&uint64(len(entries)-1)]
		if e>>worthBits != windowEntry(w) {
			e = 0
		}
		sum += int32(int16(e))
	}
	return sum
}
