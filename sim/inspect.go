package sim

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
)

// BoardDesign is what is read of a board.
type BoardDesign struct {
	Source Source
	Top    string            // the module; empty if there is but one
	Params map[string]string // of the top, as SystemVerilog
	RX     string            // the receiving pin; empty if it is not known
}

// inspection is what Verilator says of a board: it is known before the model is built.
type inspection struct {
	ports       []port
	systemCalls []SystemCall // of the machine it runs on
	warnings    []Finding    // that change behaviour
	others      []Finding    // that do not
	synopsys    []string     // packages that its VHDL uses
	notes       []string     // of how its files are read
	netlist     *netlist     // empty of a design that is too large to look through
}

// lintFile has what Verilator warns of, in the cache, beside its description.
const lintFile = "lint.txt"

// checkDesign reads a design's files with its VHDL as Verilog, if tools may read them here:
// confined, and nothing in them is refused. It returns what else they ask for. An empty
// top is guessed, as onlyTop does.
func (b *Builder) checkDesign(ctx context.Context, d *design) (tools toolchain, files []sourceFile, asked []SystemCall, err error) {
	if tools, err = b.toolchain(); err != nil {
		return tools, nil, nil, err
	}
	if err := b.confine(d.source); err != nil {
		return tools, nil, nil, err
	}
	if files, err = d.read(ctx, b, tools, false); err != nil {
		return tools, nil, nil, err
	}
	asked, err = d.checkSystemCalls(&tools, files)
	return tools, files, asked, err
}

// inspect has Verilator read a design. An empty top is guessed, as onlyTop
// does.
func (b *Builder) inspect(ctx context.Context, d *design, params map[string]string) (*inspection, error) {
	d.settings = params
	tools, files, asked, err := b.checkDesign(ctx, d)
	if err != nil {
		return nil, err
	}
	own := *d // without a wrapper, the parameters are the command's to set
	if !d.vhdl {
		own.given = topParameters(params)
	}
	key := "ports-" + own.key(tools, nil, files)
	dir, err := cache{b.dir()}.entry(ctx, key, described, func(dir string) error {
		return own.describe(ctx, tools, files, dir)
	})
	if err != nil {
		return nil, err
	}
	found, err := d.described(dir)
	if err != nil {
		return nil, err
	}
	found.systemCalls = asked
	found.warnings = append(found.warnings, d.source.loops(d.needed(files))...)
	sortFindings(found.warnings)
	return found, nil
}

// described reports whether a directory holds a description.
func described(dir string) bool {
	for _, name := range [...]string{describedFile, detailsFile, lintFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// describe has Verilator describe a design, in a directory that is empty, and
// then warn of it.
func (d *design) describe(ctx context.Context, tools toolchain, files []sourceFile, dir string) error {
	if err := d.write(files, dir); err != nil {
		return err
	}
	own, err := arguments(files, d.top, d.wrapper, tools.trusts)
	if err != nil {
		return fmt.Errorf("%s %w", d.source.Name, err)
	}
	args := slices.Concat([]string{
		"--no-timing", "-Wno-fatal", "-Wwarn-PROCASSWIRE", "-fno-dfg", "--error-limit", "20", "--top-module", d.top,
	}, d.given, own)
	text, err := tools.describe(ctx, dir, sourceDir, outDir, tools.verilator, args...)
	if err != nil {
		return d.buildError(text, err)
	}
	for _, name := range [...]string{describedFile, detailsFile} {
		if err := takeOut(dir, name, maxMadeFile); err != nil {
			return err
		}
	}
	args = append([]string{"--lint-only", "-Wall", "-Wno-DECLFILENAME", "-Mdir", "../" + outDir}, args...)
	text, err = tools.run(ctx, dir, sourceDir, []string{outDir}, tools.verilator, args...)
	if err != nil && !isExit(err) { // what stops it here stops the building, which says so
		return err
	}
	return os.WriteFile(filepath.Join(dir, lintFile), []byte(text), 0o644)
}

func (d *design) described(dir string) (*inspection, error) {
	tree, err := os.ReadFile(filepath.Join(dir, describedFile))
	if err != nil {
		return nil, err
	}
	details, err := os.ReadFile(filepath.Join(dir, detailsFile))
	if err != nil {
		return nil, err
	}
	warnings, err := os.ReadFile(filepath.Join(dir, lintFile))
	if err != nil {
		return nil, err
	}
	if err := d.source.duplicateModule(string(warnings)); err != nil {
		return nil, err
	}
	whole := !tooLarge(tree)
	described, err := readDescription(tree, details, !whole)
	if err != nil {
		return nil, err
	}
	found := &inspection{synopsys: d.synopsys, notes: d.notes, ports: described.topPorts(), netlist: &netlist{}}
	if whole {
		found.netlist = readNetlist(described)
	} else {
		found.others = append(found.others, unlooked(d.top))
	}
	for _, f := range verilatorFindings(string(warnings)) {
		if f.Kind == ChangesBehaviour && !found.netlist.harmless(f) {
			found.warnings = append(found.warnings, f)
		}
	}
	found.warnings = append(found.warnings, found.netlist.conflicts()...)
	for _, f := range found.netlist.processFindings() {
		if f.Kind == Costly {
			f.Text = d.source.located(f.Text)
			found.others = append(found.others, f)
			continue
		}
		found.warnings = append(found.warnings, f)
	}
	for _, f := range d.findings {
		if f.Kind == ChangesBehaviour {
			found.warnings = append(found.warnings, f)
		} else {
			f.Text = d.source.located(f.Text)
			found.others = append(found.others, f)
		}
	}
	for i := range found.warnings {
		found.warnings[i].Text = d.source.located(found.warnings[i].Text)
	}
	found.warnings = d.source.merged(found.warnings)
	sortFindings(found.warnings)
	return found, nil
}

// unreached returns the files of a design that Verilator did not read for its top.
func (d *inspection) unreached(files []string) []string {
	if d.netlist.top == nil {
		return nil
	}
	read := make(map[string]bool)
	for _, name := range d.netlist.files {
		read[path.Clean(name)] = true
	}
	files = slices.DeleteFunc(slices.Clone(files), func(name string) bool { return read[name] })
	for i := range files {
		files[i] = ownNames(files[i])
	}
	return files
}

// examples is what to type where two files of a design are in folders of which each may be a design.
func (s *Source) examples(one, other string) string {
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
func (s *Source) duplicateModule(text string) error {
	var second []string
	for line := range strings.Lines(text) {
		if m := secondModule.FindStringSubmatch(line); m != nil {
			second = m
		} else if m := firstModule.FindStringSubmatch(line); m != nil && second != nil {
			if m[1] != second[1] || m[2] != second[2] {
				first, other := ownNames(m[1]), ownNames(second[1])
				return fmt.Errorf("%s: module %s is declared twice, at %s:%s and %s:%s; %stake one of them out, "+
					"or list the files that belong together in %s", s.Name, second[3], first, m[2], other, second[2], s.examples(first, other), listFile)
			}
			second = nil
		}
	}
	return nil
}
