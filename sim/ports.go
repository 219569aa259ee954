package sim

import (
	"encoding/xml"
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

// onlyTop guesses the top module: the only one, or the only one that nothing
// else names, or one called top.
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
	case slices.Contains(modules, "top"):
		return "top", nil
	case len(free) == 0:
		free = modules
	}
	return "", fmt.Errorf("which module is the top? Write top=NAME; no other module names %s", someOf(free))
}

// someOf lists the first of many names.
func someOf(names []string) string {
	const shown = 10
	return strings.Join(names[:min(len(names), shown)], ", ")
}

// portsDoc holds the fields that are used of Verilator's JSON description.
type portsDoc struct {
	Modules []struct {
		Top  string `xml:"topModule,attr"`
		Vars []struct {
			Name string `xml:"name,attr"`
			Dir  string `xml:"dir,attr"`
			Type string `xml:"dtype_id,attr"`
		} `xml:"var"`
	} `xml:"netlist>module"`
	Types struct {
		All []dataType `xml:",any"`
	} `xml:"netlist>typetable"`
}

type dataType struct {
	XMLName xml.Name
	ID      string `xml:"id,attr"`
	Left    string `xml:"left,attr"`
	Right   string `xml:"right,attr"`
	Sub     string `xml:"sub_dtype_id,attr"`
	Ends    []struct {
		Value string `xml:"name,attr"`
	} `xml:"range>const"`
}

// parsePorts reads what Verilator says of the top module.
func parsePorts(text []byte) ([]port, error) {
	var doc portsDoc
	if err := xml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("read Verilator's list of ports: %w", err)
	}
	types := make(map[string]*dataType)
	for i := range doc.Types.All {
		types[doc.Types.All[i].ID] = &doc.Types.All[i]
	}
	var ports []port
	for _, m := range doc.Modules {
		if m.Top != "1" {
			continue
		}
		for _, v := range m.Vars {
			if v.Dir != "" {
				p := port{name: v.Name, input: v.Dir == "input", other: v.Dir == "inout"}
				p.width, p.dims = widthOf(types, v.Type, 0)
				ports = append(ports, p)
			}
		}
	}
	return ports, nil
}

// widthOf returns the bits of a type, or of an element of an unpacked array, and the
// array's dimensions. Any type but a plain vector, such as a struct, counts as two
// bits.
func widthOf(types map[string]*dataType, id string, depth int) (width, dims int) {
	const deepest = 50
	t := types[id]
	if t == nil || depth > deepest {
		return 2, 0
	}
	width = 1
	if t.Left != "" {
		width = span(t.Left, t.Right)
	}
	if len(t.Ends) == 2 {
		width = span(constValue(t.Ends[0].Value), constValue(t.Ends[1].Value))
	}
	switch t.XMLName.Local {
	case "basicdtype":
		return width, 0
	case "unpackarraydtype":
		width, dims = widthOf(types, t.Sub, depth+1)
		return width, dims + 1
	case "packarraydtype":
		sub, _ := widthOf(types, t.Sub, depth+1)
		return width * sub, 0
	case "refdtype", "enumdtype":
		return widthOf(types, t.Sub, depth+1)
	}
	return 2, 0
}

// span counts the numbers from left to right, both included.
func span(left, right string) int {
	l, _ := strconv.Atoi(left)
	r, _ := strconv.Atoi(right)
	return max(l-r, r-l) + 1
}

// constValue returns the number of a constant such as 32'h1f.
func constValue(text string) string {
	_, digits, ok := strings.Cut(text, "'")
	if !ok {
		return text
	}
	n, err := strconv.ParseInt(strings.TrimLeft(digits, "sh"), 16, 32)
	if err != nil {
		return "0"
	}
	return strconv.FormatInt(n, 10)
}
