package usb

// chip drives one kind of USB serial chip.
type chip interface {
	// open sets the line. The remarks go to the user.
	open(line Line) (remarks []string, err error)

	// payload takes the serial bytes out of one transfer, in place.
	payload(transfer []byte) ([]byte, error)

	// txEmpty reports whether every byte written has left on the line, as far as
	// the chip can tell.
	txEmpty() (bool, error)

	// latency returns the time that the chip holds bytes back, in milliseconds;
	// setLatency sets it. A chip without the timer says so by its error.
	latency() (int, error)
	setLatency(ms int) error

	// lineErrors says in words what went wrong on the line so far, or nothing.
	lineErrors() string

	// close lets the line go as the kernel does when a port is closed.
	close() error
}
