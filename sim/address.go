package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Reference is the name of the reference board in an address.
const Reference = "reference"

// Address is a simulated board as an address names it, behind "sim:":
//
//	reference?clk=12e6&baud=115200
//	path/to/dir?top=my_top&clk=12e6&rst=!rst_n&rx=uart_rx&tx=uart_tx
type Address struct {
	Dir    string      // empty for the reference board
	Board  BoardConfig // but for the source
	Paced  bool        // it runs at the speed of real time, which is the clock that judges it
	Params map[string]string
}

// addressOptions explains the options of an address.
const addressOptions = "top=MODULE clk=12e6 baud=115200 clock=PIN rst=PIN (rst=!PIN if active low, rst=none) " +
	"rx=PIN tx=PIN high=PIN,PIN param.NAME=VALUE skew=0.02 seed=1 paced=1 wave=FILE"

// ParseAddress reads the part of an address behind "sim:". The error names the
// option at fault and what to write instead.
func ParseAddress(s string) (Address, error) {
	name, query, found := strings.Cut(s, "?")
	a := Address{Dir: name, Params: map[string]string{}}
	if name == Reference {
		a.Dir = ""
		a.Board.Top = ReferenceTop
	} else if name == "" {
		return a, fmt.Errorf("sim: names no board; write sim:%s, or sim:DIR?top=MODULE", Reference)
	}
	a.Board.Seed = 1
	if found {
		for pair := range strings.SplitSeq(query, "&") {
			key, value, ok := strings.Cut(pair, "=")
			if !ok || key == "" || value == "" {
				return a, fmt.Errorf("sim: option %.40q has no value; write KEY=VALUE", pair)
			}
			if err := a.set(key, value); err != nil {
				return a, fmt.Errorf("sim: %s=%.40s: %w", key, value, err)
			}
		}
	}
	if err := a.Board.check(); err != nil {
		return a, fmt.Errorf("sim: %w", err)
	}
	if a.Dir == "" {
		a.Params = ReferenceParams(a.Board.Clock, a.Board.Baud, a.Params)
	}
	a.Board.Params = a.Params
	return a, nil
}

// set takes in an option.
func (a *Address) set(key, value string) error {
	var err error
	b := &a.Board
	if a.Dir == "" {
		switch key {
		case "top", "clock", "rst", "rx", "tx", "high":
			return fmt.Errorf("the reference board has its own; leave it out")
		}
	}
	switch key {
	case "top":
		b.Top, err = identifier(value)
	case "clk":
		b.Clock, err = decimal(value)
	case "baud":
		b.Baud, err = decimal(value)
	case "skew":
		b.Skew, err = decimal(value)
	case "clock":
		b.Pins.Clock, err = identifier(value)
	case "rst":
		name, low := strings.CutPrefix(value, "!")
		name, err = identifier(name)
		if low {
			name = "!" + name
		}
		b.Pins.Reset = name
	case "rx":
		b.Pins.RX, err = identifier(value)
	case "tx":
		b.Pins.TX, err = identifier(value)
	case "high":
		for name := range strings.SplitSeq(value, ",") {
			if name, err = identifier(name); err != nil {
				return err
			}
			b.Pins.High = append(b.Pins.High, name)
		}
	case "seed":
		var n uint64
		n, err = strconv.ParseUint(value, 10, 31)
		b.Seed = uint32(n)
	case "paced":
		a.Paced, err = strconv.ParseBool(value)
	case "wave":
		b.Wave = value
	default:
		name, isParam := strings.CutPrefix(key, "param.")
		if !isParam {
			return fmt.Errorf("there is no such option; it knows %s", addressOptions)
		}
		if name, err = identifier(name); err != nil {
			return err
		}
		a.Params[name], err = constant(value)
	}
	return err
}

// decimal reads a number such as 12e6.
func decimal(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("that is no number")
	}
	return v, nil
}

// identifier is a name of Verilog.
func identifier(s string) (string, error) {
	if port, _, ok := strings.Cut(s, "["); ok {
		return "", fmt.Errorf("a pin is a whole port, not a bit of %.40q; put a small module around the board "+
			"in which each pin is a port, and name it with top=", port)
	}
	for i, c := range s {
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c != '$' && (c < '0' || c > '9')) {
			return "", fmt.Errorf("%.40q is no name of Verilog", s)
		}
	}
	if s == "" {
		return "", fmt.Errorf("the name is empty")
	}
	return s, nil
}

// constant is a value of Verilog for a parameter.
func constant(s string) (string, error) {
	for _, c := range s {
		if c < ' ' || c > '~' || strings.ContainsRune("();,`\\", c) {
			return "", fmt.Errorf("that is no constant; write a number, or a text in double quotes")
		}
	}
	return s, nil
}
