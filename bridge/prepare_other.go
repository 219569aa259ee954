//go:build !linux

package bridge

import "errors"

// nodeOf knows no nodes of USB here: boards are found by their serial devices.
func nodeOf(_, path string) (string, error) { return path, nil }

func mayOpen(string) error { return nil }

func placeOfUSB(USBAddress, string) (path, channel string, err error) {
	return "", "", errors.New("prepare= and reset= of usb: are for Linux; use serial:")
}
