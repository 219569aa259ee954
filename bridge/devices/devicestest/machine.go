// Package devicestest makes the files of machines with boards, for tests.
package devicestest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// Machine is a file system with the /sys, /dev and /proc of a machine.
type Machine struct {
	t    *testing.T
	Root string // the parent of the three
}

// New makes a machine without a device.
func New(t *testing.T) Machine {
	m := Machine{t, t.TempDir()}
	m.Dir("sys/class/tty")
	return m
}

// Dir makes a folder.
func (m Machine) Dir(path string) {
	require.NoError(m.t, os.MkdirAll(filepath.Join(m.Root, path), 0o755))
}

// File writes a file.
func (m Machine) File(path, text string) {
	m.Dir(filepath.Dir(path))
	require.NoError(m.t, os.WriteFile(filepath.Join(m.Root, path), []byte(text+"\n"), 0o644))
}

// Link makes a symbolic link.
func (m Machine) Link(path, target string) {
	m.Dir(filepath.Dir(path))
	require.NoError(m.t, os.Symlink(target, filepath.Join(m.Root, path)))
}

// USBBus is the folder of the hub that devices are plugged into.
const USBBus = "sys/devices/pci0000:00/usb1/1-1/"

// USB plugs a device into a port of a hub.
func (m Machine) USB(path, vendor, product, serial string) {
	for name, text := range map[string]string{
		"idVendor": vendor, "idProduct": product, "serial": serial,
		"manufacturer": "Makers", "product": "Board of " + path,
	} {
		if text != "" {
			m.File(USBBus+path+"/"+name, text)
		}
	}
}

// TTY gives an interface of a USB device a tty. FTDI's driver puts a folder of
// the tty in between, CDC ACM has none.
func (m Machine) TTY(name, path string, number int, driver string) {
	dir := fmt.Sprintf("%s%s/%s:1.%d", USBBus, path, path, number)
	m.File(dir+"/bInterfaceNumber", fmt.Sprintf("%02x", number))
	up := "../../../../../../.."
	if strings.HasPrefix(name, "ttyUSB") {
		dir += "/" + name
		up = "../" + up
	}
	m.Link(dir+"/driver", up+"/bus/drivers/"+driver)
	m.Dir(dir + "/tty/" + name)
	m.Link(dir+"/tty/"+name+"/device", "../..")
	m.Link("sys/class/tty/"+name, "../../../"+dir+"/tty/"+name)
	if driver == "ftdi_sio" {
		m.File(dir+"/latency_timer", "16")
	}
	m.File("dev/"+name, "")
}

// TwoBoards is an FT2232H whose channel A has been given to JTAG, a second one
// with both, and a board with two CDC ports.
func TwoBoards(t *testing.T) Machine {
	m := New(t)
	m.USB("1-1.4", "0403", "6010", "FT4X1ABC")
	m.TTY("ttyUSB0", "1-1.4", 1, "ftdi_sio")
	m.USB("1-1.2", "0403", "6010", "FT4X2DEF")
	m.TTY("ttyUSB1", "1-1.2", 0, "ftdi_sio")
	m.TTY("ttyUSB10", "1-1.2", 1, "ftdi_sio")
	m.USB("1-1.3", "1d50", "602b", "")
	m.TTY("ttyACM0", "1-1.3", 0, "cdc_acm")
	m.TTY("ttyACM1", "1-1.3", 2, "cdc_acm")
	m.Link("dev/serial/by-id/usb-FT4X1ABC-if01", "../../ttyUSB0")
	m.Link("dev/serial/by-path/pci-1.4", "../../ttyUSB0")
	m.Dir("sys/devices/virtual/tty/tty0")
	m.Link("sys/class/tty/tty0", "../../devices/virtual/tty/tty0")
	for name, kind := range map[string]string{"ttyS0": "4", "ttyS1": "0"} {
		m.File("sys/devices/platform/serial8250/tty/"+name+"/type", kind)
		m.Link("sys/devices/platform/serial8250/tty/"+name+"/device", "../..")
		m.Link("sys/class/tty/"+name, "../../devices/platform/serial8250/tty/"+name)
		m.File("dev/"+name, "")
	}
	m.File("proc/42/comm", "minicom")
	m.Link("proc/42/fd/3", "/dev/ttyUSB1")
	m.Link("proc/42/fd/4", "/dev/ttyUSB1")
	m.Link("proc/42/fd/5", "socket:[77]")
	return m
}

// Bus makes a device known to the kernel's list, with the descriptors of an FTDI
// chip of so many channels.
func (m Machine) Bus(path string, address, channels int) {
	dir := USBBus + path
	m.File(dir+"/busnum", "1")
	m.File(dir+"/devnum", fmt.Sprint(address))
	body := ""
	for i := range channels {
		body += string([]byte{9, 4, byte(i), 0, 2, 0xff, 0xff, 0xff, 0}) +
			string([]byte{7, 5, byte(0x81 + 2*i), 2, 64, 0, 0}) + string([]byte{7, 5, byte(2 + 2*i), 2, 64, 0, 0})
		name := fmt.Sprintf("%s:1.%d", path, i)
		m.File(dir+"/"+name+"/bInterfaceNumber", fmt.Sprintf("%02x", i))
		m.File(dir+"/"+name+"/bInterfaceClass", "ff")
		m.Link("sys/bus/usb/devices/"+name, "../../../../"+dir+"/"+name)
	}
	device := "\x12\x01" + strings.Repeat("\x00", 16)
	config := string([]byte{9, 2, byte(9 + len(body)), 0, byte(channels), 1, 0, 0, 0})
	m.Dir(dir)
	require.NoError(m.t, os.WriteFile(filepath.Join(m.Root, dir, "descriptors"), []byte(device+config+body), 0o644))
	m.Link("sys/bus/usb/devices/"+path, "../../../../"+dir)
	m.File(fmt.Sprintf("dev/bus/usb/001/%03d", address), "")
}

// PlugIn makes a pseudo-terminal the device of a machine, by a link of its own
// name, and answers its number.
func PlugIn(t *testing.T, m Machine, device string) string {
	master, slave, err := pty.Open()
	require.NoError(t, err)
	t.Cleanup(func() { master.Close(); slave.Close() })
	node := filepath.Join(m.Root, "dev", device)
	os.Remove(node)
	require.NoError(t, os.Symlink(slave.Name(), node))
	return filepath.Base(slave.Name())
}
