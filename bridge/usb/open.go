package usb

import (
	"context"
	"errors"
	"fmt"
)

// Config says which port is opened and how.
type Config struct {
	Selector Selector
	Line     Line

	// LowLatency sets the latency timer of FTDI chips to its least, 1 ms, and
	// Close sets it back. It is an error for a device without that timer.
	LowLatency bool

	// Libusb has libusb find the device and make the transfers. Otherwise they are
	// given to the kernel, which is faster and takes no library.
	Libusb bool

	// Log receives messages for the user: what a device refused, errors on the
	// line. It may be called by any goroutine that uses the connection. Nil is
	// silent.
	Log func(string)

	// Reattacher is a command that calls [RunReattacher] with the arguments appended to
	// it: it gives the kernel its driver back if this process is killed. Empty starts
	// none.
	Reattacher []string

	// Root is as for [Devices].
	Root string
}

// Open opens a port. The kernel's driver is taken off the interfaces that the
// port needs, and off no other. ctx bounds the opening only. The caller closes
// the connection.
//
// The error wraps [os.ErrNotExist] when no such port is plugged in,
// [ErrBusy] when another program has it, [os.ErrPermission] when this user may
// not use it, [ErrNoLibusb] when libusb is asked for and not built in, and
// [ErrNoUSB] on other systems than Linux.
func Open(ctx context.Context, config Config) (*Conn, error) {
	if config.Libusb && !libusbBuilt {
		return nil, fmt.Errorf("%s: %w", config.Selector, ErrNoLibusb)
	}
	port, err := selectConfigured(config, setConfiguration)
	if err != nil {
		return nil, err
	}
	return openPort(ctx, port, config, openPipe)
}

// selectConfigured selects a port, and sets the configuration of its device if it
// has none: only then has it interfaces, and the kernel perhaps drivers for them.
func selectConfigured(config Config, set func(*Device, int) error) (Port, error) {
	port, err := Select(config.Selector, config.Root)
	if err != nil || !port.Device.unconfigured {
		return port, err
	}
	l, err := parseDescriptors(port.Device.descriptors, 0)
	if err == nil {
		err = set(port.Device, l.configuration)
	}
	if err != nil {
		return Port{}, fmt.Errorf("%s: %w", port.Address(), err)
	}
	return Select(config.Selector, config.Root)
}

type opener func(port Port, ends ends, config Config) (pipe, error)

type ends struct {
	configuration int
	alternate     int
	in, out       endpoint
}

// Packet sizes that a bulk endpoint may have (USB 2.0, 5.8.3; 3.2, 8.3.3).
const (
	minPacket = 8
	maxPacket = 1024
)

// openPort checks what the device says of itself, takes the port and sets it.
func openPort(ctx context.Context, port Port, config Config, open opener) (*Conn, error) {
	name := port.Address()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	e, err := findEnds(port)
	if err != nil {
		return nil, fmt.Errorf("%s: device %s: %w", name, port.Device, err)
	}
	taken, err := detachDriver(port, config.Reattacher)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p, err := open(port, e, config)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), taken.reattach())
	}
	p = &restoring{pipe: p, detached: taken}
	var c chip = newCDC(port, p)
	if port.ftdi {
		c = newFTDI(port, p)
	}
	conn := newConn(name, config.Line, p, c, config.Log)
	conn.node = port.Device.Node()
	if err := conn.setUp(config); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), conn.Close())
	}
	return conn, nil
}

func findEnds(port Port) (ends, error) {
	l, err := parseDescriptors(port.Device.descriptors, port.Device.configuration)
	if err != nil {
		return ends{}, err
	}
	in, out, alternate, err := l.pipes(port.Interface)
	if err != nil {
		return ends{}, err
	}
	for _, e := range []endpoint{in, out} {
		if e.packet < minPacket || e.packet > maxPacket {
			return ends{}, fmt.Errorf("endpoint %#02x says its packets have %d bytes, "+
				"which no bulk endpoint has", e.address, e.packet)
		}
	}
	return ends{l.configuration, alternate, in, out}, nil
}

// restoring is a pipe whose interfaces are the kernel's.
type restoring struct {
	pipe
	detached *detached
}

// close gives the interfaces back to the kernel, whatever closing says.
func (l *restoring) close() error {
	return errors.Join(l.pipe.close(), l.detached.reattach())
}

// lowLatency is the least that all chips with a timer take, in milliseconds.
const lowLatency = 1

// setUp sets the line and the latency timer.
func (c *Conn) setUp(config Config) error {
	remarks, err := c.chip.open(config.Line)
	if err != nil {
		return err
	}
	c.restore = c.chip.close
	for _, remark := range remarks {
		c.log(c.name + ": " + remark)
	}
	if !config.LowLatency {
		return nil
	}
	before, err := c.chip.latency()
	if err != nil {
		return err
	}
	if err := c.chip.setLatency(lowLatency); err != nil {
		return err
	}
	c.restore = func() error {
		return errors.Join(c.chip.setLatency(before), c.chip.close())
	}
	c.log(fmt.Sprintf("%s: latency timer %d ms, was %d ms", c.name, lowLatency, before))
	return nil
}

// ErrBusy says that another program has the port.
var ErrBusy = errors.New("in use by another program")

// ErrNoLibusb says that this program was built without libusb.
var ErrNoLibusb = errors.New("libusb is not built into this program: leave libusb=1 out, or install " +
	"libusb-1.0-0-dev and pkg-config and type make build (or go build -tags usb)")
