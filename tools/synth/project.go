package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// A project is the designs file. Its paths are relative to the root.
type project struct {
	root string

	Sources []string `json:"sources"` // patterns of the files that hold modules
	Results string   `json:"results"` // the file that keeps measurements
	All     string   `json:"all"`     // the page whose tables show all designs
	Pages   string   `json:"pages"`   // the pattern of those that show the designs naming them
	Core    core     `json:"core"`
	Designs []design `json:"designs"`
	Boards  []board  `json:"boards"`
}

// A core is the Trax core that is timed and read back.
type core struct {
	Top       string `json:"top"`
	Testbench string `json:"testbench"` // drives it by a script, in C++
	Golden    string `json:"golden"`    // turn vectors, as JSON Lines
}

// A design is a module that is measured, with its parameters.
type design struct {
	Name       string            `json:"name"` // in tables and on the command line
	Top        string            `json:"top"`  // the name if it is empty
	Parameters map[string]string `json:"parameters"`
	Page       string            `json:"page"`       // that shows it, without folder and extension
	Everywhere bool              `json:"everywhere"` // measured for all families, not only for iCE40

	board *board // if it is one
}

// A board is one for which bitstreams are made.
type board struct {
	Name  string  `json:"name"` // on the command line, and of the bitstream
	Title string  `json:"title"`
	Top   string  `json:"top"`
	Pins  string  `json:"pins"` // the constraints
	Chip  string  `json:"chip"` // as nextpnr's option
	Clock float64 `json:"clock_mhz"`

	Parameters map[string]string `json:"parameters"` // of the top

	chip chip
}

// readProject reads the designs file, and has the boards as the last designs.
func readProject(root, file string) (*project, error) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w; -designs names the file", err)
	}
	p := &project{root: root}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

// check validates the project and fills in derived fields.
func (p *project) check() error {
	if len(p.Sources) == 0 || p.Results == "" || p.All == "" || len(p.Designs) == 0 {
		return fmt.Errorf("sources, results, all and designs are needed")
	}
	for i := range p.Boards {
		b := &p.Boards[i]
		at := slices.IndexFunc(chips(), func(c chip) bool { return c.name == b.Chip })
		if b.Name == "" || b.Top == "" || b.Pins == "" || b.Clock <= 0 || at < 0 {
			return fmt.Errorf("board %q needs a name, top, pins, clock_mhz, and a chip that is %s", b.Name, chipNames())
		}
		b.chip = chips()[at]
		p.Designs = append(p.Designs, design{Name: b.design(), Top: b.Top, Parameters: b.Parameters, board: b})
	}
	seen := map[string]bool{}
	for i := range p.Designs {
		d := &p.Designs[i]
		if d.Top == "" {
			d.Top = d.Name
		}
		if d.Name == "" || seen[d.Name] {
			return fmt.Errorf("design %q: each needs a name of its own", d.Name)
		}
		seen[d.Name] = true
	}
	return nil
}

// design is the board's name among designs: its top and what makes it differ from others of that top.
func (b *board) design() string {
	name := b.Top
	for _, parameter := range sortedKeys(b.Parameters) {
		name += ", " + parameter + "=" + b.Parameters[parameter]
	}
	return name
}

// at is the path of a file that is named from the root.
func (p *project) at(name string) string { return filepath.Join(p.root, name) }
