package vectors

import "math/rand/v2"

// Stream returns the random numbers for one part of a file, by what they are
// for.
func Stream(o *Options, purpose Purpose, part uint64) *rand.Rand {
	return rand.New(rand.NewPCG(o.Seed, uint64(purpose)<<40|part))
}

// Purpose is what random numbers are for.
type Purpose uint64

// The purposes.
const (
	ForQuotas Purpose = iota + 1
	ForBulk
)
