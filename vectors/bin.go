package vectors

import "math/bits"

// Bin is a functional coverage bin: a kind of event that the vectors of a file must cover.
type Bin struct {
	Name string
	// Description describes a vector of the bin.
	Description string
	// MaxCount is the number of different vectors of the bin; 0 is no limit.
	MaxCount int
}

// BinSet is a set of bins, by their index in the list of their kind.
type BinSet [4]uint64

// Add adds the bin with number i.
func (s *BinSet) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Has reports whether the bin with number i is in the set.
func (s *BinSet) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Intersects reports whether the sets have a bin in common.
func (s *BinSet) Intersects(t *BinSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// Without returns the bins of s that are not in t.
func (s BinSet) Without(t BinSet) BinSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// Remove removes the bin with number i.
func (s *BinSet) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// Each calls f for every bin of the set, in order.
func (s *BinSet) Each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}
