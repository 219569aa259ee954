package devices

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/bridge/addr"
)

// PortOf finds the port of this machine that a serial or USB address means, without opening it. False is of another
// address, and of a port that is not there or cannot be told from others.
func PortOf(a addr.Address) (Port, bool) {
	ports, err := Ports("")
	if err != nil {
		return Port{}, false
	}
	return portAmong(ports, a)
}

func portAmong(ports []Port, a addr.Address) (Port, bool) {
	var found []Port
	switch {
	case a.Scheme == addr.SchemeSerial && a.Serial.Device != "":
		device := a.Serial.Device
		if real, err := filepath.EvalSymlinks(device); err == nil {
			device = real
		}
		for _, p := range ports {
			if p.Device == device {
				found = append(found, p)
			}
		}
		if len(found) == 0 {
			return Port{Device: a.Serial.Device}, true // a pseudo-terminal, say
		}
	case a.Scheme == addr.SchemeSerial:
		found = matching(ports, a.Serial)
	case a.Scheme == addr.SchemeUSB:
		for _, p := range ports {
			u := a.USB
			if p.VendorID == fmt.Sprintf("%04x", u.Vendor) && p.ProductID == fmt.Sprintf("%04x", u.Product) &&
				(u.SerialNumber == "" || u.SerialNumber == p.SerialNumber) && (u.USBPath == "" || u.USBPath == p.USBPath) && (u.Channel == "" || u.Channel == p.Channel) {
				found = append(found, p)
			}
		}
	}
	if len(found) != 1 {
		return Port{}, false
	}
	return found[0], true
}

// Emulated reports whether the port's adapter says of itself that an emulator has it.
func (p Port) Emulated() bool {
	return strings.Contains(p.Manufacturer, "QEMU") || strings.Contains(p.Product, "QEMU")
}
