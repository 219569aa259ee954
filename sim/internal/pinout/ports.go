package pinout

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/sources"
)

// Port is a port of the top module.
type Port struct {
	Name  string
	Input bool
	Inout bool // neither input nor output but inout
	Width int  // bits; 0 is 1
	Dims  int  // of an unpacked array; 0 of none
}

// scalar reports whether a port is one bit, as a pin is.
func (p *Port) scalar() bool { return p.Width <= 1 && p.Dims == 0 }

// OnlyTop guesses the top module: the only one, the only one that nothing else names, the one that a vendor's project
// names, the only such one that is no test, one called top, or of those that nothing else names the only one with a
// serial line.
func OnlyTop(files []sources.File) (string, error) {
	if !slices.ContainsFunc(files, func(f sources.File) bool { return sources.IsHDL(f.Name) || sources.IsVHDL(f.Name) }) {
		return "", errors.New(sources.NoHDL)
	}
	h, l := sources.NewHierarchy(files), sources.NewLibrary(files)
	modules, free := h.Tops()
	free = slices.DeleteFunc(free, func(name string) bool { return l.Used[strings.ToLower(name)] })
	entities, freeEntities := l.Tops(h)
	modules, free = append(modules, entities...), append(free, freeEntities...)
	switch {
	case len(modules) == 0:
		return "", errors.New("has .sv or .v files with no module in them")
	case len(modules) == 1:
		return modules[0], nil
	case len(free) == 1:
		return free[0], nil
	}
	if top, ok := projectTop(files, modules); ok {
		return top, nil
	}
	if free = notTested(h, l, free); len(free) == 1 {
		return free[0], nil
	}
	if slices.Contains(modules, "top") {
		return "top", nil
	}
	if top, ok := onlySerial(files, h, l, free); ok {
		return top, nil
	}
	if len(free) == 0 {
		free = modules
	}
	free = slices.Compact(slices.Sorted(slices.Values(free)))
	return "", fmt.Errorf("which module is the top? Write top=NAME; no other module names %s", sources.SomeOf(free))
}

// TopPorts returns the ports of the top module.
func TopPorts(d *netlist.Description) (ports []Port) {
	types := make(map[string]*netlist.Node)
	for _, t := range d.Types {
		types[t.Attr("id")] = t
	}
	for _, m := range d.Modules {
		if m.Attr("topModule") != "1" {
			continue
		}
		for i := range m.Nodes {
			v := &m.Nodes[i]
			// A comma behind the last port makes one without a name, which Verilator gives one.
			if dir := v.Attr("dir"); v.Kind() == "var" && dir != "" && !strings.HasPrefix(v.Attr("name"), "__pinNumber") {
				p := Port{Name: v.Attr("name"), Input: dir == "input", Inout: dir == "inout"}
				p.Width, p.Dims = widthOf(types, v.Attr("dtype_id"), 0)
				ports = append(ports, p)
			}
		}
	}
	return ports
}

// widthOf returns the bits of a type, or of an element of an unpacked array, and the
// array's dimensions. Any type but a plain vector, such as a struct, counts as two
// bits.
func widthOf(types map[string]*netlist.Node, id string, depth int) (width, dims int) {
	const deepest = 50
	t := types[id]
	if t == nil || depth > deepest {
		return 2, 0
	}
	width = 1
	if left := t.Attr("left"); left != "" {
		width = span(left, t.Attr("right"))
	}
	if len(t.Nodes) > 0 && t.Nodes[0].Kind() == "range" && len(t.Nodes[0].Nodes) == 2 {
		ends := t.Nodes[0].Nodes
		width = span(netlist.ConstValue(ends[0].Attr("name")), netlist.ConstValue(ends[1].Attr("name")))
	}
	switch sub := t.Attr("sub_dtype_id"); t.Kind() {
	case "basicdtype":
		return width, 0
	case "unpackarraydtype":
		width, dims = widthOf(types, sub, depth+1)
		return width, dims + 1
	case "packarraydtype":
		inner, _ := widthOf(types, sub, depth+1)
		return width * inner, 0
	case "refdtype", "enumdtype":
		return widthOf(types, sub, depth+1)
	}
	return 2, 0
}

// span counts the numbers from left to right, both included.
func span(left, right string) int {
	l, _ := strconv.Atoi(left)
	r, _ := strconv.Atoi(right)
	return max(l-r, r-l) + 1
}
