package sim

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// port is a port of a module.
type port struct {
	name  string
	input bool
	other bool // neither input nor output
}

// portsFile is Verilator's description of a design.
const portsFile = "ports.xml"

// ports has Verilator read a design and returns its top's ports. An empty
// top is guessed, as onlyTop does.
func (b *Builder) ports(ctx context.Context, d *design) ([]port, error) {
	tools, err := findToolchain()
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
	there := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, portsFile))
		return err == nil
	}
	key := "ports-" + d.key(tools, nil, files)
	dir, err := cache{b.dir()}.entry(ctx, key, there, func(dir string) error {
		return d.describe(ctx, tools, files, dir)
	})
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, portsFile))
	if err != nil {
		return nil, err
	}
	return parsePorts(text)
}

// describe has Verilator describe a design, in a directory that is empty.
func (d *design) describe(ctx context.Context, tools toolchain, files []sourceFile, dir string) error {
	if err := d.write(files, dir); err != nil {
		return err
	}
	own, err := arguments(files, d.top)
	if err != nil {
		return fmt.Errorf("%s %w", d.source.Name, err)
	}
	args := slices.Concat([]string{
		"--xml-only", "--xml-output", "../" + portsFile + ".part", "--no-timing", "-Wno-fatal", "-Wno-lint",
		"-Wno-style", "--error-limit", "20", "--top-module", d.top,
	}, own)
	if text, err := run(ctx, filepath.Join(dir, sourceDir), tools.verilator, args...); err != nil {
		return d.complaint(text, err)
	}
	return os.Rename(filepath.Join(dir, portsFile+".part"), filepath.Join(dir, portsFile))
}

// onlyTop guesses the top module: the only one, or the only one that nothing
// else names, or one called top.
func onlyTop(files []sourceFile) (string, error) {
	var modules []string
	named := make(map[string]int) // how often, declarations included
	holds := false
	for _, f := range files {
		if !isHDL(f.name) {
			continue
		}
		holds = true
		text := withoutComments(f.text)
		modules = append(modules, modulesIn(text)...)
		for _, w := range word.FindAll(text, -1) {
			named[string(w)]++
		}
	}
	if !holds {
		return "", errors.New("holds no .sv or .v file")
	}
	if len(modules) == 0 {
		return "", errors.New("has .sv or .v files with no module in them")
	}
	free := slices.DeleteFunc(slices.Clone(modules), func(m string) bool { return named[m] > 1 })
	switch {
	case len(modules) == 1:
		return modules[0], nil
	case len(free) == 1:
		return free[0], nil
	case slices.Contains(modules, "top"):
		return "top", nil
	case len(free) == 0:
		free = modules
	}
	const shown = 10
	return "", fmt.Errorf("which module is the top? Write top=NAME; no other module names %s",
		strings.Join(free[:min(len(free), shown)], ", "))
}

var word = regexp.MustCompile(`[A-Za-z_][\w$]*`)

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
