package sim

import (
	"github.com/loopline/loopline/internal/addropts"
)

// WithOption returns an address (the part behind "sim:") in which an option has the
// given value, whatever it had before. A check that runs a board from several power-up
// states, or with a far end that is 2 % too fast, is the same address with
// seed=2, or skew=0.02. An address whose options cannot be read stays as it is:
// [ParseAddress] refuses it.
func WithOption(address, key, value string) string {
	name, options, err := addropts.Split(address)
	if err != nil {
		return address
	}
	return options.With(key, value).Address(name)
}

// WithoutOption returns an address (the part behind "sim:") without an option. One that cannot be
// read stays as it is.
func WithoutOption(address, key string) string {
	name, options, err := addropts.Split(address)
	if err != nil {
		return address
	}
	options.Take(key)
	return options.Address(name)
}
