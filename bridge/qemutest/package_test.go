//go:build linux

package qemutest_test

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
)

var debian = flag.String("deb", "", "`FILE` of a package for Debian to try in a root that holds nothing else")

// TestPackage boots a machine whose root holds what a package for Debian brings, and
// nothing but that and the first process: the program lists a board and plays on it by
// raw USB.
func TestPackage(t *testing.T) {
	if *debian == "" {
		t.Skip("a part of scripts/try-release, which makes a package")
	}
	kernel, err := qemutest.FindKernel(kernelFolder())
	require.NoError(t, err)
	// Sockets want a short name.
	dir, err := os.MkdirTemp("", "deb")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	root, guest, initramfs := filepath.Join(dir, "root"), filepath.Join(dir, "guest"), filepath.Join(dir, "initramfs")
	out, err := exec.Command("dpkg-deb", "-x", *debian, root).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, build(guest, "0", "./guest"))
	image := qemutest.Image{
		Kernel: kernel, Init: guest, Files: make(map[string]string),
		Modules: []string{"xhci_pci", "ftdi_sio"},
	}
	require.NoError(t, filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			image.Files[strings.TrimPrefix(name, root)] = name
		}
		return err
	}))
	require.Contains(t, image.Files, "/usr/bin/loopline")
	require.NoError(t, image.Build(initramfs))
	machine, err := qemutest.Boot(t.Context(), kernel, initramfs, dir)
	require.NoError(t, err)
	t.Cleanup(func() { machine.Close() })
	b := &bench{Machine: machine, dir: dir, loopline: filepath.Join(root, "usr/bin/loopline")}

	rules, err := b.Read(b.context(t), "/usr/lib/udev/rules.d/70-loopline.rules")
	require.NoError(t, err)
	require.Contains(t, string(rules), `SUBSYSTEM=="usb", ATTR{idVendor}=="0403", ATTR{idProduct}=="6001"`)
	b.plugBot(t, "p")
	packaged := func(args ...string) qemutest.Result {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		r, err := b.Run(ctx, append([]string{"/usr/bin/loopline"}, args...)...)
		require.NoError(t, err)
		return r
	}
	var listed qemutest.Result
	require.Eventually(t, func() bool {
		listed = packaged("ports")
		return strings.Contains(listed.Stdout, "ttyUSB")
	}, patience, 100*time.Millisecond)
	t.Log(listed.Stdout)
	wants(t, listed.Stdout, "0403:6001", "SNp", "ftdi_sio", "QEMU emulates (sure)", "serial:sn=SNp")
	found := packaged("doctor")
	require.Contains(t, []int{0, 3}, found.Status, found.Stderr)
	require.NotContains(t, found.Stdout, "apt-get")
	r := packaged(playArgs("usb:0403:6001?sn=SNp", "bot:random", "--record", "/tmp/p.jsonl")...)
	require.Zero(t, r.Status, r.Stderr)
	wants(t, r.Stdout, " wins by ")
	require.Zero(t, packaged("verify", "/tmp/p.jsonl").Status)
	require.Contains(t, packaged("ports").Stdout, "ttyUSB", "the kernel has its driver again")
}
