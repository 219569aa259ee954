package usb

import (
	"encoding/binary"
	"errors"
	"sync"
)

// fakePipe is hardware that does as it is told.
type fakePipe struct {
	size int // of packets

	mu       sync.Mutex
	requests []request
	answers  map[uint8][]byte // of requests to the host
	refuses  map[uint8]error  // by request
	writeErr error
	closes   int

	in  chan []byte // transfers to the host
	out chan []byte // … from the host; nil takes nothing
	end chan struct{}
	err error // why reading ended

	halted chan struct{}

	reading chan struct{} // gets an item when a read waits for the device
}

// request is a control request that came.
type request struct {
	kind, request uint8
	value, index  uint16
	data          string
}

func newFakePipe() *fakePipe {
	return &fakePipe{
		size: 64, answers: make(map[uint8][]byte), refuses: make(map[uint8]error),
		in: make(chan []byte, 64), out: make(chan []byte, 64), end: make(chan struct{}),
		halted: make(chan struct{}), reading: make(chan struct{}, 1),
	}
}

func (f *fakePipe) control(kind, number uint8, value, index uint16, data []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.refuses[number]; err != nil {
		return 0, err
	}
	if kind&0x80 != 0 {
		return copy(data, f.answers[number]), nil
	}
	f.requests = append(f.requests, request{kind, number, value, index, string(data)})
	return len(data), nil
}

func (f *fakePipe) read(data []byte) (int, error) {
	select {
	case transfer := <-f.in:
		return copy(data, transfer), nil
	default:
	}
	select {
	case f.reading <- struct{}{}:
	default:
	}
	select {
	case transfer := <-f.in:
		return copy(data, transfer), nil
	case <-f.end:
		return 0, f.err
	case <-f.halted:
		return 0, errStopped
	}
}

func (f *fakePipe) write(stop <-chan struct{}, data []byte) (int, error) {
	f.mu.Lock()
	err := f.writeErr
	f.mu.Unlock()
	if err != nil {
		return 0, err
	}
	select {
	case f.out <- append([]byte(nil), data...):
		return len(data), nil
	case <-stop:
		return 0, errStopped
	}
}

func (f *fakePipe) halt() { close(f.halted) }

func (f *fakePipe) packet() int { return f.size }

func (f *fakePipe) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closes++; f.closes > 1 {
		return errors.New("closed twice")
	}
	return nil
}

// unplug ends reading.
func (f *fakePipe) unplug(err error) {
	f.err = err
	close(f.end)
}

func (f *fakePipe) asked() []request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]request(nil), f.requests...)
}

// packet is what an FTDI chip sends: two bytes of status, then data.
func packet(status byte, data string) []byte {
	return append([]byte{0x01, status}, data...)
}

// descriptors builds what a device says of itself.
type descriptors struct{ body []byte }

func (d *descriptors) add(kind byte, fields ...byte) *descriptors {
	d.body = append(d.body, byte(len(fields)+2), kind)
	d.body = append(d.body, fields...)
	return d
}

func (d *descriptors) iface(number, endpoints, class, subclass byte) *descriptors {
	return d.add(descInterface, number, 0, endpoints, class, subclass, 0, 0)
}

func (d *descriptors) bulk(address byte, size uint16) *descriptors {
	return d.add(descEndpoint, address, attributeBulk, byte(size), byte(size>>8), 0)
}

// bytes is the device descriptor, the configuration, and the rest.
func (d *descriptors) bytes() []byte {
	device := make([]byte, sizeDevice)
	device[0], device[1] = sizeDevice, descDevice
	config := make([]byte, sizeConfig)
	config[0], config[1] = sizeConfig, descConfiguration
	binary.LittleEndian.PutUint16(config[offsetTotal:], uint16(sizeConfig+len(d.body)))
	config[offsetConfigNum] = 1
	return append(append(device, config...), d.body...)
}

// ftdiDescriptors are those of a chip with a number of channels.
func ftdiDescriptors(channels int) []byte {
	var d descriptors
	for i := range byte(channels) {
		d.iface(i, 2, 0xff, 0xff).bulk(0x81+2*i, 64).bulk(0x02+2*i, 64)
	}
	return d.bytes()
}

// cdcDescriptors are those of a CDC-ACM device.
func cdcDescriptors() []byte {
	var d descriptors
	d.iface(0, 1, classControl, subclassACM).add(descClass, classUnion, 0, 1)
	d.add(descEndpoint, 0x83, 3, 8, 0, 16)
	d.iface(1, 2, 0x0a, 0).bulk(0x81, 64).bulk(0x02, 64)
	return d.bytes()
}

// ftdiDevice is an FTDI chip at a place, with the kernel's driver on all of it.
func ftdiDevice(path, serial string, product, release uint16, channels int) *Device {
	d := &Device{
		Path: path, Bus: 1, Address: 2, Vendor: vendorFTDI, Product: product, Release: release,
		SerialNumber: serial, descriptors: ftdiDescriptors(channels),
	}
	for i := range channels {
		d.Interfaces = append(d.Interfaces, Interface{Number: i, Class: 0xff})
	}
	return d
}
