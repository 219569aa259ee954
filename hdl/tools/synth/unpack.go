package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// unpacked is the folder of what a bitstream was taken apart to.
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
	target := filepath.Join(dir, unpacked)
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	folder := filepath.Join(work, unpacked)
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	if err := os.Rename(netlist, filepath.Join(folder, b.Top+".v")); err != nil {
		return err
	}
	if err := copyCells(filepath.Join(folder, "cells.v")); err != nil {
		return err
	}
	list := "cells.v\n" + b.Top + ".v\n"
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
