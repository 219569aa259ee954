package tooling

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Files of a description.
const (
	DescribedFile = "described"      // the tree
	DetailsFile   = "described.meta" // what a tree in JSON leaves out; of XML empty
)

// Describe has Verilator describe a design that lies in a folder of dir, and put the files of the description
// into out, another one, which this makes. It returns what Verilator says.
func (t *Toolchain) Describe(ctx context.Context, dir, folder, out, verilator string, args ...string) (string, error) {
	asJSON, err := t.describesInJSON(ctx, dir, verilator)
	if err != nil {
		return "", err
	}
	return t.DescribeAs(ctx, asJSON, dir, folder, out, verilator, args...)
}

// DescribeAs is Describe with a Verilator of which it is known whether it describes in JSON; others write XML.
func (t *Toolchain) DescribeAs(ctx context.Context, asJSON bool, dir, folder, out, verilator string, args ...string) (string, error) {
	to, err := filepath.Rel(filepath.Join(dir, folder), filepath.Join(dir, out))
	if err != nil {
		return "", err
	}
	tree, details := filepath.Join(to, DescribedFile), filepath.Join(to, DetailsFile)
	how := []string{"--xml-only", "--xml-output", tree}
	if asJSON {
		how = []string{"--json-only", "--json-only-output", tree, "--json-only-meta-output", details}
	}
	how = append(how, "-Mdir", to, "-Wno-lint", "-Wno-style", "-Wno-fatal")
	said, err := t.Run(ctx, dir, folder, []string{out}, verilator, append(how, args...)...)
	if err != nil || asJSON {
		return said, err
	}
	return said, os.WriteFile(filepath.Join(dir, out, DetailsFile), nil, 0o644)
}

// describing remembers which Verilators describe a design in JSON, by their identities.
var describing sync.Map

// describesInJSON asks a Verilator, once, whether it knows the option.
func (t *Toolchain) describesInJSON(ctx context.Context, dir, verilator string) (bool, error) {
	p, err := t.program(ctx, verilator)
	if err != nil {
		return false, err
	}
	program := p.Args[0]
	key := Identity(program)
	if known, ok := describing.Load(key); ok {
		return known.(bool), nil
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return false, err
	}
	p.Dir, p.Visible = dir, append(p.Visible, dir)
	for _, option := range [...]string{"--json-only", "--xml-only"} {
		p := p
		p.Args = []string{program, option, "--version"}
		if _, err = t.Isolation.Output(ctx, p); err == nil {
			describing.Store(key, option == "--json-only")
			return option == "--json-only", nil
		}
		if !IsExit(err) { // it was killed, or does not run here
			break
		}
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if fault := t.fault(ctx, program, dir); fault != nil {
		return false, fault
	}
	return false, &ToolError{fmt.Sprintf("%s describes no design, neither with --json-only nor with --xml-only: %v; "+
		"install a Verilator from 5.006 on", program, err)}
}
