package vhdl

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

type convertedVHDL struct {
	text     []byte
	findings []finding.Finding
}

// Read takes a copy of a design's files, and adds its VHDL as Verilog. An empty
// top is guessed, as pinout.OnlyTop does, unless all is set: then all that may be one is
// converted. A top in VHDL takes its parameters as generics here, and has none
// any more.
func (d *Reading) Read(ctx context.Context, k Keeper, tools tooling.Toolchain, all bool) ([]sources.File, error) {
	files, err := d.Source.Read()
	if err != nil {
		return nil, err
	}
	d.Notes = sources.ReadOld(files)
	if d.Top == "" && !all {
		if d.Top, err = pinout.OnlyTop(files); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Source.Name, err)
		}
	}
	l, h := sources.NewLibrary(files), sources.NewHierarchy(files)
	roots := l.Roots(h, d.Top)
	if len(roots) == 0 {
		return files, nil
	}
	if len(h.Files[sources.ConvertedFile]) > 0 {
		return nil, fmt.Errorf("%s holds %s, which is made of its VHDL; rename that file", d.Source.Name, sources.ConvertedFile)
	}
	if l.Foreign != nil && !tools.Trusts {
		return nil, &sources.RefusedError{Source: d.Source.Name, Calls: []sources.SystemCall{*l.Foreign}}
	}
	if err := d.Source.CheckNames(files); err != nil {
		return nil, err
	}
	tools.GHDL, err = tooling.FindTool("ghdl")
	if err != nil {
		return nil, err
	}
	if e, ok := l.Find(d.Top); ok && roots[0] == e.Name {
		d.Top, d.VHDL = e.Name, true
	}
	made, err := d.convert(ctx, k, tools, files, l, h, roots)
	if err != nil {
		return nil, err
	}
	d.Findings = made.findings
	d.Synopsys = synopsys(files)
	return append(files, sources.File{Name: sources.ConvertedFile, Text: made.text}), nil
}

// convert has GHDL make Verilog of entities and all that they use.
func (d *Reading) convert(
	ctx context.Context, k Keeper, tools tooling.Toolchain, files []sources.File, l *sources.Library, h *sources.Hierarchy, roots []string,
) (made convertedVHDL, err error) {
	c := conversion{library: l, hierarchy: h, files: files, seen: make(map[string]bool)}
	for _, root := range roots {
		generics, set := d.generics(), map[string]string(nil)
		if root != d.Top {
			if set, err = genericsIn(h, root); err != nil {
				return made, fmt.Errorf("%s: %w", d.Source.Name, err)
			}
			generics = set
		}
		if err := d.checkGenerics(l, root, generics); err != nil {
			return made, err
		}
		verilog, said, err := d.ghdl(ctx, k, tools, root, generics)
		if err != nil {
			return made, err
		}
		c.findings = append(c.findings, ghdlFindings(said)...)
		c.add(verilog, root, set)
	}
	return convertedVHDL{c.text.Bytes(), c.findings}, nil
}

// checkGenerics refuses an entity with a generic that gets no value: GHDL 5 takes the least value of its type.
func (d *Reading) checkGenerics(l *sources.Library, root string, given map[string]string) error {
	e, ok := l.Find(root)
	if !ok {
		return nil
	}
	for _, name := range e.NoValue {
		isIt := func(other string) bool { return strings.EqualFold(name, other) }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(given)), isIt) {
			return fmt.Errorf("%s/%s:%d: generic %s of entity %s has no value: give it one by param.%[4]s=VALUE, or by := in the entity",
				strings.TrimSuffix(d.Source.Name, "/"), e.File, e.Line, name, e.Name)
		}
	}
	return nil
}

