//go:build linux

package qemutest

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Adapter is an FTDI adapter to be plugged into the machine.
type Adapter struct {
	ID     string // names it to Unplug
	Serial string // serial number; empty for what QEMU gives
	Port   string // of the root hub, such as "2"; empty for the next that is free

	// Device is a terminal here that takes the wire instead of a socket, so that
	// the far end sees the line's settings, the baud rate among them.
	Device string
}

// Plug plugs an adapter in and answers the far end of its wire: what the guest
// sends can be read there, and what is written there the guest receives. It is
// nil when the board has a Device. Closing the far end unplugs the adapter.
func (m *Machine) Plug(ctx context.Context, b Adapter) (io.ReadWriteCloser, error) {
	conn, err := m.wire(ctx, b)
	if err != nil {
		return nil, fmt.Errorf("plugging %s in: %w", b.ID, err)
	}
	device := map[string]any{"driver": "usb-serial", "id": b.ID, "chardev": "wire-" + b.ID, "bus": "usb.0"}
	if b.Serial != "" {
		device["serial"] = b.Serial
	}
	if b.Port != "" {
		device["port"] = b.Port
	}
	if err := m.monitor.do("device_add", device); err != nil {
		if conn != nil {
			conn.Close()
		}
		_ = m.removeWire(b.ID)
		return nil, err
	}
	m.mu.Lock()
	m.boards[b.ID] = conn
	m.mu.Unlock()
	if conn == nil {
		return nil, nil
	}
	return conn, nil
}

// wire gives QEMU the near end of a wire.
func (m *Machine) wire(ctx context.Context, b Adapter) (net.Conn, error) {
	if b.Device != "" {
		return nil, m.monitor.do("chardev-add", map[string]any{
			"id": "wire-" + b.ID,
			"backend": map[string]any{
				"type": "serial", "data": map[string]any{"device": b.Device},
			},
		})
	}
	path := filepath.Join(m.dir, "wire-"+b.ID)
	os.Remove(path)
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	err = m.monitor.do("chardev-add", map[string]any{
		"id": "wire-" + b.ID,
		"backend": map[string]any{
			"type": "socket", "data": map[string]any{
				"addr":   map[string]any{"type": "unix", "data": map[string]any{"path": path}},
				"server": false,
			},
		},
	})
	if err != nil {
		return nil, err
	}
	return m.accept(ctx, l)
}

// Unplug pulls an adapter out.
func (m *Machine) Unplug(id string) error {
	if err := m.monitor.do("device_del", map[string]any{"id": id}); err != nil {
		return err
	}
	m.mu.Lock()
	conn := m.boards[id]
	delete(m.boards, id)
	m.mu.Unlock()
	if conn != nil {
		conn.Close()
	}
	return m.removeWire(id)
}

// Unplugging is done a moment after QEMU says so; until then the wire is in use.
const (
	removeTries = 200
	removePause = 10 * time.Millisecond
)

func (m *Machine) removeWire(id string) (err error) {
	for range removeTries {
		if err = m.monitor.do("chardev-remove", map[string]any{"id": "wire-" + id}); err == nil {
			return nil
		}
		time.Sleep(removePause)
	}
	return err
}
