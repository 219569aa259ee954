//go:build !usb || !linux || !cgo

package usb

import "fmt"

// Built reports whether raw USB is built into this program.
const Built = false

func openPipe(Port, ends, Config) (pipe, error) {
	return nil, fmt.Errorf("%w: install libusb-1.0-0-dev and pkg-config and run make build "+
		"(or go build -tags usb), or use serial: and the kernel's driver", ErrNotBuilt)
}
