package simfs

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
)

// Chance is the chance that belongs to a seed, a place and a number: the same whenever
// it is asked for.
func Chance(seed uint64, place string, number int64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(place))
	var text [8]byte
	binary.LittleEndian.PutUint64(text[:], uint64(number))
	h.Write(text[:])
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
