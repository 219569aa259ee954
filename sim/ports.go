package sim

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// port is a port of a module.
type port struct {
	name  string
	input bool
	other bool // neither input nor output
}

// ports has Verilator read a design and returns its top's ports. With an empty
// top the design must have one file alone, or one named top, which is its top.
func (d *design) ports(ctx context.Context) ([]port, error) {
	verilator, err := findTool("verilator")
	if err != nil {
		return nil, err
	}
	files, err := d.source.read()
	if err != nil {
		return nil, err
	}
	if d.top == "" {
		if d.top, err = onlyTop(files); err != nil {
			return nil, fmt.Errorf("%s: %w", d.source.Name, err)
		}
	}
	dir, err := os.MkdirTemp("", "loopline-ports-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := d.write(files, dir); err != nil {
		return nil, err
	}
	own, err := arguments(files, d.top)
	if err != nil {
		return nil, fmt.Errorf("%s %w", d.source.Name, err)
	}
	out := filepath.Join(dir, "ports.xml")
	args := slices.Concat([]string{
		"--xml-only", "--xml-output", out, "--no-timing", "-Wno-fatal", "-Wno-lint", "-Wno-style",
		"--error-limit", "20", "--top-module", d.top,
	}, own)
	if text, err := run(ctx, filepath.Join(dir, sourceDir), verilator, args...); err != nil {
		return nil, d.complaint(text, err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return parsePorts(text)
}

// onlyTop guesses the top module.
func onlyTop(files []sourceFile) (string, error) {
	var modules []string
	for _, f := range files {
		if isHDL(f.name) {
			modules = append(modules, moduleOf(f.name))
		}
	}
	switch {
	case len(modules) == 1:
		return modules[0], nil
	case slices.Contains(modules, "top"):
		return "top", nil
	case len(modules) == 0:
		return "", errors.New("holds no .sv or .v file")
	}
	const shown = 10
	return "", fmt.Errorf("which module is the top? Write top=NAME; the files are those of %s",
		strings.Join(modules[:min(len(modules), shown)], ", "))
}

// parsePorts reads what Verilator says of the top module.
func parsePorts(text []byte) ([]port, error) {
	var doc struct {
		Modules []struct {
			Top  string `xml:"topModule,attr"`
			Vars []struct {
				Name string `xml:"origName,attr"`
				Dir  string `xml:"dir,attr"`
			} `xml:"var"`
		} `xml:"netlist>module"`
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("read Verilator's list of ports: %w", err)
	}
	var ports []port
	for _, m := range doc.Modules {
		if m.Top != "1" {
			continue
		}
		for _, v := range m.Vars {
			if v.Dir != "" {
				ports = append(ports, port{v.Name, v.Dir == "input", v.Dir == "inout"})
			}
		}
	}
	return ports, nil
}
