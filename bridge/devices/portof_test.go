package devices

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
)

func TestPortAmong(t *testing.T) {
	ports := []Port{
		{Device: "/dev/ttyUSB0", VendorID: "0403", ProductID: "6010", SerialNumber: "FT1", USBPath: "1-1", Channel: "A"},
		{Device: "/dev/ttyUSB1", VendorID: "0403", ProductID: "6010", SerialNumber: "FT1", USBPath: "1-1", Channel: "B"},
		{Device: "/dev/ttyUSB2", VendorID: "0403", ProductID: "6001", USBPath: "1-2", Manufacturer: "QEMU"},
	}
	for address, want := range map[string]string{
		"serial:/dev/ttyUSB1":            "/dev/ttyUSB1",
		"serial:/dev/pts/99999":          "/dev/pts/99999",
		"serial:sn=FT1#B":                "/dev/ttyUSB1",
		"serial:sn=FT1":                  "", // two
		"serial:sn=FT2":                  "",
		"serial:path=1-2":                "/dev/ttyUSB2",
		"usb:0403:6001":                  "/dev/ttyUSB2",
		"usb:0403:6010":                  "",
		"usb:0403:6010?channel=A":        "/dev/ttyUSB0",
		"usb:0403:6010?path=1-1":         "",
		"usb:1d50:602b":                  "",
		"exec:./mybot":                   "",
		"usb:0403:6010?sn=FT1&channel=B": "/dev/ttyUSB1",
	} {
		a, err := addr.Parse(address)
		require.NoError(t, err, address)
		p, ok := portAmong(ports, a)
		require.Equal(t, want != "", ok, address)
		require.Equal(t, want, p.Device, address)
	}
	require.True(t, ports[2].Emulated())
	require.False(t, ports[0].Emulated())
}
