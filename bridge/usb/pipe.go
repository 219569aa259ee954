package usb

import "errors"

// pipe is the hardware as a chip needs it: an open device of which the port's
// interfaces are claimed, with one bulk endpoint each way. Its errors wrap those
// below where one fits.
//
// One goroutine may read while another writes and a third controls. Reading ends
// early after halt, writing when stop is closed, with errStopped and what had gone.
type pipe interface {
	// control makes a control request; data is filled when kind says so. It
	// ends within a second.
	control(kind, request uint8, value, index uint16, data []byte) (int, error)

	// read returns one transfer: one packet, or several of full length and one.
	read(data []byte) (int, error)
	write(stop <-chan struct{}, data []byte) (int, error)

	// halt ends reading, now and from then on. It is called once.
	halt()

	// packet is the size of the packets that read is made of, in bytes.
	packet() int

	// close releases everything. It is called once, when no other call runs.
	close() error
}

// Ends of a request, for errors.Is.
var (
	// errStopped: the caller did not want to wait longer.
	errStopped = errors.New("stopped")

	// errGone: the device is not there any more.
	errGone = errors.New("device went away")

	// errWire: the bytes did not get through. So it begins when a device is pulled
	// out, until the kernel knows.
	errWire = errors.New("a transfer failed on the way, by the cable, a hub or the board")

	// errStall: the device refused the request.
	errStall = errors.New("the device refuses (stall)")

	// errTimeout: the device did not answer in time.
	errTimeout = errors.New("the device does not answer")
)
