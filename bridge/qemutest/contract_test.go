//go:build linux

package qemutest_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
	"github.com/loopline/loopline/player/contract"
)

// TestContract prints the columns of the contract's table for an emulated USB adapter: by raw USB, and in the rig's full
// form by the kernel's driver and through libusb. A far end that hangs up pulls its adapter out.
func TestContract(t *testing.T) {
	b := newBench(t)
	ways := []contract.Way{b.way("usb", "usb:0403:6001?sn=SNrow")}
	if *full {
		ways = append(ways, b.way("usb kernel", "serial:sn=SNrow"))
	}
	if *full && b.libusb {
		ways = append(ways, b.way("usb libusb", "usb:0403:6001?sn=SNrow&libusb=1"))
	}
	contract.Run(t, ways)
}

func (b *bench) way(name, address string) contract.Way {
	return contract.Way{Name: name, Partial: true, Elsewhere: func(t *testing.T, row int) error {
		id := fmt.Sprint("row", row)
		far := b.plug(t, qemutest.Adapter{ID: id, Serial: "SNrow"})
		played := make(chan struct{})
		go func() { defer close(played); contract.PlaySelected(far) }()
		b.tty(t, "SNrow")
		r, err := b.Run(b.context(t), b.program(t, "probe", []string{address}), address, strconv.Itoa(row))
		require.NoError(t, err)
		require.NoError(t, b.Unplug(id))
		<-played
		awaitGone(t, b.context(t), b, "SNrow")
		if r.Status != 0 {
			return fmt.Errorf("%s%s", r.Stdout, r.Stderr)
		}
		return nil
	}}
}
