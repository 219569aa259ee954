package sim

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
)

// LintTools are the programs that Lint asks, by the names of their commands.
func LintTools() []string { return []string{"verilator", "yosys", "iverilog"} }

// LintReport holds the findings of all tools about the linted modules.
type LintReport struct {
	Tools    []string  // that were asked
	Modules  []string  // that were read, sorted
	Findings []Finding // the worst first
	Remarks  []Finding // on widths that are right most often, and on style; see [LintReport.All]
	Waived   int       // findings and remarks that the design waives
	Unused   []string  // files with modules that the top of a board does not reach
	Remedy   string    // for a board that cannot be built, where one is known

	waives func(*Finding) bool // of the design; nil waives nothing
}

// Add puts a finding that none of the tools can have before the others, unless the design waives it.
func (r *LintReport) Add(f Finding) {
	if r.waives != nil && r.waives(&f) {
		r.Waived++
		return
	}
	r.Findings = append([]Finding{f}, r.Findings...)
}

// All counts the remarks among the findings.
func (r *LintReport) All() {
	r.Findings = append(r.Findings, r.Remarks...)
	r.Remarks = nil
	sortFindings(r.Findings)
}

// Changing counts the findings of kind ChangesBehaviour or worse.
func (r *LintReport) Changing() (n int) {
	for _, f := range r.Findings {
		if f.Kind <= ChangesBehaviour {
			n++
		}
	}
	return n
}

// Lint has Verilator with all warnings, Yosys and Icarus read every module of
// a source by itself, with the files that declare what it needs. What several of
// them say of one fault is one finding. Unless strict is set, files may have other
// names than their modules.
func (b *Builder) Lint(ctx context.Context, s Source, strict bool) (*LintReport, error) {
	for _, tool := range LintTools() {
		if _, err := findTool(tool); err != nil {
			return nil, err
		}
	}
	l, err := b.newLinter(ctx, &reading{source: s})
	if err != nil {
		return nil, err
	}
	defer l.close()
	l.strict, l.tools = strict, LintTools()
	for _, file := range l.hierarchy.order {
		l.modules = append(l.modules, modulesIn(l.hierarchy.files[file])...)
	}
	l.found = slices.Concat(s.loops(l.reached()), l.sensitivity(), l.marks())
	if len(l.modules) == 0 {
		return nil, fmt.Errorf("%s: no module in %s", s.Name, strings.Join(l.hdl(), ", "))
	}
	return l.run(ctx)
}

// LintBoard has Verilator, and Yosys and Icarus if they are installed, read a
// board from its top on, with its parameters. What the building of the board
// warns of is among the findings.
func (b *Builder) LintBoard(ctx context.Context, c BoardDesign) (*LintReport, error) {
	d := newBoard(c.Source, c.Top)
	found, err := b.inspect(ctx, d, c.Params)
	var failed *BuildError
	if err != nil && !errors.As(err, &failed) {
		return nil, err
	}
	if failed != nil && failed.vhdl {
		return unreadVHDL(failed), nil
	}
	l, err := b.newLinter(ctx, &d.reading)
	if err != nil {
		return nil, err
	}
	defer l.close()
	l.modules = []string{d.top}
	if !d.vhdl {
		l.params = c.Params
	}
	for _, tool := range LintTools() {
		if _, err := findTool(tool); err == nil {
			l.tools = append(l.tools, tool)
		}
	}
	if failed != nil {
		l.remedy = failed.Remedy
	}
	if found != nil && slices.ContainsFunc(found.warnings, func(f Finding) bool { return f.Code == codeLoop }) {
		l.tools = LintTools()[:1] // the others would write each round out
	}
	l.found = append(l.sensitivity(), l.marks()...)
	if found != nil {
		l.found, l.open = slices.Concat(l.found, found.warnings, found.others), found.netlist
		for _, f := range unsynchronised(found.netlist, c.RX) {
			f.Text = l.source.located(f.Text)
			l.found = append(l.found, f)
		}
		l.unused = append(found.unreached(l.hdl()), unreachedVHDL(l.files, d.top)...)
	}
	return l.run(ctx)
}

// linter reads the files of one source.
type linter struct {
	chain     toolchain
	source    Source
	dir       string
	files     []sourceFile
	hierarchy *hierarchy
	folders   []string
	options   []string // of its list of files, such as -DNAME=VALUE; no names of files

	tools   []string
	modules []string
	params  map[string]string // of the only module
	strict  bool
	open    *netlist // of a board; or nil
	unused  []string
	remedy  string

	mu    sync.Mutex
	found []Finding
	err   error
}

