package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

type mutantStatus int

const (
	untried mutantStatus = iota // the run was interrupted
	survived
	refused       // Verilator does not take it without a warning
	differed      // from the golden vectors
	differedLater // from more vectors, or with plain memories
)

// trial tries mutants. It is safe for concurrent use.
type trial struct {
	o     *options
	dir   string   // for whatever is made
	rtl   string   // absolute
	flags []string // of the compiler
	objs  []string // what does not depend on the mutant
}

// newTrial builds the parts that all mutants share, and checks that the correct core passes the vectors.
func newTrial(ctx context.Context, o *options, dir string) (*trial, error) {
	t := &trial{o: o, dir: dir}
	var err error
	if t.rtl, err = filepath.Abs(o.rtl); err != nil {
		return nil, err
	}
	root, err := output(ctx, dir, "verilator", "--getenv", "VERILATOR_ROOT")
	if err != nil {
		return nil, fmt.Errorf("%w\ninstall Verilator and g++: scripts/setup", err)
	}
	include := filepath.Join(strings.TrimSpace(root), "include")
	t.flags = []string{
		"-std=c++17", "-w", "-O0", "-pthread", "-faligned-new", "-DVM_COVERAGE=0", "-DVM_TRACE=0", "-DVM_SC=0",
		"-I" + include, "-I" + filepath.Join(include, "vltstd"),
	}
	if err := t.shared(ctx, include); err != nil {
		return nil, err
	}
	if got, err := t.try(ctx, "sound", nil); err != nil || got != survived {
		return nil, fmt.Errorf("%s itself does not pass, so no mutant would show anything: %w",
			o.top, errors.Join(err, fmt.Errorf("run %s", o.testbench)))
	}
	return t, nil
}

// shared compiles the runtime and the testbench, which see of a core no more than
// its ports, and a precompiled header.
func (t *trial) shared(ctx context.Context, include string) error {
	first := filepath.Join(t.dir, "ports")
	if _, err := t.verilate(ctx, first, "", 1); err != nil {
		return err
	}
	header := filepath.Join(t.dir, "all.h")
	if err := os.WriteFile(header, []byte("#include \"verilated.h\"\n"), 0o644); err != nil {
		return err
	}
	testbench, err := filepath.Abs(t.o.testbench)
	if err != nil {
		return err
	}
	if err := t.compile(ctx, t.dir, "-x", "c++-header", header, "-o", header+".gch"); err != nil {
		return err
	}
	for _, source := range [...]string{filepath.Join(include, "verilated.cpp"), filepath.Join(include, "verilated_threads.cpp"), testbench} {
		object := filepath.Join(t.dir, filepath.Base(source)+".o")
		if err := t.compile(ctx, t.dir, "-O1", "-I"+first, "-c", source, "-o", object); err != nil {
			return err
		}
		t.objs = append(t.objs, object)
	}
	return nil
}

// tryAll tries the mutants, several at a time, and calls done with the number tried. With an error it
// also returns the statuses so far.
func (t *trial) tryAll(ctx context.Context, all []mutant, done func(n int)) ([]mutantStatus, error) {
	statuses, errs := make([]mutantStatus, len(all)), make([]error, len(all))
	next := make(chan int)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wait sync.WaitGroup
	var mu sync.Mutex
	n := 0
	for range t.o.jobs {
		wait.Go(func() {
			for i := range next {
				got, err := t.try(ctx, fmt.Sprint(i), &all[i])
				if err != nil {
					errs[i] = err
					cancel()
					continue
				}
				statuses[i] = got
				mu.Lock()
				n++
				done(n)
				mu.Unlock()
			}
		})
	}
	for i := range all {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	wait.Wait()
	return statuses, errors.Join(slices.Concat(errs, []error{context.Cause(ctx)})...)
}

// try builds a mutant, or the core itself, and has it play vectors.
func (t *trial) try(ctx context.Context, name string, m *mutant) (got mutantStatus, err error) {
	dir := filepath.Join(t.dir, name)
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	broken := ""
	if m != nil {
		broken = filepath.Join(dir, "rtl")
		if err := t.write(broken, m); err != nil {
			return 0, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, t.o.limit)
	defer cancel()
	model, err := t.build(ctx, filepath.Join(dir, "poison"), broken, 1)
	if err != nil || model == "" {
		return refused, err
	}
	if bad, err := t.plays(ctx, model, t.o.golden); bad || err != nil {
		return differed, err
	}
	if len(t.o.more) > 0 {
		if bad, err := t.plays(ctx, model, t.o.more); bad || err != nil {
			return differedLater, err
		}
	}
	// The power-up value of a register that is never set may hide the bug.
	for _, seed := range [...]string{"2", "3", "4", "5", "6", "7"} {
		if bad, err := t.plays(ctx, model, append([]string{"--seed", seed}, t.o.golden...)); bad || err != nil {
			return differedLater, err
		}
	}
	if t.o.poison == "" {
		return survived, nil
	}
	model, err = t.build(ctx, filepath.Join(dir, "plain"), broken, 0)
	if err != nil || model == "" {
		return refused, err
	}
	bad, err := t.plays(ctx, model, t.o.golden)
	if bad {
		return differedLater, err
	}
	return survived, err
}

func (t *trial) write(dir string, m *mutant) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, m.file), []byte(m.broken()), 0o644)
}

