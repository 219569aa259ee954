package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/bridge/usb"
	"github.com/loopline/loopline/internal/say"
)

// openUSB opens a port by raw USB. It refuses a port whose serial device is open before
// it detaches the kernel's driver, so that no other program is disturbed.
func openUSB(ctx context.Context, a addr.USBAddress, opts Options) (io.ReadWriteCloser, error) {
	selector := usb.Selector{
		Vendor: a.Vendor, Product: a.Product,
		SerialNumber: a.SerialNumber, Path: a.USBPath, Channel: a.Channel,
	}
	port, err := usb.Select(selector, opts.Root)
	if err != nil {
		return nil, err
	}
	if tty := port.TTY(); tty != "" {
		if err := ttyIsFree("/dev/" + tty); err != nil {
			return nil, fmt.Errorf("%s: %w", selector, err)
		}
	}
	conn, err := usb.Open(ctx, usb.Config{
		Selector: selector,
		Line: usb.Line{
			Baud: a.Baud, Bits: a.Bits, Parity: a.Parity, Stop: a.Stop, DTR: a.DTR, RTS: a.RTS,
		},
		LowLatency: a.LowLatency, Libusb: a.Libusb, Log: opts.Log, Reattacher: opts.USBReattacher, Root: opts.Root,
	})
	if errors.Is(err, usb.ErrBusy) {
		return nil, say.Errorf("%w%s: end that program", err,
			devices.DescribeHolders(devices.HoldersOf("/", port.Device.Node(), -1)))
	}
	if err != nil {
		return nil, err
	}
	return &usbPort{conn}, nil
}

// ttyIsFree returns an error if another process has a serial device open, as far as
// this user may see.
func ttyIsFree(node string) error {
	if holders := devices.HoldersOf("/", node, -1); len(holders) > 0 {
		return say.Errorf("%s is in use%s: end that program: %w", node,
			devices.DescribeHolders(holders), usb.ErrBusy)
	}
	return nil
}

// usbPort returns the end of a connection in the words of this package.
type usbPort struct{ *usb.Conn }

// Read returns a [*lines.DisconnectedError] at an end that we did not cause.
func (p *usbPort) Read(b []byte) (int, error) {
	n, err := p.Conn.Read(b)
	return n, explainUSB(err)
}

// Write returns a [*lines.DisconnectedError] when the device has gone.
func (p *usbPort) Write(b []byte) (int, error) {
	n, err := p.Conn.Write(b)
	return n, explainUSB(err)
}

// Drain returns a [*lines.DisconnectedError] when the device has gone.
func (p *usbPort) Drain() error { return explainUSB(p.Conn.Drain()) }

func explainUSB(err error) error {
	var gone *usb.DisconnectedError
	if errors.As(err, &gone) {
		return &lines.DisconnectedError{Why: gone.Why, Err: err}
	}
	return err
}