// newLinter lays the files of a source out. The caller closes the linter.
func (b *Builder) newLinter(ctx context.Context, d *reading) (*linter, error) {
	if err := b.confine(d.source); err != nil {
		return nil, err
	}
	s, chain := d.source, toolchain{isolation: b.isolation(), trusts: b.TrustRTL, compiled: &b.compiled}
	files, err := d.read(ctx, b, chain, d.top == "")
	if err != nil {
		return nil, err
	}
	l := &linter{source: s, files: files, hierarchy: newHierarchy(files), chain: chain}
	if err := l.checkSystemCalls(); err != nil {
		return nil, err
	}
	if err := s.plainNames(files); err != nil {
		return nil, err
	}
	if len(l.hdl()) == 0 {
		return nil, fmt.Errorf("%s %w", s.Name, noModule(files, d.top))
	}
	if list, ok := find(files, listFile); ok {
		if read, err := listed(files, list, chain.trusts); err == nil { // else that is said by who reads it
			l.options = read.options()
		}
	}
	if l.dir, err = os.MkdirTemp("", "loopline-lint-"); err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := writeBelow(l.dir, f.name, f.text); err != nil {
			return nil, errors.Join(err, os.RemoveAll(l.dir))
		}
		if dir := path.Dir(f.name); l.hierarchy.files[f.name] != nil && !slices.Contains(l.folders, dir) {
			l.folders = append(l.folders, dir)
		}
	}
	return l, nil
}

// close removes the directory.
func (l *linter) close() { _ = os.RemoveAll(l.dir) }

// sensitivity returns the findings about the lists of processes in VHDL, with file names as the user knows them.
func (l *linter) sensitivity() []Finding {
	found := vhdlSensitivity(l.files)
	for i := range found {
		found[i].Text = l.source.located(found[i].Text)
	}
	return found
}

// marks returns the findings about byte order marks, which the tools that make the bitstream do not read.
func (l *linter) marks() (found []Finding) {
	for _, f := range l.files {
		for _, line := range f.joined {
			found = append(found, Finding{Tool: "loopline", Code: codeMark, Kind: Unread, Text: l.source.located(fmt.Sprintf(
				"%s:%d: this comment ends in a character of Shift-JIS whose last byte is 5C, a backslash, so that Yosys and others take the "+
					"next line for more of the macro; it is left out here: save the file as UTF-8", f.name, line))})
		}
		if f.marked && (isHDL(f.name) || isHeader(f.name)) {
			found = append(found, Finding{Tool: "loopline", Code: codeMark, Kind: Unread, Text: l.source.located(f.name +
				":1: begins with a byte order mark, at which Yosys and Icarus stop; it is left out here: save the file as UTF-8 without one")})
		}
	}
	return found
}

// reached are the files of modules with ports, and what they use: no testbenches.
func (l *linter) reached() (files []sourceFile) {
	_, free := l.hierarchy.tops()
	needed := l.hierarchy.needed(free...)
	for _, f := range l.files {
		if slices.Contains(needed, f.name) && f.name != convertedFile {
			files = append(files, f)
		}
	}
	return files
}

// checkSystemCalls refuses DPI, which Yosys calls for constant functions while it reads
// a design.
func (l *linter) checkSystemCalls() error {
	refused := slices.DeleteFunc(systemCalls(l.files), func(r SystemCall) bool { return !strings.HasPrefix(r.What, "DPI") })
	if len(refused) > 0 && !l.chain.trusts {
		return &RefusedError{l.source.Name, refused}
	}
	return nil
}

// hdl are the files that can be compiled.
func (l *linter) hdl() []string {
	return slices.DeleteFunc(slices.Clone(l.hierarchy.order), func(name string) bool { return !isHDL(name) })
}

// run asks every tool about every module, on all processors.
func (l *linter) run(ctx context.Context) (*LintReport, error) {
	type job struct{ module, tool string }
	jobs := make(chan job)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for j := range jobs {
				found, err := l.ask(ctx, j.tool, j.module)
				l.add(found, err)
			}
		})
	}
	for _, m := range l.modules {
		for _, tool := range l.tools {
			jobs <- job{m, tool}
		}
	}
	close(jobs)
	all.Wait()
	return l.report(), l.err
}

// Codes of findings about what a tool does not read.
const (
	codeMark    = "BOM"
	codeStopped = "STOPPED"
)

