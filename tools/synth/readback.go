package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/trax/vectors"
)

const readbackSeed = 11

// A stage is the core as RTL, as netlist or as read back from a bitstream.
type stage struct {
	name  string
	files []string // Verilog, paths from the root or absolute
	gates bool     // they hold cells of the chip
}

// makeReadback runs the golden vectors and count random ones on all stages of the core. It returns an error
// unless the answers are right and every stage gives them in the same cycle.
func makeReadback(ctx context.Context, p *project, count int, keep string, out io.Writer) error {
	dir := keep
	if dir == "" {
		scratch, err := os.MkdirTemp("", "readback-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(scratch)
		dir = scratch
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	models, err := buildStages(ctx, p, dir, out)
	if err != nil {
		return err
	}
	golden, err := os.Open(p.at(p.Core.Golden))
	if err != nil {
		return err
	}
	defer golden.Close()
	if err := runScript(ctx, models, golden, p.Core.Golden, dir, out); err != nil {
		return err
	}
	o := vectors.Options{Seed: readbackSeed, Count: count, Goal: 10, Threads: 2}
	made, err := vectorFile(ctx, filepath.Join(dir, "turns.jsonl"), o)
	if err != nil {
		return err
	}
	defer made.Close()
	return runScript(ctx, models, made, "turns.jsonl", dir, out)
}

// vectorFile makes a file of turn vectors, ready to be read.
func vectorFile(ctx context.Context, name string, o vectors.Options) (*os.File, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if _, err = vectors.Generate(ctx, f, o); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// buildStages makes the three stages, and a model of each.
func buildStages(ctx context.Context, p *project, dir string, out io.Writer) ([]model, error) {
	lib, err := readLibrary(p)
	if err != nil {
		return nil, err
	}
	sources, err := lib.closure(p.Core.Top)
	if err != nil {
		return nil, err
	}
	netlist := filepath.Join(dir, "netlist.v")
	n, err := synthesis{
		sources: paths(sources), top: p.Core.Top, command: "synth_ice40",
		json: filepath.Join(dir, netlistName), verilog: netlist,
	}.run(ctx, p.root)
	if err != nil {
		return nil, err
	}
	back, err := readBack(ctx, p, dir, n, p.Core.Top)
	if err != nil {
		return nil, err
	}
	return buildModels(ctx, p, dir, []stage{
		{"rtl", paths(sources), false},
		{"netlist", []string{netlist}, true},
		{"bitstream", []string{back}, true},
	}, out)
}

// netlistName is the file of the netlist that readBack places.
const netlistName = "netlist.json"

// readBack places the netlist of a module in dir, makes a bitstream, and a netlist of
// that alone. Every port of the module has pins of its own.
func readBack(ctx context.Context, p *project, dir string, n netlist, top string) (string, error) {
	c := hx8k()
	pins, err := packagePins(c.pkg)
	if err != nil {
		return "", err
	}
	pcf, err := appendPins(nil, n.ports, pins, "J3")
	if err != nil {
		return "", err
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("pins.pcf"), pcf, 0o644); err != nil {
		return "", err
	}
	laid := placing{chip: c, json: in(netlistName), pcf: in("pins.pcf"), asc: in("placed.asc"), seed: 1}
	if _, err := laid.run(ctx, p.root); err != nil {
		return "", err
	}
	if _, err := command(ctx, dir, icepack, "placed.asc", "placed.bin"); err != nil {
		return "", err
	}
	return disassemble(ctx, dir, in("placed.bin"), c, in("pins.pcf"), top)
}

// disassemble makes Verilog of nothing but a bitstream and the names of its
// pins, in the folder dir.
func disassemble(ctx context.Context, dir, bitstream string, c chip, pcf, top string) (string, error) {
	if _, err := command(ctx, dir, iceunpack, bitstream, "unpacked.asc"); err != nil {
		return "", err
	}
	raw, err := command(ctx, dir, iceVlog, "-s", "-c", "-d", c.pkg, "-n", top, "-p", pcf, "unpacked.asc")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "raw.v"), raw, 0o644); err != nil {
		return "", err
	}
	// icebox_vlog declares ports twice, which Verilator refuses; Yosys does not.
	cells, err := cellModels()
	if err != nil {
		return "", err
	}
	_, err = command(ctx, dir, yosys, "-q", "-p", "read_verilog -lib "+cells+
		"; read_verilog raw.v; hierarchy -top "+top+"; proc; opt_clean; write_verilog -noattr bitstream.v")
	return filepath.Join(dir, "bitstream.v"), err
}

// A model is the simulator of a stage.
type model struct {
	stage
	program string
}

// buildModels builds the models concurrently.
func buildModels(ctx context.Context, p *project, dir string, stages []stage, out io.Writer) ([]model, error) {
	models := make([]model, len(stages))
	errs := make([]error, len(stages))
	began := time.Now()
	var group sync.WaitGroup
	for i, l := range stages {
		group.Go(func() { models[i], errs[i] = buildModel(ctx, p, dir, l) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(out, "%d models of %s built in %.0f s\n", len(models), p.Core.Top, time.Since(began).Seconds())
	return models, nil
}

func buildModel(ctx context.Context, p *project, dir string, l stage) (model, error) {
	obj := filepath.Join(dir, l.name)
	args := []string{"--cc", "--exe", "--build", "-O3", "-CFLAGS", "-O1", "--prefix", "Vcore", "--top-module", p.Core.Top,
		"--x-assign", "unique", "--x-initial", "unique", "-Mdir", obj, "-o", "model"}
	files := l.files
	if l.gates {
		cells, err := cellModels()
		if err != nil {
			return model{}, err
		}
		args = append(args, "-Wno-lint", "-Wno-style", "-Wno-fatal", "--noassert", "-DNO_ICE40_DEFAULT_ASSIGNMENTS")
		files = append([]string{cells}, files...)
	}
	args = append(append(args, files...), p.at(p.Core.Testbench))
	if _, err := command(ctx, p.root, verilator, args...); err != nil {
		return model{}, fmt.Errorf("%s: %w", l.name, err)
	}
	return model{l, filepath.Join(obj, "model")}, nil
}

// run drives the model with a script file, from a random state at power-up.
func (m model) run(ctx context.Context, script string) ([]byte, error) {
	printed, err := command(ctx, ".", m.program, script, "+verilator+rand+reset+2", "+verilator+seed+7")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name, err)
	}
	return printed, nil
}

// runScript runs a vector file on all models. It checks the first model against the vectors and the others
// against the first, cycle by cycle.
func runScript(ctx context.Context, models []model, r io.Reader, name, dir string, out io.Writer) error {
	s, err := newScript(r, name)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "script.txt")
	if err := os.WriteFile(file, s.text, 0o644); err != nil {
		return err
	}
	var first []byte
	for i, m := range models {
		began := time.Now()
		printed, err := m.run(ctx, file)
		if err != nil {
			return err
		}
		answers, cycles, err := answersOf(printed)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if err := s.check(answers); err != nil {
			return fmt.Errorf("%s, %s: %w", name, m.name, err)
		}
		if i == 0 {
			first = printed
		} else if err := sameLines(first, printed); err != nil {
			return fmt.Errorf("%s: %s differs from %s: %w", name, m.name, models[0].name, err)
		}
		fmt.Fprintf(out, "%-9s  %s: %d turns right, %d cycles, digest %s, %.1f s\n", m.name, name, s.turns, cycles,
			answers[len(answers)-1].digest, time.Since(began).Seconds())
	}
	return nil
}

// sameLines returns the first difference between two texts.
func sameLines(a, b []byte) error {
	if bytes.Equal(a, b) {
		return nil
	}
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Errorf("report %d: %q and %q", i, x[i], y[i])
		}
	}
	return fmt.Errorf("%d lines and %d", len(x), len(y))
}
