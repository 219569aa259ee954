package sim

import (
	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/sim/model"
)

// ParseFrequency reads a number of Hz such as 12e6, 50MHz or 32.768k.
func ParseFrequency(text string) (float64, error) {
	hz, err := frequency(text)
	if err == nil {
		err = clockInRange(hz)
	}
	return hz, err
}

// ParseEntrant reads the board of an entrant at an address that leads to files of the host, within
// bounds. It is a bitstream if bits is set.
func ParseEntrant(b entrant.Board, bits bool, most model.Bounds) (Address, error) {
	address, err := b.Address("x", "x")
	parse := ParseAddress
	if bits {
		address, err = b.Bitstream("x.bin", "x.pcf", "x")
		parse = ParseBitstream
	}
	if err != nil {
		return Address{}, err
	}
	a, err := parse(address)
	if err != nil {
		return a, err
	}
	return a, most.Check(a.Board.Clock, a.Board.Boot)
}