// ghdl returns what GHDL makes of an entity, and what it says.
func (d *Reading) ghdl(
	ctx context.Context, k Keeper, tools tooling.Toolchain, root string, generics map[string]string,
) (verilog, said string, err error) {
	files, err := d.Source.Read()
	if err != nil {
		return "", "", err
	}
	files = slices.DeleteFunc(files, func(f sources.File) bool { return sources.IsHDL(f.Name) || sources.IsHeader(f.Name) })
	args := slices.Concat([]string{"synth"}, ghdlOptions(files))
	for _, name := range slices.Sorted(maps.Keys(generics)) {
		args = append(args, "-g"+name+"="+strings.Trim(generics[name], `"`))
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "4 %q %q %t %q", args, root, d.Top == "", tooling.Identity(tools.GHDL))
	for _, f := range files {
		fmt.Fprintf(sum, "%q %d:%s", f.Name, len(f.Text), f.Text)
	}
	key := "vhdl-" + hex.EncodeToString(sum.Sum(nil))[:32]
	whole := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, ghdlMessagesFile))
		return err == nil
	}
	ctx, cancel := k.Limited(ctx, d.Source.Name, d.Top) // what is constant is worked out, and need not end
	defer cancel()
	dir, err := tooling.Cache{Dir: k.Folder()}.Entry(ctx, key, whole, func(dir string) error {
		return d.runGHDL(ctx, tools, files, args, root, dir)
	})
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return "", "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, sources.ConvertedFile))
	notes, noteErr := os.ReadFile(filepath.Join(dir, ghdlMessagesFile))
	return string(text), string(notes), errors.Join(err, noteErr)
}

// ghdlOptions returns the options of each call of GHDL in the directory of a design.
func ghdlOptions(files []sources.File) []string {
	options := []string{"--std=08", "--workdir=../" + tooling.OutDir, "-P../" + tooling.OutDir}
	if len(synopsys(files)) > 0 {
		options = append(options, "-fsynopsys")
	}
	return options
}

// ghdlMessagesFile keeps GHDL's messages beside the Verilog that it wrote.
const ghdlMessagesFile = "ghdl.txt"

// runGHDL converts in a directory that is empty: GHDL reads all that is VHDL,
// says what the root needs in which order, and makes Verilog of it.
func (d *Reading) runGHDL(
	ctx context.Context, tools tooling.Toolchain, files []sources.File, synth []string, root, dir string,
) error {
	if err := sources.LayOut(dir, files); err != nil {
		return err
	}
	tools.Seen = append(slices.Clone(tools.Seen), sandbox.Tool(tools.GHDL)...)
	own := ghdlOptions(files)
	l := sources.NewLibrary(files)
	names := make(map[string][]string) // by library
	var unreached []string
	if d.Top != "" {
		unreached = sources.UnreachedVHDL(files, root) // what the top does not need stops nothing
	}
	var reached []sources.File
	for _, f := range files {
		if sources.IsVHDL(f.Name) && !l.Testbench(&f, root) && !slices.Contains(unreached, f.Name) {
			reached = append(reached, f)
			names[l.Of(f.Name)] = append(names[l.Of(f.Name)], f.Name)
		}
	}
	for _, library := range l.Empty(reached) {
		name := "ll_" + library + ".vhd"
		if err := os.WriteFile(filepath.Join(dir, tooling.SourceDir, name), []byte("package ll_empty is\nend package;\n"), 0o600); err != nil {
			return err
		}
		names[library] = append(names[library], name)
	}
	for _, library := range slices.Sorted(maps.Keys(names)) {
		args := slices.Concat([]string{"-i", "--work=" + library}, own, names[library])
		if _, err := d.callGHDL(ctx, tools, dir, orderFile, args); err != nil {
			return err
		}
	}
	if _, err := d.callGHDL(ctx, tools, dir, orderFile, slices.Concat([]string{"--elab-order"}, own, []string{root})); err != nil {
		return err
	}
	order, err := os.ReadFile(filepath.Join(dir, orderFile))
	if err != nil {
		return err
	}
	var needed []string
	for name := range strings.Lines(string(order)) {
		name = strings.TrimSuffix(name, "\n")
		if !slices.ContainsFunc(files, func(f sources.File) bool { return f.Name == name && sources.IsVHDL(name) }) {
			return fmt.Errorf("%s: GHDL names %s, which is not a file of the design", d.Source.Name, tooling.ShownName(name))
		}
		needed = append(needed, "--work="+l.Of(name), name)
	}
	needed = append(needed, "--work="+sources.Work)
	synthesise := func(language, to string) (said string, err error) {
		return d.callGHDL(ctx, tools, dir, to, slices.Concat(synth, []string{"--out=" + language}, needed, []string{"-e", root}))
	}
	said, err := synthesise("verilog", sources.ConvertedFile)
	if err != nil {
		return err
	}
	if strings.Contains(said, choiceIgnored) {
		lines, err := writeOutChoices(filepath.Join(dir, tooling.SourceDir), files)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Source.Name, err)
		}
		if len(lines) > 0 {
			if said, err = synthesise("verilog", sources.ConvertedFile); err != nil {
				return err
			}
			if at := ignoredIn(said, lines); at != "" {
				return fmt.Errorf("%s: %s: GHDL before version 6 ignores a choice with - here; write it as a text such as \"1--\", or compare by ?=", d.Source.Name, at)
			}
		}
	}
	made, err := os.ReadFile(filepath.Join(dir, sources.ConvertedFile))
	if err != nil {
		return err
	}
	if losesOthers(string(made)) {
		if _, err := synthesise("vhdl", choicesFile); err != nil {
			return err
		}
		if err := completeFile(filepath.Join(dir, sources.ConvertedFile), filepath.Join(dir, choicesFile)); err != nil {
			return fmt.Errorf("%s: %s: %w", d.Source.Name, root, err)
		}
	}
	return os.WriteFile(filepath.Join(dir, ghdlMessagesFile), []byte(said), 0o644)
}

