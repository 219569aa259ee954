package sim

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
)

// Warnings returns the findings in a board's design that change behaviour, the
// worst first: latches, several drivers, what nothing drives.
func (m *BoardModel) Warnings() []finding.Finding { return slices.Clone(m.design.Warnings) }

// Notes returns the assumptions behind a board, human-readable, such as a clock
// frequency that the address does not give. Show them before results.
func (m *BoardModel) Notes() (notes []string) {
	if m.config.assumed {
		text := "clk not given: 12 MHz assumed"
		if hz, ok := clockInName(m.config.Pins.Clock); ok {
			text += fmt.Sprintf("; does %s want clk=%sMHz?", m.config.Pins.Clock, hz)
		}
		if m.config.topAlone {
			text += "; in a shell, an address with & needs quotes around it"
		}
		notes = append(notes, text)
	}
	if names := m.design.Synopsys; len(names) > 0 {
		notes = append(notes, "the VHDL uses "+strings.Join(names, ", ")+" of Synopsys, which GHDL takes with -fsynopsys alone; ieee.numeric_std is the standard's")
	}
	notes = append(notes, m.design.Notes...)
	if text := systemCallNote(m.design); text != "" {
		notes = append(notes, text)
	}
	return notes
}

// systemCallNote describes the system calls of a board, or returns "".
func systemCallNote(d *model.Inspection) string {
	if d == nil || len(d.SystemCalls) == 0 {
		return ""
	}
	const shown = 5
	var texts []string
	for _, r := range d.SystemCalls[:min(shown, len(d.SystemCalls))] {
		texts = append(texts, r.String())
	}
	if more := len(d.SystemCalls) - shown; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return "the design asks for " + strings.Join(texts, ", ") +
		"; isolated, it reads the files of its folder alone and writes none"
}

var lastNumber = regexp.MustCompile(`(?i)(?:cl(?:oc)?k|osc)\D*?(?:\d+_)?(\d+)(?:m|mhz)?$`)

// ClockInName returns the frequency, in Hz, in the name of a clock pin such as clk_25mhz
// or CLOCK_50.
func ClockInName(name string) (hz float64, ok bool) {
	mhz, ok := clockInName(name)
	if n, err := strconv.Atoi(mhz); ok && err == nil {
		return float64(n) * 1e6, true
	}
	return 0, false
}

// clockInName returns the megahertz in the name of a clock.
func clockInName(name string) (mhz string, ok bool) {
	m := lastNumber.FindStringSubmatch(name)
	if m == nil {
		return "", false
	}
	const slowest, fastest = 8, 500 // a lower one is most often a number of the pin
	n, err := strconv.Atoi(m[1])
	return m[1], err == nil && n >= slowest && n <= fastest && n != DefaultClock/1e6
}

// HeldLow returns the inputs that no option names: they are held low.
func (m *BoardModel) HeldLow() []string { return m.config.heldLow(m.design) }

func (c *BoardConfig) heldLow(d *model.Inspection) (names []string) {
	if d == nil {
		return nil
	}
	for _, p := range c.Pins.Low(d.Ports) {
		names = append(names, p.Name)
	}
	return names
}
