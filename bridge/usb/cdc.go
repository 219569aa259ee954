package usb

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Requests of the CDC standard's serial class (PSTN 1.2, table 13).
const (
	cdcSetLineCoding   = 0x20
	cdcSetControlState = 0x22

	cdcOut = 0x21 // kind of request: class, interface, from the host
)

// cdc is a CDC-ACM function. It has no latency timer, and no way to ask whether
// the last byte has left.
type cdc struct {
	pipe    pipe
	control uint16 // number of its control interface
}

func newCDC(p Port, pipe pipe) *cdc {
	return &cdc{pipe: pipe, control: uint16(p.Interfaces[0])}
}

// open sets rate, frame and modem lines. Many boards have no real UART behind
// the interface and refuse; that is said and borne with, as the kernel does.
func (c *cdc) open(line Line) (remarks []string, err error) {
	parity, err := line.parityNumber()
	if err != nil {
		return nil, err
	}
	coding := make([]byte, 7)
	binary.LittleEndian.PutUint32(coding, uint32(line.Baud))
	if line.Stop == 2 {
		coding[4] = 2
	}
	coding[5], coding[6] = parity, uint8(line.Bits)
	_, err = c.pipe.control(cdcOut, cdcSetLineCoding, 0, c.control, coding)
	if remarks, err = refused(remarks, "line coding", err); err != nil {
		return nil, err
	}
	state := uint16(0)
	if line.DTR != "off" {
		state |= 1
	}
	if line.RTS != "off" {
		state |= 2
	}
	_, err = c.pipe.control(cdcOut, cdcSetControlState, state, c.control, nil)
	if remarks, err = refused(remarks, "modem lines", err); err != nil {
		return nil, err
	}
	return remarks, nil
}

// refused makes a remark of a refusal and leaves other errors what they are.
func refused(remarks []string, what string, err error) ([]string, error) {
	switch {
	case err == nil:
		return remarks, nil
	case errors.Is(err, errStall):
		return append(remarks, "the board does not take "+what), nil
	}
	return remarks, fmt.Errorf("setting %s: %w", what, err)
}

func (c *cdc) payload(transfer []byte) ([]byte, error) { return transfer, nil }
func (c *cdc) txEmpty() (bool, error)                  { return true, nil }
func (c *cdc) latency() (int, error)                   { return 0, errNoTimer }
func (c *cdc) setLatency(int) error                    { return errNoTimer }
func (c *cdc) lineErrors() string                      { return "" }

func (c *cdc) close() error {
	_, err := c.pipe.control(cdcOut, cdcSetControlState, 0, c.control, nil)
	if errors.Is(err, errStall) {
		return nil
	}
	return err
}