// The files of a conversion: names of files, a line each, and VHDL that tells
// what its Verilog does not.
const (
	orderFile   = "order.txt"
	choicesFile = "ll_choices.vhd"
)

// callGHDL has GHDL write to a file, and returns what else it says.
func (d *Reading) callGHDL(ctx context.Context, tools tooling.Toolchain, dir, to string, args []string) (said string, err error) {
	out, err := os.Create(filepath.Join(dir, to))
	if err != nil {
		return "", err
	}
	defer out.Close()
	tools.Stdout, tools.LastWords = out, ghdlGivesUp
	said, err = tools.Run(ctx, dir, tooling.SourceDir, []string{tooling.OutDir}, tools.GHDL, args...)
	said = plainMessages(said)
	if tooling.IsExit(err) && strings.Contains(said, "unknown command 'synth'") {
		return "", &tooling.ToolError{Fault: fmt.Sprintf("%s was built without synthesis, which reads a design in VHDL; %s", tools.GHDL, toolset.Remedy("ghdl"))}
	}
	if err != nil {
		return "", d.vhdlError(said, err)
	}
	return said, nil
}

// ghdlGivesUp is what GHDL says after a hundred errors. GHDL 5 may then go on for ever, as with a loop that reads a
// file which is not there.
const ghdlGivesUp = "error limit reached"

// vhdlError returns the error of a design that GHDL does not take.
func (d *Reading) vhdlError(text string, err error) error {
	if !tooling.IsExit(err) && !strings.Contains(text, ghdlGivesUp) {
		return err
	}
	e := &finding.BuildError{Source: d.Source.Name, Top: d.Top, VHDL: true}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, ghdlLibraries) || strings.HasSuffix(line, ghdlGivesUp) {
			continue // what follows from an error
		}
		if m := ghdlLine.FindStringSubmatch(line); m != nil && m[4] == "" {
			e.Lines = append(e.Lines, filepath.Join(d.Source.Name, m[1])+":"+m[2]+":"+m[3]+": "+m[5])
		} else if m := ghdlFailed.FindStringSubmatch(line); m != nil {
			e.Lines = append(e.Lines, filepath.Join(d.Source.Name, m[2])+": GHDL fails here: "+m[1])
			break // what follows is about GHDL
		} else if m := ghdlOwn.FindStringSubmatch(line); m != nil && (len(e.Lines) == 0 || !strings.Contains(m[1], "compilation error")) {
			e.Lines = append(e.Lines, m[1])
		}
	}
	if len(e.Lines) == 0 {
		e.Lines = strings.Split(tooling.FirstLines(text, 20), "\n")
	}
	if files, err := d.Source.Read(); err == nil {
		e.Remedy = vhdlRemedy(text, files)
	}
	if e.Remedy == "" {
		e.Remedy = "GHDL reads it as VHDL-2008 that can be synthesised: ghdl synth --std=08 --out=verilog."
	}
	return e
}
