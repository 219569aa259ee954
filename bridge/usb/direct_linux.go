package usb

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// direct is a pipe that gives its transfers to the kernel itself. By libusb each is
// reaped by a thread that does nothing else, which then wakes the goroutine that
// waits: threads are switched twice for a question and twice for its answer. Here
// who reads reaps, and who writes waits in the kernel.
type direct struct {
	queue   queue
	in, out endpoint
	all     [readTransfers]transfer
	pins    runtime.Pinner

	reading  sync.Mutex
	idle     []*transfer // was read and can be filled again
	underway []*transfer // in the order in which they will be done
}

// transfer is one that the kernel fills, with its bytes.
type transfer struct {
	urb  usbfsURB
	data []byte
}

// readTransfers are in flight at any time, so that the chip never waits for us.
const readTransfers = 4

// openDirect claims the interfaces of a port, whose configuration is set, and
// begins to read.
func openDirect(port Port, e ends) (*direct, error) {
	n, err := openNode(port.Device.Node())
	if err != nil {
		return nil, err
	}
	if err := n.claim(port, e.alternate); err != nil {
		return nil, errors.Join(err, n.close())
	}
	return newDirect(n, e)
}

// newDirect begins to read. An error closes the queue.
func newDirect(q queue, e ends) (*direct, error) {
	d := &direct{queue: q, in: e.in, out: e.out}
	for i := range d.all {
		t := &d.all[i]
		t.data = make([]byte, readPackets*e.in.packet)
		// The kernel keeps both until the transfer is done.
		d.pins.Pin(t)
		d.pins.Pin(unsafe.SliceData(t.data))
		t.urb = usbfsURB{
			kind: usbfsBulk, endpoint: e.in.address,
			buffer: unsafe.Pointer(unsafe.SliceData(t.data)), length: int32(len(t.data)),
		}
		d.idle = append(d.idle, t)
	}
	if err := d.refill(); err != nil {
		return nil, errors.Join(fmt.Errorf("beginning to read: %w", err), d.close())
	}
	return d, nil
}

// refill lets the device fill again what was read.
func (d *direct) refill() error {
	for len(d.idle) > 0 {
		last := len(d.idle) - 1
		t := d.idle[last]
		if errno := d.queue.submit(&t.urb); errno != 0 {
			return requestError(errno)
		}
		d.idle, d.underway = d.idle[:last], append(d.underway, t)
	}
	return nil
}

func (d *direct) read(data []byte) (int, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	// Only now, so that what the last read brought did not wait for it.
	if err := d.refill(); err != nil {
		return 0, err
	}
	t, err := d.next()
	if err != nil {
		return 0, err
	}
	d.idle = append(d.idle, t)
	switch status := syscall.Errno(-t.urb.status); status {
	case 0:
		return copy(data, t.data[:t.urb.actual]), nil
	case unix.ENOENT, unix.ECONNRESET:
		return 0, errGone // the kernel cancelled it, and we did not ask for that
	default:
		return 0, requestError(status)
	}
}

func (d *direct) next() (t *transfer, err error) {
	waited := d.queue.wait(func() bool {
		t, err = d.reap()
		return t != nil || err != nil
	})
	switch {
	case t != nil || err != nil:
		return t, err
	case errors.Is(waited, os.ErrDeadlineExceeded), errors.Is(waited, os.ErrClosed):
		return nil, errStopped
	}
	return nil, fmt.Errorf("waiting for transfers: %w", waited)
}

// reap returns a transfer that is done, or nil.
func (d *direct) reap() (*transfer, error) {
	for {
		urb, errno := d.queue.reap()
		switch errno {
		case 0:
			for i, t := range d.underway {
				if urb == &t.urb {
					d.underway = append(d.underway[:i], d.underway[i+1:]...)
					return t, nil
				}
			}
		case unix.EINTR:
		case unix.EAGAIN:
			return nil, nil
		default:
			return nil, requestError(errno)
		}
	}
}

// writeSlice bounds the wait for a packet between two looks at stop.
const writeSlice = 20 * time.Millisecond

// write sends packet by packet: the kernel does not say how much of a longer
// piece left when it was given up.
func (d *direct) write(stop <-chan struct{}, data []byte) (int, error) {
	done := 0
	for done < len(data) {
		n, errno := d.queue.bulk(d.out.address, data[done:min(done+d.out.packet, len(data))], writeSlice)
		done += n
		switch errno {
		case 0, unix.EINTR:
		case unix.ETIMEDOUT:
			select {
			case <-stop:
				return done, errStopped
			default:
			}
		default:
			return done, requestError(errno)
		}
	}
	return done, nil
}

func (d *direct) control(kind, request uint8, value, index uint16, data []byte) (int, error) {
	return d.queue.control(kind, request, value, index, data, controlTimeout)
}

func (d *direct) halt() { d.queue.halt() }

func (d *direct) packet() int { return d.in.packet }

// close ends the transfers one by one, in their order: the port that QEMU
// emulates is silent after the kernel took several off it at once.
func (d *direct) close() error {
	for _, t := range d.underway {
		d.queue.discard(&t.urb)
	}
	err := d.queue.close()
	d.pins.Unpin()
	return err
}
