package devices

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Hotplug hears of devices that come and go. The caller closes it.
type Hotplug struct {
	events *os.File // nil where the kernel tells nothing, as in a container
}

// hotplugPause is the poll interval without a message of the kernel.
const hotplugPause = 500 * time.Millisecond

// kernelGroup is the group to which the kernel itself sends its events.
const kernelGroup = 1

// WatchHotplug listens for devices that come and go. The caller closes the watcher.
func WatchHotplug() *Hotplug {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK,
		unix.NETLINK_KOBJECT_UEVENT)
	if err != nil {
		return &Hotplug{}
	}
	if err := unix.Bind(fd, &unix.SockaddrNetlink{Family: unix.AF_NETLINK, Groups: kernelGroup}); err != nil {
		unix.Close(fd)
		return &Hotplug{}
	}
	return &Hotplug{events: os.NewFile(uintptr(fd), "uevents")}
}

// Wait returns when the devices may have changed: after a message of the kernel, or
// half a second without one. It returns an error only if ctx ends: ctx.Err().
func (h *Hotplug) Wait(ctx context.Context) error {
	if h.events == nil {
		select {
		case <-ctx.Done():
		case <-time.After(hotplugPause):
		}
		return ctx.Err()
	}
	if err := h.events.SetReadDeadline(time.Now().Add(hotplugPause)); err != nil {
		return fmt.Errorf("listening for devices: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { h.events.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	buf := make([]byte, 8<<10)
	_, err := h.events.Read(buf)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil, errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, unix.ENOBUFS):
		return nil // ENOBUFS: more events than fit; looking tells all
	}
	return fmt.Errorf("listening for devices: %w", err)
}

// Close stops listening.
func (h *Hotplug) Close() error {
	if h.events == nil {
		return nil
	}
	return h.events.Close()
}
