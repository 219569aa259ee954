//go:build linux

package qemutest_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
)

// TestKernelDriver plays over two devices of the kernel's driver.
func TestKernelDriver(t *testing.T) {
	b := newBench(t)
	b.plugBot(t, "a")
	b.plugBot(t, "b")
	b.tty(t, "SNb")
	r := b.play(t, 0, "serial:"+b.tty(t, "SNa"), "serial:sn=SNb", "--record", "/tmp/kernel.jsonl")
	require.Regexp(t, `(white|red) \(serial:\S+\) wins by (loop|line|loop and line)`, r.Stdout)
	b.run(t, 0, "verify", "/tmp/kernel.jsonl")
}

// TestRawUSB plays with one player by raw USB and one over the kernel's driver,
// which is given back. The program is built without cgo, as for a release.
func TestRawUSB(t *testing.T) {
	newBench(t).playByUSB(t, "usb:0403:6001?sn=SNa")
}

// TestLibusb plays the same through libusb.
func TestLibusb(t *testing.T) {
	b := newFullBench(t)
	b.playByUSB(t, "usb:0403:6001?sn=SNa&libusb=1")
	// As it is released the program has none, says so, and takes nothing.
	b.plugBot(t, "c")
	b.tty(t, "SNc")
	r, err := b.Run(b.context(t), append([]string{"loopline"}, playArgs("usb:0403:6001?sn=SNc&libusb=1", "bot:random")...)...)
	require.NoError(t, err)
	require.Equal(t, 1, r.Status, r.Stderr)
	wants(t, r.Stderr, "libusb is not built into this program", "leave libusb=1 out")
	b.tty(t, "SNc")
}

func (b *bench) playByUSB(t *testing.T, address string) {
	t.Helper()
	b.plugBot(t, "a")
	b.plugBot(t, "b")
	b.tty(t, "SNa")
	b.tty(t, "SNb")
	r := b.play(t, 0, address, "serial:sn=SNb", "--games", "2", "--record", "/tmp/usb.jsonl")
	require.Regexp(t, `wins by (loop|line)`, r.Stdout)
	b.run(t, 0, "verify", "/tmp/usb.jsonl")
	b.tty(t, "SNa")
}

// unplugLimit bounds the time from unplugging a board to the verdict, in the rig's
// full form. The time includes the way through an emulated machine, which may wait
// for a processor, so the best of several tries counts. The short form, which runs
// on busy machines, only logs the time.
const (
	unplugLimit = 100 * time.Millisecond

	fewestUnplugs, mostUnplugs = 3, 10
)

// TestUnplug pulls a board out in the middle of a game, over the kernel's driver
// and by raw USB, and plugs it in again for the next one.
func TestUnplug(t *testing.T) {
	b := newBench(t)
	for _, address := range []string{"serial:sn=SNx", "usb:0403:6001?sn=SNx"} {
		t.Run(address[:3], func(t *testing.T) { b.unplug(t, address) })
	}
}

func (b *bench) unplug(t *testing.T, address string) {
	b.plugBot(t, "other")
	b.tty(t, "SNother")
	if !*full {
		t.Logf("%s: gone after %v", address, b.unplugOnce(t, address, "x", "y"))
		return
	}
	var took []time.Duration
	for try := range mostUnplugs {
		took = append(took, b.unplugOnce(t, address, fmt.Sprint("x", try), fmt.Sprint("y", try)))
		if try+1 >= fewestUnplugs && slices.Min(took) < unplugLimit {
			break
		}
	}
	t.Logf("%s: gone after %v", address, took)
	require.Less(t, slices.Min(took), unplugLimit)
}

// unplugOnce plays a game in which the first board is pulled out and a second
// with the board that was plugged in instead. It answers how long it took until
// the verdict was here.
func (b *bench) unplugOnce(t *testing.T, address, first, second string) time.Duration {
	t.Helper()
	ctx := b.context(t)
	pulled := make(chan time.Time, 1)
	far := b.plug(t, qemutest.Adapter{ID: first, Serial: "SNx"})
	seat(t, far, "good", reacting(4, func() {
		pulled <- time.Now()
		b.Unplug(first)
	}))
	b.tty(t, "SNx")
	p := b.start(t, 0, playArgs(address, "serial:sn=SNother", "--games", "2", "--json")...)
	require.NoError(t, p.Await(ctx, `"gone"`))
	took := time.Since(<-pulled)
	b.join(t, b.plug(t, qemutest.Adapter{ID: second, Serial: "SNx"}))
	r, err := p.Wait(ctx)
	require.NoError(t, err)
	require.Zero(t, r.Status, r.Stderr)
	wants(t, r.Stdout, `"reason":"gone"`, "unplugged: ", `"winner":`)
	require.NoError(t, b.Unplug(second))
	awaitGone(t, ctx, b, "SNx")
	return took
}

func awaitGone(t *testing.T, ctx context.Context, b *bench, serial string) {
	t.Helper()
	for ctx.Err() == nil {
		gone := true
		for _, p := range b.ports(t) {
			gone = gone && p.SerialNumber != serial
		}
		if gone {
			return
		}
	}
	require.Fail(t, serial+" is still there")
}
