package devices

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// Ports lists the serial devices by device name, read from /sys, /dev and /proc
// under root; an empty root means /. It opens no device, for opening one resets
// some boards. [PortsWithoutDevice] are the USB ports without such a device.
func Ports(root string) ([]Port, error) {
	if root == "" {
		root = "/"
	}
	ttys, err := os.ReadDir(filepath.Join(root, "sys/class/tty"))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, say.Errorf("listing serial devices: %w", err)
	}
	var ports []Port
	for _, tty := range ttys {
		if port, ok := readPort(root, tty.Name()); ok {
			ports = append(ports, port)
		}
	}
	addLinks(root, ports)
	addHolders(root, ports)
	letterChannels(ports)
	for i := range ports {
		ports[i].guess()
	}
	slices.SortFunc(ports, func(a, b Port) int {
		return cmp.Or(cmp.Compare(len(a.Device), len(b.Device)),
			cmp.Compare(a.Device, b.Device))
	})
	return ports, nil
}

// readPort reads one entry of /sys/class/tty. Only those with a device behind
// them are real; of the ttyS a PC always lists, those of type 0 have no chip.
func readPort(root, name string) (Port, bool) {
	class := filepath.Join(root, "sys/class/tty", name)
	device, err := filepath.EvalSymlinks(filepath.Join(class, "device"))
	if err != nil || readAttr(class, "type") == "0" {
		return Port{}, false
	}
	port := Port{Device: "/dev/" + strings.ReplaceAll(name, "!", "/")}
	node := filepath.Join(root, port.Device)
	if _, err := os.Stat(node); err != nil {
		return Port{}, false
	}
	if driver, err := os.Readlink(filepath.Join(device, "driver")); err == nil {
		port.Driver = filepath.Base(driver)
	}
	port.LatencyTimer = ReadNumber(device, "latency_timer", 10)
	port.readUSB(root, device)
	port.readPermission(node)
	return port, true
}

// readUSB climbs from the tty's device to its USB interface and on to the USB
// device.
func (p *Port) readUSB(root, device string) {
	top := filepath.Join(root, "sys")
	for dir := device; len(dir) > len(top); dir = filepath.Dir(dir) {
		if p.Interface == nil {
			p.Interface = ReadNumber(dir, "bInterfaceNumber", 16)
		}
		if vendor := readAttr(dir, "idVendor"); vendor != "" {
			p.VendorID, p.ProductID = vendor, readAttr(dir, "idProduct")
			p.SerialNumber = readAttr(dir, "serial")
			p.Manufacturer = readAttr(dir, "manufacturer")
			p.Product = readAttr(dir, "product")
			p.USBPath = filepath.Base(dir)
			bus, address := ReadNumber(dir, "busnum", 10), ReadNumber(dir, "devnum", 10)
			if bus != nil && address != nil {
				p.USBNode = USBNode(*bus, *address)
			}
			return
		}
	}
}

// USBNode returns the file of a USB device, by its numbers on the bus.
func USBNode(bus, address int) string {
	return fmt.Sprintf("/dev/bus/usb/%03d/%03d", bus, address)
}

// readAttr returns a file of sysfs as one line of text, or "". A device may have
// put anything into its strings: control characters would reach a terminal.
func readAttr(dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(strings.TrimSpace(string(text)), "?"))
}

// ReadNumber reads a number from a file of sysfs; nil if there is none.
func ReadNumber(dir, name string, base int) *int {
	n, err := strconv.ParseInt(readAttr(dir, name), base, 32)
	if err != nil {
		return nil
	}
	number := int(n)
	return &number
}

// addLinks finds the links in /dev/serial that lead to each device.
func addLinks(root string, ports []Port) {
	for _, kind := range []string{"by-id", "by-path"} {
		folder := filepath.Join("/dev/serial", kind)
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			continue
		}
		for _, entry := range entries {
			link := filepath.Join(folder, entry.Name())
			target, err := os.Readlink(filepath.Join(root, link))
			if err != nil {
				continue
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(folder, target)
			}
			addLink(ports, kind, target, link)
		}
	}
}

func addLink(ports []Port, kind, device, link string) {
	for i := range ports {
		if ports[i].Device != device {
			continue
		}
		if kind == "by-id" {
			ports[i].ByID = append(ports[i].ByID, link)
		} else {
			ports[i].ByPath = append(ports[i].ByPath, link)
		}
	}
}

func addHolders(root string, ports []Port) {
	if len(ports) == 0 {
		return
	}
	holders := deviceHolders(root)
	for i := range ports {
		ports[i].BusyBy = holders[ports[i].Device]
	}
}

// letterChannels names the ports of an adapter that has several. FTDI letters
// its interfaces, and channel B stays B when A has been given to JTAG and shows
// no port; others are lettered in the order of their interfaces.
func letterChannels(ports []Port) {
	for i := range ports {
		p := &ports[i]
		if p.Interface == nil || *p.Interface < 0 {
			continue
		}
		if p.VendorID == "0403" {
			p.Channel = ftdiChannel(p.ProductID, *p.Interface)
		} else {
			p.Channel = rankChannel(ports, p)
		}
	}
}

// ftdiChannel knows FT2232 (6010), FT4232H (6011) and FT4232HA (6048) and their
// kin as the chips with several channels.
func ftdiChannel(product string, number int) string {
	switch product {
	case "6010", "6011", "6048", "6040", "6041", "6042", "6043":
		return letter(number)
	}
	if number > 0 {
		return letter(number)
	}
	return ""
}

func rankChannel(ports []Port, p *Port) string {
	rank, count := 0, 0
	for _, other := range ports {
		if other.USBPath != p.USBPath || other.Interface == nil {
			continue
		}
		count++
		if *other.Interface < *p.Interface {
			rank++
		}
	}
	if count < 2 {
		return ""
	}
	return letter(rank)
}

func letter(n int) string {
	if n < 0 || n > 'H'-'A' {
		return ""
	}
	return string(rune('A' + n))
}
