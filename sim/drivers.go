package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// Limits of the netlist analysis: recursion depth, looks at drivers, drivers of one
// variable, reported conflicts.
const (
	deepest       = 100
	maxLooks      = 1_000_000
	maxDrivers    = 2000
	mostConflicts = 200
)

// conflicts returns the variables that have several drivers, with where they are.
// A simulation takes one of them, silently, and hardware none.
func (n *netlist) conflicts() (found []Finding) {
	for _, m := range n.order {
		for _, v := range m.vars {
			if a, b, ok := n.conflict(v); ok {
				f := Finding{
					Tool: "loopline", Code: codeMultiDriven, Module: m.name, Kind: ChangesBehaviour,
					Text: fmt.Sprintf("%s: several drivers of %s: here and at %s", b.loc, v.name, a.loc),
				}
				if len(found) < mostConflicts && !slices.Contains(found, f) {
					found = append(found, f)
				}
			}
		}
	}
	return found
}

// conflict finds two drivers of one bit, the first in the text first: the order in which Verilator lists
// them is not that of the text in all versions.
func (n *netlist) conflict(v *variable) (a, b *driver, ok bool) {
	if v.shared || v.inout || v.memory || len(v.drivers) < 2 || len(v.drivers) > maxDrivers {
		return nil, nil, false
	}
	for i := range v.drivers {
		if n.floats(&v.drivers[i], 0) {
			return nil, nil, false // a bus with several ends
		}
	}
	sorted := slices.SortedStableFunc(slices.Values(v.drivers), func(a, b driver) int { return comparePlaces(a.loc, b.loc) })
	for i := range sorted {
		for j := range i {
			if a, b := &sorted[j], &sorted[i]; a.owner != b.owner && a.overlaps(b) {
				return a, b, true
			}
		}
	}
	return nil, nil, false
}

func (d *driver) overlaps(o *driver) bool {
	return d.width == 0 || o.width == 0 || d.low < o.low+o.width && o.low < d.low+d.width
}

// harmless reports whether a warning of Verilator's that may change behaviour does not: of
// an output that is left open, or of a memory with several ports.
func (n *netlist) harmless(f Finding) bool {
	if f.Code == codeMultiDriven && f.Tool == "verilator" {
		name := f.signal()
		for _, m := range n.order {
			if i := slices.IndexFunc(m.vars, func(v *variable) bool { return v.name == name }); i >= 0 && m.vars[i].memory {
				return true
			}
		}
	}
	return !n.leftOpen(f)
}

// leftOpen reports whether the pin that Verilator misses at an instance is one
// that matters: outputs may be left open.
func (n *netlist) leftOpen(f Finding) bool {
	place, pin, ok := strings.Cut(f.Text, missingPin)
	if !ok {
		return true
	}
	m := n.modules[n.placed[place]]
	if m == nil {
		return true
	}
	v := m.ports[strings.Trim(pin, "'")]
	return v == nil || v.input
}

// output returns the variable behind the port of an instance.
func (n *netlist) output(d *driver) *variable {
	m := n.modules[d.module]
	if m == nil {
		return nil
	}
	if index, ok := strings.CutPrefix(d.port, "#"); ok {
		if i, err := strconv.Atoi(index); err == nil && i >= 1 && i <= len(m.pins) {
			return m.ports[m.pins[i-1]]
		}
	}
	return m.ports[d.port]
}

// floats reports whether a driver may be high-impedance.
func (n *netlist) floats(d *driver, depth int) bool {
	if n.looks++; d.floats || depth > deepest || n.looks > maxLooks {
		return true
	}
	v := n.output(d)
	return v != nil && (v.inout || slices.ContainsFunc(v.drivers, func(d driver) bool { return n.floats(&d, depth+1) }))
}

// undriven reports whether nothing drives an output of the top, and where it
// should be.
func (n *netlist) undriven(port string) (where say.Text, ok bool) {
	if n.top == nil || n.top.ports[port] == nil {
		return where, false
	}
	return n.nothing(n.top, n.top.ports[port], 0)
}

func (n *netlist) nothing(m *netModule, v *variable, depth int) (where say.Text, ok bool) {
	if n.looks++; v.touched || v.inout || depth > deepest || n.looks > maxLooks {
		return where, false
	}
	if len(v.drivers) == 0 {
		return say.F("nothing in module %s assigns %s, %s", m.name, v.name, v.loc), true
	}
	for i := range v.drivers {
		behind := n.output(&v.drivers[i])
		if behind == nil {
			return where, false
		}
		if where, ok = n.nothing(n.modules[v.drivers[i].module], behind, depth+1); !ok {
			return where, false
		}
	}
	return where, true
}
