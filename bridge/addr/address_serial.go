package addr

import (
	"fmt"
	"strconv"
	"strings"
)

// DefaultBaud is the rate of the contest's UART, in bits per second.
const DefaultBaud = 115200

// SerialAddress selects a serial device, by node or by its USB adapter, and sets the
// line. Exactly one of Device, SerialNumber and USBPath is set.
type SerialAddress struct {
	// Device is the node, such as /dev/ttyUSB0 or a link to it, or COM3.
	Device string

	// SerialNumber identifies the USB adapter.
	SerialNumber string

	// USBPath is the place on the bus, such as 1-1.4.
	USBPath string

	// Channel is the letter of one port of an adapter with several, or empty.
	Channel string

	Baud   int    // bits per second
	Bits   int    // data bits, 5 to 8
	Parity string // none, odd, even, mark or space
	Stop   int    // stop bits, 1 or 2

	// DTR and RTS are "on", "off", or empty for as the system sets them, which
	// is on. The system raises both while it opens the device, so "off" comes
	// after a pulse. A wish that the device cannot meet is an error.
	DTR, RTS string

	// LowLatency sets the latency timer of FTDI chips to its least while the
	// device is open. It is an error for a device without one.
	LowLatency bool

	// Shared opens a device even if another process holds it.
	Shared bool
}

// serialOptions is shown to who writes another.
func serialOptions() []string {
	return []string{"baud", "bits", "parity", "stop", "dtr", "rts", "low_latency",
		"shared", "prepare", "reset", "retries"}
}

func (a *Address) parseSerial(rest string) *Error {
	target, opts, err := splitOptions(rest)
	if err != nil {
		return err
	}
	s := SerialAddress{Baud: DefaultBaud, Bits: 8, Parity: "none", Stop: 1}
	if err := s.parseTarget(target); err != nil {
		return err
	}
	if err := s.parseMode(opts); err != nil {
		return err
	}
	a.Serial = s
	if err := a.parsePreparation(opts); err != nil {
		return err
	}
	return opts.refuseRest(SchemeSerial, serialOptions()...)
}

func (s *SerialAddress) parseTarget(target string) *Error {
	switch {
	case target == "":
		return fault("device", "is missing", "write "+exampleOf(SchemeSerial))
	case strings.HasPrefix(target, "sn="):
		return s.parseChannel(&s.SerialNumber, "sn", target[len("sn="):])
	case strings.HasPrefix(target, "path="):
		return s.parseChannel(&s.USBPath, "path", target[len("path="):])
	case strings.HasPrefix(target, "by-id/"), strings.HasPrefix(target, "by-path/"):
		target = "/dev/serial/" + target
	case IsCOM(strings.TrimPrefix(target, windowsDevices)):
		target = strings.ToUpper(strings.TrimPrefix(target, windowsDevices))
	case !strings.Contains(target, "/"):
		return fault(fmt.Sprintf("device %q", target), "is not a path",
			"write serial:/dev/"+target+", serial:sn=… or serial:path=…")
	}
	s.Device = target
	return nil
}

// windowsDevices is before the name of a port in Windows' own form, as \\.\COM10.
const windowsDevices = `\\.\`

// IsCOM reports whether a device is named as Windows names them: COM3. Such names
// are read on every system, for records that were made there.
func IsCOM(target string) bool {
	if len(target) < 4 || !strings.EqualFold(target[:3], "COM") {
		return false
	}
	number, err := strconv.ParseUint(target[3:], 10, 8)
	return err == nil && number > 0 && target[3] != '0'
}

func (s *SerialAddress) parseChannel(field *string, key, text string) *Error {
	name, channel, found := strings.Cut(text, "#")
	if name == "" {
		return fault(key, "is empty", "loopline ports shows what to write")
	}
	if found && !isChannel(channel) {
		return fault(fmt.Sprintf("channel %q", channel), "is not a channel",
			"write a letter from A to H, such as "+key+"="+name+"#B")
	}
	*field, s.Channel = name, channel
	return nil
}

func isChannel(s string) bool {
	return len(s) == 1 && s[0] >= 'A' && s[0] <= 'H'
}

func (s *SerialAddress) parseMode(opts *options) *Error {
	low, shared := "", ""
	for _, err := range []*Error{
		opts.takeInt("baud", &s.Baud, 50, 12_000_000),
		opts.takeInt("bits", &s.Bits, 5, 8),
		opts.takeInt("stop", &s.Stop, 1, 2),
		opts.takeWord("parity", &s.Parity, "none", "odd", "even", "mark", "space"),
		opts.takeWord("dtr", &s.DTR, "on", "off"),
		opts.takeWord("rts", &s.RTS, "on", "off"),
		opts.takeWord("low_latency", &low, "0", "1"),
		opts.takeWord("shared", &shared, "0", "1"),
	} {
		if err != nil {
			return err
		}
	}
	s.LowLatency, s.Shared = low == "1", shared == "1"
	return nil
}

// Target returns the part before the options.
func (s SerialAddress) Target() string {
	name := s.Device
	switch {
	case s.SerialNumber != "":
		name = "sn=" + s.SerialNumber
	case s.USBPath != "":
		name = "path=" + s.USBPath
	}
	if s.Channel != "" {
		name += "#" + s.Channel
	}
	return name
}

// String returns the part of the address after serial: with the rate always and
// everything else where it differs from 8 data bits, no parity, 1 stop bit.
func (s SerialAddress) String() string {
	out := s.Target() + "?baud=" + strconv.Itoa(s.Baud)
	add := func(unless bool, key, value string) {
		if !unless {
			out += "&" + key + "=" + value
		}
	}
	add(s.Bits == 8, "bits", strconv.Itoa(s.Bits))
	add(s.Parity == "none", "parity", s.Parity)
	add(s.Stop == 1, "stop", strconv.Itoa(s.Stop))
	add(s.DTR == "", "dtr", s.DTR)
	add(s.RTS == "", "rts", s.RTS)
	add(!s.LowLatency, "low_latency", "1")
	add(!s.Shared, "shared", "1")
	return out
}
