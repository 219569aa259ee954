package usb

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// usbfsControl is _IOWR('U', 0, struct usbdevfs_ctrltransfer).
const usbfsControl = 0xc0005500 | unsafe.Sizeof(usbfsTransfer{})<<16

// controlTimeout bounds a control request: a chip answers within a millisecond.
const controlTimeout = time.Second

// usbfsTransfer is struct usbdevfs_ctrltransfer of linux/usbdevice_fs.h.
type usbfsTransfer struct {
	kind, request        uint8
	value, index, length uint16
	timeout              uint32 // ms
	data                 unsafe.Pointer
}

// controlNode makes control requests to a device straight to the kernel. By
// libusb each would wake its event loop and be waited for beside the answer of
// the player, and one is made for every question. Requests to an interface are
// for who has claimed it.
type controlNode int

// openControl opens the node of a device. The caller closes it.
func openControl(node string) (controlNode, error) {
	fd, err := unix.Open(node, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, nodeError(node, err)
	}
	return controlNode(fd), nil
}

func (c controlNode) control(kind, request uint8, value, index uint16, data []byte, timeout time.Duration) (int, error) {
	transfer := usbfsTransfer{
		kind: kind, request: request, value: value, index: index, length: uint16(len(data)),
		timeout: uint32(timeout / time.Millisecond), data: unsafe.Pointer(unsafe.SliceData(data)),
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	if len(data) > 0 {
		pin.Pin(unsafe.SliceData(data))
	}
	n, errno := c.request(usbfsControl, unsafe.Pointer(&transfer))
	if errno != 0 {
		return 0, requestError(errno)
	}
	return n, nil
}

// request makes a request to the kernel and returns its answer, 0 with an error.
func (c controlNode) request(request uintptr, argument unsafe.Pointer) (int, syscall.Errno) {
	n, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(c), request, uintptr(argument))
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

func (c controlNode) close() error {
	if c < 0 {
		return nil
	}
	return unix.Close(int(c))
}
