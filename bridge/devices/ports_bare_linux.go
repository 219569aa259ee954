package devices

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/loopline/loopline/bridge/usb"
)

// PortsWithoutDevice lists the USB serial ports that no serial device stands for: the
// kernel has no driver for them, or a program uses them by raw USB. It opens
// none. On a machine without USB there are none.
func PortsWithoutDevice(root string) ([]Port, error) {
	devices, err := usb.Devices(root)
	if errors.Is(err, usb.ErrNoUSB) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ports []Port
	for _, d := range devices {
		found, err := d.Ports()
		if err != nil {
			continue // the doctor tells of it
		}
		for i := range found {
			if found[i].TTY() == "" {
				ports = append(ports, barePort(root, &found[i]))
			}
		}
	}
	return ports, nil
}

func barePort(root string, from *usb.Port) Port {
	d := from.Device
	number := from.Interface
	p := Port{
		USBPath: d.Path, USBNode: d.Node(), SerialNumber: d.SerialNumber,
		VendorID: fmt.Sprintf("%04x", d.Vendor), ProductID: fmt.Sprintf("%04x", d.Product),
		Manufacturer: d.Manufacturer, Product: d.ProductName,
		Interface: &number, Channel: from.Channel,
	}
	p.Driver, _ = from.Bound()
	p.readPermission(filepath.Join("/", root, p.USBNode))
	if !p.CanOpen {
		p.Remedy = "loopline doctor prints the udev rule that gives it"
	}
	p.BusyBy = HoldersOf("/"+root, p.USBNode, -1)
	p.guess()
	return p
}
