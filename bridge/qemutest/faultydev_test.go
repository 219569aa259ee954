//go:build linux

package qemutest_test

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// load loads modules in the guest, each with its options.
func (b *bench) load(t *testing.T, modules ...[]string) {
	t.Helper()
	for _, module := range modules {
		_, err := b.Run(b.context(t), append([]string{"insmod"}, module...)...)
		require.NoError(t, err)
	}
}

// controllers are two that the kernel emulates, for gadgets of its own: one for
// the CDC-ACM device, one for devices that lie.
func controllers() []string { return []string{"dummy_hcd", "num=2"} }

// TestLiars plugs devices in that say they are FTDI chips and are none: an error
// or a verdict that says why, and the kernel has its driver again.
func TestLiars(t *testing.T) {
	b := newFullBench(t)
	b.load(t, controllers(), []string{"usb_f_fs"})
	for lie, want := range map[string]struct {
		status int
		says   string
	}{
		"refuses": {1, `reset: the device refuses \(stall\)`},
		"silent":  {0, `loses .* not one byte`},
		"deaf":    {0, `loses .* did not take the line`},
		"stalls":  {0, `loses .* gone .* refuses \(stall\)`},
		"empty":   {0, `loses .* (not one byte|floods us)`},
		"short":   {0, `loses .* gone .* it is no FTDI chip`},
		"noise":   {0, `loses `},
		"leaves":  {0, `loses .* gone .* unplugged: `},
	} {
		for _, address := range []string{"usb:0403:6001?sn=LIAR", "usb:0403:6001?sn=LIAR&libusb=1"} {
			t.Run(lie+address[len("usb:0403:6001?sn=LIAR"):], func(t *testing.T) {
				p, err := b.Start(b.context(t), 0, "faultydev", "dummy_udc.1", lie)
				require.NoError(t, err)
				t.Cleanup(func() { p.Signal(syscall.SIGKILL) })
				b.tty(t, "LIAR")
				r := b.run(t, want.status, "play", "--white", address, "--red", "bot:random", "--handshake", "3s")
				require.Regexp(t, want.says, r.Stdout+r.Stderr)
				require.NotContains(t, r.Stderr, "goroutine")
				if lie != "leaves" {
					b.tty(t, "LIAR")
				}
				require.NoError(t, p.Signal(syscall.SIGKILL))
				b.awaitBare(t)
			})
		}
	}
}
