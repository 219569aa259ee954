//go:build !linux

package usb

import (
	"errors"
	"syscall"
)

// ErrNoUSB says that raw USB is not looked for on this system.
var ErrNoUSB = errors.New("raw USB needs Linux: use serial: and the system's driver")

// Devices returns ErrNoUSB: this build has no raw USB.
func Devices(string) ([]*Device, error) { return nil, ErrNoUSB }

// detached is empty: this build never detaches a kernel driver.
type detached struct{}

func detachDriver(Port, []string) (*detached, error) { return nil, ErrNoUSB }

func (*detached) reattach() error { return nil }

func attach(string, int) error { return ErrNoUSB }

func ownGroup() *syscall.SysProcAttr { return nil }
