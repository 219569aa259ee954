package sim

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type port struct {
	name  string
	input bool
	other bool // neither input nor output but inout
	width int  // bits; 0 is 1
	dims  int  // of an unpacked array; 0 of none
}

// scalar reports whether a port is one bit, as a pin is.
func (p *port) scalar() bool { return p.width <= 1 && p.dims == 0 }

// onlyTop guesses the top module: the only one, the only one that nothing else names, the one that a vendor's project
// names, the only such one that is no test, one called top, or of those that nothing else names the only one with a
// serial line.
func onlyTop(files []sourceFile) (string, error) {
	if !slices.ContainsFunc(files, func(f sourceFile) bool { return isHDL(f.name) || isVHDL(f.name) }) {
		return "", errors.New(noHDL)
	}
	h, l := newHierarchy(files), newLibrary(files)
	modules, free := h.tops()
	free = slices.DeleteFunc(free, func(name string) bool { return l.used[strings.ToLower(name)] })
	entities, freeEntities := l.tops(h)
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
	return "", fmt.Errorf("which module is the top? Write top=NAME; no other module names %s", someOf(free))
}

// topPorts returns the ports of the top module.
func (d *description) topPorts() (ports []port) {
	types := make(map[string]*node)
	for _, t := range d.types {
		types[t.attr("id")] = t
	}
	for _, m := range d.modules {
		if m.attr("topModule") != "1" {
			continue
		}
		for i := range m.Nodes {
			v := &m.Nodes[i]
			// A comma behind the last port makes one without a name, which Verilator gives one.
			if dir := v.attr("dir"); v.kind() == "var" && dir != "" && !strings.HasPrefix(v.attr("name"), "__pinNumber") {
				p := port{name: v.attr("name"), input: dir == "input", other: dir == "inout"}
				p.width, p.dims = widthOf(types, v.attr("dtype_id"), 0)
				ports = append(ports, p)
			}
		}
	}
	return ports
}

// widthOf returns the bits of a type, or of an element of an unpacked array, and the
// array's dimensions. Any type but a plain vector, such as a struct, counts as two
// bits.
func widthOf(types map[string]*node, id string, depth int) (width, dims int) {
	const deepest = 50
	t := types[id]
	if t == nil || depth > deepest {
		return 2, 0
	}
	width = 1
	if left := t.attr("left"); left != "" {
		width = span(left, t.attr("right"))
	}
	if len(t.Nodes) > 0 && t.Nodes[0].kind() == "range" && len(t.Nodes[0].Nodes) == 2 {
		ends := t.Nodes[0].Nodes
		width = span(constValue(ends[0].attr("name")), constValue(ends[1].attr("name")))
	}
	switch sub := t.attr("sub_dtype_id"); t.kind() {
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
