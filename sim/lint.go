package sim

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
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
// a source by itself: the file of the module's name and those it needs. Any
// word of a tool is a finding. It returns the modules that were read, sorted.
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
	return l.run(ctx)
}

// linter reads the files of one source.
type linter struct {
	source Source
	dir    string
	files  []sourceFile
	hdl    []string // those that are compiled
}

func (l *linter) write() error {
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
		}
	}
	return nil
}

// run asks every tool about every module, on all processors.
func (l *linter) run(ctx context.Context) (modules []string, found []Finding, err error) {
	type job struct{ file, tool string }
	jobs := make(chan job)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for j := range jobs {
				text, failed := l.ask(ctx, j.tool, j.file)
				mu.Lock()
				if failed != nil && err == nil {
					err = failed
				}
				if text != "" {
					found = append(found, Finding{j.tool, moduleOf(j.file), text})
				}
				mu.Unlock()
			}
		})
	}
	for _, file := range l.hdl {
		modules = append(modules, moduleOf(file))
		for _, tool := range LintTools() {
			jobs <- job{file, tool}
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

func moduleOf(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

// ask returns what a tool has to say of a module.
func (l *linter) ask(ctx context.Context, tool, file string) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	text, err := run(ctx, l.dir, tool, l.arguments(tool, file)...)
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
func (l *linter) arguments(tool, file string) []string {
	module, folder := moduleOf(file), path.Dir(file)
	switch tool {
	case "verilator":
		return []string{"--lint-only", "-Wall", "--top-module", module, "+libext+.sv+.v", "-y", folder, "+incdir+" + folder, file}
	case "iverilog":
		return []string{"-g2012", "-Wall", "-tnull", "-s", module, "-y", folder, "-Y", ".sv", "-I", folder, file}
	}
	read := "read_verilog -sv -I" + folder
	for _, name := range l.hdl {
		read += " " + name
	}
	return []string{"-q", "-p", read + "; hierarchy -check -top " + module + "; proc; check -assert"}
}
