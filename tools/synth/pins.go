package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/loopline/loopline/internal/toolset"
)

// packagePins returns the pins of an iCE40 8K in a package, in the order of
// icestorm's description.
func packagePins(pkg string) ([]string, error) {
	name, err := toolset.ChipDB("8k")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var pins []string
	inside := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) == 2 && fields[0] == ".pins":
			inside = fields[1] == pkg
		case len(fields) > 0 && fields[0][0] == '.':
			inside = false
		case inside && len(fields) > 0:
			pins = append(pins, fields[0])
		}
	}
	if len(pins) == 0 {
		return nil, fmt.Errorf("%s knows no package %s", name, pkg)
	}
	return pins, nil
}

// appendPins gives every bit of every port a pin: clk_i the one of the board's
// clock, the others in order.
func appendPins(dst []byte, ports []port, pins []string, clock string) ([]byte, error) {
	free := make([]string, 0, len(pins))
	for _, p := range pins {
		if p != clock {
			free = append(free, p)
		}
	}
	for _, p := range ports {
		for bit := range p.width {
			name := p.name
			if p.width > 1 {
				name = fmt.Sprintf("%s[%d]", p.name, bit)
			}
			pin := clock
			if name != "clk_i" {
				if len(free) == 0 {
					return nil, fmt.Errorf("the ports need more than %d pins", len(pins))
				}
				pin, free = free[0], free[1:]
			}
			dst = fmt.Appendf(dst, "set_io %s %s\n", name, pin)
		}
	}
	return dst, nil
}