// build makes the program of a core whose broken modules are in a folder. It
// returns "" if Verilator refuses it.
func (t *trial) build(ctx context.Context, dir, broken string, poison int) (string, error) {
	ok, err := t.verilate(ctx, dir, broken, poison)
	if !ok || err != nil {
		return "", err
	}
	parts, err := filepath.Glob(filepath.Join(dir, "V"+t.o.top+"*.cpp"))
	if err != nil {
		return "", err
	}
	var unity bytes.Buffer
	for _, part := range parts {
		fmt.Fprintf(&unity, "#include %q\n", part)
	}
	source := filepath.Join(dir, "unity.cpp")
	if err := os.WriteFile(source, unity.Bytes(), 0o644); err != nil {
		return "", err
	}
	model := filepath.Join(dir, "model")
	args := append([]string{"-I" + dir, "-include", filepath.Join(t.dir, "all.h"), source}, t.objs...)
	return model, t.compile(ctx, dir, append(args, "-o", model)...)
}

// verilate has Verilator make C++ of a core. It returns false if it has a
// warning about it; that of -Wall are left to lint.
func (t *trial) verilate(ctx context.Context, dir, broken string, poison int) (bool, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return false, err
	}
	args := []string{
		"--cc", "-O3", "--prefix", "V" + t.o.top, "--Mdir", dir, "--top-module", t.o.top, "--x-initial", "unique",
		"--x-assign", "unique",
	}
	if t.o.poison != "" {
		args = append(args, fmt.Sprintf("-G%s=%d", t.o.poison, poison))
	}
	first, err := filepath.Glob(filepath.Join(t.rtl, "*_pkg.sv")) // read before what uses them
	if err != nil {
		return false, err
	}
	first = append(first, filepath.Join(t.rtl, t.o.top+".sv"))
	if broken != "" {
		args = append(args, "-y", broken)
		for i, name := range first {
			if own := filepath.Join(broken, filepath.Base(name)); exists(own) {
				first[i] = own
			}
		}
	}
	said, err := output(ctx, t.dir, "verilator", append(append(args, "-y", t.rtl), first...)...)
	if err == nil {
		return true, nil
	}
	var exit *exec.ExitError
	if broken != "" && ctx.Err() == nil && errors.As(err, &exit) {
		return false, nil
	}
	return false, fmt.Errorf("%w\n%s", err, said)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (t *trial) compile(ctx context.Context, dir string, args ...string) error {
	said, err := output(ctx, dir, "g++", append(slices.Clone(t.flags), args...)...)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

// patience limits a core's answer, in clock cycles. The correct core takes up to about 9,000.
const patience = "40000"

// plays reports whether a core differs from the vectors: by a wrong answer, no answer, or a crash.
func (t *trial) plays(ctx context.Context, model string, files []string) (bad bool, err error) {
	said, err := output(ctx, "", model, append([]string{"--patience", patience}, files...)...)
	var exit *exec.ExitError
	switch {
	case err == nil && strings.Contains(said, "\nPASS "):
		return false, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() != 2:
		return true, nil
	}
	return false, fmt.Errorf("the testbench: %w\n%s", errors.Join(err, errors.New("no verdict")), said)
}

// output returns a command's combined output.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		return string(text), fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	return string(text), nil
}
