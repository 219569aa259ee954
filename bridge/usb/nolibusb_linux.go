//go:build !usb || !cgo

package usb

const libusbBuilt = false

func openLibusb(Port, ends) (pipe, error) { return nil, ErrNoLibusb }
