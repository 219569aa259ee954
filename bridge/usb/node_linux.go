package usb

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Requests to the kernel for transfers (linux/usbdevice_fs.h).
const (
	usbfsBulkNow      = 0xc0005502 | unsafe.Sizeof(usbfsPacket{})<<16
	usbfsSetInterface = 0x80005504 | unsafe.Sizeof(usbfsSetting{})<<16
	usbfsSubmit       = 0x8000550a | unsafe.Sizeof(usbfsURB{})<<16
	usbfsDiscard      = 0x550b
	usbfsReapNow      = 0x4000550d | unsafe.Sizeof(uintptr(0))<<16
	usbfsClaim        = 0x8004550f

	usbfsBulk = 3 // kind of transfer
)

// usbfsSetting is struct usbdevfs_setinterface.
type usbfsSetting struct{ number, alternate uint32 }

// usbfsPacket is struct usbdevfs_bulktransfer: a transfer that is waited for.
type usbfsPacket struct {
	endpoint, length uint32
	timeout          uint32 // ms
	data             unsafe.Pointer
}

// usbfsURB is struct usbdevfs_urb: a transfer that the kernel is given, and
// hands back when it is done.
type usbfsURB struct {
	kind, endpoint uint8
	status         int32 // 0, or an error's number below 0
	flags          uint32
	buffer         unsafe.Pointer
	length, actual int32
	frame          int32
	packets        int32
	failed         int32
	signal         uint32
	context        uintptr
}

// queue is the kernel's list of transfers. All but wait may be called by any
// goroutine; wait by one at a time.
type queue interface {
	control(kind, request uint8, value, index uint16, data []byte, timeout time.Duration) (int, error)

	// bulk sends bytes and waits until the device has them.
	bulk(endpoint uint8, data []byte, timeout time.Duration) (int, syscall.Errno)

	submit(*usbfsURB) syscall.Errno

	// reap returns a transfer that is done, EAGAIN when none is, ENODEV when
	// none is and the device is gone.
	reap() (*usbfsURB, syscall.Errno)

	// discard ends a transfer early, and waits until the controller has left it.
	discard(*usbfsURB)

	// wait repeats try until it reports that the transfer is done, whenever one may be.
	// It ends with [os.ErrDeadlineExceeded] after halt.
	wait(try func() bool) error
	halt()

	close() error
}

// node is the queue of a node of /dev/bus/usb. Go's runtime waits for it as it does
// for a socket: the node is ready to be written when a transfer is done.
type node struct {
	controlNode
	file *os.File
	raw  syscall.RawConn
}

// errNoDirect says that the kernel takes no transfers from us. None that is known
// does so; a sandbox that plays the kernel may.
var errNoDirect = errors.New("the kernel takes no transfers")

// openNode opens the node of a device. The caller closes it.
func openNode(name string) (*node, error) {
	fd, err := unix.Open(name, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nodeError(name, err)
	}
	n := &node{controlNode: controlNode(fd), file: os.NewFile(uintptr(fd), name)}
	// A node that the runtime cannot wait for has no deadlines.
	if err = n.file.SetDeadline(time.Time{}); err == nil {
		n.raw, err = n.file.SyscallConn()
	}
	if err != nil {
		n.file.Close()
		return nil, fmt.Errorf("%w: %w", errNoDirect, err)
	}
	return n, nil
}

// claim claims the interfaces of a port, and takes the setting that has its
// endpoints.
func (n *node) claim(port Port, alternate int) error {
	for _, number := range port.Interfaces {
		argument := uint32(number)
		switch _, errno := n.request(usbfsClaim, unsafe.Pointer(&argument)); errno {
		case 0:
		case unix.ENOENT, unix.EINVAL:
			return fmt.Errorf("claiming interface %d: the kernel knows of none; the device "+
				"describes itself wrongly", number)
		default:
			return fmt.Errorf("claiming interface %d: %w", number, requestError(errno))
		}
	}
	if alternate == 0 {
		return nil
	}
	setting := usbfsSetting{uint32(port.Interface), uint32(alternate)}
	if _, errno := n.request(usbfsSetInterface, unsafe.Pointer(&setting)); errno != 0 {
		return fmt.Errorf("taking setting %d of interface %d: %w", alternate, port.Interface, requestError(errno))
	}
	return nil
}

func (n *node) bulk(endpoint uint8, data []byte, timeout time.Duration) (int, syscall.Errno) {
	packet := usbfsPacket{
		endpoint: uint32(endpoint), length: uint32(len(data)),
		timeout: uint32(timeout / time.Millisecond), data: unsafe.Pointer(unsafe.SliceData(data)),
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(unsafe.SliceData(data))
	return n.request(usbfsBulkNow, unsafe.Pointer(&packet))
}

func (n *node) submit(u *usbfsURB) syscall.Errno {
	_, errno := n.request(usbfsSubmit, unsafe.Pointer(u))
	return errno
}

func (n *node) discard(u *usbfsURB) { n.request(usbfsDiscard, unsafe.Pointer(u)) }

func (n *node) reap() (*usbfsURB, syscall.Errno) {
	var u *usbfsURB
	_, errno := n.request(usbfsReapNow, unsafe.Pointer(&u))
	return u, errno
}

func (n *node) wait(try func() bool) error {
	return n.raw.Write(func(uintptr) bool { return try() })
}

func (n *node) halt() { n.file.SetWriteDeadline(time.Unix(1, 0)) }

// close ends all transfers and lets the interfaces go: the kernel does both.
func (n *node) close() error { return n.file.Close() }

// requestError gives the kernel's errors the names they have in this package.
func requestError(errno syscall.Errno) error {
	switch errno {
	case unix.ENODEV, unix.ESHUTDOWN:
		return errGone
	case unix.EPIPE:
		return errStall
	case unix.ETIMEDOUT:
		return errTimeout
	case unix.EBUSY:
		return ErrBusy
	case unix.ENOENT:
		return errors.New("the kernel knows of no such endpoint; the device describes itself wrongly")
	case unix.ENOTTY, unix.EINVAL:
		return fmt.Errorf("%w: %w", errNoDirect, errno)
	case unix.EPROTO, unix.EILSEQ, unix.ETIME, unix.ECOMM:
		return fmt.Errorf("%w: %w", errWire, errno)
	case unix.EOVERFLOW:
		return fmt.Errorf("the device sent more than fits: %w", errno)
	}
	return errno
}
