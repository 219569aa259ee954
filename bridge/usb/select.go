package usb

import (
	"fmt"
	"os"
	"strings"
)

// Selector says which port is meant. Zero fields match everything.
type Selector struct {
	Vendor, Product uint16
	SerialNumber    string
	Path            string // place on the bus: 1-1.4
	Channel         string // A to H
}

// String returns the selector as an address has it.
func (s Selector) String() string {
	text := fmt.Sprintf("usb:%04x:%04x", s.Vendor, s.Product)
	separator := "?"
	for _, option := range []struct{ key, value string }{
		{"sn", s.SerialNumber}, {"path", s.Path}, {"channel", s.Channel},
	} {
		if option.value != "" {
			text += separator + option.key + "=" + option.value
			separator = "&"
		}
	}
	return text
}

// SelectionError says that a selector means no port, or more than one.
type SelectionError struct {
	Selector   Selector
	Problem    string // what is wrong, and what to write instead
	Several    bool   // it means more than one
	Candidates []Port // those it may mean, else all there are
}

// Error lists the candidates as they can be written.
func (e *SelectionError) Error() string {
	if len(e.Candidates) == 0 {
		return fmt.Sprintf("%s: %s, and no USB serial port is plugged in", e.Selector, e.Problem)
	}
	texts := make([]string, len(e.Candidates))
	for i, p := range e.Candidates {
		texts[i] = p.Address()
		if !strings.Contains(texts[i], "path=") {
			texts[i] += " (at " + p.Device.Path + ")"
		}
	}
	return fmt.Sprintf("%s: %s; there is %s", e.Selector, e.Problem, strings.Join(texts, ", "))
}

// Unwrap lets a caller ask for os.ErrNotExist, which may change when a board is
// plugged in.
func (e *SelectionError) Unwrap() error {
	if e.Several {
		return nil
	}
	return os.ErrNotExist
}

// Select returns the one port that is meant. Root is as for [Devices].
func Select(s Selector, root string) (Port, error) {
	devices, err := Devices(root)
	if err != nil {
		return Port{}, fmt.Errorf("%s: %w", s, err)
	}
	return choose(s, devices)
}

func choose(s Selector, devices []*Device) (Port, error) {
	var all, found []Port
	for _, d := range devices {
		ports, err := d.Ports()
		if err != nil {
			if s.names(d) {
				return Port{}, fmt.Errorf("%s: %w", s, err)
			}
			continue
		}
		all = append(all, ports...)
		if !s.names(d) {
			continue
		}
		if len(ports) == 0 {
			return Port{}, fmt.Errorf("%s: device %s has no serial port that is known here: neither "+
				"an FTDI chip nor CDC-ACM; use serial: and the kernel's driver", s, d)
		}
		for _, p := range ports {
			if s.Channel == "" || s.Channel == p.Channel || s.Channel == "A" && p.Channel == "" {
				found = append(found, p)
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return Port{}, &SelectionError{s, "no such port", false, all}
	case found[0].Device == found[len(found)-1].Device:
		return Port{}, &SelectionError{s, "it has several channels; add channel=", true, found}
	case s.SerialNumber != "":
		return Port{}, &SelectionError{s, "several boards have this serial number; add path=", true, found}
	}
	return Port{}, &SelectionError{s, "several boards match; add sn= or path=", true, found}
}

func (s Selector) names(d *Device) bool {
	return s.Vendor == d.Vendor && s.Product == d.Product &&
		(s.SerialNumber == "" || s.SerialNumber == d.SerialNumber) &&
		(s.Path == "" || s.Path == d.Path)
}
