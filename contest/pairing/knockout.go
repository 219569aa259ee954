package pairing

import "math/bits"

// Bracket are the places of a knockout of n seeds, each None or a seed, from top to
// bottom: places 2i and 2i+1 meet in the first round. Seeds 1 and 2 can meet only in
// the final, 1 to 4 only in the last two rounds, and so on. The byes, places whose
// neighbour is None, go to the top seeds.
func Bracket(n int) []int {
	places := []int{0}
	for len(places) < n {
		size := 2 * len(places)
		var next []int
		for _, seed := range places {
			next = append(next, seed, size-1-seed)
		}
		places = next
	}
	for i, seed := range places {
		if seed >= n {
			places[i] = None
		}
	}
	return places
}

// Rounds returns how many rounds a knockout of n has.
func Rounds(n int) int {
	if n < 2 {
		return 0
	}
	return bits.Len(uint(n - 1))
}
