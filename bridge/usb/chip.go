package usb

// chip is what stands between USB and the serial line.
type chip interface {
	// open sets the line. The remarks go to the user.
	open(line Line) (remarks []string, err error)

	// strip takes the serial bytes out of one transfer, in place.
	strip(transfer []byte) ([]byte, error)

	// empty reports whether every byte written has left on the line, as far as
	// the chip can tell.
	empty() (bool, error)

	// latency returns the time that the chip holds bytes back, in milliseconds;
	// setLatency sets it. A chip without the timer says so by its error.
	latency() (int, error)
	setLatency(ms int) error

	// trouble says in words what went wrong on the line so far, or nothing.
	trouble() string

	// shut lets the line go as the kernel does when a port is closed.
	shut() error
}
