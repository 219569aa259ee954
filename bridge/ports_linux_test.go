package bridge

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/usb"
)

// machine is a file system with the /sys, /dev and /proc of a machine.
type machine struct {
	t    *testing.T
	root string
}

func newMachine(t *testing.T) machine {
	m := machine{t, t.TempDir()}
	m.dir("sys/class/tty")
	return m
}

func (m machine) dir(path string) {
	require.NoError(m.t, os.MkdirAll(filepath.Join(m.root, path), 0o755))
}

func (m machine) file(path, text string) {
	m.dir(filepath.Dir(path))
	require.NoError(m.t, os.WriteFile(filepath.Join(m.root, path), []byte(text+"\n"), 0o644))
}

func (m machine) link(path, target string) {
	m.dir(filepath.Dir(path))
	require.NoError(m.t, os.Symlink(target, filepath.Join(m.root, path)))
}

const usbBus = "sys/devices/pci0000:00/usb1/1-1/"

// usb plugs a device into a port of a hub.
func (m machine) usb(path, vendor, product, serial string) {
	for name, text := range map[string]string{
		"idVendor": vendor, "idProduct": product, "serial": serial,
		"manufacturer": "Makers", "product": "Board of " + path,
	} {
		if text != "" {
			m.file(usbBus+path+"/"+name, text)
		}
	}
}

// tty gives an interface of a USB device a tty. FTDI's driver puts a folder of
// the tty in between, CDC ACM has none.
func (m machine) tty(name, path string, number int, driver string) {
	dir := fmt.Sprintf("%s%s/%s:1.%d", usbBus, path, path, number)
	m.file(dir+"/bInterfaceNumber", fmt.Sprintf("%02x", number))
	up := "../../../../../../.."
	if strings.HasPrefix(name, "ttyUSB") {
		dir += "/" + name
		up = "../" + up
	}
	m.link(dir+"/driver", up+"/bus/drivers/"+driver)
	m.dir(dir + "/tty/" + name)
	m.link(dir+"/tty/"+name+"/device", "../..")
	m.link("sys/class/tty/"+name, "../../../"+dir+"/tty/"+name)
	if driver == "ftdi_sio" {
		m.file(dir+"/latency_timer", "16")
	}
	m.file("dev/"+name, "")
}

// twoBoards is an FT2232H whose channel A has been given to JTAG, a second one
// with both, and a board with two CDC ports.
func twoBoards(t *testing.T) machine {
	m := newMachine(t)
	m.usb("1-1.4", "0403", "6010", "FT4X1ABC")
	m.tty("ttyUSB0", "1-1.4", 1, "ftdi_sio")
	m.usb("1-1.2", "0403", "6010", "FT4X2DEF")
	m.tty("ttyUSB1", "1-1.2", 0, "ftdi_sio")
	m.tty("ttyUSB10", "1-1.2", 1, "ftdi_sio")
	m.usb("1-1.3", "1d50", "602b", "")
	m.tty("ttyACM0", "1-1.3", 0, "cdc_acm")
	m.tty("ttyACM1", "1-1.3", 2, "cdc_acm")
	m.link("dev/serial/by-id/usb-FT4X1ABC-if01", "../../ttyUSB0")
	m.link("dev/serial/by-path/pci-1.4", "../../ttyUSB0")
	m.dir("sys/devices/virtual/tty/tty0")
	m.link("sys/class/tty/tty0", "../../devices/virtual/tty/tty0")
	for name, kind := range map[string]string{"ttyS0": "4", "ttyS1": "0"} {
		m.file("sys/devices/platform/serial8250/tty/"+name+"/type", kind)
		m.link("sys/devices/platform/serial8250/tty/"+name+"/device", "../..")
		m.link("sys/class/tty/"+name, "../../devices/platform/serial8250/tty/"+name)
		m.file("dev/"+name, "")
	}
	m.file("proc/42/comm", "minicom")
	m.link("proc/42/fd/3", "/dev/ttyUSB1")
	m.link("proc/42/fd/4", "/dev/ttyUSB1")
	m.link("proc/42/fd/5", "socket:[77]")
	return m
}

func TestPorts(t *testing.T) {
	ports, err := Ports(twoBoards(t).root)
	require.NoError(t, err)
	type seen struct{ device, channel, address, driver string }
	var all []seen
	for _, p := range ports {
		all = append(all, seen{p.Device, p.Channel, p.Address(), p.Driver})
	}
	require.Equal(t, []seen{
		{"/dev/ttyS0", "", "serial:/dev/ttyS0", ""},
		{"/dev/ttyACM0", "A", "serial:path=1-1.3#A", "cdc_acm"},
		{"/dev/ttyACM1", "B", "serial:path=1-1.3#B", "cdc_acm"},
		{"/dev/ttyUSB0", "B", "serial:sn=FT4X1ABC#B", "ftdi_sio"},
		{"/dev/ttyUSB1", "A", "serial:sn=FT4X2DEF#A", "ftdi_sio"},
		{"/dev/ttyUSB10", "B", "serial:sn=FT4X2DEF#B", "ftdi_sio"},
	}, all)
	require.Equal(t, []Holder{{42, "minicom"}}, ports[4].BusyBy)
}

