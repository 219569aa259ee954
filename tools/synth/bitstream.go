package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// bitstreamSeed is the one with which boards are placed.
const bitstreamSeed = 1

// manifest lists the inputs of a bitstream, so that anyone can reproduce it byte for byte.
type manifest struct {
	Command    string            `json:"command"`
	Board      string            `json:"board"`
	Device     string            `json:"device"`
	Package    string            `json:"package"`
	Top        string            `json:"top"`
	Parameters map[string]string `json:"parameters,omitempty"` // of the top, where they are not its own
	Bitstream  fileSum           `json:"bitstream"`
	Sources    []fileSum         `json:"sources"`
	Flow       []string          `json:"flow"` // the command lines, from the root
	Tools      map[string]string `json:"tools"`
	Seed       int               `json:"seed"`
	LUT4       int               `json:"lut4"`
	FF         int               `json:"ff"`
	EBR        int               `json:"ebr"`
	LogicCells int               `json:"logic_cells"` // LUT4 and flip-flops share them
	ClockMHz   float64           `json:"clock_mhz"`   // of the board
	FmaxMHz    float64           `json:"fmax_mhz"`    // that the bitstream reaches
}

// fileSum is a file and the SHA-256 of its bytes.
type fileSum struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func sumOf(dir, path string) (fileSum, error) {
	text, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		return fileSum{}, err
	}
	sum := sha256.Sum256(text)
	return fileSum{path, len(text), hex.EncodeToString(sum[:])}, nil
}

// makeBitstreams makes the bitstreams of boards, each in a folder of dir named
// after it.
func makeBitstreams(ctx context.Context, p *project, dir string, asked []string, out io.Writer) error {
	list, err := choose(p.Boards, func(b board) string { return b.Name }, asked)
	if err != nil {
		return err
	}
	lib, err := readLibrary(p)
	if err != nil {
		return err
	}
	tools, err := versions(ctx, yosys, nextpnr, icepack)
	if err != nil {
		return err
	}
	for _, b := range list {
		m, err := b.bitstream(ctx, p.root, filepath.Join(dir, b.Name), lib, tools)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d LUT4, %d EBR, %.1f MHz of %g needed, sha256 %s\n", filepath.Join(dir, b.Name, m.Bitstream.Path),
			m.LUT4, m.EBR, m.FmaxMHz, m.ClockMHz, m.Bitstream.SHA256)
	}
	return nil
}

// bitstream makes NAME.bin and manifest.json in dir. Both are there, or
// neither.
func (b board) bitstream(ctx context.Context, root, dir string, lib library, tools map[string]string) (manifest, error) {
	m := manifest{
		Command: "go run ./tools/synth bitstream " + b.Name, Board: b.Title, Device: b.chip.title, Package: b.chip.pkg,
		Top: b.Top, Parameters: b.Parameters, Tools: tools, Seed: bitstreamSeed, ClockMHz: b.Clock,
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return m, err
	}
	for _, old := range []string{"manifest.json", b.Name + ".bin"} {
		if err := os.RemoveAll(filepath.Join(dir, old)); err != nil {
			return m, err
		}
	}
	work, err := os.MkdirTemp(dir, "work-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(work)
	if err := b.pack(ctx, root, work, lib, &m); err != nil {
		return m, fmt.Errorf("%s: %w", b.Name, err)
	}
	text := new(bytes.Buffer)
	encoder := json.NewEncoder(text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(m); err != nil {
		return m, err
	}
	if err := os.Rename(filepath.Join(work, m.Bitstream.Path), filepath.Join(dir, m.Bitstream.Path)); err != nil {
		return m, err
	}
	return m, replaceFile(filepath.Join(dir, "manifest.json"), text.Bytes())
}

// pack synthesises, places and packs the board in the folder work.
func (b board) pack(ctx context.Context, root, work string, lib library, m *manifest) error {
	sources, err := lib.closure(b.Top)
	if err != nil {
		return err
	}
	for _, path := range append(paths(sources), b.Pins) {
		sum, err := sumOf(root, path)
		if err != nil {
			return err
		}
		m.Sources = append(m.Sources, sum)
	}
	in := func(name string) string { return filepath.Join(work, name) }
	f := ice40()
	made := synthesis{sources: paths(sources), top: b.Top, parameters: b.Parameters, command: f.command, json: in("netlist.json")}
	laid := placing{chip: b.chip, json: in("netlist.json"), pcf: b.Pins, asc: in("placed.asc"), seed: bitstreamSeed}
	m.Flow = flowOf(work, made, laid, b.Name)
	n, err := made.run(ctx, root)
	if err != nil {
		return err
	}
	placed, err := laid.run(ctx, root)
	if err != nil {
		return err
	}
	m.LUT4, m.FF, m.EBR = int(n.count(f.luts)), int(n.count(f.ffs)), int(n.count(f.rams))
	m.LogicCells, m.FmaxMHz = placed.cells, round(placed.fmax)
	if placed.fmax < b.Clock {
		return fmt.Errorf("reaches %.1f MHz, the board's clock is %g MHz: a shorter path or another seed is needed",
			placed.fmax, b.Clock)
	}
	if _, err := command(ctx, work, icepack, "placed.asc", b.Name+".bin"); err != nil {
		return err
	}
	m.Bitstream, err = sumOf(work, b.Name+".bin")
	return err
}

// flowOf are the command lines that make the bitstream, with the names of files
// in work cut short.
func flowOf(work string, s synthesis, p placing, name string) []string {
	lines := []string{
		yosys + " -q -p '" + s.script() + "'",
		nextpnr + " " + strings.Join(p.args(), " "),
		icepack + " " + p.asc + " " + name + ".bin",
	}
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, work+string(filepath.Separator), "")
	}
	return lines
}
