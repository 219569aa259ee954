package vectors

import "math/rand/v2"

// Stream returns the random numbers of one purpose for one part of a file. Equal
// arguments give equal numbers.
func Stream(o *Options, purpose Purpose, part uint64) *rand.Rand {
	return rand.New(rand.NewPCG(o.Seed, uint64(purpose)<<40|part))
}

// Purpose separates the random number streams of one seed.
type Purpose uint64

// The purposes.
const (
	ForQuotas Purpose = iota + 1
	ForBulk
)
