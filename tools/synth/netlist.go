package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A netlist holds the cell counts and ports of a flattened module.
type netlist struct {
	cells map[string]int
	ports []port
}

type port struct {
	name  string
	input bool
	width int
}

// synthesis is one run of Yosys.
type synthesis struct {
	sources    []string // paths from the root
	top        string
	parameters map[string]string
	command    string // such as synth_ice40
	json       string // the file to write
	verilog    string // likewise, if not empty
}

func (s synthesis) script() string {
	script := "read_verilog -sv " + strings.Join(s.sources, " ") + "; "
	for _, name := range sortedKeys(s.parameters) {
		script += fmt.Sprintf("chparam -set %s %s %s; ", name, s.parameters[name], s.top)
	}
	script += fmt.Sprintf("%s -top %s; check -assert; write_json %s", s.command, s.top, s.json)
	if s.verilog != "" {
		script += "; write_verilog -noattr " + s.verilog
	}
	return script
}

func (s synthesis) run(ctx context.Context, root string) (netlist, error) {
	if _, err := command(ctx, root, yosys, "-q", "-p", s.script()); err != nil {
		return netlist{}, fmt.Errorf("%s: %w", s.top, err)
	}
	return readNetlist(s.json, s.top)
}

// readNetlist reads the output of Yosys's write_json.
func readNetlist(file, top string) (netlist, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return netlist{}, err
	}
	var design struct {
		Modules map[string]struct {
			Ports map[string]struct {
				Direction string
				Bits      []any
			}
			Cells map[string]struct{ Type string }
		}
	}
	if err := json.Unmarshal(text, &design); err != nil {
		return netlist{}, fmt.Errorf("%s: %w", file, err)
	}
	module, ok := design.Modules[top]
	if !ok {
		return netlist{}, fmt.Errorf("%s holds no module %s", file, top)
	}
	n := netlist{cells: make(map[string]int)}
	for _, c := range module.Cells {
		n.cells[c.Type]++
	}
	for name, p := range module.Ports {
		n.ports = append(n.ports, port{name, p.Direction == "input", len(p.Bits)})
	}
	slices.SortFunc(n.ports, func(a, b port) int { return strings.Compare(a.name, b.name) })
	return n, nil
}

// count adds up the cells whose types begin with a prefix, each times the
// prefix's weight; the longest prefix that fits counts.
func (n netlist) count(weights map[string]float64) float64 {
	sum := 0.0
	for cell, number := range n.cells {
		best, weight := -1, 0.0
		for prefix, w := range weights {
			if strings.HasPrefix(cell, prefix) && len(prefix) > best {
				best, weight = len(prefix), w
			}
		}
		sum += weight * float64(number)
	}
	return sum
}
