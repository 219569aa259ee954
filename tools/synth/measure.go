package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// seeds is the number of placements of each design.
const seeds = 10

// flow is a version: raise it when the way of measuring changes, to measure everything again.
const flow = 1

// A measurement holds a design's cell counts and clock rates.
type measurement struct {
	Design string `json:"design"`
	// Key stands for everything that the figures depend on: the code of the
	// sources, the parameters, the tools and the flow.
	Key   string                 `json:"key"`
	Cells map[string]cells       `json:"cells"` // by family
	Clock map[string]clockTrials `json:"clock"` // by chip
}

// cells counts the cells of a design in one family.
type cells struct {
	LUTs  int     `json:"luts"`
	FFs   int     `json:"ffs"`
	RAMs  float64 `json:"rams"`
	SPRAM int     `json:"spram,omitempty"`
}

// clockTrials are the results of placing a design once for each seed.
type clockTrials struct {
	MHz        []float64 `json:"mhz"`
	LogicCells int       `json:"logic_cells"` // after placing with the first seed
}

// measurer measures designs in a scratch folder.
type measurer struct {
	root, scratch string
	lib           library
	places        chan struct{} // one for each processor
}

func newMeasurer(root, scratch string, lib library) *measurer {
	return &measurer{root, scratch, lib, make(chan struct{}, runtime.GOMAXPROCS(0))}
}

func (m *measurer) measure(ctx context.Context, d design, key string) (measurement, error) {
	result := measurement{
		Design: d.Name, Key: key,
		Cells: make(map[string]cells), Clock: make(map[string]clockTrials),
	}
	sources, err := m.lib.closure(d.Top)
	if err != nil {
		return result, err
	}
	dir, err := os.MkdirTemp(m.scratch, "measure-")
	if err != nil {
		return result, err
	}
	list := []family{ice40()}
	if d.Everywhere {
		list = append(list, families()...)
	}
	var own netlist
	for _, f := range list {
		n, err := synthesis{
			sources: paths(sources), top: d.Top, parameters: d.Parameters,
			command: f.command, json: filepath.Join(dir, f.name+".json"),
		}.run(ctx, m.root)
		if err != nil {
			return result, fmt.Errorf("%s: %w", f.title, err)
		}
		result.Cells[f.name] = cells{int(n.count(f.luts)), int(n.count(f.ffs)), n.count(f.rams), int(n.count(f.spram))}
		if f.name == "ice40" {
			own = n
		}
	}
	return result, m.clocks(ctx, d, sources, own, dir, &result)
}

// clocks places the design on the chips that it fits.
func (m *measurer) clocks(ctx context.Context, d design, sources []source, n netlist, dir string, result *measurement) error {
	netlist, chips, pcf := filepath.Join(dir, "ice40.json"), []chip{hx8k(), up5k()}, ""
	if d.board != nil {
		chips, pcf = []chip{d.board.chip}, d.board.Pins
	} else {
		netlist = filepath.Join(dir, "frame.json")
		file := filepath.Join(dir, "frame.sv")
		if err := os.WriteFile(file, appendFrame(nil, d, n.ports), 0o644); err != nil {
			return err
		}
		_, err := synthesis{
			sources: append(paths(sources), file), top: frameTop, command: "synth_ice40", json: netlist,
		}.run(ctx, m.root)
		if err != nil {
			return err
		}
	}
	for _, c := range chips {
		used := result.Cells["ice40"]
		if used.LUTs > c.luts || int(used.RAMs) > c.ebrs || used.SPRAM > c.spram {
			continue
		}
		trials, err := m.trials(ctx, placing{chip: c, json: netlist, pcf: pcf})
		if err != nil {
			return err
		}
		result.Clock[c.name] = trials
	}
	return nil
}

// trials places with every seed, one at a time per processor.
func (m *measurer) trials(ctx context.Context, p placing) (clockTrials, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := clockTrials{MHz: make([]float64, seeds)}
	var group sync.WaitGroup
	for seed := 1; seed <= seeds; seed++ {
		p := p
		p.seed, p.asc = seed, fmt.Sprintf("%s.%s.%d.asc", p.json, p.chip.name, seed)
		group.Go(func() {
			m.places <- struct{}{}
			defer func() { <-m.places }()
			placed, err := p.run(ctx, m.root)
			if err != nil {
				cancel(err)
				return
			}
			results.MHz[seed-1] = round(placed.fmax)
			if seed == 1 {
				results.LogicCells = placed.cells
			}
		})
	}
	group.Wait()
	return results, context.Cause(ctx)
}

// round keeps one decimal.
func round(mhz float64) float64 { return float64(int(mhz*10+0.5)) / 10 }
