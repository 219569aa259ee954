package model

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// BoardDesign names the files of a board, its top and parameters: all that is read of it.
type BoardDesign struct {
	Source sources.Source
	Top    string            // the module; empty if there is but one
	Params map[string]string // of the top, as SystemVerilog
	RX     string            // the receiving pin; empty if it is not known
}

// Inspection holds the ports of a board, its netlist and its faults, as Verilator reads it before the model is built.
type Inspection struct {
	Ports       []pinout.Port
	SystemCalls []sources.SystemCall // of the machine it runs on
	Warnings    []finding.Finding    // that change behaviour
	Others      []finding.Finding    // that do not
	Synopsys    []string             // packages that its VHDL uses
	Notes       []string             // of how its files are read
	Netlist     *netlist.Netlist     // empty of a design that is too large to look through
}

// lintFile has what Verilator warns of, in the cache, beside its description.
const lintFile = "lint.txt"

// checkDesign reads a design's files with its VHDL as Verilog, if tools may read them here:
// confined, and nothing in them is refused. It returns what else they ask for. An empty
// top is guessed, as pinout.OnlyTop does.
func (b *Builder) checkDesign(ctx context.Context, d *Design) (tools tooling.Toolchain, files []sources.File, asked []sources.SystemCall, err error) {
	if tools, err = b.Toolchain(); err != nil {
		return tools, nil, nil, err
	}
	if err := b.Confine(d.Source); err != nil {
		return tools, nil, nil, err
	}
	if files, err = d.Read(ctx, b, tools, false); err != nil {
		return tools, nil, nil, err
	}
	asked, err = d.CheckSystemCalls(&tools, files)
	return tools, files, asked, err
}

// Inspect has Verilator read a design. An empty top is guessed, as pinout.OnlyTop
// does.
func (b *Builder) Inspect(ctx context.Context, d *Design, params map[string]string) (*Inspection, error) {
	d.Settings = params
	tools, files, asked, err := b.checkDesign(ctx, d)
	if err != nil {
		return nil, err
	}
	own := *d // without a wrapper, the parameters are the command's to set
	if !d.VHDL {
		own.given = sources.TopParameters(params)
	}
	key := "ports-" + own.key(tools, nil, files)
	dir, err := tooling.Cache{Dir: b.Folder()}.Entry(ctx, key, described, func(dir string) error {
		return own.describe(ctx, tools, files, dir)
	})
	if err != nil {
		return nil, err
	}
	found, err := d.described(dir)
	if err != nil {
		return nil, err
	}
	found.SystemCalls = asked
	found.Warnings = append(found.Warnings, finding.LongLoops(&d.Source, d.Needed(files))...)
	finding.Sort(found.Warnings)
	return found, nil
}