// report puts together what the tools say. A tool that stopped has not looked at all: the first place at which it did
// is a finding, and the others are remarks.
func (l *linter) report() *LintReport {
	r := &LintReport{Tools: l.tools, Modules: slices.Sorted(slices.Values(l.modules)), Unused: l.unused, Remedy: l.remedy}
	waivers := waiversIn(l.files)
	r.waives = func(f *Finding) bool {
		file, line := l.source.place(f)
		return slices.ContainsFunc(waivers, func(w waiver) bool { return w.fits(f, file, line) })
	}
	stopped := make(map[string]bool)
	found := l.source.merged(l.found)
	sortFindings(found)
	for _, f := range found {
		file, line := l.source.place(&f)
		if f.Kind == Widths && comparesUnknown(&f, l.files, file, line) {
			f.Kind = Style
		}
		if f.Kind == Unread && f.Code == "" {
			f.Code = codeStopped
		}
		switch {
		case r.waives(&f):
			r.Waived++
		case f.Code == codeStopped && !stopped[f.Tool]:
			stopped[f.Tool] = true
			f.Text = afterPlace(f.Text, f.Tool+" stopped, and has not checked all: ")
			r.Findings = append(r.Findings, f)
		case f.Code == codeStopped || f.Kind == Style:
			r.Remarks = append(r.Remarks, f)
		default:
			r.Findings = append(r.Findings, f)
		}
	}
	sortFindings(r.Findings)
	sortFindings(r.Remarks)
	return r
}

// add adds the findings of a tool that another module has not had already.
func (l *linter) add(found []Finding, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
	for _, f := range found {
		same := func(o Finding) bool { return o.Tool == f.Tool && o.Text == f.Text }
		if !slices.ContainsFunc(l.found, same) {
			l.found = append(l.found, f)
		}
	}
}

// lintTime bounds one tool's run on one module.
const lintTime = 3 * time.Minute

// ask returns what a tool has to say of a module.
func (l *linter) ask(ctx context.Context, tool, module string) ([]Finding, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, lintTime)
	defer cancel()
	text, err := l.chain.run(limited, l.dir, ".", nil, tool, l.arguments(tool, module)...)
	if err != nil && !isExit(err) {
		return unended(ctx, limited, tool, module, err)
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, l.dir+"/", ""))
	if err != nil && text == "" {
		text = err.Error()
	}
	found := findingsOf(tool, text)
	fails := func(f Finding) bool { return f.Kind == Fails || f.Kind == Unread }
	if err != nil && tool == "iverilog" && len(found) > 0 && !slices.ContainsFunc(found, fails) {
		found[0].Kind = Unread // whatever it says, it gave up
		if strings.Contains(found[0].Text, "Language generation") {
			found[0].Text += ": it knows no SystemVerilog; " + toolset.Remedy(tool)
		}
	}
	design := l.open
	unread := slices.ContainsFunc(found, func(f Finding) bool { return f.Kind == Fails })
	if tool == "verilator" && design == nil && !unread {
		var large bool
		if design, large, err = l.describe(limited, module); err != nil {
			return unended(ctx, limited, tool, module, err)
		}
		if large {
			found = append(found, unlooked(module))
		}
		found = append(found, design.conflicts()...)
		said := slices.ContainsFunc(found, func(f Finding) bool { return f.Code == codeMixed })
		found = append(found, slices.DeleteFunc(design.processFindings(), func(f Finding) bool { return said && f.Code == codeMixed })...)
	}
	for i := range found {
		f := &found[i]
		if design != nil {
			l.neverEqual(f, design)
		}
		if f.Kind == ChangesBehaviour && design != nil && design.harmless(*f) {
			f.Kind = Style
		}
		f.Module, f.Text = module, l.source.located(f.Text)
	}
	return slices.DeleteFunc(found, ofConverted), nil
}

// unended returns the finding that a tool did not come to an end of a module, or the error if that is another.
func unended(ctx, limited context.Context, tool, module string, err error) ([]Finding, error) {
	if _, ended := errors.AsType[*sandbox.EndError](err); ctx.Err() != nil || !ended && limited.Err() == nil {
		return nil, err
	}
	text := fmt.Sprintf("%s does not come to an end of module %s: %v", tool, module, err)
	return []Finding{{Tool: tool, Module: module, Text: text, Kind: Unread}}, nil
}

// describe has Verilator describe a module with all that it needs. Of one that is too large to look through
// the netlist is empty.
func (l *linter) describe(ctx context.Context, module string) (found *netlist, large bool, err error) {
	dir, err := os.MkdirTemp(l.dir, "described-")
	if err != nil {
		return nil, false, err
	}
	said, err := l.chain.describe(ctx, l.dir, ".", filepath.Base(dir), "verilator", l.arguments("verilator", module)[2:]...)
	if isExit(err) {
		return nil, false, fmt.Errorf("verilator reads module %s, and does not describe it: %s", module, firstLines(said, 3))
	}
	if err != nil {
		return nil, false, err
	}
	tree, err := readMadeIn(dir, describedFile, maxMadeFile)
	if err != nil {
		return nil, false, err
	}
	details, err := readMadeIn(dir, detailsFile, maxMadeFile)
	if err != nil || tooLarge(tree) {
		return &netlist{}, true, err
	}
	d, err := readDescription(tree, details, false)
	if err != nil {
		return nil, false, err
	}
	return readNetlist(d), false, nil
}

