package lint

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
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/flow"
	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// Tools are the programs that Lint asks, by the names of their commands.
func Tools() []string { return []string{"verilator", "yosys", "iverilog"} }

// Report holds the findings of all tools about the linted modules.
type Report struct {
	Tools    []string          // that were asked
	Modules  []string          // that were read, sorted
	Findings []finding.Finding // the worst first
	Remarks  []finding.Finding // on widths that are right most often, and on style; see [LintReport.All]
	Waived   int               // findings and remarks that the design waives
	Unused   []string          // files with modules that the top of a board does not reach
	Remedy   string            // for a board that cannot be built, where one is known

	waives func(*finding.Finding) bool // of the design; nil waives nothing
}

// Add puts a finding that none of the tools can have before the others, unless the design waives it.
func (r *Report) Add(f finding.Finding) {
	if r.waives != nil && r.waives(&f) {
		r.Waived++
		return
	}
	r.Findings = append([]finding.Finding{f}, r.Findings...)
}

// All counts the remarks among the findings.
func (r *Report) All() {
	r.Findings = append(r.Findings, r.Remarks...)
	r.Remarks = nil
	finding.Sort(r.Findings)
}

// Changing counts the findings of kind ChangesBehaviour or worse.
func (r *Report) Changing() (n int) {
	for _, f := range r.Findings {
		if f.Kind <= finding.ChangesBehaviour {
			n++
		}
	}
	return n
}

// Sources has Verilator with all warnings, Yosys and Icarus read every module of
// a source by itself, with the files that declare what it needs. What several of
// them say of one fault is one finding. Unless strict is set, files may have other
// names than their modules.
func Sources(ctx context.Context, b *model.Builder, s sources.Source, strict bool) (*Report, error) {
	for _, tool := range Tools() {
		if _, err := tooling.FindTool(tool); err != nil {
			return nil, err
		}
	}
	l, err := New(ctx, b, &vhdl.Reading{Source: s})
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.strict, l.tools = strict, Tools()
	for _, file := range l.hierarchy.Order {
		l.modules = append(l.modules, sources.ModulesIn(l.hierarchy.Files[file])...)
	}
	l.found = slices.Concat(finding.LongLoops(&s, l.reached()), l.sensitivity(), l.marks())
	if len(l.modules) == 0 {
		return nil, fmt.Errorf("%s: no module in %s", s.Name, strings.Join(l.hdl(), ", "))
	}
	return l.run(ctx)
}

// Board has Verilator, and Yosys and Icarus if they are installed, read a
// board from its top on, with its parameters. What the building of the board
// warns of is among the findings.
func Board(ctx context.Context, b *model.Builder, c model.BoardDesign) (*Report, error) {
	d := model.DesignOf(c.Source, c.Top)
	found, err := b.Inspect(ctx, d, c.Params)
	var failed *finding.BuildError
	if err != nil && !errors.As(err, &failed) {
		return nil, err
	}
	if failed != nil && failed.VHDL {
		return unreadVHDL(failed), nil
	}
	l, err := New(ctx, b, &d.Reading)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.modules = []string{d.Top}
	if !d.VHDL {
		l.params = c.Params
	}
	for _, tool := range Tools() {
		if _, err := tooling.FindTool(tool); err == nil {
			l.tools = append(l.tools, tool)
		}
	}
	if failed != nil {
		l.remedy = failed.Remedy
	}
	if found != nil && slices.ContainsFunc(found.Warnings, func(f finding.Finding) bool { return f.Code == finding.CodeLoop }) {
		l.tools = Tools()[:1] // the others would write each round out
	}
	l.found = append(l.sensitivity(), l.marks()...)
	if found != nil {
		l.found, l.open = slices.Concat(l.found, found.Warnings, found.Others), found.Netlist
		for _, f := range flow.Unsynchronised(found.Netlist, c.RX) {
			f.Text = finding.Located(&l.source, f.Text)
			l.found = append(l.found, f)
		}
		l.unused = append(found.Unreached(l.hdl()), sources.UnreachedVHDL(l.Files, d.Top)...)
	}
	return l.run(ctx)
}

// Linter reads the files of one source.
type Linter struct {
	Chain     tooling.Toolchain
	source    sources.Source
	Dir       string
	Files     []sources.File
	hierarchy *sources.Hierarchy
	folders   []string
	options   []string // of its list of files, such as -DNAME=VALUE; no names of files

	tools   []string
	modules []string
	params  map[string]string // of the only module
	strict  bool
	open    *netlist.Netlist // of a board; or nil
	unused  []string
	remedy  string

	mu    sync.Mutex
	found []finding.Finding
	err   error
}

