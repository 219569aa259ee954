//go:build !linux

package bridge

import (
	"github.com/loopline/loopline/bridge/addr"
)

import "errors"

// nodeOf knows no nodes of USB here: boards are found by their serial devices.
func nodeOf(_, path string) (string, error) { return path, nil }

// MayOpen returns nil: the system says no more before a node is opened.
func MayOpen(string) error { return nil }

func placeOfUSB(addr.USBAddress, string) (path, channel string, err error) {
	return "", "", errors.New("prepare= and reset= of usb: are for Linux; use serial:")
}
