package sim

import (
	"github.com/loopline/loopline/sim/internal/ice40"
	"github.com/loopline/loopline/sim/internal/pinout"
)

// Pins names the pins of a board.
type Pins = pinout.Pins

// Bitstream is a board that is nothing but the bitstream of an iCE40 and the names of its
// pins.
type Bitstream = ice40.Bitstream
