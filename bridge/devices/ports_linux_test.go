package devices

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices/devicestest"
)

func TestPorts(t *testing.T) {
	ports, err := Ports(devicestest.TwoBoards(t).Root)
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
	ports, err := Ports(devicestest.TwoBoards(t).Root)
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
	require.Contains(t, PermissionRemedy(file), "udev rule")
	require.NoError(t, os.Chmod(file, 0o660))
	if os.Getgid() == 0 {
		require.NoError(t, os.Chown(file, 0, 20))
	}
	require.Contains(t, PermissionRemedy(file), "sudo usermod -aG ")
	require.Contains(t, PermissionRemedy("/none"), "sudo usermod -aG dialout $USER")
}

// TestSelection finds the node; its opening is tried on a pseudo-terminal.
func TestSelection(t *testing.T) {
	m := devicestest.TwoBoards(t)
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
		a, err := addr.Parse("serial:" + target)
		require.NoError(t, err)
		got, err := ResolveSerial(a.Serial, m.Root)
		require.NoError(t, err, target)
		require.Equal(t, want, got)
	}
}

func TestHolders(t *testing.T) {
	m := devicestest.TwoBoards(t)
	require.Equal(t, []Holder{{42, "minicom"}}, HoldersOf(m.Root, "/dev/ttyUSB1", -1))
	require.Empty(t, HoldersOf(m.Root, "/dev/ttyUSB0", -1))
	require.Equal(t, ": held by pid 42 (minicom), pid 43 (cat)",
		DescribeHolders([]Holder{{42, "minicom"}, {43, "cat"}}).String())
	require.Empty(t, DescribeHolders(nil).String())

	m.File("proc/net/tcp", "  sl  local_address rem_address st\n"+
		"   0: 0100007F:2711 00000000:0000 0A 0:0 00:0 0 1000 0 77 1\n"+
		"   1: 0100007F:2712 00000000:0000 01 0:0 00:0 0 1000 0 78 1")
	require.Equal(t, []Holder{{42, "minicom"}}, ListenersOn(m.Root, 10001))
	require.Empty(t, ListenersOn(m.Root, 10002), "connected, not listening")
}
