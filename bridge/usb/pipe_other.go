//go:build !linux

package usb

const libusbBuilt = false

func openPipe(Port, ends, Config) (pipe, error) { return nil, ErrNoUSB }

func setConfiguration(*Device, int) error { return ErrNoUSB }
