package usb

import "fmt"

// Line configures a serial line.
type Line struct {
	Baud   int    // bits per second
	Bits   int    // data bits, 5 to 8
	Parity string // none, odd, even, mark or space
	Stop   int    // stop bits, 1 or 2

	// DTR and RTS are "on", "off", or empty for on, as the kernel's drivers set
	// them when a port is opened.
	DTR, RTS string
}

// parityNumber returns the number that both FTDI and the CDC standard give a parity.
func (l Line) parityNumber() (uint8, error) {
	for i, name := range []string{"none", "odd", "even", "mark", "space"} {
		if l.Parity == name {
			return uint8(i), nil
		}
	}
	return 0, fmt.Errorf("parity %q is not known: write none, odd, even, mark or space", l.Parity)
}

// bitsPerByte counts the start bit, the data, the parity and the stop bits.
func (l Line) bitsPerByte() int {
	bits := 1 + l.Bits + l.Stop
	if l.Parity != "none" {
		bits++
	}
	return bits
}
