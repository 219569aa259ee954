package usb

import (
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// Requests of FTDI's chips, and what they take (AN232B-05, libftdi and the
// kernel's ftdi_sio agree on them).
const (
	ftdiReset        = 0x00
	ftdiModem        = 0x01
	ftdiFlow         = 0x02
	ftdiBaud         = 0x03
	ftdiData         = 0x04
	ftdiModemStatus  = 0x05
	ftdiSetLatency   = 0x09
	ftdiGetLatency   = 0x0a
	ftdiBitMode      = 0x0b
	ftdiResetAll     = 0 // values of ftdiReset
	ftdiPurgeReceive = 1 // as the host sees it
	ftdiPurgeSend    = 2

	ftdiOut = 0x40 // kind of request: vendor, device, from the host
	ftdiIn  = 0xc0 // … to the host
)

// The two status bytes that head every packet.
const (
	ftdiStatus = 2 // how many

	lineOverrun = 1 << 1 // in the second
	lineParity  = 1 << 2
	lineFraming = 1 << 3
	lineBreak   = 1 << 4
	lineEmpty   = 1 << 6 // nothing waits, nothing is being sent
)

// maxHeadless bounds the packets without status before the device is given up: a single
// one comes from a hiccup of the bus.
const maxHeadless = 64

type ftdi struct {
	pipe     pipe
	index    uint16 // of the channel in requests: 1 is A; 0 where there is one
	fast     bool   // has the 120 MHz clock
	old      bool   // has few fractions
	shifted  bool   // wants the divisor's top bits above the channel
	noTimer  bool   // has no latency timer
	headless int    // packets in a row without status

	// Counted by the goroutine that reads; read by trouble after it ended, and
	// meanwhile under the lock of the connection.
	overruns, parities, framings, breaks int
}

// newFTDI knows the chip by its release number.
func newFTDI(p Port, pipe pipe) *ftdi {
	f := &ftdi{pipe: pipe}
	switch release := p.Device.Release; {
	case release < 0x0400:
		f.old, f.noTimer = true, true
	case release == 0x0700, release == 0x0800, release == 0x0900, release >= 0x2800:
		f.fast, f.shifted = true, true
	}
	if p.Channel != "" {
		f.index, f.shifted = uint16(p.Interface)+1, true
	}
	return f
}

func (f *ftdi) out(request uint8, value, index uint16) error {
	_, err := f.pipe.control(ftdiOut, request, value, index, nil)
	return err
}

func (f *ftdi) open(line Line) ([]string, error) {
	format, err := ftdiFormat(line)
	if err != nil {
		return nil, err
	}
	value, index, actual, err := f.divisor(line.Baud)
	if err != nil {
		return nil, err
	}
	for _, step := range []struct {
		what         string
		request      uint8
		value, index uint16
	}{
		{"reset", ftdiReset, ftdiResetAll, f.index},
		{"leaving bit mode", ftdiBitMode, 0, f.index},
		{fmt.Sprintf("setting %d baud", line.Baud), ftdiBaud, value, index},
		{"setting the frame", ftdiData, format, f.index},
		{"turning flow control off", ftdiFlow, 0, f.index},
		{"setting dtr and rts", ftdiModem, modemValue(line), f.index},
		{"emptying the receiver", ftdiReset, ftdiPurgeReceive, f.index},
		{"emptying the sender", ftdiReset, ftdiPurgeSend, f.index},
	} {
		err := f.out(step.request, step.value, step.index)
		if errors.Is(err, errStall) && step.request == ftdiBitMode {
			continue // chips without bit mode refuse to leave it
		}
		if err != nil {
			return nil, say.Errorf("%s: %w", step.what, err)
		}
	}
	if off := actual/float64(line.Baud) - 1; off > 0.005 || off < -0.005 {
		return []string{fmt.Sprintf("the chip's rate is %.0f baud, off by %.1f %%", actual, off*100)}, nil
	}
	return nil, nil
}

// divisor returns a rate in the two numbers of the request. The upper bits stand
// beside the channel, or instead of it.
func (f *ftdi) divisor(baud int) (value, index uint16, actual float64, err error) {
	code, actual, err := ftdiDivisor(baud, f.fast, f.old)
	if err != nil {
		return 0, 0, 0, err
	}
	index = uint16(code >> 16)
	if f.shifted {
		index = index<<8 | f.index
	}
	return uint16(code), index, actual, nil
}

func ftdiFormat(line Line) (uint16, error) {
	parity, err := line.parityNumber()
	if err != nil {
		return 0, err
	}
	if line.Bits != 7 && line.Bits != 8 {
		return 0, fmt.Errorf("%d data bits: FTDI chips have 7 or 8", line.Bits)
	}
	stop := uint16(0)
	if line.Stop == 2 {
		stop = 2
	}
	return uint16(line.Bits) | uint16(parity)<<8 | stop<<11, nil
}

// modemValue sets both lines: a bit each, and a bit each that says "change it".
func modemValue(line Line) uint16 {
	value := uint16(0x0303)
	if line.DTR == "off" {
		value &^= 0x0001
	}
	if line.RTS == "off" {
		value &^= 0x0002
	}
	return value
}

func (f *ftdi) payload(transfer []byte) ([]byte, error) {
	size := f.pipe.packet()
	kept := transfer[:0]
	for len(transfer) > 0 {
		packet := transfer[:min(size, len(transfer))]
		transfer = transfer[len(packet):]
		if len(packet) < ftdiStatus {
			if f.headless++; f.headless > maxHeadless {
				return kept, fmt.Errorf("%d packets without FTDI's status bytes: "+
					"it is not an FTDI chip, or it is broken", f.headless)
			}
			continue
		}
		f.headless = 0
		f.count(packet[1], len(packet) > ftdiStatus)
		kept = append(kept, packet[ftdiStatus:]...)
	}
	return kept, nil
}

// count takes in the errors of a packet. Those of a packet without data are old.
func (f *ftdi) count(status byte, data bool) {
	if status&lineBreak != 0 {
		f.breaks++
		return
	}
	if !data {
		return
	}
	if status&lineOverrun != 0 {
		f.overruns++
	}
	if status&lineParity != 0 {
		f.parities++
	}
	if status&lineFraming != 0 {
		f.framings++
	}
}

func (f *ftdi) lineErrors() string {
	var texts []string
	for _, t := range []struct {
		count int
		what  string
	}{
		{f.framings, "framing errors (is the baud rate right?)"},
		{f.parities, "parity errors (is the parity right?)"},
		{f.overruns, "receive buffer overruns (bytes are lost)"},
		{f.breaks, "breaks (is the line connected?)"},
	} {
		if t.count > 0 {
			texts = append(texts, fmt.Sprintf("%d packets with %s", t.count, t.what))
		}
	}
	return strings.Join(texts, ", ")
}

func (f *ftdi) txEmpty() (bool, error) {
	var status [2]byte
	n, err := f.pipe.control(ftdiIn, ftdiModemStatus, 0, f.index, status[:])
	if err != nil {
		return false, fmt.Errorf("asking whether all has been sent: %w", err)
	}
	// The first chips answer one byte and cannot tell.
	return n < 2 || status[1]&lineEmpty != 0, nil
}

// errNoTimer says that there is nothing to set.
var errNoTimer = errors.New("the device has no latency timer: leave low_latency out")

func (f *ftdi) latency() (int, error) {
	if f.noTimer {
		return 0, errNoTimer
	}
	var ms [1]byte
	n, err := f.pipe.control(ftdiIn, ftdiGetLatency, 0, f.index, ms[:])
	if err == nil && n < 1 {
		err = say.Errorf("the answer is empty")
	}
	if err != nil {
		return 0, fmt.Errorf("reading the latency timer: %w", err)
	}
	return int(ms[0]), nil
}

func (f *ftdi) setLatency(ms int) error {
	if f.noTimer {
		return errNoTimer
	}
	if err := f.out(ftdiSetLatency, uint16(ms), f.index); err != nil {
		return fmt.Errorf("setting the latency timer to %d ms: %w", ms, err)
	}
	return nil
}

func (f *ftdi) close() error { return f.out(ftdiModem, 0x0300, f.index) }
