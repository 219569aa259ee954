package sim

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// LintTools are the programs that Lint asks, by the names of their commands.
func LintTools() []string { return []string{"verilator", "yosys", "iverilog"} }

// Finding is what a tool has to say of a module.
type Finding struct {
	Tool   string
	Module string
	Text   string // with file and line where the tool names them
}

// Lint has Verilator with all warnings, Yosys and Icarus read every module of
// a source by itself. Where each file holds the one module that it is named
// after, a module is read with those that it needs; otherwise with all files.
// Any word of a tool is a finding. It returns the modules that were read,
// sorted.
func Lint(ctx context.Context, s Source) (modules []string, found []Finding, err error) {
	for _, tool := range LintTools() {
		if _, err := findTool(tool); err != nil {
			return nil, nil, err
		}
	}
	files, err := s.read()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "loopline-lint-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	l := &linter{source: s, dir: dir, files: files}
	if err := l.write(); err != nil {
		return nil, nil, err
	}
	if len(l.hdl) == 0 {
		return nil, nil, fmt.Errorf("%s holds no .sv or .v file", s.Name)
	}
	if len(l.modules) == 0 {
		return nil, nil, fmt.Errorf("%s: no module in %s", s.Name, strings.Join(l.hdl, ", "))
	}
	return l.run(ctx)
}

// linter reads the files of one source.
type linter struct {
	source  Source
	dir     string
	files   []sourceFile
	hdl     []string // those that are compiled
	modules []module
	byName  bool // each file holds the one module that it is named after
}

// module is a module and the file that holds it.
type module struct{ name, file string }

func (l *linter) write() error {
	l.byName = true
	for _, f := range l.files {
		name := filepath.Join(l.dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.text, 0o644); err != nil {
			return err
		}
		if isHDL(f.name) {
			l.hdl = append(l.hdl, f.name)
			names := modulesIn(withoutComments(f.text))
			for _, name := range names {
				l.modules = append(l.modules, module{name, f.name})
			}
			l.byName = l.byName && slices.Equal(names, []string{baseName(f.name)})
		}
	}
	return nil
}

// run asks every tool about every module, on all processors.
func (l *linter) run(ctx context.Context) (modules []string, found []Finding, err error) {
	type job struct {
		module module
		tool   string
	}
	jobs := make(chan job)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for j := range jobs {
				text, failed := l.ask(ctx, j.tool, j.module)
				mu.Lock()
				if failed != nil && err == nil {
					err = failed
				}
				if text != "" {
					found = append(found, Finding{j.tool, j.module.name, text})
				}
				mu.Unlock()
			}
		})
	}
	for _, m := range l.modules {
		modules = append(modules, m.name)
		for _, tool := range LintTools() {
			jobs <- job{m, tool}
		}
	}
	close(jobs)
	all.Wait()
	slices.SortFunc(found, func(a, b Finding) int {
		return strings.Compare(a.Module+" "+a.Tool, b.Module+" "+b.Tool)
	})
	slices.Sort(modules)
	return modules, found, err
}

var (
	comment     = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	declaration = regexp.MustCompile(`(?m)^\s*(?:macro)?module\s+(?:automatic\s+|static\s+)?([A-Za-z_][\w$]*)`)
)

// withoutComments is the text of a file less its comments.
func withoutComments(text []byte) []byte { return comment.ReplaceAll(text, []byte(" ")) }

// modulesIn are the modules that a file without comments declares, in its order.
func modulesIn(text []byte) (names []string) {
	for _, found := range declaration.FindAllSubmatch(text, -1) {
		names = append(names, string(found[1]))
	}
	return names
}

// ask returns what a tool has to say of a module.
func (l *linter) ask(ctx context.Context, tool string, m module) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	text, err := run(ctx, l.dir, tool, l.arguments(tool, m)...)
	if err != nil && !isExit(err) {
		return "", err
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, l.dir+"/", ""))
	if err != nil && text == "" {
		text = err.Error()
	}
	for _, name := range l.hdl { // as people know the file
		text = strings.ReplaceAll(text, " "+name+":", " "+filepath.Join(l.source.Name, name)+":")
	}
	return text, nil
}

// arguments are how a tool is asked.
func (l *linter) arguments(tool string, m module) []string {
	folder := path.Dir(m.file)
	files := l.hdl
	if l.byName {
		files = []string{"-y", folder, m.file}
	}
	switch tool {
	case "verilator":
		return append([]string{"--lint-only", "-Wall", "--top-module", m.name, "+libext+.sv+.v", "+incdir+" + folder}, files...)
	case "iverilog":
		return append([]string{"-g2012", "-Wall", "-tnull", "-s", m.name, "-Y", ".sv", "-I", folder}, files...)
	}
	return []string{"-q", "-p", "read_verilog -sv -I" + folder + " " + strings.Join(l.hdl, " ") +
		"; hierarchy -check -top " + m.name + "; proc; check -assert"}
}
