//go:build !usb || !cgo

package usb

// libusbBuilt reports whether libusb is built into this program.
const libusbBuilt = false

func openLibusb(Port, ends) (pipe, error) { return nil, ErrNoLibusb }
