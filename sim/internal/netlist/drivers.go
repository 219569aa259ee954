package netlist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/finding"
)

// Limits of the netlist analysis: recursion depth, looks at drivers, drivers of one
// variable, reported conflicts.
const (
	deepest       = 100
	maxLooks      = 1_000_000
	maxDrivers    = 2000
	mostConflicts = 200
)

// Conflicts returns the variables that have several drivers, with where they are.
// A simulation takes one of them, silently, and hardware none.
func (n *Netlist) Conflicts() (found []finding.Finding) {
	for _, m := range n.Order {
		for _, v := range m.Vars {
			if a, b, ok := n.conflict(v); ok {
				f := finding.Finding{
					Tool: "loopline", Code: finding.CodeMultiDriven, Module: m.Name, Kind: finding.ChangesBehaviour,
					Text: fmt.Sprintf("%s: several drivers of %s: here and at %s", b.loc, v.Name, a.loc),
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
func (n *Netlist) conflict(v *Variable) (a, b *driver, ok bool) {
	if v.Shared || v.Inout || v.Memory || len(v.drivers) < 2 || len(v.drivers) > maxDrivers {
		return nil, nil, false
	}
	for i := range v.drivers {
		if n.floats(&v.drivers[i], 0) {
			return nil, nil, false // a bus with several ends
		}
	}
	sorted := slices.SortedStableFunc(slices.Values(v.drivers), func(a, b driver) int { return finding.ComparePlaces(a.loc, b.loc) })
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

// Harmless reports whether a warning of Verilator's that may change behaviour does not: of
// an output that is left open, or of a memory with several ports.
func (n *Netlist) Harmless(f finding.Finding) bool {
	if f.Code == finding.CodeMultiDriven && f.Tool == "verilator" {
		name := f.Signal()
		for _, m := range n.Order {
			if i := slices.IndexFunc(m.Vars, func(v *Variable) bool { return v.Name == name }); i >= 0 && m.Vars[i].Memory {
				return true
			}
		}
	}
	return !n.leftOpen(f)
}

// leftOpen reports whether the pin that Verilator misses at an instance is one
// that matters: outputs may be left open.
func (n *Netlist) leftOpen(f finding.Finding) bool {
	place, pin, ok := strings.Cut(f.Text, finding.MissingPin)
	if !ok {
		return true
	}
	m := n.Modules[n.placed[place]]
	if m == nil {
		return true
	}
	v := m.Ports[strings.Trim(pin, "'")]
	return v == nil || v.Input
}

// output returns the variable behind the port of an instance.
func (n *Netlist) output(d *driver) *Variable {
	m := n.Modules[d.module]
	if m == nil {
		return nil
	}
	if index, ok := strings.CutPrefix(d.port, "#"); ok {
		if i, err := strconv.Atoi(index); err == nil && i >= 1 && i <= len(m.Pins) {
			return m.Ports[m.Pins[i-1]]
		}
	}
	return m.Ports[d.port]
}

// floats reports whether a driver may be high-impedance.
func (n *Netlist) floats(d *driver, depth int) bool {
	if n.looks++; d.floats || depth > deepest || n.looks > maxLooks {
		return true
	}
	v := n.output(d)
	return v != nil && (v.Inout || slices.ContainsFunc(v.drivers, func(d driver) bool { return n.floats(&d, depth+1) }))
}

// Undriven reports whether nothing drives an output of the top, and where it
// should be.
func (n *Netlist) Undriven(port string) (where say.Text, ok bool) {
	if n.Top == nil || n.Top.Ports[port] == nil {
		return where, false
	}
	return n.nothing(n.Top, n.Top.Ports[port], 0)
}

func (n *Netlist) nothing(m *Module, v *Variable, depth int) (where say.Text, ok bool) {
	if n.looks++; v.touched || v.Inout || depth > deepest || n.looks > maxLooks {
		return where, false
	}
	if len(v.drivers) == 0 {
		return say.Format("nothing in module %s assigns %s, %s", m.Name, v.Name, v.Loc), true
	}
	for i := range v.drivers {
		behind := n.output(&v.drivers[i])
		if behind == nil {
			return where, false
		}
		if where, ok = n.nothing(n.Modules[v.drivers[i].module], behind, depth+1); !ok {
			return where, false
		}
	}
	return where, true
}
