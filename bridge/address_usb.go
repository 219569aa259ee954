package bridge

import (
	"fmt"
	"strconv"
	"strings"
)

// USBAddress selects a device for raw USB by vendor and product, and where
// several are alike by serial number and channel.
type USBAddress struct {
	Vendor, Product uint16
	SerialNumber    string
	Channel         string // A to H, or empty
	Baud            int    // bits per second
}

func (a *Address) parseUSB(rest string) *AddressError {
	target, opts, err := splitOptions(rest)
	if err != nil {
		return err
	}
	u := USBAddress{Baud: DefaultBaud}
	if u.Vendor, u.Product, err = parseVendorProduct(target); err != nil {
		return err
	}
	u.SerialNumber, _ = opts.take("sn")
	if channel, ok := opts.take("channel"); ok && !isChannel(channel) {
		return fault(fmt.Sprintf("channel %q", channel), "is no channel",
			"write a letter from A to H")
	} else {
		u.Channel = channel
	}
	if err := opts.takeInt("baud", &u.Baud, 50, 12_000_000); err != nil {
		return err
	}
	a.USB = u
	return opts.refuseRest(SchemeUSB, "sn", "channel", "baud")
}

func parseVendorProduct(target string) (uint16, uint16, *AddressError) {
	vendor, product, _ := strings.Cut(target, ":")
	v, errV := strconv.ParseUint(vendor, 16, 16)
	p, errP := strconv.ParseUint(product, 16, 16)
	if errV != nil || errP != nil {
		return 0, 0, fault(fmt.Sprintf("%q", target), "is not vendor:product",
			"write two numbers in hex, such as usb:0403:6010")
	}
	return uint16(v), uint16(p), nil
}

// String is the part of the address after usb:.
func (u USBAddress) String() string {
	out := fmt.Sprintf("%04x:%04x?", u.Vendor, u.Product)
	if u.SerialNumber != "" {
		out += "sn=" + u.SerialNumber + "&"
	}
	if u.Channel != "" {
		out += "channel=" + u.Channel + "&"
	}
	return out + "baud=" + strconv.Itoa(u.Baud)
}
