//go:build !linux

package devices

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"go.bug.st/serial"

	"github.com/loopline/loopline/internal/say"
)

// portNames lists the devices on systems that report nothing but names.
func portNames(why error) ([]Port, error) {
	names, err := serial.GetPortsList()
	if err != nil {
		return nil, say.Errorf("listing serial devices: %w", errors.Join(why, err))
	}
	var ports []Port
	for _, name := range names {
		ports = append(ports, Port{Device: name, CanOpen: true})
	}
	sortPorts(ports)
	return ports, nil
}

func sortPorts(ports []Port) {
	slices.SortFunc(ports, func(a, b Port) int {
		return cmp.Or(cmp.Compare(len(a.Device), len(b.Device)), cmp.Compare(a.Device, b.Device))
	})
}

// PortsWithoutDevice is empty: ports without a serial device are looked for on Linux only.
func PortsWithoutDevice(string) ([]Port, error) { return nil, nil }

// HoldersOf is empty: the system does not say who has a device open.
func HoldersOf(_, _ string, _ int) []Holder { return nil }

// ListenersOn is empty: the system does not say who listens.
func ListenersOn(string, int) []Holder { return nil }

// Hotplug looks for devices that come and go. The caller closes it.
type Hotplug struct{}

// hotplugPause is between two looks.
const hotplugPause = 500 * time.Millisecond

// WatchHotplug polls for devices that come and go. The caller closes the watcher.
func WatchHotplug() *Hotplug { return &Hotplug{} }

// Wait returns when something may have changed: every half a second. Its error is
// that of ctx.
func (*Hotplug) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
	case <-time.After(hotplugPause):
	}
	return ctx.Err()
}

// Close stops polling.
func (*Hotplug) Close() error { return nil }
