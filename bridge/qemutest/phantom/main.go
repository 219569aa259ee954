//go:build linux

// Phantom is a USB device of which nothing exists but its answers: it is plugged
// into the kernel's virtual host controller (vhci_hcd, USB over IP) and answers each
// request of the bus itself, so that its descriptors can say what no controller of a
// gadget would let through, and requests can end in any way. It is plugged in until it
// is killed.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: phantom LIE")
		os.Exit(2)
	}
	d, known := devices()[os.Args[1]]
	if !known {
		fmt.Fprintf(os.Stderr, "phantom: no lie is called %q\n", os.Args[1])
		os.Exit(2)
	}
	if err := d.plugIn(); err != nil {
		fmt.Fprintln(os.Stderr, "phantom:", err)
		os.Exit(1)
	}
}

// device is a phantom: its descriptors and its answers.
type device struct {
	vendor        uint16
	configuration []byte // with all that is behind it

	// ask answers a request that is not of the standard; nil takes each.
	ask func(request byte) answer

	// bulk is the error of transfers to the host; 0 leaves them pending.
	bulk unix.Errno
}

// answer is the reaction to a control request.
type answer int

const (
	accepted answer = iota
	never           // no answer comes
	gone            // the device is pulled out while the request is on its way
)

const (
	vendorFTDI   = 0x0403
	vendorOpen   = 0x1209
	requestReset = 0 // the first that Loopline makes of an FTDI chip
	requestModem = 5 // whether all has been sent: asked behind each line
)

// devices are all by name.
func devices() map[string]device {
	good := configuration(iface(0, 0xff, 0xff), bulk(0x81, 64), bulk(0x02, 64))
	whenAsked := func(request byte, a answer) func(byte) answer {
		return func(asked byte) answer {
			if asked == request {
				return a
			}
			return accepted
		}
	}
	long := bytes.Clone(good)
	long[2], long[3] = 0xff, 0xff
	none := iface(0, 0xff, 0xff)
	none[4] = 0
	return map[string]device{
		"zero":   {vendor: vendorFTDI, configuration: configuration(iface(0, 0xff, 0xff), bulk(0x81, 64), []byte{0, 5}, bulk(0x02, 64))},
		"beyond": {vendor: vendorFTDI, configuration: configuration(iface(0, 0xff, 0xff), bulk(0x81, 64), []byte{200, 5, 2, 2})},
		"long":   {vendor: vendorFTDI, configuration: long},
		"empty":  {vendor: vendorFTDI, configuration: configuration()},
		"tiny":   {vendor: vendorFTDI, configuration: configuration(iface(0, 0xff, 0xff), bulk(0x81, 0), bulk(0x02, 64))},
		"huge":   {vendor: vendorFTDI, configuration: configuration(iface(0, 0xff, 0xff), bulk(0x81, 64), bulk(0x02, 0x7ff))},
		// The interface says that it has no endpoints, and the kernel believes it.
		"hidden": {vendor: vendorFTDI, configuration: configuration(none, bulk(0x81, 64), bulk(0x02, 64))},
		// The kernel drops the second interface's endpoints: the first has them.
		"twice": {vendor: vendorFTDI, configuration: configuration(iface(0, 0xff, 0xff), bulk(0x81, 64), bulk(0x02, 64),
			iface(1, 0xff, 0xff), bulk(0x81, 64), bulk(0x02, 64))},
		// A union of an interface that is not there with one that is.
		"union": {vendor: vendorOpen, configuration: configuration(iface(0, 2, 2), []byte{5, 0x24, 6, 200, 1},
			iface(1, 10, 0), bulk(0x81, 64), bulk(0x02, 64))},
		"hangs":  {vendor: vendorFTDI, configuration: good, ask: whenAsked(requestReset, never)},
		"goes":   {vendor: vendorFTDI, configuration: good, ask: whenAsked(requestReset, gone)},
		"leaves": {vendor: vendorFTDI, configuration: good, ask: whenAsked(requestModem, gone)},
		"sticks": {vendor: vendorFTDI, configuration: good, ask: whenAsked(requestModem, never)},
		"wire":   {vendor: vendorFTDI, configuration: good, bulk: unix.EPROTO},
	}
}

// configuration is one with its parts, whose length is said as it is.
func configuration(parts ...[]byte) []byte {
	interfaces := 0
	for _, part := range parts {
		if part[1] == 4 {
			interfaces++
		}
	}
	b := append([]byte{9, 2, 0, 0, byte(interfaces), 1, 0, 0x80, 50}, bytes.Join(parts, nil)...)
	binary.LittleEndian.PutUint16(b[2:], uint16(len(b)))
	return b
}

func iface(number, class, subclass byte) []byte {
	return []byte{9, 4, number, 0, 2, class, subclass, 0, 0}
}

