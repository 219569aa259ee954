package usb

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// plugged lays a device out as the kernel does in /sys: an FTDI chip, with the
// configuration and the files that are given. It returns the root and what writes more.
func plugged(t *testing.T, configuration string) (root string, write func(path, text string)) {
	root = t.TempDir()
	write = func(path, text string) {
		name := filepath.Join(root, "sys/bus/usb/devices", path)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	for name, text := range map[string]string{
		"idVendor": "0403\n", "idProduct": "6001\n", "bcdDevice": "0600\n", "busnum": "250\n", "devnum": "14\n",
		"bConfigurationValue": configuration, "descriptors": string(ftdiDescriptors(1)),
	} {
		write("1-1/"+name, text)
	}
	return root, write
}

// TestUnconfigured opens a device that has no configuration, and so no interfaces: the
// first is set, and the interfaces that come by it are used.
func TestUnconfigured(t *testing.T) {
	root, write := plugged(t, "\n")
	config := Config{Selector: Selector{Vendor: vendorFTDI, Product: 0x6001}, Root: root}
	sets := 0
	port, err := selectConfigured(config, func(d *Device, number int) error {
		require.Equal(t, "/dev/bus/usb/250/014", d.Node())
		require.Equal(t, 1, number)
		sets++
		write("1-1/bConfigurationValue", "1\n")
		write("1-1:1.0/bInterfaceNumber", "00\n")
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 1, sets)
	require.Len(t, port.Device.Interfaces, 1)

	_, err = selectConfigured(config, func(*Device, int) error { return errors.New("set again") })
	require.NoError(t, err, "it is set")

	root, _ = plugged(t, "\n")
	config.Root = root
	_, err = selectConfigured(config, func(*Device, int) error { return ErrBusy })
	require.ErrorIs(t, err, ErrBusy)
	require.ErrorContains(t, err, "usb:0403:6001?path=1-1: ")
}

// TestWithoutLibusb asks for libusb where it is not built in, before anything is taken
// from the kernel.
func TestWithoutLibusb(t *testing.T) {
	root, _ := plugged(t, "1\n")
	config := Config{Selector: Selector{Vendor: vendorFTDI, Product: 0x6001}, Line: fastLine, Root: root, Libusb: true}
	_, err := Open(t.Context(), config)
	if !libusbBuilt {
		require.ErrorIs(t, err, ErrNoLibusb)
		require.ErrorContains(t, err, "leave libusb=1 out")
		return
	}
	require.NotErrorIs(t, err, ErrNoLibusb)
}

// TestOpenAsked opens a device of which there is no node: the error says what is
// missing, not that something was not built in.
func TestOpenAsked(t *testing.T) {
	root, _ := plugged(t, "1\n")
	config := Config{Selector: Selector{Vendor: vendorFTDI, Product: 0x6001}, Line: fastLine, Root: root}
	_, err := Open(t.Context(), config)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "/dev/bus/usb/250/014 is not there")
}
