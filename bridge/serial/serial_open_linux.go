package serial

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"go.bug.st/serial"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// Open opens the device for us alone: an advisory lock keeps other
// programs of good will out, the exclusive mode of the terminal the rest, and
// a look at who holds it already tells whom to stop.
func Open(a addr.SerialAddress, opts Options) (_ io.ReadWriteCloser, err error) {
	node, err := devices.ResolveSerial(a, opts.Root)
	if err != nil {
		return nil, err
	}
	file, err := openNode(node, opts.Root)
	if err != nil {
		return nil, err
	}
	defer func() { err = unlessVanished(err, node, file.Name()) }()
	port, err := newSerialPort(file, node, a)
	if err != nil {
		file.Close()
		return nil, err
	}
	if err := port.setUp(a); err != nil {
		port.Close()
		return nil, err
	}
	if a.LowLatency {
		if err := port.lowerLatency(opts); err != nil {
			port.Close()
			return nil, err
		}
	}
	return port, nil
}

// unlessVanished names the reason for all that may fail with a device that is
// pulled out while it is opened.
func unlessVanished(err error, node, path string) error {
	if err == nil {
		return nil
	}
	if _, missing := os.Stat(path); errors.Is(missing, os.ErrNotExist) {
		return say.Errorf("serial:%s: unplugged while it was opened: %w", node, os.ErrNotExist)
	}
	return err
}

// newSerialPort checks that the file is a terminal and takes the lock.
func newSerialPort(file *os.File, node string, a addr.SerialAddress) (*serialPort, error) {
	port := &serialPort{file: file, name: "serial:" + node, wire: wireOf(a)}
	port.outQueue = port.queued
	err := port.control(func(fd int) error {
		if _, err := unix.IoctlGetTermios(fd, unix.TCGETS); err != nil {
			return say.Errorf("%s: is not a serial device; loopline ports lists "+
				"them: %w", port.name, err)
		}
		var stat unix.Stat_t
		if err := unix.Fstat(fd, &stat); err != nil {
			return say.Errorf("%s: %w", port.name, err)
		}
		port.pty = isPTY(stat.Rdev)
		if a.Shared {
			return nil
		}
		return port.claim(fd)
	})
	return port, err
}

// isPTY knows the majors that Linux keeps for Unix98 pseudo-terminals.
func isPTY(rdev uint64) bool {
	major := unix.Major(rdev)
	return major >= 136 && major <= 143
}

// claim locks the device. The lock is not enough for a real one: a terminal
// program that takes no lock would steal half of the bytes. The program that
// made a pseudo-terminal often keeps it open, which does no harm.
func (p *serialPort) claim(fd int) error {
	node, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
	if err != nil {
		node = p.file.Name()
	}
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return errHeld(p.name, devices.HoldersOf("/", node, fd), err)
	}
	if p.pty {
		return nil
	}
	if holders := devices.HoldersOf("/", node, fd); len(holders) > 0 {
		return errHeld(p.name, holders, unix.EBUSY)
	}
	return nil
}

func errHeld(name string, holders []devices.Holder, err error) error {
	return say.Errorf("%s: in use%s: end that program, or add shared=1 to "+
		"open it all the same: %w", name, devices.DescribeHolders(holders), err)
}

// openNode opens without waiting for a carrier and without taking the device as
// our terminal.
func openNode(node, root string) (*os.File, error) {
	path := node
	if root != "" {
		path = filepath.Join(root, node)
	}
	if err := wantTerminal(node, path); err != nil {
		return nil, err
	}
	fd, err := openRetry(path)
	if err != nil {
		return nil, nodeError(node, path, err)
	}
	return os.NewFile(uintptr(fd), path), nil
}

func openRetry(path string) (int, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|
			unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// wantTerminal refuses what can be no serial device before it is opened: no
// permission would make it one.
func wantTerminal(node, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil // opening says more
	}
	what := ""
	switch mode := info.Mode(); {
	case mode.IsDir():
		what = "a directory"
	case mode&os.ModeDevice != 0 && mode&os.ModeCharDevice == 0:
		what = "a block device, such as a disk"
	case mode&os.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&os.ModeSocket != 0:
		what = "a socket"
	default:
		return nil
	}
	return say.Errorf("serial:%s: is not a serial device but %s; loopline ports lists the devices", node, what)
}

// windowsPort matches the name of a serial port of Windows.
var windowsPort = regexp.MustCompile(`(?i)^COM\d+$`)

// nodeError gives each way in which opening fails its own remedy.
func nodeError(node, path string, err error) error {
	remedy := say.Format("loopline ports lists the devices")
	problem := say.Format("cannot be opened")
	switch {
	case errors.Is(err, unix.ENOENT):
		problem = say.Format("no such device")
		if remedy = say.Format("is it plugged in? %s", remedy); windowsPort.MatchString(node) {
			remedy = say.Format("that is a name of Windows, and here it is one such as /dev/ttyUSB1: loopline ports lists the devices")
		}
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		problem, remedy = say.Format("no permission"), say.Raw(devices.PermissionRemedy(path))
	case errors.Is(err, unix.EBUSY):
		canonical, _ := filepath.EvalSymlinks(path)
		problem = say.Format("in use%s", devices.DescribeHolders(devices.HoldersOf("/", canonical, -1)))
		remedy = say.Format("end the program that holds it")
	case errors.Is(err, unix.ENXIO), errors.Is(err, unix.ENODEV):
		problem = say.Format("no hardware behind it")
	case errors.Is(err, unix.EISDIR), errors.Is(err, unix.ENOTDIR):
		problem = say.Format("is not a serial device")
	}
	return say.Errorf("serial:%s: %s: %s: %w", node, problem, remedy, err)
}

// setUp lets the serial library configure the device through a descriptor of
// its own that is closed again. No child process may start meanwhile: it would
// inherit that descriptor.
func (p *serialPort) setUp(a addr.SerialAddress) error {
	syscall.ForkLock.Lock()
	defer syscall.ForkLock.Unlock()
	port, err := serial.Open(p.file.Name(), modeOf(a))
	if err != nil {
		return fmt.Errorf("%s: setting %d baud, %d data bits, %s parity, %d "+
			"stop bits: %w", p.name, a.Baud, a.Bits, a.Parity, a.Stop, err)
	}
	defer port.Close()
	if err := setModemLines(p.name, port, a); err != nil {
		return err
	}
	if p.pty || a.Shared {
		// A killed host would leave a pseudo-terminal exclusive for as long
		// as the program behind it lives; the lock is enough.
		return nil
	}
	if err := port.Close(); err != nil {
		return say.Errorf("%s: %w", p.name, err)
	}
	return p.control(func(fd int) error {
		return unix.IoctlSetInt(fd, unix.TIOCEXCL, 0)
	})
}
