package sim

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/addropts"
	"github.com/loopline/loopline/sim/internal/ice40"
)

// bitstreamOptions explains the options of an address behind "bit:".
const bitstreamOptions = "pcf=FILE package=NAME clk=12MHz baud=115200 clock=PIN rst=PIN (rst=!PIN if active low, rst=none) " +
	"rx=PIN tx=PIN high=PIN,PIN flash=FILE@OFFSET sck=PIN cs=PIN mosi=PIN miso=PIN skew=0.02 boot=500ms seed=1 paced=1 cputime=20us wave=FILE"

// ParseBitstream reads the part of an address behind "bit:":
//
//	top.bin?pcf=board.pcf&clk=12e6
//
// The options but for pcf and package are those of [ParseAddress], without top and
// parameters. The error names the option at fault and what to write instead.
func ParseBitstream(s string) (Address, error) {
	name, options, err := addropts.Split(s)
	if err != nil {
		return Address{}, fmt.Errorf("bit: %w", err)
	}
	b := &ice40.Bitstream{File: name}
	a := Address{Dir: name, Bitstream: b, Params: map[string]string{}}
	if name == "" {
		return a, fmt.Errorf("bit: names no bitstream; write bit:top.bin?pcf=board.pcf&clk=12e6")
	}
	a.Board.Seed = 1
	for _, o := range options {
		switch {
		case o.Key == "pcf":
			b.PCF = o.Value
		case o.Key == "package":
			b.Package = o.Value
		case o.Key == "top" || strings.HasPrefix(o.Key, "param."):
			err = fmt.Errorf("a bitstream has neither modules nor parameters; it knows %s", bitstreamOptions)
		default:
			err = a.set(o.Key, o.Value)
		}
		if err != nil {
			return a, fmt.Errorf("bit: %s=%.40s: %w", o.Key, o.Value, err)
		}
	}
	if b.PCF == "" {
		return a, fmt.Errorf("bit:%.80s: the names of its pins are missing; add ?pcf=FILE, the constraints with lines set_io NAME PIN", name)
	}
	if err := a.Board.check(); err != nil {
		return a, fmt.Errorf("bit: %w", err)
	}
	return a, nil
}

// ParseBoard reads the address of a simulated board: behind "bit:" as [ParseBitstream],
// any other, with or without "sim:", as [ParseAddress].
func ParseBoard(address string) (Address, error) {
	if bits, ok := strings.CutPrefix(address, "bit:"); ok {
		return ParseBitstream(bits)
	}
	return ParseAddress(strings.TrimPrefix(address, "sim:"))
}
