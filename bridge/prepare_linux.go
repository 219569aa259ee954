package bridge

import (
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/usb"
	"github.com/loopline/loopline/internal/say"
)

// nodeOf returns the node of the device at a place on USB, below /dev.
func nodeOf(root, path string) (string, error) {
	dir := filepath.Join("/", root, usbDevices, path)
	bus, address := devices.ReadNumber(dir, "busnum", 10), devices.ReadNumber(dir, "devnum", 10)
	if bus == nil || address == nil {
		return "", say.Errorf("no device is at %s on USB; loopline ports lists them: %w", path, unix.ENOENT)
	}
	return devices.USBNode(*bus, *address), nil
}

// MayOpen returns an error unless this user may read and write a node.
func MayOpen(node string) error {
	return unix.Faccessat(unix.AT_FDCWD, node, unix.R_OK|unix.W_OK, unix.AT_EACCESS)
}

// placeOfUSB finds the device of a raw address.
func placeOfUSB(a addr.USBAddress, root string) (path, channel string, err error) {
	port, err := usb.Select(usb.Selector{
		Vendor: a.Vendor, Product: a.Product, SerialNumber: a.SerialNumber, Path: a.USBPath, Channel: a.Channel,
	}, root)
	if err != nil {
		return "", "", err
	}
	return port.Device.Path, port.Channel, nil
}