// New lays the files of a source out. The caller closes the linter.
func New(ctx context.Context, b *model.Builder, d *vhdl.Reading) (*Linter, error) {
	if err := b.Confine(d.Source); err != nil {
		return nil, err
	}
	s, chain := d.Source, b.Tools()
	files, err := d.Read(ctx, b, chain, d.Top == "")
	if err != nil {
		return nil, err
	}
	l := &Linter{source: s, Files: files, hierarchy: sources.NewHierarchy(files), Chain: chain}
	if err := l.checkSystemCalls(); err != nil {
		return nil, err
	}
	if err := s.CheckNames(files); err != nil {
		return nil, err
	}
	if len(l.hdl()) == 0 {
		return nil, fmt.Errorf("%s %w", s.Name, sources.NoModule(files, d.Top))
	}
	if list, ok := sources.Find(files, sources.ListFile); ok {
		if read, err := sources.Listed(files, list, chain.Trusts); err == nil { // else that is said by who reads it
			l.options = read.Options()
		}
	}
	if l.Dir, err = os.MkdirTemp("", "loopline-lint-"); err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := sources.WriteBelow(l.Dir, f.Name, f.Text); err != nil {
			return nil, errors.Join(err, os.RemoveAll(l.Dir))
		}
		if dir := path.Dir(f.Name); l.hierarchy.Files[f.Name] != nil && !slices.Contains(l.folders, dir) {
			l.folders = append(l.folders, dir)
		}
	}
	return l, nil
}

// Close removes the directory.
func (l *Linter) Close() { _ = os.RemoveAll(l.Dir) }

// sensitivity returns the findings about the lists of processes in VHDL, with file names as the user knows them.
func (l *Linter) sensitivity() []finding.Finding {
	found := vhdl.Sensitivity(l.Files)
	for i := range found {
		found[i].Text = finding.Located(&l.source, found[i].Text)
	}
	return found
}

// marks returns the findings about byte order marks, which the tools that make the bitstream do not read.
func (l *Linter) marks() (found []finding.Finding) {
	for _, f := range l.Files {
		for _, line := range f.Joined {
			found = append(found, finding.Finding{Tool: "loopline", Code: codeMark, Kind: finding.Unread, Text: finding.Located(&l.source, fmt.Sprintf(
				"%s:%d: this comment ends in a character of Shift-JIS whose last byte is 5C, a backslash, so that Yosys and others take the "+
					"next line for more of the macro; it is left out here: save the file as UTF-8", f.Name, line))})
		}
		if f.Marked && (sources.IsHDL(f.Name) || sources.IsHeader(f.Name)) {
			found = append(found, finding.Finding{Tool: "loopline", Code: codeMark, Kind: finding.Unread, Text: finding.Located(&l.source, f.Name+
				":1: begins with a byte order mark, at which Yosys and Icarus stop; it is left out here: save the file as UTF-8 without one")})
		}
	}
	return found
}

// reached are the files of modules with ports, and what they use: no testbenches.
func (l *Linter) reached() (files []sources.File) {
	_, free := l.hierarchy.Tops()
	needed := l.hierarchy.Needed(free...)
	for _, f := range l.Files {
		if slices.Contains(needed, f.Name) && f.Name != sources.ConvertedFile {
			files = append(files, f)
		}
	}
	return files
}

// checkSystemCalls refuses DPI, which Yosys calls for constant functions while it reads
// a design.
func (l *Linter) checkSystemCalls() error {
	refused := slices.DeleteFunc(sources.SystemCalls(l.Files), func(r sources.SystemCall) bool { return !strings.HasPrefix(r.What, "DPI") })
	if len(refused) > 0 && !l.Chain.Trusts {
		return &sources.RefusedError{Source: l.source.Name, Calls: refused}
	}
	return nil
}

// hdl are the files that can be compiled.
func (l *Linter) hdl() []string {
	return slices.DeleteFunc(slices.Clone(l.hierarchy.Order), func(name string) bool { return !sources.IsHDL(name) })
}

// run asks every tool about every module, on all processors.
func (l *Linter) run(ctx context.Context) (*Report, error) {
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
	CodeStopped = "STOPPED"
)

