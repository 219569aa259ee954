package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/addropts"
	"github.com/loopline/loopline/internal/rangecheck"
	outputs "github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim/internal/ice40"
	"github.com/loopline/loopline/sim/sources"
)

// Reference is the name of the reference board in an address. Who opens the
// address knows its design.
const Reference = "reference"

// Address is a simulated board as an address names it, behind "sim:":
//
//	reference?clk=12e6&baud=115200
//	path/to/dir?top=my_top&clk=12e6&rst=!rst_n&rx=uart_rx&tx=uart_tx
type Address struct {
	Dir      string      // empty for the reference board
	Board    BoardConfig // but for the source, and of the reference board for the top
	RealTime bool        // it runs at the speed of real time, which is the clock that judges it
	Params   map[string]string

	Bitstream *ice40.Bitstream // the board is that and no design; Dir is its file then
}

const addressOptions = "top=MODULE clk=50MHz baud=115200 clock=PIN rst=PIN (rst=!PIN if active low, rst=none) " +
	"rx=PIN tx=PIN high=PIN,PIN flash=FILE@OFFSET sck=PIN cs=PIN mosi=PIN miso=PIN param.NAME=VALUE skew=0.02 boot=500ms seed=1 paced=1 cputime=20us wave=FILE"

// ParseAddress reads the part of an address behind "sim:". The error names the
// option at fault and what to write instead.
func ParseAddress(s string) (Address, error) {
	name, options, err := addropts.Split(s)
	if err != nil {
		return Address{}, fmt.Errorf("sim: %w", err)
	}
	a := Address{Dir: name, Params: map[string]string{}}
	if name == Reference {
		a.Dir = ""
	} else if !strings.Contains(s, "?") && strings.Contains(name, "&") {
		return a, fmt.Errorf("sim:%.80s: options begin with ? behind the directory; write sim:DIR?KEY=VALUE&KEY=VALUE", s)
	} else if name == "" {
		return a, fmt.Errorf("sim: names no board; write sim:%s, or sim:DIR?top=MODULE", Reference)
	}
	a.Board.Seed = 1
	for _, o := range options {
		a.Board.topAlone = o.Key == "top" && len(options) == 1
		if err := a.set(o.Key, o.Value); err != nil {
			return a, fmt.Errorf("sim: %s=%.40s: %w", o.Key, o.Value, err)
		}
	}
	if err := a.Board.check(); err != nil {
		return a, fmt.Errorf("sim: %w", err)
	}
	if a.Dir == "" {
		a.Board.assumed = false // it is made for any clock
	}
	a.Board.Params = a.Params
	return a, nil
}

// DirBoard returns the board at an address, whose design is a folder.
func DirBoard(address string) (BoardConfig, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return BoardConfig{}, err
	}
	a.Board.Source, err = sources.DirSource(a.Dir)
	return a.Board, err
}

func (a *Address) set(key, value string) error {
	var err error
	b := &a.Board
	if a.Dir == "" {
		switch key {
		case "top", "clock", "rst", "rx", "tx", "high", "flash", "sck", "cs", "mosi", "miso":
			return fmt.Errorf("the reference board has its own; leave it out")
		}
	}
	switch key {
	case "top":
		b.Top, err = identifier(value)
	case "clk":
		b.Clock, err = frequency(value)
	case "baud":
		b.Baud, err = frequency(value)
	case "skew":
		b.Skew, err = decimal(value)
	case "clock":
		b.Pins.Clock, err = pinNames(value)
	case "rst":
		b.Pins.Reset, err = pinNames(value)
	case "rx", "tx", "sck", "cs", "mosi", "miso":
		pins := map[string]*string{
			"rx": &b.Pins.RX, "tx": &b.Pins.TX, "sck": &b.Pins.SCK, "cs": &b.Pins.CS, "mosi": &b.Pins.MOSI, "miso": &b.Pins.MISO,
		}
		*pins[key], err = identifier(value)
	case "high":
		for name := range strings.SplitSeq(value, ",") {
			if name, err = identifier(name); err != nil {
				return err
			}
			b.Pins.High = append(b.Pins.High, name)
		}
	case "flash":
		b.Flash, err = ParseFlash(value)
	case "boot":
		b.Boot, err = rangecheck.ParseDuration(value)
	case "seed":
		var n uint64
		n, err = strconv.ParseUint(value, 10, 31)
		b.Seed = uint32(n)
	case "paced":
		a.RealTime, err = strconv.ParseBool(value)
	case "cputime":
		b.CycleTime, err = time.ParseDuration(value)
		if err != nil || b.CycleTime < time.Microsecond || b.CycleTime > time.Second {
			err = fmt.Errorf("the processor time of a clock cycle is from 1us to 1s; write such as cputime=20us")
		}
	case "wave":
		b.Wave, err = value, outputs.CheckEnding(value, WaveEndings()...)
	default:
		name, isParam := strings.CutPrefix(key, "param.")
		if !isParam {
			if a.Bitstream == nil && (key == "pcf" || key == "package") {
				return fmt.Errorf("the pins of a package are those of a bitstream: write bit:FILE?pcf=FILE, or leave it out for HDL")
			}
			known := addressOptions
			if a.Bitstream != nil {
				known = bitstreamOptions
			}
			return fmt.Errorf("there is no such option; it knows %s", known)
		}
		if name, err = identifier(name); err != nil {
			return err
		}
		a.Params[name], err = constant(value)
	}
	return err
}

