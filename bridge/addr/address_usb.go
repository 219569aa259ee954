package addr

import (
	"fmt"
	"strconv"
	"strings"
)

// USBAddress selects a port for raw USB by vendor and product, and where several
// are alike by serial number, place on the bus and channel, and says how to set
// it.
type USBAddress struct {
	Vendor, Product uint16
	SerialNumber    string
	USBPath         string // place on the bus, such as 1-1.4
	Channel         string // A to H, or empty

	Baud   int    // bits per second
	Bits   int    // data bits, 5 to 8
	Parity string // none, odd, even, mark or space
	Stop   int    // stop bits, 1 or 2

	// DTR and RTS are "on", "off", or empty for on, as the kernel has them.
	DTR, RTS string

	// LowLatency sets the latency timer to its least while the port is open.
	LowLatency bool

	// Libusb has libusb find the device and make the transfers.
	Libusb bool
}

// usbOptions is shown to who writes another.
func usbOptions() []string {
	return []string{"sn", "path", "channel", "baud", "bits", "parity", "stop", "dtr", "rts",
		"low_latency", "libusb", "prepare", "reset", "retries"}
}

func (a *Address) parseUSB(rest string) *Error {
	target, opts, err := splitOptions(rest)
	if err != nil {
		return err
	}
	u := USBAddress{Baud: DefaultBaud, Bits: 8, Parity: "none", Stop: 1}
	if u.Vendor, u.Product, err = parseVendorProduct(target); err != nil {
		return err
	}
	u.SerialNumber, _ = opts.Take("sn")
	u.USBPath, _ = opts.Take("path")
	if channel, ok := opts.Take("channel"); ok && !isChannel(channel) {
		return fault(fmt.Sprintf("channel %q", channel), "is not a channel",
			"write a letter from A to H")
	} else {
		u.Channel = channel
	}
	if err := u.parseMode(opts); err != nil {
		return err
	}
	a.USB = u
	if err := a.parsePreparation(opts); err != nil {
		return err
	}
	return opts.refuseRest(SchemeUSB, usbOptions()...)
}

func (u *USBAddress) parseMode(opts *options) *Error {
	low, libusb := "", ""
	for _, err := range []*Error{
		opts.takeInt("baud", &u.Baud, 50, 12_000_000),
		opts.takeInt("bits", &u.Bits, 5, 8),
		opts.takeInt("stop", &u.Stop, 1, 2),
		opts.takeWord("parity", &u.Parity, "none", "odd", "even", "mark", "space"),
		opts.takeWord("dtr", &u.DTR, "on", "off"),
		opts.takeWord("rts", &u.RTS, "on", "off"),
		opts.takeWord("low_latency", &low, "0", "1"),
		opts.takeWord("libusb", &libusb, "0", "1"),
	} {
		if err != nil {
			return err
		}
	}
	u.LowLatency, u.Libusb = low == "1", libusb == "1"
	return nil
}

func parseVendorProduct(target string) (uint16, uint16, *Error) {
	vendor, product, _ := strings.Cut(target, ":")
	v, errV := strconv.ParseUint(vendor, 16, 16)
	p, errP := strconv.ParseUint(product, 16, 16)
	if errV != nil || errP != nil {
		return 0, 0, fault(fmt.Sprintf("%q", target), "is not vendor:product",
			"write two numbers in hex, such as usb:0403:6010")
	}
	return uint16(v), uint16(p), nil
}

// String returns the part of the address after usb: with the rate always and
// everything else where it differs from 8 data bits, no parity, 1 stop bit.
func (u USBAddress) String() string {
	out := fmt.Sprintf("%04x:%04x?", u.Vendor, u.Product)
	add := func(unless bool, key, value string) {
		if !unless {
			out += key + "=" + value + "&"
		}
	}
	add(u.SerialNumber == "", "sn", u.SerialNumber)
	add(u.USBPath == "", "path", u.USBPath)
	add(u.Channel == "", "channel", u.Channel)
	add(u.Bits == 8, "bits", strconv.Itoa(u.Bits))
	add(u.Parity == "none", "parity", u.Parity)
	add(u.Stop == 1, "stop", strconv.Itoa(u.Stop))
	add(u.DTR == "", "dtr", u.DTR)
	add(u.RTS == "", "rts", u.RTS)
	add(!u.LowLatency, "low_latency", "1")
	add(!u.Libusb, "libusb", "1")
	return out + "baud=" + strconv.Itoa(u.Baud)
}
