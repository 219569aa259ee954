package bridge

import "fmt"

// errNoUSB answers for raw USB, which needs libusb and is left out of a build
// that must work without it.
func errNoUSB(u USBAddress) error {
	return fmt.Errorf("usb:%s: raw USB is not built in: use the kernel's driver "+
		"and serial: instead (loopline ports lists the devices)", u)
}
