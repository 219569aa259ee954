package usb

import (
	"fmt"
	"strings"
)

// Device is a USB device as the kernel sees it. Nothing of it is trusted: texts
// are what the device claims.
type Device struct {
	Path         string // place on the bus: 1-1.4
	Bus, Address int    // of this plugging in, for its node
	Vendor       uint16
	Product      uint16
	Release      uint16 // bcdDevice: which chip, for FTDI
	SerialNumber string
	Manufacturer string
	ProductName  string
	Interfaces   []Interface // of the active configuration, by number

	descriptors   []byte // raw, as the device gave them
	configuration int    // number of the one that is set; 0 for the first
	unconfigured  bool   // none is set
}

// Interface is one function of a device, or a part of one.
type Interface struct {
	Number   int
	Class    uint8
	Subclass uint8
	Driver   string // bound to it: ftdi_sio, usbfs; empty for none
	TTY      string // the serial device that the driver made of it: ttyUSB0
}

// Node returns the file that raw access goes through: /dev/bus/usb/001/004.
func (d *Device) Node() string {
	return fmt.Sprintf("/dev/bus/usb/%03d/%03d", d.Bus, d.Address)
}

// ID is vendor:product in hex.
func (d *Device) ID() string { return fmt.Sprintf("%04x:%04x", d.Vendor, d.Product) }

// String names the device for users.
func (d *Device) String() string {
	text := d.ID() + " at " + d.Path
	if d.SerialNumber != "" {
		text += fmt.Sprintf(", serial number %q", d.SerialNumber)
	}
	return text
}

// Interface returns the interface with a number, or nil.
func (d *Device) Interface(number int) *Interface {
	for i := range d.Interfaces {
		if d.Interfaces[i].Number == number {
			return &d.Interfaces[i]
		}
	}
	return nil
}

const vendorFTDI = 0x0403

// isFTDI reports whether an FTDI chip is behind the device. Boards with a vendor
// number of their own are known by the driver that the kernel chose.
func (d *Device) isFTDI() bool {
	if d.Vendor == vendorFTDI {
		return true
	}
	for _, i := range d.Interfaces {
		if i.Driver == "ftdi_sio" {
			return true
		}
	}
	return false
}

// Port is a serial port that raw USB could open: an FTDI channel, or a CDC-ACM
// function.
type Port struct {
	Device     *Device
	Channel    string // A, B, … of a device with several; else empty
	Interface  int    // the one that carries bytes
	Interfaces []int  // those it needs, the control interface of CDC-ACM included
	ftdi       bool
}

// Ports returns the serial ports of a device: none for a device of another kind.
// The error says what is wrong with the device's description of itself.
func (d *Device) Ports() ([]Port, error) {
	parts, err := parseDescriptors(d.descriptors, d.configuration)
	if err != nil {
		return nil, fmt.Errorf("usb device %s: %w", d, err)
	}
	var ports []Port
	if d.isFTDI() {
		for _, i := range parts.settings {
			if i.alternate == 0 && i.class == 0xff {
				ports = append(ports, Port{
					Device: d, Interface: i.number, Interfaces: []int{i.number}, ftdi: true,
				})
			}
		}
	} else {
		for _, u := range parts.unions {
			ports = append(ports, Port{
				Device: d, Interface: u.data, Interfaces: []int{u.control, u.data},
			})
		}
	}
	if len(ports) > 1 {
		for i := range ports {
			ports[i].Channel = letter(i)
		}
	}
	return ports, nil
}

// letter names the channels A, B, …
func letter(n int) string {
	if n < 0 || n > 'H'-'A' {
		return ""
	}
	return string(rune('A' + n))
}

// Bound reports whether every interface of the port has a driver, and which the
// first of them is.
func (p *Port) Bound() (driver string, all bool) {
	all = true
	for _, number := range p.Interfaces {
		i := p.Device.Interface(number)
		if i == nil || i.Driver == "" {
			all = false
		} else if driver == "" {
			driver = i.Driver
		}
	}
	return driver, all
}

// TTY returns the serial device that stands for the port, such as ttyUSB0, or empty.
func (p *Port) TTY() string {
	for _, number := range p.Interfaces {
		if i := p.Device.Interface(number); i != nil && i.TTY != "" {
			return i.TTY
		}
	}
	return ""
}

// quotable reports whether a text can be part of an address: options have no escapes,
// so & would cut it.
func quotable(s string) bool {
	return s != "" && !strings.ContainsAny(s, "&?#\x00\r\n")
}

// Address selects the port again after it was plugged in again: by serial number
// where it has one that can be written, else by its place on the bus.
func (p *Port) Address() string {
	text := "usb:" + p.Device.ID()
	if quotable(p.Device.SerialNumber) {
		text += "?sn=" + p.Device.SerialNumber
	} else {
		text += "?path=" + p.Device.Path
	}
	if p.Channel != "" {
		text += "&channel=" + p.Channel
	}
	return text
}
