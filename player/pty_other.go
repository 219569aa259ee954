//go:build !linux

package player

import (
	"errors"
	"io"
)

// PTY is our end of a pseudo-terminal, which this system has not.
type PTY struct{ io.ReadWriteCloser }

// OpenPTY describes how to do without.
func OpenPTY(string) (*PTY, error) {
	return nil, errors.New("pseudo-terminals need Linux: use tcp: or listen:, or a pair of virtual serial ports")
}

// Path returns the device that stands for the serial port.
func (*PTY) Path() string { return "" }
