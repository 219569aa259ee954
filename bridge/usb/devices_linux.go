package usb

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// ErrNoUSB says that the machine has no USB at all: no controller, or none that
// this container may see.
var ErrNoUSB = say.Errorf("this machine has no USB (no /sys/bus/usb): plug the board into one that " +
	"has, or give this virtual machine or container its USB devices")

// Devices lists the USB devices by their place on the bus, hubs left out, read
// from /sys under root; an empty root means /. It opens no device. A device that
// goes away meanwhile is left out.
func Devices(root string) ([]*Device, error) {
	folder := filepath.Join("/", root, "sys/bus/usb/devices")
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil, ErrNoUSB
	}
	if err != nil {
		return nil, say.Errorf("listing USB devices: %w", err)
	}
	var devices []*Device
	for _, entry := range entries {
		// 1-1.4 is a device, usb1 a controller, 1-1.4:1.0 an interface.
		name := entry.Name()
		if strings.Contains(name, ":") || !strings.Contains(name, "-") {
			continue
		}
		if d := readDevice(folder, name); d != nil {
			devices = append(devices, d)
		}
	}
	slices.SortFunc(devices, func(a, b *Device) int {
		return cmp.Or(cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	return devices, nil
}

const classHub = 0x09

func readDevice(folder, name string) *Device {
	dir := filepath.Join(folder, name)
	vendor, ok := number(dir, "idVendor", 16)
	if !ok {
		return nil
	}
	if class, _ := number(dir, "bDeviceClass", 16); class == classHub {
		return nil
	}
	product, _ := number(dir, "idProduct", 16)
	release, _ := number(dir, "bcdDevice", 16)
	bus, _ := number(dir, "busnum", 10)
	address, _ := number(dir, "devnum", 10)
	d := &Device{
		Path: name, Bus: bus, Address: address,
		Vendor: uint16(vendor), Product: uint16(product), Release: uint16(release),
		SerialNumber: attr(dir, "serial"), Manufacturer: attr(dir, "manufacturer"),
		ProductName: attr(dir, "product"), descriptors: attrBytes(dir, "descriptors"),
	}
	if text := attrBytes(dir, "bConfigurationValue"); text != nil {
		d.unconfigured = len(strings.TrimSpace(string(text))) == 0
		d.configuration, _ = number(dir, "bConfigurationValue", 10)
	}
	if len(d.descriptors) == 0 {
		if _, err := os.Stat(dir); err != nil {
			return nil // it went away while it was read
		}
	}
	links, _ := filepath.Glob(filepath.Join(folder, name+":*"))
	for _, link := range links {
		if i, ok := readInterface(link); ok {
			d.Interfaces = append(d.Interfaces, i)
		}
	}
	slices.SortFunc(d.Interfaces, func(a, b Interface) int { return cmp.Compare(a.Number, b.Number) })
	return d
}

func readInterface(dir string) (Interface, bool) {
	n, ok := number(dir, "bInterfaceNumber", 16)
	if !ok {
		return Interface{}, false
	}
	class, _ := number(dir, "bInterfaceClass", 16)
	subclass, _ := number(dir, "bInterfaceSubClass", 16)
	i := Interface{Number: n, Class: uint8(class), Subclass: uint8(subclass)}
	if driver, err := os.Readlink(filepath.Join(dir, "driver")); err == nil {
		i.Driver = filepath.Base(driver)
	}
	// usb-serial drivers put a folder of the tty's name between, CDC ACM has the
	// folder tty alone.
	for _, pattern := range []string{"tty/*", "tty*/tty/*"} {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 {
			i.TTY = filepath.Base(found[0])
		}
	}
	return i, true
}

// attrBytes returns a file of /sys, or nil.
func attrBytes(dir, name string) []byte {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxDescriptors+1))
	if err != nil {
		return nil
	}
	return data
}

// attr returns a file of /sys as one line of text. A device may have put
// anything into its strings.
func attr(dir, name string) string {
	text := strings.TrimSuffix(string(attrBytes(dir, name)), "\n")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

func number(dir, name string, base int) (int, bool) {
	n, err := strconv.ParseUint(strings.TrimSpace(attr(dir, name)), base, 31)
	return int(n), err == nil
}
