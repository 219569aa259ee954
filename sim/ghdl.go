package sim

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
)

type convertedVHDL struct {
	text     []byte
	findings []Finding
}

// read takes a copy of a design's files, and adds its VHDL as Verilog. An empty
// top is guessed, as onlyTop does, unless all is set: then all that may be one is
// converted. A top in VHDL takes its parameters as generics here, and has none
// any more.
func (d *reading) read(ctx context.Context, k keeper, tools toolchain, all bool) ([]sourceFile, error) {
	files, err := d.source.read()
	if err != nil {
		return nil, err
	}
	d.notes = readOld(files)
	if d.top == "" && !all {
		if d.top, err = onlyTop(files); err != nil {
			return nil, fmt.Errorf("%s: %w", d.source.Name, err)
		}
	}
	l, h := newLibrary(files), newHierarchy(files)
	roots := l.roots(h, d.top)
	if len(roots) == 0 {
		return files, nil
	}
	if len(h.files[convertedFile]) > 0 {
		return nil, fmt.Errorf("%s holds %s, which is made of its VHDL; rename that file", d.source.Name, convertedFile)
	}
	if l.foreign != nil && !tools.trusts {
		return nil, &RefusedError{d.source.Name, []SystemCall{*l.foreign}}
	}
	if err := d.source.plainNames(files); err != nil {
		return nil, err
	}
	tools.ghdl, err = findTool("ghdl")
	if err != nil {
		return nil, err
	}
	if e, ok := l.find(d.top); ok && roots[0] == e.name {
		d.top, d.vhdl = e.name, true
	}
	made, err := d.convert(ctx, k, tools, files, l, h, roots)
	if err != nil {
		return nil, err
	}
	d.findings = made.findings
	d.synopsys = synopsys(files)
	return append(files, sourceFile{name: convertedFile, text: made.text}), nil
}

// convert has GHDL make Verilog of entities and all that they use.
func (d *reading) convert(
	ctx context.Context, k keeper, tools toolchain, files []sourceFile, l *library, h *hierarchy, roots []string,
) (made convertedVHDL, err error) {
	c := conversion{library: l, hierarchy: h, files: files, seen: make(map[string]bool)}
	for _, root := range roots {
		generics, set := d.generics(), map[string]string(nil)
		if root != d.top {
			if set, err = genericsIn(h, root); err != nil {
				return made, fmt.Errorf("%s: %w", d.source.Name, err)
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
func (d *reading) checkGenerics(l *library, root string, given map[string]string) error {
	e, ok := l.find(root)
	if !ok {
		return nil
	}
	for _, name := range e.noValue {
		isIt := func(other string) bool { return strings.EqualFold(name, other) }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(given)), isIt) {
			return fmt.Errorf("%s/%s:%d: generic %s of entity %s has no value: give it one by param.%[4]s=VALUE, or by := in the entity",
				strings.TrimSuffix(d.source.Name, "/"), e.file, e.line, name, e.name)
		}
	}
	return nil
}

// ghdl returns what GHDL makes of an entity, and what it says.
func (d *reading) ghdl(
	ctx context.Context, k keeper, tools toolchain, root string, generics map[string]string,
) (verilog, said string, err error) {
	files, err := d.source.read()
	if err != nil {
		return "", "", err
	}
	files = slices.DeleteFunc(files, func(f sourceFile) bool { return isHDL(f.name) || isHeader(f.name) })
	args := slices.Concat([]string{"synth"}, ghdlOptions(files))
	for _, name := range slices.Sorted(maps.Keys(generics)) {
		args = append(args, "-g"+name+"="+strings.Trim(generics[name], `"`))
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "4 %q %q %t %q", args, root, d.top == "", identity(tools.ghdl))
	for _, f := range files {
		fmt.Fprintf(sum, "%q %d:%s", f.name, len(f.text), f.text)
	}
	key := "vhdl-" + hex.EncodeToString(sum.Sum(nil))[:32]
	whole := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, ghdlMessagesFile))
		return err == nil
	}
	ctx, cancel := k.limited(ctx, d.source.Name, d.top) // what is constant is worked out, and need not end
	defer cancel()
	dir, err := cache{k.dir()}.entry(ctx, key, whole, func(dir string) error {
		return d.runGHDL(ctx, tools, files, args, root, dir)
	})
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return "", "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, convertedFile))
	notes, noteErr := os.ReadFile(filepath.Join(dir, ghdlMessagesFile))
	return string(text), string(notes), errors.Join(err, noteErr)
}

// ghdlOptions returns the options of each call of GHDL in the directory of a design.
func ghdlOptions(files []sourceFile) []string {
	options := []string{"--std=08", "--workdir=../" + outDir, "-P../" + outDir}
	if len(synopsys(files)) > 0 {
		options = append(options, "-fsynopsys")
	}
	return options
}

// ghdlMessagesFile keeps GHDL's messages beside the Verilog that it wrote.
const ghdlMessagesFile = "ghdl.txt"

