package pinout

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pins names the pins of a board. Empty ones are looked for among the usual
// names. Clock and Reset may be several, with commas between them; a name with
// ! before it is active low, or the other half of a differential clock.
type Pins struct {
	Clock string
	Reset string // "none" if there is none
	RX    string // into the board
	TX    string // out of the board
	High  []string

	// Those of a flash, from the board's side: CS is active low, MISO its input. They are looked for
	// if there is a flash.
	SCK, CS, MOSI, MISO string
}

type pinOption struct {
	names  *string
	option string
	usual  []string
	likely func(lower string) bool // of a name that is not among the usual
	other  func(lower string) bool // the same of a name that the far end gave it; nil if there is no far end
	input  bool
	needed bool
	many   bool // may be several, each with a !
}

func (p *Pins) options() []pinOption {
	return []pinOption{
		{&p.Clock, "clock", usualClocks, LikelyClock, nil, true, true, true},
		{&p.Reset, "rst", usualResets, LikelyReset, nil, true, false, true},
		{&p.RX, "rx", usualRXs, LikelyRX, likelyTX, true, true, false},
		{&p.TX, "tx", usualTXs, likelyTX, LikelyRX, false, true, false},
	}
}

// flashOptions are those of the pins of a flash.
func (p *Pins) flashOptions() []pinOption {
	never := func(string) bool { return false }
	return []pinOption{
		{&p.SCK, "sck", usualSCKs, never, nil, false, true, false},
		{&p.CS, "cs", usualCSs, never, nil, false, true, false},
		{&p.MOSI, "mosi", usualMOSIs, never, nil, false, true, false},
		{&p.MISO, "miso", usualMISOs, never, nil, true, true, false},
	}
}

// Resolve finds the pins of a module among its ports, those of a flash if there is one.
func (p Pins) Resolve(top string, ports []Port, flash bool) (Pins, error) {
	options := p.options()
	if flash {
		options = append(options, p.flashOptions()...)
	} else if p.SCK+p.CS+p.MOSI+p.MISO != "" {
		return p, errors.New("sck=, cs=, mosi= and miso= are the pins of a flash; name what it holds, too: flash=FILE")
	}
	given := p.named()
	for _, o := range options {
		if err := o.resolve(top, ports); err != nil {
			return p, err
		}
	}
	for _, o := range options {
		if err := o.find(ports, given); err != nil {
			return p, err
		}
	}
	if p.Reset == "none" {
		p.Reset = ""
	}
	p.High = slices.Clone(p.High)
	for i, name := range p.High {
		found, err := wantPort(top, ports, name, "high", true)
		if err != nil {
			return p, err
		}
		p.High[i] = found.Name
	}
	return p, p.twice()
}

// find looks for a pin that was not named.
func (o *pinOption) find(ports []Port, given []string) error {
	if *o.names == "" {
		*o.names = usualName(o.usual, ports, o.input, given)
	}
	for _, inout := range [...]bool{false, true} {
		if *o.names == "" {
			*o.names = o.onlyLikely(ports, given, inout, o.likely)
		}
	}
	if *o.names == "" && o.other != nil { // ftdi_txd is what the adapter sends: an input of the board
		*o.names = o.onlyLikely(ports, given, false, o.other)
	}
	if *o.names == "" && o.needed {
		return fmt.Errorf("which of its ports is its %s? Write %s=NAME; %s", o.option, o.option, portList(ports))
	}
	return nil
}

// resolve finds the ports that one option names.
func (o *pinOption) resolve(top string, ports []Port) error {
	if *o.names == "" || o.option == "rst" && *o.names == "none" {
		return nil
	}
	names := []string{*o.names}
	if o.many {
		names = strings.Split(*o.names, ",")
	}
	for i, name := range names {
		bare, low := strings.CutPrefix(name, "!")
		found, err := wantPort(top, ports, bare, o.option, o.input)
		if err != nil {
			return err
		}
		if !found.scalar() {
			return busError(top, ports, found, o.option)
		}
		names[i] = found.Name
		if low {
			names[i] = "!" + found.Name
		}
	}
	*o.names = strings.Join(names, ",")
	return nil
}

// named returns the pins that are used, without their marks.
func (p *Pins) named() []string {
	names := slices.Clone(p.High)
	for _, o := range append(p.options(), p.flashOptions()...) {
		for name := range strings.SplitSeq(*o.names, ",") {
			if name = strings.TrimPrefix(name, "!"); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// twice returns the error of a port that is two pins.
func (p *Pins) twice() error {
	names := p.named()
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			return fmt.Errorf("the port %s is named by two options; each pin is a port of its own", names[i])
		}
	}
	return nil
}

// usualName returns the name of the port that has the first of the usual names.
func usualName(usual []string, ports []Port, input bool, given []string) string {
	for _, name := range usual {
		bare, low := strings.CutPrefix(name, "!")
		for i := range ports {
			p := &ports[i]
			if !strings.EqualFold(p.Name, bare) || !p.fits(input) || !p.scalar() || slices.Contains(given, p.Name) {
				continue
			}
			if low {
				return "!" + p.Name
			}
			return p.Name
		}
	}
	return ""
}

// onlyLikely returns the only port whose name is likely, or empty.
func (o *pinOption) onlyLikely(ports []Port, given []string, inout bool, likely func(string) bool) string {
	found := ""
	for i := range ports {
		p := &ports[i]
		if p.Inout != inout || !p.fits(o.input) || !p.scalar() || !likely(strings.ToLower(p.Name)) ||
			slices.Contains(given, p.Name) {
			continue
		}
		if found != "" {
			return ""
		}
		found = p.Name
		if o.option == "rst" && activeLow(strings.ToLower(p.Name)) {
			found = "!" + found
		}
	}
	return found
}

// fits reports whether a port can be an input, or an output.
func (p *Port) fits(input bool) bool { return p.Inout || p.Input == input }

// wantPort finds a port that an option names: first as it is written, then ignoring
// case.
func wantPort(top string, ports []Port, name, option string, input bool) (*Port, error) {
	at := slices.IndexFunc(ports, func(p Port) bool { return p.Name == name })
	for i := range ports {
		if at < 0 && strings.EqualFold(ports[i].Name, name) {
			at = i
		}
	}
	if at < 0 {
		return nil, fmt.Errorf("%s=%s: it has no such port; %s", option, name, portList(ports))
	}
	if !ports[at].fits(input) {
		return nil, fmt.Errorf("%s=%s: that port is no %s; %s", option, name,
			map[bool]string{true: "input", false: "output"}[input], portList(ports))
	}
	return &ports[at], nil
}

func portList(ports []Port) string {
	var in, out, both []string
	for _, p := range ports {
		switch {
		case p.Inout:
			both = append(both, p.text())
		case p.Input:
			in = append(in, p.text())
		default:
			out = append(out, p.text())
		}
	}
	text := fmt.Sprintf("its inputs are %s, its outputs %s", strings.Join(in, " "), strings.Join(out, " "))
	if len(both) > 0 {
		text += ", its inouts " + strings.Join(both, " ")
	}
	return text
}

func (p *Port) text() string {
	if p.Width > 1 && p.Dims == 0 {
		return fmt.Sprintf("%s[%d:0]", p.Name, p.Width-1)
	}
	return p.Name
}
