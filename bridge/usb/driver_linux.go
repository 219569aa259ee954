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

// Requests to the kernel on a node of /dev/bus/usb (linux/usbdevice_fs.h),
// as the common numbering of requests encodes them.
const (
	usbfsDisconnect = 0x5516 // _IO('U', 22)
	usbfsConnect    = 0x5517 // _IO('U', 23)

	// usbfsIoctl is _IOWR('U', 18, struct usbdevfs_ioctl).
	usbfsIoctl = 0xc0005512 | unsafe.Sizeof(usbfsCommand{})<<16
)

// usbfsCommand is struct usbdevfs_ioctl: a request to an interface's driver.
type usbfsCommand struct {
	iface int32
	code  int32
	data  unsafe.Pointer
}

// detached are the interfaces that the kernel's driver was taken off.
type detached struct {
	node       string
	interfaces []int
	reattacher *reattacher
}

// detachDriver takes the kernel's driver off the interfaces of a port and off no
// other: another channel may be in play. A reattacher sees to it that they are given
// back even if this process is killed.
//
// libusb's own way is not used: gousb takes the driver off every interface of
// the device, and only those that were claimed come back.
func detachDriver(port Port, reattachCommand []string) (*detached, error) {
	t := &detached{node: port.Device.Node()}
	var bound []int
	for _, number := range port.Interfaces {
		i := port.Device.Interface(number)
		switch {
		case i == nil || i.Driver == "":
		case i.Driver == "usbfs":
			return nil, fmt.Errorf("interface %d: %w", number, ErrBusy)
		default:
			bound = append(bound, number)
		}
	}
	if len(bound) == 0 {
		return t, nil
	}
	if err := t.watch(reattachCommand, bound); err != nil {
		return nil, err
	}
	for _, number := range bound {
		if err := driverRequest(t.node, number, usbfsDisconnect); err != nil {
			return nil, errors.Join(fmt.Errorf("taking the kernel's driver off interface %d: %w",
				number, err), t.reattach())
		}
		t.interfaces = append(t.interfaces, number)
	}
	return t, nil
}

func (t *detached) watch(command []string, interfaces []int) (err error) {
	if len(command) > 0 {
		t.reattacher, err = startReattacher(command, t.node, interfaces)
	}
	return err
}

// reattach lets the kernel find its driver again. It is idempotent.
func (t *detached) reattach() error {
	var errs []error
	for _, number := range t.interfaces {
		if err := attach(t.node, number); err != nil {
			errs = append(errs, fmt.Errorf("giving interface %d back to the kernel: %w; "+
				"plug the board in again", number, err))
		}
	}
	t.interfaces = nil
	if t.reattacher != nil {
		errs = append(errs, t.reattacher.dismiss())
		t.reattacher = nil
	}
	return errors.Join(errs...)
}

// Giving back is tried for a while: who was killed may not be gone yet.
const (
	attachTries = 40
	attachPause = 50 * time.Millisecond
)

// attach lets the kernel bind a driver. A device that is gone needs none.
func attach(node string, number int) error {
	var err error
	for range attachTries {
		err = driverRequest(node, number, usbfsConnect)
		switch {
		case err == nil, errors.Is(err, errGone), errors.Is(err, os.ErrNotExist):
			return nil
		case !errors.Is(err, ErrBusy):
			return err
		}
		time.Sleep(attachPause)
	}
	return err
}

// driverRequest asks the kernel to take a driver off an interface, or to look
// for one.
func driverRequest(node string, number int, code int32) error {
	fd, err := unix.Open(node, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return nodeError(node, err)
	}
	defer unix.Close(fd)
	command := usbfsCommand{iface: int32(number), code: code}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), usbfsIoctl, uintptr(unsafe.Pointer(&command)))
	runtime.KeepAlive(&command)
	switch {
	case errno == 0:
		return nil
	case errno == unix.ENODATA && code == usbfsDisconnect:
		return nil // it has no driver
	case errno == unix.ENODEV:
		return errGone
	case errno == unix.EBUSY:
		return ErrBusy
	}
	return fmt.Errorf("%s: %w", node, errno)
}

// nodeError names the remedy for a node that cannot be opened.
func nodeError(node string, err error) error {
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return fmt.Errorf("no permission for %s; loopline doctor prints the udev rule that "+
			"gives it: %w", node, os.ErrPermission)
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV):
		// ENODEV: the kernel has the device no more, and udev the node still.
		return fmt.Errorf("%s is not there: the board was unplugged, or this container has no "+
			"/dev/bus/usb: %w", node, os.ErrNotExist)
	}
	return fmt.Errorf("%s: %w", node, err)
}

// ownGroup puts a process into a group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
