//go:build !usb || !linux || !cgo

package usb

import "fmt"

// Built reports whether raw USB is built into this program.
const Built = false

func openPipe(Port, ends, Config) (pipe, error) {
	return nil, fmt.Errorf("%w: %s", ErrNotBuilt, WayOut)
}