// ofConverted reports whether a finding is about how GHDL writes what is VHDL.
func ofConverted(f Finding) bool {
	name, _, ok := strings.Cut(f.Text, ":")
	return ok && isVHDL(name) && f.Kind > ChangesBehaviour && f.Tool != "ghdl"
}

// arguments returns a tool's command line for a module.
func (l *linter) arguments(tool, module string) []string {
	needed := l.hierarchy.needed(module)
	args := []string{"-g2012"}
	if slices.ContainsFunc(needed, l.isOld) {
		args = []string{"-g2005", "-gno-xtypes"}
	}
	args = append(args, "-Wall", "-tnull", "-s", module)
	switch tool {
	case "yosys":
		return []string{"-q", "-p", l.yosysScript(module)}
	case "verilator":
		args = []string{"--lint-only", "-Wall", "-Wwarn-PROCASSWIRE", "--no-timing", "-fno-dfg", "--top-module", module, "+libext+.sv+.v"}
		if !l.strict {
			args = append(args, "-Wno-DECLFILENAME")
		}
		args = slices.Concat(args, topParameters(l.params), newerCodes(l.files))
	default:
		for _, set := range topParameters(l.params) {
			args = append(args, "-P"+module+"."+strings.TrimPrefix(set, "-G"))
		}
	}
	args = append(args, "-I.") // of names with a folder
	for _, dir := range l.folders {
		args = append(args, "-I"+dir)
	}
	for _, o := range l.options {
		if tool == "verilator" || strings.HasPrefix(o, "-D") {
			args = append(args, o)
		}
	}
	return append(args, needed...)
}

// isOld reports whether a file is read as Verilog-2005.
func (l *linter) isOld(name string) bool {
	f, ok := find(l.files, name)
	return ok && (f.old || olderVerilog(l.options) && strings.ToLower(path.Ext(name)) == ".v")
}

var yosysWord = regexp.MustCompile(`^[\w./-]+$`)

var yosysDefine = regexp.MustCompile(`^-D\w+(=[\w.'()+*/-]*)?$`)

func (l *linter) yosysScript(module string) string {
	const systemVerilog = " -sv"
	script, options := "", ""
	for _, d := range l.options {
		if yosysDefine.MatchString(d) {
			options += " " + d
		}
	}
	for _, dir := range l.folders {
		if yosysWord.MatchString(dir) { // others cannot be said to Yosys
			options += " -I" + dir
		}
	}
	last := "none"
	for _, file := range l.hierarchy.needed(module) {
		language := systemVerilog
		if l.isOld(file) {
			language = ""
		}
		if language != last {
			if script != "" {
				script += "; "
			}
			script += "read_verilog" + language + options
		}
		script += ` "` + file + `"`
		last = language
	}
	script += "; hierarchy -check -top " + module
	for _, set := range topParameters(l.params) {
		name, value, _ := strings.Cut(strings.TrimPrefix(set, "-G"), "=")
		script += " -chparam " + name + " " + value
	}
	return script + checkScript
}

// checkScript has the Yosys commands that check a design after reading it.
const checkScript = "; proc; check -assert"

// reads returns the Yosys commands that read a design from its top on; an empty one is guessed, as onlyTop does. It is
// an error if Yosys cannot be told what the design needs.
func (l *linter) reads(d *reading, params map[string]string) (script string, err error) {
	if d.top == "" {
		if d.top, err = onlyTop(l.files); err != nil {
			return "", err
		}
	}
	for _, define := range l.options {
		if strings.HasPrefix(define, "-D") && !yosysDefine.MatchString(define) {
			return "", fmt.Errorf("%s: Yosys cannot be told the macro %s of %s; define it in a file", d.source.Name, strings.TrimPrefix(define, "-D"), listFile)
		}
	}
	if !yosysWord.MatchString(d.top) {
		return "", fmt.Errorf("%s: Yosys cannot be told the name of the module %s; rename it", d.source.Name, d.top)
	}
	if !d.vhdl {
		if l.params = params; len(topParameters(params)) < len(params) {
			return "", fmt.Errorf("%s: Yosys takes numbers and texts as parameters alone; write each param.NAME= as one", d.source.Name)
		}
	}
	return strings.TrimSuffix(l.yosysScript(d.top), checkScript), nil
}

// unreadVHDL is the report about a board whose VHDL GHDL does not take.
func unreadVHDL(e *BuildError) *LintReport {
	r := &LintReport{Tools: []string{"ghdl"}, Modules: []string{e.Top}, Remedy: e.Remedy}
	for _, line := range e.Lines {
		r.Findings = append(r.Findings, Finding{Tool: "ghdl", Module: e.Top, Text: line, Kind: Fails})
	}
	return r
}
