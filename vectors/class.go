package vectors

import "math/bits"

// Class is a kind of event that vectors of a file are to cover.
type Class struct {
	Name string
	// Says what a vector of the class has.
	Says string
	// Supply is how many different vectors there are at most; 0 is plenty.
	Supply int
}

// ClassSet is a set of classes, by their place in the list of their kind.
type ClassSet [4]uint64

// Add adds the class with number i.
func (s *ClassSet) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Has tells whether the class with number i is in the set.
func (s *ClassSet) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Meets tells whether the sets have a class in common.
func (s *ClassSet) Meets(t *ClassSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// Without returns the classes of s that are not in t.
func (s ClassSet) Without(t ClassSet) ClassSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// Remove removes the class with number i.
func (s *ClassSet) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// Each calls f for every class of the set, in order.
func (s *ClassSet) Each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}