// frequency reads a number such as 12e6, 50MHz or 32.768k.
func frequency(s string) (float64, error) {
	number, scale := strings.ToLower(strings.TrimSpace(s)), 1.0
	number = strings.TrimSpace(strings.TrimSuffix(number, "hz"))
	for suffix, by := range map[string]float64{"k": 1e3, "m": 1e6, "g": 1e9} {
		if bare, ok := strings.CutSuffix(number, suffix); ok {
			number, scale = strings.TrimSpace(bare), by
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, fmt.Errorf("that is not a number; write for example 50MHz or 50e6")
	}
	return v * scale, nil
}

// decimal reads a number such as 12e6.
func decimal(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("that is not a number; write for example 0.02")
	}
	return v, nil
}

// identifier returns a name of Verilog, with a backslash before it if it is one
// that has to be escaped.
func identifier(s string) (string, error) {
	if escaped, ok := strings.CutPrefix(s, `\`); ok {
		s = strings.TrimSpace(escaped)
		for _, c := range s {
			if c <= ' ' || c > '~' {
				return "", fmt.Errorf("%.40q is not a Verilog name; write letters, digits, _ and $", s)
			}
		}
	} else if port, _, ok := strings.Cut(s, "["); ok {
		return "", fmt.Errorf("a pin is a whole port, not a bit of %.40q; put a small module around the board "+
			"in which each pin is a port, and name it with top=", port)
	} else if strings.Contains(s, ";") {
		return "", fmt.Errorf("an address has & between its options, not a semicolon: %.40q", s)
	} else if !sources.IsPlainName(s) && s != "" {
		return "", fmt.Errorf("%.40q is not a Verilog name; put a backslash before an escaped one", s)
	}
	if s == "" {
		return "", fmt.Errorf("the name is empty")
	}
	return s, nil
}

// pinNames are names with commas between them, and with ! before those that
// are active low.
func pinNames(s string) (string, error) {
	names := strings.Split(s, ",")
	for i, name := range names {
		mark := ""
		if bare := strings.TrimLeft(name, "!~"); bare != name {
			name, mark = bare, "!"
		}
		name, err := identifier(name)
		if err != nil {
			return "", err
		}
		names[i] = mark + name
	}
	return strings.Join(names, ","), nil
}

// PinOption returns the names of a module or of pins, as [BoardModel.Pins] has them, such that an address
// reads them: with a backslash before each that is no plain name of Verilog.
func PinOption(names string) string {
	all := strings.Split(names, ",")
	for i, name := range all {
		bare := strings.TrimPrefix(name, "!")
		if !sources.IsPlainName(bare) {
			all[i] = name[:len(name)-len(bare)] + `\` + bare
		}
	}
	return strings.Join(all, ",")
}

// constant returns a value of Verilog for a parameter.
func constant(s string) (string, error) {
	for _, c := range s {
		if c < ' ' || c > '~' || strings.ContainsRune("();,`\\", c) {
			return "", fmt.Errorf("that is not a constant; write a number, or a text in double quotes")
		}
	}
	return s, nil
}