func bulk(address byte, packet uint16) []byte {
	return []byte{7, 5, address, 2, byte(packet), byte(packet >> 8), 0}
}

// Numbers of the virtual controller and of USB over IP (Documentation/usb/usbip_protocol.rst).
const (
	attach    = "/sys/devices/platform/vhci_hcd.0/attach"
	ports     = 8
	identity  = 1<<16 | 2 // bus and address of the emulated device
	fullSpeed = 2

	submit   = 1
	unlink   = 2
	answered = 3 // submit
	unlinked = 4
	toHost   = 1
)

// header precedes each message of USB/IP.
type header struct {
	Command, Sequence, Device, Direction, Endpoint uint32

	// Of submit; of unlink Flags is the number of the transfer.
	Flags                    uint32
	Length                   int32
	Start, Packets, Interval int32
	Setup                    [8]byte
}

// reply is the header of an answer.
type reply struct {
	Command, Sequence, Device, Direction, Endpoint uint32

	Status                         int32
	Length, Start, Packets, Errors int32
	_                              [8]byte
}

// plugIn hands the kernel one end of a pair of sockets and answers at the other.
func (d device) plugIn() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	for port := range ports {
		text := fmt.Sprintf("%d %d %d %d", port, pair[0], identity, fullSpeed)
		if err = os.WriteFile(attach, []byte(text), 0); !errors.Is(err, unix.EBUSY) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("plugging in: %w", err)
	}
	return d.serve(os.NewFile(uintptr(pair[1]), "vhci"))
}

// serve answers until the kernel has nothing more to ask.
func (d device) serve(wire io.ReadWriter) error {
	for {
		var h header
		if err := binary.Read(wire, binary.BigEndian, &h); err != nil {
			return err
		}
		if h.Command == unlink {
			// -ECONNRESET: the transfer was under way, and is not any more.
			err := write(wire, h, unlinked, -int32(unix.ECONNRESET), nil)
			if err != nil {
				return err
			}
			continue
		}
		if h.Direction != toHost {
			if _, err := io.CopyN(io.Discard, wire, int64(h.Length)); err != nil {
				return err
			}
		}
		if err := d.transfer(wire, h); err != nil {
			return err
		}
	}
}

// transfer ends a transfer, or leaves it waiting.
func (d device) transfer(wire io.Writer, h header) error {
	switch {
	case h.Endpoint == 0:
		return d.control(wire, h)
	case h.Direction != toHost:
		return write(wire, h, answered, 0, nil)
	case d.bulk != 0:
		return write(wire, h, answered, -int32(d.bulk), nil)
	}
	return nil
}

// control answers a control request: those of the standard as a device does.
func (d device) control(wire io.Writer, h header) error {
	kind, request := h.Setup[0], h.Setup[1]
	if kind&0x60 != 0 && d.ask != nil {
		switch d.ask(request) {
		case never:
			return nil
		case gone:
			os.Exit(0)
		}
	}
	var data []byte
	if kind == 0x80 && request == 6 {
		if data = d.descriptor(h.Setup[3], h.Setup[2]); data == nil {
			return write(wire, h, answered, -int32(unix.EPIPE), nil)
		}
	} else if kind&0x80 != 0 {
		data = bytes.Repeat([]byte{0x60}, int(h.Length)) // all sent
	}
	return write(wire, h, answered, 0, data[:min(len(data), int(h.Length))])
}

// descriptor returns a descriptor of the device, or nil if it has none of that kind.
func (d device) descriptor(kind, index byte) []byte {
	le := binary.LittleEndian
	switch {
	case kind == 1:
		b := []byte{18, 1, 0, 2, 0, 0, 0, 64}
		b = le.AppendUint16(b, d.vendor)
		b = le.AppendUint16(b, product)
		return append(b, 0, 6, 0, 0, 1, 1)
	case kind == 2 && index == 0:
		return d.configuration
	case kind == 3 && index == 0:
		return []byte{4, 3, 9, 4}
	case kind == 3 && index == 1:
		b := []byte{0, 3}
		for _, c := range "PHANTOM" {
			b = le.AppendUint16(b, uint16(c))
		}
		b[0] = byte(len(b))
		return b
	}
	return nil
}

// product is one for which the kernel's drivers do not look.
const product = 0x0f0f

// write writes an answer, as much as was done with it.
func write(wire io.Writer, h header, command uint32, status int32, data []byte) error {
	r := reply{Command: command, Sequence: h.Sequence, Status: status, Length: int32(len(data))}
	if command == answered && h.Direction != toHost && status == 0 {
		r.Length = h.Length
	}
	var b bytes.Buffer
	if err := binary.Write(&b, binary.BigEndian, r); err != nil {
		return err
	}
	b.Write(data)
	_, err := wire.Write(b.Bytes())
	return err
}
