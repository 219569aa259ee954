//go:build !linux

package usb

// libusbBuilt reports whether libusb is built into this program.
const libusbBuilt = false

func openPipe(Port, ends, Config) (pipe, error) { return nil, ErrNoUSB }

func setConfiguration(*Device, int) error { return ErrNoUSB }
