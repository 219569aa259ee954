package usb

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// minProcs is the GOMAXPROCS that a program with raw USB needs. A request to the kernel
// holds one processor while it waits, and libusb's event loop another; with two in all,
// an answer that has come may wait until the runtime notices.
const minProcs = 4

// openPipe opens a port whose interfaces have no driver. Transfers are the kernel's,
// or libusb's where that is asked for.
func openPipe(port Port, e ends, config Config) (pipe, error) {
	if runtime.GOMAXPROCS(0) < minProcs {
		runtime.GOMAXPROCS(minProcs)
	}
	if config.Libusb {
		return openLibusb(port, e)
	}
	d, err := openDirect(port, e)
	if errors.Is(err, errNoDirect) {
		return nil, fmt.Errorf("%w; libusb=1 in the address has libusb try, where that is built in", err)
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// usbfsSetConfiguration is _IOR('U', 5, unsigned int) of linux/usbdevice_fs.h.
const usbfsSetConfiguration = 0x80045505

// setConfiguration sets the configuration of a device that has none, as one that
// asks for more power than its hub has. The kernel then looks for drivers.
func setConfiguration(d *Device, number int) error {
	n, err := openControl(d.Node())
	if err != nil {
		return err
	}
	argument := uint32(number)
	if _, errno := n.request(usbfsSetConfiguration, unsafe.Pointer(&argument)); errno != 0 {
		err = fmt.Errorf("setting configuration %d: %w", number, requestError(errno))
	}
	return errors.Join(err, n.close())
}
