package record

import (
	"crypto/sha256"
	"fmt"
	"hash"
)

// Digest tells games apart: by their players and every answer. It takes a game's events,
// all or in order only those of types game and answer. The zero value has none.
type Digest struct{ hash hash.Hash }

// Add takes in an event.
func (d *Digest) Add(e *Event) {
	if d.hash == nil {
		d.hash = sha256.New()
	}
	switch e.Type {
	case EventGame:
		for _, s := range e.Seats {
			fmt.Fprintf(d.hash, "%q", s.Address)
		}
	case EventAnswer:
		fmt.Fprintf(d.hash, "%d%q%q", e.Seat, e.Text, e.Hex)
	}
}

// Sum returns the digest of all bytes added so far.
func (d *Digest) Sum() (sum [sha256.Size]byte) {
	if d.hash != nil {
		d.hash.Sum(sum[:0])
	}
	return sum
}
