package devices

import (
	"fmt"
	"strings"
)

// Port is a serial port of this machine, described without opening it: a serial device,
// or a USB port that has no serial device. Fields that do not apply are empty. Don't
// trust the texts of USB devices.
type Port struct {
	Device string   `json:"device,omitempty"`  // /dev/ttyUSB0
	ByID   []string `json:"by_id,omitempty"`   // links in /dev/serial/by-id
	ByPath []string `json:"by_path,omitempty"` // links in /dev/serial/by-path

	USBPath      string `json:"usb_path,omitempty"`   // 1-1.4
	USBNode      string `json:"usb_node,omitempty"`   // /dev/bus/usb/001/004
	VendorID     string `json:"vendor_id,omitempty"`  // 0403
	ProductID    string `json:"product_id,omitempty"` // 6010
	SerialNumber string `json:"serial_number,omitempty"`
	Manufacturer string `json:"manufacturer,omitempty"`
	Product      string `json:"product,omitempty"`
	Interface    *int   `json:"interface,omitempty"` // USB interface number
	Channel      string `json:"channel,omitempty"`   // A, B, … of several

	Driver       string `json:"driver,omitempty"`           // ftdi_sio
	LatencyTimer *int   `json:"latency_timer_ms,omitempty"` // of FTDI chips

	CanOpen bool   `json:"can_open"`         // this user may read and write
	Mode    string `json:"mode,omitempty"`   // crw-rw----
	Group   string `json:"group,omitempty"`  // dialout
	Remedy  string `json:"remedy,omitempty"` // what to type when it may not

	// BusyBy lists who has it open, as far as this user may see.
	BusyBy []Holder `json:"busy_by,omitempty"`

	// Board is a guess, or nil.
	Board *Board `json:"board,omitempty"`
}

// LowLatencyTimer is the least time in milliseconds for which FTDI's chips hold
// bytes back.
const LowLatencyTimer = 1

// Address returns the selector that finds this port again after it was unplugged:
// the serial number, else the place on the bus, else the device. It is usb: for
// a port that no serial device stands for.
func (p Port) Address() string {
	if p.Device == "" {
		return p.usbAddress()
	}
	channel := ""
	if p.Channel != "" {
		channel = "#" + p.Channel
	}
	switch {
	case writable(p.SerialNumber):
		return "serial:sn=" + p.SerialNumber + channel
	case p.USBPath != "":
		return "serial:path=" + p.USBPath + channel
	}
	return "serial:" + p.Device
}

func (p Port) usbAddress() string {
	text := "usb:" + p.VendorID + ":" + p.ProductID
	if writable(p.SerialNumber) {
		text += "?sn=" + p.SerialNumber
	} else {
		text += "?path=" + p.USBPath
	}
	if p.Channel != "" {
		text += "&channel=" + p.Channel
	}
	return text
}

// writable reports whether a serial number can be part of an address, which has no
// escapes.
func writable(serial string) bool {
	return serial != "" && !strings.ContainsAny(serial, "?&#\x00\r\n")
}

// guess sets the board that this may be.
func (p *Port) guess() {
	if p.VendorID != "" {
		p.Board = GuessBoard(p.VendorID, p.ProductID, p.Manufacturer, p.Product, p.Channel)
	}
}

// Name returns what users know the port by: its device, or its place on the bus.
func (p Port) Name() string {
	switch {
	case p.Device != "":
		return p.Device
	case p.Interface != nil:
		return fmt.Sprintf("%s:1.%d", p.USBPath, *p.Interface)
	}
	return p.USBPath
}