func TestPortJSON(t *testing.T) {
	ports, err := Ports(twoBoards(t).root)
	require.NoError(t, err)
	port := ports[3]
	port.Group, port.CanOpen = "dialout", true
	require.NotNil(t, port.Board)
	port.Board = &Board{Name: "Board", Certainty: BoardSure, Why: "says so", Role: RoleUART, Source: "a book"}
	got, err := json.Marshal(port)
	require.NoError(t, err)
	require.JSONEq(t, `{
		"device": "/dev/ttyUSB0",
		"by_id": ["/dev/serial/by-id/usb-FT4X1ABC-if01"],
		"by_path": ["/dev/serial/by-path/pci-1.4"],
		"usb_path": "1-1.4", "vendor_id": "0403", "product_id": "6010",
		"serial_number": "FT4X1ABC", "manufacturer": "Makers",
		"product": "Board of 1-1.4", "interface": 1, "channel": "B",
		"driver": "ftdi_sio", "latency_timer_ms": 16,
		"can_open": true, "mode": "-rw-r--r--", "group": "dialout",
		"board": {"name": "Board", "certainty": "sure", "why": "says so", "role": "uart", "source": "a book"}
	}`, string(got))
}

func TestPortsOfThisMachine(t *testing.T) {
	ports, err := Ports("")
	require.NoError(t, err)
	for _, p := range ports {
		require.FileExists(t, p.Device)
	}
	none, err := Ports(t.TempDir())
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestPermissionRemedy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tty")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.Contains(t, permissionRemedy(file), "udev rule")
	require.NoError(t, os.Chmod(file, 0o660))
	if os.Getgid() == 0 {
		require.NoError(t, os.Chown(file, 0, 20))
	}
	require.Contains(t, permissionRemedy(file), "sudo usermod -aG ")
	require.Contains(t, permissionRemedy("/none"), "sudo usermod -aG dialout $USER")
}

// TestSelection finds the node; its opening is tried on a pseudo-terminal.
func TestSelection(t *testing.T) {
	m := twoBoards(t)
	for target, want := range map[string]string{
		"sn=FT4X1ABC":              "/dev/ttyUSB0",
		"sn=FT4X1ABC#B":            "/dev/ttyUSB0",
		"sn=FT4X2DEF#B":            "/dev/ttyUSB10",
		"path=1-1.2#A":             "/dev/ttyUSB1",
		"path=1-1.3#B":             "/dev/ttyACM1",
		"by-id/usb-FT4X1ABC-if01":  "/dev/serial/by-id/usb-FT4X1ABC-if01",
		"/dev/ttyUSB7":             "/dev/ttyUSB7",
		"by-path/pci-1.4?baud=600": "/dev/serial/by-path/pci-1.4",
	} {
		a, err := ParseAddress("serial:" + target)
		require.NoError(t, err)
		got, err := resolveSerial(a.Serial, m.root)
		require.NoError(t, err, target)
		require.Equal(t, want, got)
	}
}

func TestSelectionListsCandidates(t *testing.T) {
	m := twoBoards(t)
	for target, words := range map[string][]string{
		"sn=FT4X2DEF":   {"several", "serial:sn=FT4X2DEF#A (/dev/ttyUSB1)", "#B"},
		"sn=NONE":       {"no such device", "sn=FT4X1ABC#B", "/dev/ttyS0"},
		"sn=FT4X1ABC#A": {"no such device", "sn=FT4X1ABC#B"},
		"path=9-9":      {"no such device", "path=1-1.3#A"},
		"by-id/none":    {"no such device", "sn=FT4X1ABC#B"},
	} {
		_, err := Open(t.Context(), "serial:"+target, Options{Root: m.root})
		var selection *SelectionError
		require.ErrorAs(t, err, &selection, target)
		require.ErrorIs(t, err, os.ErrNotExist)
		for _, word := range words {
			require.ErrorContains(t, err, word)
		}
	}
	_, err := Open(t.Context(), "serial:sn=X", Options{Root: newMachine(t).root})
	require.ErrorContains(t, err, "no serial device is plugged in")
}

func TestOpenBySerialNumber(t *testing.T) {
	m := twoBoards(t)
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	defer slave.Close()
	node := filepath.Join(m.root, "dev/ttyUSB0")
	require.NoError(t, os.Remove(node))
	require.NoError(t, os.Symlink(slave.Name(), node))
	conn, err := Open(t.Context(), "serial:sn=FT4X1ABC#B", Options{Root: m.root})
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("here"))
	require.NoError(t, err)
	got := make([]byte, 4)
	_, err = master.Read(got)
	require.NoError(t, err)
	require.Equal(t, "here", string(got))
}

func TestHolders(t *testing.T) {
	m := twoBoards(t)
	require.Equal(t, []Holder{{42, "minicom"}}, holdersOf(m.root, "/dev/ttyUSB1", -1))
	require.Empty(t, holdersOf(m.root, "/dev/ttyUSB0", -1))
	require.Equal(t, ": held by pid 42 (minicom), pid 43 (cat)",
		describeHolders([]Holder{{42, "minicom"}, {43, "cat"}}).String())
	require.Empty(t, describeHolders(nil).String())

	m.file("proc/net/tcp", "  sl  local_address rem_address st\n"+
		"   0: 0100007F:2711 00000000:0000 0A 0:0 00:0 0 1000 0 77 1\n"+
		"   1: 0100007F:2712 00000000:0000 01 0:0 00:0 0 1000 0 78 1")
	require.Equal(t, []Holder{{42, "minicom"}}, listenersOn(m.root, 10001))
	require.Empty(t, listenersOn(m.root, 10002), "connected, not listening")
}

func TestOpenWithoutUSB(t *testing.T) {
	_, err := Open(t.Context(), "usb:0403:6010", Options{Root: newMachine(t).root})
	require.ErrorIs(t, err, usb.ErrNoUSB)
}