// report puts together what the tools say. A tool that stopped has not looked at all: the first place at which it did
// is a finding, and the others are remarks.
func (l *Linter) report() *Report {
	r := &Report{Tools: l.tools, Modules: slices.Sorted(slices.Values(l.modules)), Unused: l.unused, Remedy: l.remedy}
	waivers := finding.WaiversIn(l.Files)
	r.waives = func(f *finding.Finding) bool {
		file, line := finding.Place(&l.source, f)
		return slices.ContainsFunc(waivers, func(w finding.Waiver) bool { return w.Fits(f, file, line) })
	}
	stopped := make(map[string]bool)
	found := finding.Merged(&l.source, l.found)
	finding.Sort(found)
	for _, f := range found {
		file, line := finding.Place(&l.source, &f)
		if f.Kind == finding.Widths && finding.ComparesUnknown(&f, l.Files, file, line) {
			f.Kind = finding.Style
		}
		if f.Kind == finding.Unread && f.Code == "" {
			f.Code = CodeStopped
		}
		switch {
		case r.waives(&f):
			r.Waived++
		case f.Code == CodeStopped && !stopped[f.Tool]:
			stopped[f.Tool] = true
			f.Text = finding.AfterPlace(f.Text, f.Tool+" stopped, and has not checked all: ")
			r.Findings = append(r.Findings, f)
		case f.Code == CodeStopped || f.Kind == finding.Style:
			r.Remarks = append(r.Remarks, f)
		default:
			r.Findings = append(r.Findings, f)
		}
	}
	finding.Sort(r.Findings)
	finding.Sort(r.Remarks)
	return r
}

// add adds the findings of a tool that another module has not had already.
func (l *Linter) add(found []finding.Finding, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
	for _, f := range found {
		same := func(o finding.Finding) bool { return o.Tool == f.Tool && o.Text == f.Text }
		if !slices.ContainsFunc(l.found, same) {
			l.found = append(l.found, f)
		}
	}
}

// lintTime bounds one tool's run on one module.
const lintTime = 3 * time.Minute

// ask returns what a tool has to say of a module.
func (l *Linter) ask(ctx context.Context, tool, module string) ([]finding.Finding, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, lintTime)
	defer cancel()
	text, err := l.Chain.Run(limited, l.Dir, ".", nil, tool, l.arguments(tool, module)...)
	if err != nil && !tooling.IsExit(err) {
		return unended(ctx, limited, tool, module, err)
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, l.Dir+"/", ""))
	if err != nil && text == "" {
		text = err.Error()
	}
	found := finding.Of(tool, text)
	fails := func(f finding.Finding) bool { return f.Kind == finding.Fails || f.Kind == finding.Unread }
	if err != nil && tool == "iverilog" && len(found) > 0 && !slices.ContainsFunc(found, fails) {
		found[0].Kind = finding.Unread // whatever it says, it gave up
		if strings.Contains(found[0].Text, "Language generation") {
			found[0].Text += ": it knows no SystemVerilog; " + toolset.Remedy(tool)
		}
	}
	design := l.open
	unread := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Kind == finding.Fails })
	if tool == "verilator" && design == nil && !unread {
		var large bool
		if design, large, err = l.describe(limited, module); err != nil {
			return unended(ctx, limited, tool, module, err)
		}
		if large {
			found = append(found, finding.TooLarge(module))
		}
		found = append(found, design.Conflicts()...)
		said := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == finding.CodeMixed })
		found = append(found, slices.DeleteFunc(design.ProcessFindings(), func(f finding.Finding) bool { return said && f.Code == finding.CodeMixed })...)
	}
	for i := range found {
		f := &found[i]
		if design != nil {
			l.neverEqual(f, design)
		}
		if f.Kind == finding.ChangesBehaviour && design != nil && design.Harmless(*f) {
			f.Kind = finding.Style
		}
		f.Module, f.Text = module, finding.Located(&l.source, f.Text)
	}
	return slices.DeleteFunc(found, ofConverted), nil
}

// unended returns the finding that a tool did not come to an end of a module, or the error if that is another.
func unended(ctx, limited context.Context, tool, module string, err error) ([]finding.Finding, error) {
	if _, ended := errors.AsType[*sandbox.EndError](err); ctx.Err() != nil || !ended && limited.Err() == nil {
		return nil, err
	}
	text := fmt.Sprintf("%s does not come to an end of module %s: %v", tool, module, err)
	return []finding.Finding{{Tool: tool, Module: module, Text: text, Kind: finding.Unread}}, nil
}

