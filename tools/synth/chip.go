package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A chip is an iCE40 that nextpnr can place and route for.
type chip struct {
	name  string // as nextpnr's option
	title string
	pkg   string
	freq  int // in MHz, that nextpnr is asked to reach
	luts  int // it has
	ebrs  int // block RAMs of 4 Kbit, likewise
	spram int // single-port RAMs of 256 Kbit, likewise
}

func hx8k() chip {
	return chip{name: "hx8k", title: "HX8K", pkg: "ct256", freq: 80, luts: 7680, ebrs: 32}
}
func up5k() chip {
	return chip{name: "up5k", title: "UP5K", pkg: "sg48", freq: 30, luts: 5280, ebrs: 30, spram: 4}
}

func chips() []chip { return []chip{hx8k(), up5k()} }

func chipNames() string {
	var names []string
	for _, c := range chips() {
		names = append(names, c.name)
	}
	return strings.Join(names, " or ")
}

// placement holds the figures of nextpnr's report.
type placement struct {
	cells int     // logic cells used
	ebrs  int     // block RAMs used
	fmax  float64 // in MHz, of the only clock
}

// placing is one run of nextpnr.
type placing struct {
	chip chip
	json string // the netlist
	pcf  string // pins; if empty any will do
	asc  string // the file to write
	seed int
}

func (p placing) args() []string {
	args := []string{"--" + p.chip.name, "--package", p.chip.pkg, "--json", p.json, "--asc", p.asc,
		"--seed", fmt.Sprint(p.seed), "--freq", fmt.Sprint(p.chip.freq), "--timing-allow-fail", "-q", "--report", p.report()}
	if p.pcf == "" {
		return append(args, "--pcf-allow-unconstrained")
	}
	return append(args, "--pcf", p.pcf)
}

func (p placing) report() string { return p.asc + ".report.json" }

func (p placing) run(ctx context.Context, root string) (placement, error) {
	if _, err := command(ctx, root, nextpnr, p.args()...); err != nil {
		return placement{}, fmt.Errorf("%s on %s: %w", filepath.Base(p.json), p.chip.title, err)
	}
	return readReport(p.report())
}

func readReport(file string) (placement, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return placement{}, err
	}
	var report struct {
		Fmax        map[string]struct{ Achieved float64 }
		Utilization map[string]struct{ Used int }
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return placement{}, fmt.Errorf("%s: %w", file, err)
	}
	p := placement{cells: report.Utilization["ICESTORM_LC"].Used, ebrs: report.Utilization["ICESTORM_RAM"].Used}
	if len(report.Fmax) != 1 {
		return p, fmt.Errorf("%s: the design has %d clocks instead of one", file, len(report.Fmax))
	}
	for _, clock := range report.Fmax {
		p.fmax = clock.Achieved
	}
	return p, nil
}
