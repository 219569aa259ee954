//go:build linux

package qemutest_test

import (
	"fmt"
	"path"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
)

// TestPhantoms plugs devices in that describe themselves wrongly, or leave a control
// request unanswered: an error or a verdict that says why. Those who list and diagnose
// bear with them too.
func TestPhantoms(t *testing.T) {
	b := newFullBench(t)
	b.load(t, []string{"vhci_hcd"})
	const ftdi, cdc = "usb:0403:0f0f", "usb:1209:0f0f"
	for lie, want := range map[string]struct {
		address string
		status  int
		says    string
	}{
		// Of these two the kernel keeps what stands before the fault.
		"zero":   {ftdi, 1, `broken at byte 18: the configuration says 34 bytes, there are 25`},
		"beyond": {ftdi, 1, `broken at byte 18: the configuration says 29 bytes, there are 25`},
		"long":   {ftdi, 1, `broken at byte 18: the configuration says 65535 bytes`},
		"empty":  {ftdi, 1, `no serial port that is known here`},
		"tiny":   {ftdi, 1, `endpoint 0x81 says its packets have 0 bytes`},
		"huge":   {ftdi, 1, `endpoint 0x02 says its packets have 2047 bytes`},
		"hidden": {ftdi, 1, `no such endpoint; the device describes itself wrongly`},
		"twice":  {ftdi + "?channel=B", 0, `loses .* not one byte`},
		"union":  {cdc + "?channel=A", 1, `claiming interface 200: the kernel knows of none`},
		"hangs":  {ftdi, 1, `reset: the device does not answer`},
		"goes":   {ftdi, 1, `device went away`},
		"leaves": {ftdi, 0, `loses .* gone .* unplugged: `},
		"sticks": {ftdi, 0, `loses .* gone .* the device does not answer`},
		"wire":   {ftdi, 0, `loses .* gone .* a transfer failed on the way`},
	} {
		t.Run(lie, func(t *testing.T) {
			p, err := b.Start(b.context(t), 0, "phantom", lie)
			require.NoError(t, err)
			t.Cleanup(func() { p.Signal(syscall.SIGKILL) })
			id := strings.TrimPrefix(want.address[:len(ftdi)], "usb:")
			b.awaitDevice(t, id, true)
			b.run(t, 0, "ports")
			require.NotContains(t, b.doctor(t).Stderr, "goroutine")
			r := b.run(t, want.status, "play", "--white", want.address, "--red", "bot:random", "--handshake", "3s")
			require.Regexp(t, want.says, r.Stdout+r.Stderr)
			require.NotContains(t, r.Stderr, "goroutine")
			require.NoError(t, p.Signal(syscall.SIGKILL))
			b.awaitDevice(t, id, false)
		})
	}
}

// awaitDevice waits until the guest has a device of a vendor and product, or has none.
func (b *bench) awaitDevice(t *testing.T, id string, there bool) {
	t.Helper()
	ctx := b.context(t)
	for ctx.Err() == nil {
		if (b.device(t, id) != "") == there {
			return
		}
	}
	require.Fail(t, "waiting for a device", "%s, there: %v", id, there)
}

// device is the folder of /sys of a device with a vendor and product; empty for none.
func (b *bench) device(t *testing.T, id string) string {
	t.Helper()
	const folder = "/sys/bus/usb/devices"
	names, err := b.Read(b.context(t), folder)
	require.NoError(t, err)
	for name := range strings.FieldsSeq(string(names)) {
		vendor, _ := b.Read(b.context(t), path.Join(folder, name, "idVendor"))
		product, err := b.Read(b.context(t), path.Join(folder, name, "idProduct"))
		if err == nil && fmt.Sprintf("%s:%s", strings.TrimSpace(string(vendor)), strings.TrimSpace(string(product))) == id {
			return path.Join(folder, name)
		}
	}
	return ""
}

// TestUnconfigured plays on a board whose configuration the kernel has not set, as one
// that asks for more power than its hub has. Afterwards the kernel has a driver for it.
func TestUnconfigured(t *testing.T) {
	b := newFullBench(t)
	b.join(t, b.plug(t, qemutest.Adapter{ID: "u", Serial: "SNu"}))
	b.tty(t, "SNu")
	folder := b.device(t, "0403:6001")
	require.NoError(t, b.Write(b.context(t), path.Join(folder, "bConfigurationValue"), "-1"))
	b.await(t, "a board without a driver", func(p port) bool { return p.SerialNumber == "SNu" && p.Driver == "" })
	wants(t, b.play(t, 0, "usb:0403:6001?sn=SNu", "bot:random").Stdout, " wins by ")
	b.tty(t, "SNu")
}
