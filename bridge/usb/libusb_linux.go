//go:build usb && cgo

package usb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/google/gousb"
)

const libusbBuilt = true

// libusb is a pipe through gousb.
type libusb struct {
	context *gousb.Context
	device  *gousb.Device
	config  *gousb.Config
	claimed []*gousb.Interface
	in      *gousb.ReadStream
	out     *gousb.OutEndpoint
	node    controlNode
	halted  chan struct{}
	size    int // of packets from the device
}

// openLibusb opens one device and begins to read. No other device is opened: they
// are found by bus and address, which the kernel knows.
// gousb panics where libusb cannot start and where a device on the bus describes
// itself in nonsense; that becomes an error.
func openLibusb(port Port, e ends) (_ pipe, err error) {
	u := &libusb{size: e.in.packet, node: -1, halted: make(chan struct{})}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("libusb: %v; a device on the bus may describe itself wrongly, or "+
				"/dev/bus/usb is missing", r)
		}
		if err != nil {
			err = errors.Join(err, u.release())
		}
	}()
	u.context = gousb.NewContext()
	if u.device, err = u.find(port.Device); err != nil {
		return nil, err
	}
	u.device.ControlTimeout = controlTimeout
	if u.config, err = u.device.Config(e.configuration); err != nil {
		return nil, fmt.Errorf("taking configuration %d: %w", e.configuration, translate(err))
	}
	return u, u.claim(port, e)
}

// find opens the device. It ignores errors of other devices.
func (u *libusb) find(d *Device) (*gousb.Device, error) {
	opened, err := u.context.OpenDevices(func(desc *gousb.DeviceDesc) bool {
		return desc.Bus == d.Bus && desc.Address == d.Address
	})
	if len(opened) > 0 {
		return opened[0], nil
	}
	if err == nil {
		return nil, fmt.Errorf("device %s went away while it was opened: %w", d, os.ErrNotExist)
	}
	if errors.Is(err, gousb.ErrorAccess) {
		return nil, nodeError(d.Node(), os.ErrPermission)
	}
	return nil, fmt.Errorf("opening device %s: %w", d, translate(err))
}

// claim claims the interfaces of a port and begins to read.
func (u *libusb) claim(port Port, e ends) (err error) {
	if u.node, err = openControl(port.Device.Node()); err != nil {
		return err
	}
	for _, number := range port.Interfaces {
		alternate := 0
		if number == port.Interface {
			alternate = e.alternate
		}
		i, err := u.config.Interface(number, alternate)
		if err != nil {
			return fmt.Errorf("claiming interface %d: %w", number, busy(err))
		}
		u.claimed = append(u.claimed, i)
		if number != port.Interface {
			continue
		}
		in, err := i.InEndpoint(int(e.in.address & endpointNumber))
		if err != nil {
			return err
		}
		if u.in, err = in.NewStream(readPackets*e.in.packet, readTransfers); err != nil {
			return fmt.Errorf("preparing to read: %w", translate(err))
		}
		if u.out, err = i.OutEndpoint(int(e.out.address & endpointNumber)); err != nil {
			return err
		}
	}
	return nil
}

// recipientMask are the bits of a request's kind that say whom it is for; 0 is
// the device.
const recipientMask = 0x1f

func (u *libusb) control(kind, request uint8, value, index uint16, data []byte) (int, error) {
	if kind&recipientMask == 0 {
		return u.node.control(kind, request, value, index, data, controlTimeout)
	}
	n, err := u.device.Control(kind, request, value, index, data)
	return n, translate(err)
}

func (u *libusb) read(data []byte) (int, error) {
	n, err := u.in.ReadContext(chanContext{u.halted}, data)
	return n, u.ended(u.halted, err)
}

func (u *libusb) halt() { close(u.halted) }

func (u *libusb) write(stop <-chan struct{}, data []byte) (int, error) {
	n, err := u.out.WriteContext(chanContext{stop}, data)
	return n, u.ended(stop, err)
}

// ended tells a request that we stopped from one that the device ended.
func (u *libusb) ended(stop <-chan struct{}, err error) error {
	if errors.Is(err, gousb.TransferCancelled) {
		select {
		case <-stop:
			return errStopped
		default:
		}
	}
	return translate(err)
}

func (u *libusb) packet() int { return u.size }

func (u *libusb) close() error { return u.release() }

// release gives back what was taken, from the inside out.
func (u *libusb) release() error {
	if u.in != nil {
		// A read that does not wait drains a stream without a reader.
		stopped := make(chan struct{})
		close(stopped)
		for err := error(nil); err == nil; {
			_, err = u.in.ReadContext(chanContext{stopped}, make([]byte, readPackets*u.size))
		}
	}
	for _, i := range u.claimed {
		i.Close()
	}
	errs := []error{u.node.close()}
	if u.config != nil {
		errs = append(errs, u.config.Close())
	}
	if u.device != nil {
		errs = append(errs, u.device.Close())
	}
	if u.context != nil {
		errs = append(errs, u.context.Close())
	}
	return errors.Join(errs...)
}

// translate gives libusb's errors the names they have in this package.
func translate(err error) error {
	is := func(targets ...error) bool {
		for _, target := range targets {
			if errors.Is(err, target) {
				return true
			}
		}
		return false
	}
	switch {
	case err == nil:
		return nil
	case is(gousb.ErrorNoDevice, gousb.TransferNoDevice):
		return errGone
	case is(gousb.ErrorPipe, gousb.TransferStall):
		return errStall
	case is(gousb.ErrorTimeout, gousb.TransferTimedOut):
		return errTimeout
	case is(gousb.ErrorIO, gousb.TransferError):
		return errWire
	case is(gousb.ErrorBusy):
		return ErrBusy
	case is(gousb.ErrorAccess):
		return os.ErrPermission
	}
	return err
}

// busy finds the error of an interface that another program has: gousb hands it
// on as text alone.
func busy(err error) error {
	if strings.Contains(err.Error(), gousb.ErrorBusy.Error()) {
		return ErrBusy
	}
	return translate(err)
}

// chanContext is the context that gousb wants: it ends with a channel.
type chanContext struct{ stop <-chan struct{} }

func (u chanContext) Deadline() (time.Time, bool) { return time.Time{}, false }
func (u chanContext) Done() <-chan struct{}       { return u.stop }
func (u chanContext) Value(any) any               { return nil }

func (u chanContext) Err() error {
	select {
	case <-u.stop:
		return context.Canceled
	default:
		return nil
	}
}