// runGHDL converts in a directory that is empty: GHDL reads all that is VHDL,
// says what the root needs in which order, and makes Verilog of it.
func (d *reading) runGHDL(
	ctx context.Context, tools toolchain, files []sourceFile, synth []string, root, dir string,
) error {
	if err := layOut(dir, files); err != nil {
		return err
	}
	tools.seen = append(slices.Clone(tools.seen), sandbox.Tool(tools.ghdl)...)
	own := ghdlOptions(files)
	l := newLibrary(files)
	names := make(map[string][]string) // by library
	var unreached []string
	if d.top != "" {
		unreached = unreachedVHDL(files, root) // what the top does not need stops nothing
	}
	var reached []sourceFile
	for _, f := range files {
		if isVHDL(f.name) && !l.testbench(&f, root) && !slices.Contains(unreached, f.name) {
			reached = append(reached, f)
			names[l.of(f.name)] = append(names[l.of(f.name)], f.name)
		}
	}
	for _, library := range l.empty(reached) {
		name := "ll_" + library + ".vhd"
		if err := os.WriteFile(filepath.Join(dir, sourceDir, name), []byte("package ll_empty is\nend package;\n"), 0o600); err != nil {
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
		if !slices.ContainsFunc(files, func(f sourceFile) bool { return f.name == name && isVHDL(name) }) {
			return fmt.Errorf("%s: GHDL names %s, which is not a file of the design", d.source.Name, shownName(name))
		}
		needed = append(needed, "--work="+l.of(name), name)
	}
	needed = append(needed, "--work="+work)
	synthesise := func(language, to string) (said string, err error) {
		return d.callGHDL(ctx, tools, dir, to, slices.Concat(synth, []string{"--out=" + language}, needed, []string{"-e", root}))
	}
	said, err := synthesise("verilog", convertedFile)
	if err != nil {
		return err
	}
	if strings.Contains(said, choiceIgnored) {
		lines, err := writeOutChoices(filepath.Join(dir, sourceDir), files)
		if err != nil {
			return fmt.Errorf("%s: %w", d.source.Name, err)
		}
		if len(lines) > 0 {
			if said, err = synthesise("verilog", convertedFile); err != nil {
				return err
			}
			if at := ignoredIn(said, lines); at != "" {
				return fmt.Errorf("%s: %s: GHDL before version 6 ignores a choice with - here; write it as a text such as \"1--\", or compare by ?=", d.source.Name, at)
			}
		}
	}
	made, err := os.ReadFile(filepath.Join(dir, convertedFile))
	if err != nil {
		return err
	}
	if losesOthers(string(made)) {
		if _, err := synthesise("vhdl", choicesFile); err != nil {
			return err
		}
		if err := completeFile(filepath.Join(dir, convertedFile), filepath.Join(dir, choicesFile)); err != nil {
			return fmt.Errorf("%s: %s: %w", d.source.Name, root, err)
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
func (d *reading) callGHDL(ctx context.Context, tools toolchain, dir, to string, args []string) (said string, err error) {
	out, err := os.Create(filepath.Join(dir, to))
	if err != nil {
		return "", err
	}
	defer out.Close()
	tools.stdout, tools.lastWords = out, ghdlGivesUp
	said, err = tools.run(ctx, dir, sourceDir, []string{outDir}, tools.ghdl, args...)
	said = plainMessages(said)
	if isExit(err) && strings.Contains(said, "unknown command 'synth'") {
		return "", &ToolError{fmt.Sprintf("%s was built without synthesis, which reads a design in VHDL; %s", tools.ghdl, toolset.Remedy("ghdl"))}
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
func (d *reading) vhdlError(text string, err error) error {
	if !isExit(err) && !strings.Contains(text, ghdlGivesUp) {
		return err
	}
	e := &BuildError{Source: d.source.Name, Top: d.top, vhdl: true}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, ghdlLibraries) || strings.HasSuffix(line, ghdlGivesUp) {
			continue // what follows from an error
		}
		if m := ghdlLine.FindStringSubmatch(line); m != nil && m[4] == "" {
			e.Lines = append(e.Lines, filepath.Join(d.source.Name, m[1])+":"+m[2]+":"+m[3]+": "+m[5])
		} else if m := ghdlFailed.FindStringSubmatch(line); m != nil {
			e.Lines = append(e.Lines, filepath.Join(d.source.Name, m[2])+": GHDL fails here: "+m[1])
			break // what follows is about GHDL
		} else if m := ghdlOwn.FindStringSubmatch(line); m != nil && (len(e.Lines) == 0 || !strings.Contains(m[1], "compilation error")) {
			e.Lines = append(e.Lines, m[1])
		}
	}
	if len(e.Lines) == 0 {
		e.Lines = strings.Split(firstLines(text, 20), "\n")
	}
	if files, err := d.source.read(); err == nil {
		e.Remedy = vhdlRemedy(text, files)
	}
	if e.Remedy == "" {
		e.Remedy = "GHDL reads it as VHDL-2008 that can be synthesised: ghdl synth --std=08 --out=verilog."
	}
	return e
}
