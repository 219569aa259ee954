package usb

import (
	"encoding/binary"

	"github.com/loopline/loopline/internal/say"
)

// Descriptor types of the USB standard (USB 2.0, table 9-5; CDC 1.2, table 12).
const (
	descDevice        = 0x01
	descConfiguration = 0x02
	descInterface     = 0x04
	descEndpoint      = 0x05
	descClass         = 0x24 // of an interface, as its class has it

	classUnion = 0x06 // subtype: which interfaces belong together

	classControl    = 0x02 // communications
	subclassACM     = 0x02
	attributeBulk   = 0x02
	attributeKind   = 0x03
	endpointIn      = 0x80
	endpointNumber  = 0x0f
	packetSizeMask  = 0x07ff
	maxDescriptors  = 64 << 10
	sizeDevice      = 18
	sizeConfig      = 9
	sizeInterface   = 9
	sizeEndpoint    = 7
	sizeUnion       = 5
	offsetTotal     = 2
	offsetConfigNum = 5
)

// layout holds the descriptors of one configuration of a device.
type layout struct {
	configuration int // its number
	settings      []setting
	unions        []union
}

// setting is an interface, or an alternative of one.
type setting struct {
	number, alternate int
	class, subclass   uint8
	endpoints         []endpoint
}

type endpoint struct {
	address   uint8
	attribute uint8
	packet    int // largest packet in bytes
}

// union joins the two interfaces of a CDC-ACM function.
type union struct{ control, data int }

// DescriptorError says in which way a device lies about itself.
type DescriptorError struct {
	At      int // byte of its descriptors
	Problem string
	text    say.Text // the problem
}

// Error names the place and the remedy.
func (e *DescriptorError) Error() string { return e.Text().String() }

// Text implements [say.Sayer].
func (e *DescriptorError) Text() say.Text {
	return say.Format("its descriptors are broken at byte %d: %s; a fault of the board's "+
		"firmware or cable: plug it in again, or use another port", e.At, e.text.As(e.Problem))
}

// parseDescriptors reads a device descriptor and, of the configurations behind it, as
// /sys has them, that of a number; 0 is the first. Nothing is believed: lengths are
// checked, loops end, and an interface without the endpoints of a serial port shows
// when it is opened.
func parseDescriptors(b []byte, configuration int) (*layout, error) {
	at, end, err := findConfiguration(b, configuration)
	if err != nil {
		return nil, err
	}
	l := &layout{configuration: int(b[at+offsetConfigNum])}
	for at < end {
		size := int(b[at])
		if size < 2 || at+size > end {
			return nil, broken(at, "a descriptor says it has %d bytes, %d are left", size, end-at)
		}
		if !l.add(b[at : at+size]) {
			return nil, broken(at, "a descriptor of type %#02x has %d bytes only", b[at+1], size)
		}
		at += size
	}
	l.joinLoose()
	return l, nil
}

func broken(at int, format string, args ...any) error {
	text := say.Format(format, args...)
	return &DescriptorError{at, text.String(), text}
}

// findConfiguration finds where a configuration begins and ends; 0 is the first.
func findConfiguration(b []byte, number int) (at, end int, err error) {
	switch {
	case len(b) > maxDescriptors:
		return 0, 0, broken(maxDescriptors, "they are longer than %d bytes", maxDescriptors)
	case len(b) < sizeDevice:
		return 0, 0, broken(len(b), "the device descriptor has %d bytes of %d", len(b), sizeDevice)
	case b[1] != descDevice || int(b[0]) < sizeDevice:
		return 0, 0, broken(0, "there is no device descriptor")
	}
	for at = int(b[0]); ; at = end {
		switch none := at+sizeConfig > len(b) || b[at+1] != descConfiguration; {
		case none && number == 0:
			return 0, 0, broken(at, "there is no configuration")
		case none:
			return 0, 0, broken(at, "there is no configuration %d, which the kernel has set", number)
		}
		total := int(binary.LittleEndian.Uint16(b[at+offsetTotal:]))
		end = at + total
		if total < sizeConfig || end > len(b) {
			return 0, 0, broken(at, "the configuration says %d bytes, there are %d", total, len(b)-at)
		}
		if number == 0 || number == int(b[at+offsetConfigNum]) {
			return at, end, nil
		}
	}
}

// add takes in one descriptor; false says that it is too short for its type.
// Types that do not matter here are passed over.
func (l *layout) add(d []byte) bool {
	switch d[1] {
	case descInterface:
		if len(d) < sizeInterface {
			return false
		}
		l.settings = append(l.settings, setting{
			number: int(d[2]), alternate: int(d[3]), class: d[5], subclass: d[6],
		})
	case descEndpoint:
		if len(d) < sizeEndpoint {
			return false
		}
		if n := len(l.settings); n > 0 {
			l.settings[n-1].endpoints = append(l.settings[n-1].endpoints, endpoint{
				address: d[2], attribute: d[3],
				packet: int(binary.LittleEndian.Uint16(d[4:]) & packetSizeMask),
			})
		}
	case descClass:
		n := len(l.settings)
		if n == 0 || len(d) < 3 || d[2] != classUnion || !l.settings[n-1].isControl() {
			return true
		}
		if len(d) < sizeUnion {
			return false
		}
		l.unions = append(l.unions, union{control: int(d[3]), data: int(d[4])})
	}
	return true
}

func (s *setting) isControl() bool {
	return s.class == classControl && s.subclass == subclassACM
}

// joinLoose pairs a control interface that forgot its union with the interface
// after it, as the kernel does.
func (l *layout) joinLoose() {
	for _, s := range l.settings {
		if !s.isControl() || s.alternate != 0 || l.joined(s.number) {
			continue
		}
		l.unions = append(l.unions, union{control: s.number, data: s.number + 1})
	}
}

func (l *layout) joined(control int) bool {
	for _, u := range l.unions {
		if u.control == control {
			return true
		}
	}
	return false
}

// pipes finds the two bulk endpoints of an interface, and the alternate setting
// that has them.
func (l *layout) pipes(number int) (in, out endpoint, alternate int, err error) {
	found := false
	for _, s := range l.settings {
		if s.number != number {
			continue
		}
		found = true
		in, out = endpoint{}, endpoint{}
		for _, e := range s.endpoints {
			if e.attribute&attributeKind != attributeBulk {
				continue
			}
			if e.address&endpointIn != 0 && in.address == 0 {
				in = e
			} else if e.address&endpointIn == 0 && out.address == 0 {
				out = e
			}
		}
		if in.address&endpointNumber != 0 && out.address&endpointNumber != 0 {
			return in, out, s.alternate, nil
		}
	}
	if !found {
		return in, out, 0, say.Errorf("it has no interface %d, which it says carries the bytes", number)
	}
	return in, out, 0, say.Errorf("interface %d has no pair of bulk endpoints: it is not a serial port", number)
}
