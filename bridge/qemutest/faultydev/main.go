//go:build linux

// Faultydev is a USB device that claims to be an FTDI chip and injects faults, made of
// the kernel's own gadget driver (FunctionFS) on a controller that the kernel emulates.
// It is plugged in until it is killed.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: faultydev CONTROLLER LIE")
		os.Exit(2)
	}
	if err := plugIn(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "faultydev:", err)
		os.Exit(1)
	}
}

// fault serves the device's bulk endpoints until the host lets go.
type fault func(in, out int) error

// faults are all by name. All but "refuses" take every control request.
func faults() map[string]fault {
	return map[string]fault{
		"refuses": sink,
		"silent":  sink,
		"deaf":    func(int, int) error { return nil },
		"stalls":  stall,
		"empty":   sending(func() []byte { return nil }),
		"short":   sending(func() []byte { return []byte{1} }),
		"noise":   sending(noise),
		"leaves":  unplug,
	}
}

// sink takes what is sent to it and says nothing.
func sink(_, out int) error {
	for buf := make([]byte, 512); ; {
		if _, err := unix.Read(out, buf); err != nil && !errors.Is(err, unix.EINTR) {
			return nil // the host let go
		}
	}
}

// stall refuses to send: FunctionFS stalls an endpoint that is read in the wrong
// direction.
func stall(in, out int) error {
	if _, err := unix.Read(in, make([]byte, 1)); !errors.Is(err, unix.EBADMSG) {
		return fmt.Errorf("stalling: %v", err)
	}
	return sink(in, out)
}

// sending sends packets for ever.
func sending(packet func() []byte) fault {
	return func(in, out int) error {
		go sink(in, out)
		for {
			if _, err := unix.Write(in, packet()); err != nil && !errors.Is(err, unix.EINTR) {
				return nil // the host let go
			}
		}
	}
}

// noise is a packet in which nothing is true.
func noise() []byte {
	packet := make([]byte, rand.IntN(64))
	for i := range packet {
		packet[i] = byte(rand.Uint32())
	}
	return packet
}

// unplug sends half an answer to the first question and is gone.
func unplug(in, out int) error {
	if _, err := unix.Read(out, make([]byte, 512)); err != nil {
		return err
	}
	if _, err := unix.Write(in, []byte{1, 0x60, 'F'}); err != nil {
		return err
	}
	os.Exit(0)
	return nil
}

const (
	gadgets   = "/sys/kernel/config/usb_gadget"
	functions = "/tmp/faultydev-"
)

func plugIn(controller, lie string) error {
	lying, known := faults()[lie]
	if !known {
		return fmt.Errorf("no lie is called %q", lie)
	}
	// Leftovers of an earlier faultydev do no harm.
	name := fmt.Sprintf("%s-%d", lie, os.Getpid())
	err := unix.Mount("configfs", "/sys/kernel/config", "configfs", 0, "")
	if err != nil && !errors.Is(err, unix.EBUSY) {
		return fmt.Errorf("mounting configfs: %w", err)
	}
	gadget := filepath.Join(gadgets, name)
	if err := describe(gadget); err != nil {
		return err
	}
	endpoints := functions + name
	if err := errors.Join(os.MkdirAll(endpoints, 0o755),
		unix.Mount(name, endpoints, "functionfs", 0, "")); err != nil {
		return fmt.Errorf("mounting functionfs: %w", err)
	}
	control, err := unix.Open(endpoints+"/ep0", unix.O_RDWR, 0)
	if err != nil {
		return err
	}
	for _, part := range [][]byte{interfaces(), texts()} {
		if _, err := unix.Write(control, part); err != nil {
			return fmt.Errorf("describing the interface: %w", err)
		}
	}
	if err := os.WriteFile(gadget+"/UDC", []byte(controller), 0o644); err != nil {
		return err
	}
	in, err := unix.Open(endpoints+"/ep1", unix.O_RDWR, 0)
	if err != nil {
		return err
	}
	out, err := unix.Open(endpoints+"/ep2", unix.O_RDWR, 0)
	if err != nil {
		return err
	}
	return serve(control, lie == "refuses", func() error { return lying(in, out) })
}

// describe makes the device in the kernel's tree of gadgets.
func describe(gadget string) error {
	for _, folder := range []string{
		"", "strings/0x409", "configs/c.1", "functions/ffs." + filepath.Base(gadget),
	} {
		if err := os.MkdirAll(filepath.Join(gadget, folder), 0o755); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{
		"idVendor": "0x0403", "idProduct": "0x6001", "bcdDevice": "0x0600",
		"strings/0x409/serialnumber": "LIAR", "strings/0x409/product": "faultydev",
		"strings/0x409/manufacturer": "nobody",
	} {
		if err := os.WriteFile(filepath.Join(gadget, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	function := "ffs." + filepath.Base(gadget)
	err := os.Symlink(filepath.Join(gadget, "functions", function), filepath.Join(gadget, "configs/c.1", function))
	if err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

// Numbers of FunctionFS (linux/usb/functionfs.h).
const (
	ffsStrings     = 2
	ffsDescriptors = 3
	ffsFullSpeed   = 1
	ffsHighSpeed   = 2
	ffsAllRequests = 64 // those to the device too
	ffsEnable      = 2
	ffsSetup       = 4
	ffsEventSize   = 12
	ffsEventKind   = 8
)

// interfaces returns the descriptors of an FTDI chip, at full and at high speed.
func interfaces() []byte {
	le := binary.LittleEndian
	descriptors := func(packet uint16) []byte {
		b := []byte{9, 4, 0, 0, 2, 0xff, 0xff, 0xff, 0}
		for _, address := range []byte{0x81, 0x02} {
			b = append(b, 7, 5, address, 2, byte(packet), byte(packet>>8), 0)
		}
		return b
	}
	var b []byte
	for _, word := range []uint32{ffsDescriptors, 0, ffsFullSpeed | ffsHighSpeed | ffsAllRequests, 3, 3} {
		b = le.AppendUint32(b, word)
	}
	b = append(append(b, descriptors(64)...), descriptors(512)...)
	le.PutUint32(b[4:], uint32(len(b)))
	return b
}

// texts returns an empty FunctionFS string table.
func texts() []byte {
	b := make([]byte, 16)
	binary.LittleEndian.PutUint32(b, ffsStrings)
	binary.LittleEndian.PutUint32(b[4:], 16)
	return b
}

// serve answers control requests, and begins to lie when the host has set the
// device up.
func serve(control int, refuse bool, begin func() error) error {
	event := make([]byte, ffsEventSize)
	failed := make(chan error, 1)
	for {
		if _, err := unix.Read(control, event); err != nil {
			if errors.Is(err, unix.EINTR) {
				continue
			}
			return fmt.Errorf("control requests: %w", err)
		}
		switch event[ffsEventKind] {
		case ffsEnable:
			go func() { failed <- begin() }()
		case ffsSetup:
			answer(control, event, refuse)
		}
		select {
		case err := <-failed:
			if err != nil {
				return err
			}
		default:
		}
	}
}

// answer takes a request, or refuses it by going the wrong way.
func answer(control int, event []byte, refuse bool) {
	toHost := event[0]&0x80 != 0
	length := int(binary.LittleEndian.Uint16(event[6:]))
	data := make([]byte, max(length, 1))
	for i := range data {
		data[i] = 0x60 // all sent
	}
	if toHost != refuse {
		unix.Write(control, data[:length])
	} else {
		unix.Read(control, data)
	}
}
