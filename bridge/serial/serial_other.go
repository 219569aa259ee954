//go:build !linux

package serial

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.bug.st/serial"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// serialPort is an open serial device, in the hands of the serial library. The
// system itself keeps other programs out: COM ports are opened by one at a time,
// /dev/cu.* exclusively.
type serialPort struct {
	port     serial.Port
	name     string // as the user knows it
	wire     serialWire
	most     int // bytes that one read may ask for
	closing  atomic.Bool
	deadline atomic.Int64 // of Write, Unix nanoseconds; 0 means no deadline

	closeOnce sync.Once
	closeErr  error
}

// Open opens the device for us alone.
func Open(a addr.SerialAddress, opts Options) (io.ReadWriteCloser, error) {
	device, err := devices.ResolveSerial(a, opts.Root)
	if err != nil {
		return nil, err
	}
	name := "serial:" + device
	switch {
	case a.LowLatency:
		return nil, fmt.Errorf("%s: low_latency=1 is for Linux: set the latency timer in the driver's settings and "+
			"leave the option out", name)
	case a.Shared:
		return nil, fmt.Errorf("%s: shared=1 is for Linux: here one program has a device; leave the option out", name)
	}
	port, err := serial.Open(device, modeOf(a))
	if err != nil {
		return nil, openError(name, err)
	}
	if err := setModemLines(name, port, a); err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return &serialPort{port: port, name: name, wire: wireOf(a), most: mostOfARead()}, nil
}

// openError gives each way in which opening fails its own remedy.
func openError(name string, err error) error {
	var code *serial.PortError
	if !errors.As(err, &code) {
		return say.Errorf("%s: %w", name, err)
	}
	switch code.Code() {
	case serial.PortNotFound:
		return say.Errorf("%s: no such device: is it plugged in? loopline ports lists the devices: %w", name, os.ErrNotExist)
	case serial.PortBusy:
		return say.Errorf("%s: in use: end the program that has it: %w", name, err)
	case serial.PermissionDenied:
		return say.Errorf("%s: no permission, or another program has it: %w", name, os.ErrPermission)
	}
	return say.Errorf("%s: %w", name, err)
}

// Read blocks until bytes arrive. An end that we did not cause is a
// [*lines.DisconnectedError].
func (p *serialPort) Read(b []byte) (int, error) {
	n, err := p.port.Read(b[:min(len(b), p.most)])
	switch {
	case p.closing.Load():
		return n, lines.Closed(p.name)
	case err == nil && n == 0 && len(b) > 0:
		return 0, p.gone(io.EOF)
	case err != nil:
		return n, p.gone(err)
	}
	return n, nil
}

// Write blocks until the system has taken all bytes or the write deadline
// passes. The library knows no deadline: bytes that are late are still written
// when the system takes them.
func (p *serialPort) Write(b []byte) (int, error) {
	at := p.deadline.Load()
	if at == 0 {
		return p.write(b)
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	text := append([]byte(nil), b...) // b is the caller's once we return
	go func() {
		n, err := p.write(text)
		done <- result{n, err}
	}()
	timer := time.NewTimer(time.Until(time.Unix(0, at)))
	defer timer.Stop()
	select {
	case r := <-done:
		return r.n, r.err
	case <-timer.C:
		return 0, say.Errorf("%s: %w", p.name, os.ErrDeadlineExceeded)
	}
}

func (p *serialPort) write(b []byte) (int, error) {
	n, err := p.port.Write(b)
	switch {
	case err == nil:
		return n, nil
	case p.closing.Load():
		return n, lines.Closed(p.name)
	}
	return n, p.gone(err)
}

func (p *serialPort) gone(err error) *lines.DisconnectedError {
	return &lines.DisconnectedError{Why: say.Format("unplugged: %s: device went away", p.name), Err: err}
}

// SetWriteDeadline bounds Write; the zero time lifts the bound.
func (p *serialPort) SetWriteDeadline(t time.Time) error {
	var at int64
	if !t.IsZero() {
		at = t.UnixNano()
	}
	p.deadline.Store(at)
	return nil
}

// Drain waits until the bytes written have left the machine.
func (p *serialPort) Drain() error {
	err := p.port.Drain()
	switch {
	case err == nil:
		return nil
	case p.closing.Load():
		return lines.Closed(p.name)
	}
	return p.gone(err)
}

// Close gives the device back. It is idempotent.
func (p *serialPort) Close() error {
	p.closeOnce.Do(func() {
		p.closing.Store(true)
		p.closeErr = p.port.Close()
	})
	return p.closeErr
}
