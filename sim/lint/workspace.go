package lint

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// Workspace is a copy of a design's files, and tools that read it in isolation. Its VHDL
// is there as Verilog. Methods may be called concurrently; the caller closes it.
type Workspace struct {
	linter *Linter
	top    string
	vhdl   bool
}

// OpenWorkspace copies the files of a design with the given top module. The parameters are
// those of a top in VHDL; one in Verilog has its own. A file that asks for code of a program
// is a [*sources.RefusedError], a machine without isolation an [*model.UnconfinedError].
func OpenWorkspace(ctx context.Context, b *model.Builder, s sources.Source, top string, params map[string]int) (*Workspace, error) {
	d := &vhdl.Reading{Source: s, Top: top, Params: params}
	l, err := New(ctx, b, d)
	if err != nil {
		return nil, err
	}
	w := &Workspace{l, d.Top, d.VHDL}
	if len(l.hierarchy.Declares[d.Top]) == 0 {
		w.Close()
		return nil, fmt.Errorf("%s %s", s.Name, sources.NoModule(l.Files, d.Top))
	}
	return w, nil
}

// Close removes the copy.
func (w *Workspace) Close() { w.linter.Close() }

// FixedParameters reports whether the top is VHDL, whose parameters are set for good.
func (w *Workspace) FixedParameters() bool { return w.vhdl }

// File is a file of a design that tools read.
type File struct {
	Name string // with slashes
	Text []byte
}

// Files returns the Verilog that declares the top and what it uses, each file after those
// that it needs.
func (w *Workspace) Files() (files []File) {
	for _, name := range w.linter.hierarchy.Needed(w.top) {
		if f := slices.IndexFunc(w.linter.Files, func(f sources.File) bool { return f.Name == name }); f >= 0 {
			files = append(files, File{name, w.linter.Files[f].Text})
		}
	}
	return files
}

// Headers returns the folders of the design, where its files look for what they include.
func (w *Workspace) Headers() []string { return w.linter.folders }

// workFolder holds the folders in which tools run.
const workFolder = "loopline-work"

// Root is the path of the design's files from the folders in which tools run.
const Root = "../.."

// Put writes a file into a folder in which tools run. Neither name has slashes.
func (w *Workspace) Put(folder, name string, text []byte) error {
	dir := filepath.Join(w.linter.Dir, workFolder, folder)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), text, 0o644)
}

// Get reads a file that a tool has written, of at most the given size in bytes.
func (w *Workspace) Get(folder, name string, most int64) ([]byte, error) {
	return tooling.ReadMadeIn(filepath.Join(w.linter.Dir, workFolder, folder), name, most)
}

// Run runs a tool in a folder, the only one that it may write to, and returns what it says.
// When ctx ends, the tool is killed with all that it has started. A tool that ends with another
// status than 0 is an error; what it said is returned too.
func (w *Workspace) Run(ctx context.Context, folder, tool string, args ...string) (string, error) {
	if _, err := tooling.FindTool(tool); err != nil {
		return "", err
	}
	in := path.Join(workFolder, folder)
	return w.linter.Chain.Run(ctx, w.linter.Dir, in, []string{in}, tool, args...)
}
