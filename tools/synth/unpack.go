package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// makeUnpacked makes Verilog of the bitstream of a board, as makeBitstreams
// left it in dir: the netlist and the models of its cells, in the folder
// unpacked beside it. It can be simulated by its pins.
func makeUnpacked(ctx context.Context, p *project, dir string, asked []string, out io.Writer) error {
	list, err := choose(p.Boards, func(b board) string { return b.Name }, asked)
	if err != nil {
		return err
	}
	for _, b := range list {
		folder := filepath.Join(dir, b.Name)
		if err := b.unpack(ctx, p.root, folder); err != nil {
			return fmt.Errorf("%s: %w", b.Name, err)
		}
		fmt.Fprintf(out, "simulate it: ./loopline play --white bot --red 'sim:%s?top=%s&clk=%ge6&clock=clk_i&rx=rx_i&tx=tx_o'\n",
			filepath.Join(folder, unpacked), b.Top, b.Clock)
	}
	return nil
}

// makeNetlist makes Verilog of a bitstream of a module with the parameters given, each
// as NAME=VALUE, for an HX8K: all ports of it have pins of their own. It goes to the
// folder unpacked of the one that is named after the module, in dir.
func makeNetlist(ctx context.Context, p *project, dir, top string, set []string, out io.Writer) error {
	parameters := make(map[string]string)
	for _, s := range set {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("invalid parameter %q; want NAME=VALUE", s)
		}
		parameters[name] = value
	}
	lib, err := readLibrary(p)
	if err != nil {
		return err
	}
	sources, err := lib.closure(top)
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(filepath.Join(dir, top)); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, "work-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	n, err := synthesis{
		sources: paths(sources), top: top, parameters: parameters, command: "synth_ice40",
		json: filepath.Join(work, netlistName),
	}.run(ctx, p.root)
	if err != nil {
		return err
	}
	netlist, err := readBack(ctx, p, work, n, top)
	if err != nil {
		return err
	}
	if err := keepUnpacked(work, dir, netlist, top); err != nil {
		return err
	}
	fmt.Fprintln(out, filepath.Join(dir, unpacked))
	return nil
}

const unpacked = "unpacked"

func (b board) unpack(ctx context.Context, root, dir string) error {
	bitstream, err := filepath.Abs(filepath.Join(dir, b.Name+".bin"))
	if err != nil {
		return err
	}
	if _, err := os.Stat(bitstream); err != nil {
		return fmt.Errorf("%w; make it first: make bitstream", err)
	}
	work, err := os.MkdirTemp(dir, "work-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if work, err = filepath.Abs(work); err != nil {
		return err
	}
	netlist, err := disassemble(ctx, work, bitstream, b.chip, filepath.Join(root, b.Pins), b.Top)
	if err != nil {
		return err
	}
	return keepUnpacked(work, dir, netlist, b.Top)
}

// keepUnpacked puts the netlist, which lies in the folder work of dir, and the models of its
// cells into the folder unpacked of dir.
func keepUnpacked(work, dir, netlist, top string) error {
	target := filepath.Join(dir, unpacked)
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	folder := filepath.Join(work, unpacked)
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	if err := os.Rename(netlist, filepath.Join(folder, top+".v")); err != nil {
		return err
	}
	if err := copyCells(filepath.Join(folder, "cells.v")); err != nil {
		return err
	}
	list := "cells.v\n" + top + ".v\n"
	if err := os.WriteFile(filepath.Join(folder, "files.f"), []byte(list), 0o644); err != nil {
		return err
	}
	return os.Rename(folder, target)
}

// copyCells writes Yosys's models of the cells of an iCE40, as Verilator takes
// them.
func copyCells(name string) error {
	cells, err := cellModels()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(cells)
	if err != nil {
		return err
	}
	return os.WriteFile(name, bytes.Join([][]byte{[]byte("`define NO_ICE40_DEFAULT_ASSIGNMENTS\n"), text}, nil), 0o644)
}