// described reports whether a directory holds a description.
func described(dir string) bool {
	for _, name := range [...]string{tooling.DescribedFile, tooling.DetailsFile, lintFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// describe has Verilator describe a design, in a directory that is empty, and
// then warn of it.
func (d *Design) describe(ctx context.Context, tools tooling.Toolchain, files []sources.File, dir string) error {
	if err := d.write(files, dir); err != nil {
		return err
	}
	own, err := sources.Arguments(files, d.Top, d.Wrapper, tools.Trusts)
	if err != nil {
		return fmt.Errorf("%s %w", d.Source.Name, err)
	}
	args := slices.Concat([]string{
		"--no-timing", "-Wno-fatal", "-Wwarn-PROCASSWIRE", "-fno-dfg", "--error-limit", "20", "--top-module", d.Top,
	}, d.given, own)
	text, err := tools.Describe(ctx, dir, tooling.SourceDir, tooling.OutDir, tools.Verilator, args...)
	if err != nil {
		return d.buildError(text, err)
	}
	for _, name := range [...]string{tooling.DescribedFile, tooling.DetailsFile} {
		if err := tooling.TakeOut(dir, name, tooling.MaxMadeFile); err != nil {
			return err
		}
	}
	args = append([]string{"--lint-only", "-Wall", "-Wno-DECLFILENAME", "-Mdir", "../" + tooling.OutDir}, args...)
	text, err = tools.Run(ctx, dir, tooling.SourceDir, []string{tooling.OutDir}, tools.Verilator, args...)
	if err != nil && !tooling.IsExit(err) { // what stops it here stops the building, which says so
		return err
	}
	return os.WriteFile(filepath.Join(dir, lintFile), []byte(text), 0o644)
}

func (d *Design) described(dir string) (*Inspection, error) {
	tree, err := os.ReadFile(filepath.Join(dir, tooling.DescribedFile))
	if err != nil {
		return nil, err
	}
	details, err := os.ReadFile(filepath.Join(dir, tooling.DetailsFile))
	if err != nil {
		return nil, err
	}
	warnings, err := os.ReadFile(filepath.Join(dir, lintFile))
	if err != nil {
		return nil, err
	}
	if err := duplicateModule(&d.Source, string(warnings)); err != nil {
		return nil, err
	}
	whole := !netlist.TooLarge(tree)
	described, err := netlist.ReadDescription(tree, details, !whole)
	if err != nil {
		return nil, err
	}
	found := &Inspection{Synopsys: d.Synopsys, Notes: d.Notes, Ports: pinout.TopPorts(described), Netlist: &netlist.Netlist{}}
	if whole {
		found.Netlist = netlist.Read(described)
	} else {
		found.Others = append(found.Others, finding.TooLarge(d.Top))
	}
	for _, f := range finding.OfVerilator(string(warnings)) {
		if f.Kind == finding.ChangesBehaviour && !found.Netlist.Harmless(f) {
			found.Warnings = append(found.Warnings, f)
		}
	}
	found.Warnings = append(found.Warnings, found.Netlist.Conflicts()...)
	for _, f := range found.Netlist.ProcessFindings() {
		if f.Kind == finding.Costly {
			f.Text = finding.Located(&d.Source, f.Text)
			found.Others = append(found.Others, f)
			continue
		}
		found.Warnings = append(found.Warnings, f)
	}
	for _, f := range d.Findings {
		if f.Kind == finding.ChangesBehaviour {
			found.Warnings = append(found.Warnings, f)
		} else {
			f.Text = finding.Located(&d.Source, f.Text)
			found.Others = append(found.Others, f)
		}
	}
	for i := range found.Warnings {
		found.Warnings[i].Text = finding.Located(&d.Source, found.Warnings[i].Text)
	}
	found.Warnings = finding.Merged(&d.Source, found.Warnings)
	finding.Sort(found.Warnings)
	return found, nil
}

// Unreached returns the files of a design that Verilator did not read for its top.
func (d *Inspection) Unreached(files []string) []string {
	if d.Netlist.Top == nil {
		return nil
	}
	read := make(map[string]bool)
	for _, name := range d.Netlist.Files {
		read[path.Clean(name)] = true
	}
	files = slices.DeleteFunc(slices.Clone(files), func(name string) bool { return read[name] })
	for i := range files {
		files[i] = tooling.OwnNames(files[i])
	}
	return files
}

// examples is what to type where two files of a design are in folders of which each may be a design.
func examples(s *sources.Source, one, other string) string {
	a, b := strings.Split(one, "/"), strings.Split(other, "/")
	at := 0
	for at < min(len(a), len(b))-1 && a[at] == b[at] {
		at++
	}
	if at == len(a)-1 || at == len(b)-1 {
		return ""
	}
	a, b = a[:at+1], b[:at+1]
	return fmt.Sprintf("if the folders %s and %s are designs of their own, give the folder of one instead of %s: %s; else ",
		path.Join(a...), path.Join(b...), s.Name, humanize.ShellWord(path.Join(s.Name, path.Join(a...))))
}

var (
	secondModule = regexp.MustCompile(`^%Warning-MODDUP: (.*?):(\d+):\d+: Duplicate declaration of module: '(.*)'`)
	firstModule  = regexp.MustCompile(`^\s+(.*?):(\d+):\d+: \.\.\. Location of original declaration`)
)

// duplicateModule returns the error of a module that two places declare. The same file, read
// twice, is one place.
func duplicateModule(s *sources.Source, text string) error {
	var second []string
	for line := range strings.Lines(text) {
		if m := secondModule.FindStringSubmatch(line); m != nil {
			second = m
		} else if m := firstModule.FindStringSubmatch(line); m != nil && second != nil {
			if m[1] != second[1] || m[2] != second[2] {
				first, other := tooling.OwnNames(m[1]), tooling.OwnNames(second[1])
				return fmt.Errorf("%s: module %s is declared twice, at %s:%s and %s:%s; %stake one of them out, "+
					"or list the files that belong together in %s", s.Name, second[3], first, m[2], other, second[2], examples(s, first, other), sources.ListFile)
			}
			second = nil
		}
	}
	return nil
}