// describe has Verilator describe a module with all that it needs. Of one that is too large to look through
// the netlist is empty.
func (l *Linter) describe(ctx context.Context, module string) (found *netlist.Netlist, large bool, err error) {
	dir, err := os.MkdirTemp(l.Dir, "described-")
	if err != nil {
		return nil, false, err
	}
	said, err := l.Chain.Describe(ctx, l.Dir, ".", filepath.Base(dir), "verilator", l.arguments("verilator", module)[2:]...)
	if tooling.IsExit(err) {
		return nil, false, fmt.Errorf("verilator reads module %s, and does not describe it: %s", module, tooling.FirstLines(said, 3))
	}
	if err != nil {
		return nil, false, err
	}
	tree, err := tooling.ReadMadeIn(dir, tooling.DescribedFile, tooling.MaxMadeFile)
	if err != nil {
		return nil, false, err
	}
	details, err := tooling.ReadMadeIn(dir, tooling.DetailsFile, tooling.MaxMadeFile)
	if err != nil || netlist.TooLarge(tree) {
		return &netlist.Netlist{}, true, err
	}
	d, err := netlist.ReadDescription(tree, details, false)
	if err != nil {
		return nil, false, err
	}
	return netlist.Read(d), false, nil
}

// ofConverted reports whether a finding is about how GHDL writes what is VHDL.
func ofConverted(f finding.Finding) bool {
	name, _, ok := strings.Cut(f.Text, ":")
	return ok && sources.IsVHDL(name) && f.Kind > finding.ChangesBehaviour && f.Tool != "ghdl"
}

// arguments returns a tool's command line for a module.
func (l *Linter) arguments(tool, module string) []string {
	needed := l.hierarchy.Needed(module)
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
		args = slices.Concat(args, sources.TopParameters(l.params), sources.NewerCodes(l.Files))
	default:
		for _, set := range sources.TopParameters(l.params) {
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
func (l *Linter) isOld(name string) bool {
	f, ok := sources.Find(l.Files, name)
	return ok && (f.Old || sources.OlderVerilog(l.options) && strings.ToLower(path.Ext(name)) == ".v")
}

var yosysWord = regexp.MustCompile(`^[\w./-]+$`)

var yosysDefine = regexp.MustCompile(`^-D\w+(=[\w.'()+*/-]*)?$`)

func (l *Linter) yosysScript(module string) string {
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
	for _, file := range l.hierarchy.Needed(module) {
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
	for _, set := range sources.TopParameters(l.params) {
		name, value, _ := strings.Cut(strings.TrimPrefix(set, "-G"), "=")
		script += " -chparam " + name + " " + value
	}
	return script + checkScript
}

// checkScript has the Yosys commands that check a design after reading it.
const checkScript = "; proc; check -assert"

// Reads returns the Yosys commands that read a design from its top on; an empty one is guessed, as pinout.OnlyTop does. It is
// an error if Yosys cannot be told what the design needs.
func (l *Linter) Reads(d *vhdl.Reading, params map[string]string) (script string, err error) {
	if d.Top == "" {
		if d.Top, err = pinout.OnlyTop(l.Files); err != nil {
			return "", err
		}
	}
	for _, define := range l.options {
		if strings.HasPrefix(define, "-D") && !yosysDefine.MatchString(define) {
			return "", fmt.Errorf("%s: Yosys cannot be told the macro %s of %s; define it in a file", d.Source.Name, strings.TrimPrefix(define, "-D"), sources.ListFile)
		}
	}
	if !yosysWord.MatchString(d.Top) {
		return "", fmt.Errorf("%s: Yosys cannot be told the name of the module %s; rename it", d.Source.Name, d.Top)
	}
	if !d.VHDL {
		if l.params = params; len(sources.TopParameters(params)) < len(params) {
			return "", fmt.Errorf("%s: Yosys takes numbers and texts as parameters alone; write each param.NAME= as one", d.Source.Name)
		}
	}
	return strings.TrimSuffix(l.yosysScript(d.Top), checkScript), nil
}

// unreadVHDL is the report about a board whose VHDL GHDL does not take.
func unreadVHDL(e *finding.BuildError) *Report {
	r := &Report{Tools: []string{"ghdl"}, Modules: []string{e.Top}, Remedy: e.Remedy}
	for _, line := range e.Lines {
		r.Findings = append(r.Findings, finding.Finding{Tool: "ghdl", Module: e.Top, Text: line, Kind: finding.Fails})
	}
	return r
}
