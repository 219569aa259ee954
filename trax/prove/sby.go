package prove

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/model"
)

// WriteSBY writes the searches as files for SymbiYosys into a new folder, with the core and
// the checks: for each a task that proves and one that reaches the covers.
func WriteSBY(ctx context.Context, b *model.Builder, c Config, dir string) (names []string, err error) {
	runs, w, err := c.open(ctx, b)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	if err := os.Mkdir(dir, 0o777); err != nil {
		if os.IsExist(err) {
			return nil, fmt.Errorf("%s is there already; name a folder that is not", dir)
		}
		return nil, err
	}
	put := func(name string, text []byte) error {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return os.WriteFile(name, text, 0o666)
	}
	if err := put(checksFile, checksText); err != nil {
		return nil, err
	}
	for _, f := range w.Files() {
		if err := put(path.Join("core", f.Name), f.Text); err != nil {
			return nil, err
		}
	}
	for i := range runs {
		r := &runs[i]
		if err := put(path.Join(r.name, openingFile), r.module()); err != nil {
			return nil, err
		}
		text, err := r.sby(w)
		if err != nil {
			return nil, err
		}
		if err := put(r.name+".sby", text); err != nil {
			return nil, err
		}
		names = append(names, r.name+".sby")
	}
	return names, nil
}

// sby is the run as a file for SymbiYosys, whose names have no quotes.
func (r *run) sby(w design) ([]byte, error) {
	b := fmt.Appendf(nil, "# After %s\n[tasks]\nprove\nreach\n\n[options]\nprove: mode bmc\nreach: mode cover\ndepth %d\n\n[engines]\n"+
		"prove: abc bmc3\nreach: smtbmc z3\n\n[script]\n%s%s\n[files]\n%s\n%s/%s\n",
		strings.Join(strings.Fields(r.opening()), " "), r.depth(), r.frontEnd(w, "core")+r.elaborate(), r.settle(), checksFile, r.name, openingFile)
	for _, f := range w.Files() {
		name, err := quoting.Word(path.Join("core", f.Name))
		if err != nil {
			return nil, err
		}
		b = fmt.Appendf(b, "%s %s\n", name, name)
	}
	return b, nil
}
