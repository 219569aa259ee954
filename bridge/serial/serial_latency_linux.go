package serial

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// lowLatencyFlag is ASYNC_LOW_LATENCY of linux/tty_flags.h: with it ftdi_sio sets the
// timer to 1 ms, whatever its attribute says. Unlike the attribute, it needs no more
// permission than opening the device.
const lowLatencyFlag = 1 << 13

// serialSettings is struct serial_struct of linux/serial.h on 64 bit.
type serialSettings struct {
	_     [4]int32
	flags int32
	_     [52]byte
}

// lowerLatency sets the latency timer to its least and has Close set it back.
func (p *serialPort) lowerLatency(opts Options) error {
	timer := p.timerFile(opts.Root)
	before, err := readTimer(timer)
	if err != nil {
		return fmt.Errorf("%s: low_latency=1: the device has no latency timer; leave the option "+
			"out: %w", p.name, err)
	}
	if before <= devices.LowLatencyTimer {
		return nil
	}
	if err := p.lowerByFlag(timer); err != nil {
		if err := p.lowerByFile(timer, before); err != nil {
			return fmt.Errorf("%s: low_latency=1: %w; loopline doctor prints the udev rule that "+
				"sets the timer for good", p.name, err)
		}
	}
	opts.Log(say.Format("%s: latency timer %d ms, was %d ms", p.name, devices.LowLatencyTimer, before))
	return nil
}

// timerFile returns the path of the sysfs attribute with the timer of the open device.
func (p *serialPort) timerFile(root string) string {
	node := p.file.Name()
	if real, err := filepath.EvalSymlinks(node); err == nil {
		node = real
	}
	return filepath.Join("/", root, "sys/class/tty", filepath.Base(node), "device/latency_timer")
}

func readTimer(file string) (int, error) {
	n := devices.ReadNumber(filepath.Dir(file), filepath.Base(file), 10)
	if n == nil {
		return 0, fmt.Errorf("%s: %w", file, os.ErrNotExist)
	}
	return *n, nil
}

// lowerByFlag asks the driver, and looks whether it did.
func (p *serialPort) lowerByFlag(timer string) error {
	settings, err := p.settings()
	if err != nil {
		return err
	}
	before := settings.flags
	settings.flags |= lowLatencyFlag
	if err := p.setSettings(settings); err != nil {
		return err
	}
	p.restore = func() {
		settings.flags = before
		_ = p.setSettings(settings) // it may be unplugged
	}
	if now, err := readTimer(timer); err != nil || now > devices.LowLatencyTimer {
		p.restore()
		p.restore = nil
		return errors.New("the driver does not heed the low-latency flag")
	}
	return nil
}

// lowerByFile writes the kernel's attribute, which root may.
func (p *serialPort) lowerByFile(timer string, before int) error {
	if err := writeTimer(timer, devices.LowLatencyTimer); err != nil {
		return err
	}
	p.restore = func() { _ = writeTimer(timer, before) } // it may be unplugged
	return nil
}

func writeTimer(file string, ms int) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strconv.Itoa(ms))
	return errors.Join(err, f.Close())
}

func (p *serialPort) settings() (settings serialSettings, err error) {
	return settings, p.serialRequest(unix.TIOCGSERIAL, &settings)
}

func (p *serialPort) setSettings(settings serialSettings) error {
	return p.serialRequest(unix.TIOCSSERIAL, &settings)
}

func (p *serialPort) serialRequest(request uintptr, settings *serialSettings) error {
	return p.control(func(fd int) error {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request,
			uintptr(unsafe.Pointer(settings)))
		runtime.KeepAlive(settings)
		if errno != 0 {
			return errno
		}
		return nil
	})
}
