package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// design is the sources of a proof, or of a mutant of it, by base name.
type design struct {
	proof   *Proof
	sources map[string]string
}

// readDesign reads the sources from below root.
func readDesign(root string, p *Proof) (design, error) {
	d := design{p, map[string]string{}}
	for _, f := range p.Files {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f)))
		if err != nil {
			return d, fail(NoFile, "%v", err)
		}
		d.sources[filepath.Base(f)] = string(text)
	}
	return d, nil
}

// mutant returns the design with the bug.
func (d design) mutant(t Mutant) (design, error) {
	name := filepath.Base(t.File)
	if n := strings.Count(d.sources[name], t.Old); n != 1 || t.Old == t.New {
		return d, fail(MutantStale, "mutant %s: its text occurs %d times in %s, it must once and change: %q",
			t.Name, n, t.File, t.Old)
	}
	sources := maps.Clone(d.sources)
	sources[name] = strings.Replace(sources[name], t.Old, t.New, 1)
	return design{d.proof, sources}, nil
}

// write puts the sources into the folder src of dir.
func (d design) write(dir string) error {
	src := filepath.Join(dir, "src")
	if err := os.MkdirAll(src, 0o755); err != nil {
		return err
	}
	for name, text := range d.sources {
		if err := os.WriteFile(filepath.Join(src, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// frontEnd is the part of a Yosys script that reads the design.
func (d design) frontEnd() string {
	var b strings.Builder
	b.WriteString("read_verilog -sv -formal")
	for _, f := range d.proof.Files {
		fmt.Fprintf(&b, " src/%s", filepath.Base(f))
	}
	fmt.Fprintf(&b, "\nhierarchy -check -top %s", d.proof.Top)
	for _, name := range slices.Sorted(maps.Keys(d.proof.Parameters)) {
		fmt.Fprintf(&b, " -chparam %s %d", name, d.proof.Parameters[name])
	}
	b.WriteString("\n")
	return b.String()
}

// settling is the part of a Yosys script that simulates the first clock cycles.
func (d design) settling() string {
	if d.proof.InitCycles == 0 {
		return ""
	}
	return fmt.Sprintf("opt_clean\nsim -q -clock clk_i -n %d -w %s\n", d.proof.InitCycles, d.proof.Top)
}
