package ice40

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// Bitstream is a board that is nothing but the bitstream of an iCE40 and the names of its
// pins.
type Bitstream struct {
	File    string // as icepack writes it
	PCF     string // physical constraints: set_io NAME PIN
	Package string // of the chip; empty is the first that has all these pins
}

// Limits of what is read of a bitstream.
const (
	maxBitstream = 1 << 20 // bytes; an HX8K has 135,100
	maxPCF       = 1 << 20
)

// BitstreamTop is the module that netlists become.
const BitstreamTop = "bitstream"

// A BitstreamError says why a bitstream cannot be simulated.
type BitstreamError struct{ File, Problem string }

// Error names the file, the problem and the remedy.
func (e *BitstreamError) Error() string { return e.File + ": " + e.Problem }

// Unpack makes the netlist of a bitstream, or finds it, with the tools of icestorm and Yosys in
// isolation.
func Unpack(ctx context.Context, b *model.Builder, bits Bitstream) (*Netlist, error) {
	binary, err := ReadBounded(bits.File, maxBitstream, "a bitstream of an iCE40")
	if err != nil {
		return nil, err
	}
	if err := checkBitstream(bits.File, binary); err != nil {
		return nil, err
	}
	pcf, err := ReadBounded(bits.PCF, maxPCF, "a file of constraints")
	if err != nil {
		return nil, err
	}
	pins, clean, err := readPCF(bits.PCF, pcf)
	if err != nil {
		return nil, err
	}
	tools := b.Tools()
	u := unpacking{bits: bits, binary: binary, pcf: clean, pins: pins, tools: &tools}
	for _, t := range []struct {
		name string
		path *string
	}{{"iceunpack", &u.iceunpack}, {"icebox_vlog", &u.vlog}, {"yosys", &u.yosys}} {
		if *t.path, err = tooling.FindTool(t.name); err != nil {
			return nil, err
		}
	}
	if err := b.Confine(sources.Source{Name: bits.File, FS: os.DirFS(".")}); err != nil {
		return nil, err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %q %q %s%s%s%d:", gatesVersion, bits.Package, clean, tooling.Identity(u.iceunpack), tooling.Identity(u.vlog), tooling.Identity(u.yosys), len(binary))
	sum.Write(binary)
	ctx, cancel := b.Limited(ctx, bits.File, BitstreamTop)
	defer cancel()
	dir, err := tooling.Cache{Dir: b.Folder()}.Entry(ctx, "bitstream-"+hex.EncodeToString(sum.Sum(nil))[:32], hasGates, func(dir string) error {
		if b.OnBuild != nil {
			b.OnBuild(bits.File)
		}
		return u.run(ctx, dir)
	})
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return readGates(dir)
}

// ReadBounded reads a regular file of at most that many bytes.
func ReadBounded(name string, most int64, what string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &BitstreamError{name, "is no regular file; name " + what}
	case info.Size() > most:
		return nil, &BitstreamError{name, fmt.Sprintf("has %d bytes, of %d at most; name %s", info.Size(), most, what)}
	}
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// The preambles of bitstreams, by family.
var (
	preambleICE40  = []byte{0x7e, 0xaa, 0x99, 0x7e}
	otherPreambles = []struct {
		bytes  []byte
		family string
	}{
		{[]byte{0xff, 0xff, 0xbd, 0xb3}, "an ECP5 or another FPGA of Lattice"},
		{[]byte{0xaa, 0x99, 0x55, 0x66}, "an FPGA of AMD"},
		{[]byte("//"), "a Gowin, as text"},
		{[]byte("1111111111111111"), "a Gowin, as text"},
		{[]byte{0xa5, 0xc3}, "a Gowin"},
		{[]byte("SOF\x00"), "an FPGA of Intel"},
		{[]byte("\x7fELF"), "no FPGA: it is a program"},
		{[]byte(".comment"), "an iCE40, but as icestorm's text: pack it with icepack"},
	}
)

// checkBitstream refuses the bitstreams of other families.
func checkBitstream(name string, text []byte) error {
	head := text[:min(len(text), 4096)]
	if bytes.Contains(head, preambleICE40) {
		return nil
	}
	for _, o := range otherPreambles {
		if bytes.Contains(head, o.bytes) {
			return &BitstreamError{name, "a bitstream for " + o.family + "; bit: simulates iCE40 alone"}
		}
	}
	return &BitstreamError{name, "no bitstream of an iCE40, which begins with 7E AA 99 7E; name the file that icepack wrote"}
}

// readPCF reads the pins of constraints, and returns lines of set_io alone.
func readPCF(name string, text []byte) (pins []string, clean string, err error) {
	number := 0
	for whole := range bytes.Lines(text) {
		number++
		line, _, _ := strings.Cut(string(whole), "#")
		words := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return w == "yes" || w == "no" || strings.HasPrefix(w, "-") })
		if len(words) == 0 || words[0] != "set_io" {
			continue // such as set_frequency
		}
		if len(words) != 3 || !pcfName.MatchString(words[1]) || !pcfPin.MatchString(words[2]) {
			return nil, "", fmt.Errorf("%s:%d: want set_io NAME PIN, as in set_io clk_i 35", name, number)
		}
		pins = append(pins, words[2])
		clean += "set_io " + words[1] + " " + words[2] + "\n"
	}
	if len(pins) == 0 {
		return nil, "", fmt.Errorf("%s: it names no pin; write lines such as set_io clk_i 35", name)
	}
	return pins, clean, nil
}

var (
	pcfName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$.]*(\[[0-9]{1,4}\])?$`)
	pcfPin  = regexp.MustCompile(`^[A-Za-z0-9]{1,6}$`)
)

// unpacking makes Verilog of a bitstream.
type unpacking struct {
	bits                   Bitstream
	binary                 []byte
	pcf                    string
	pins                   []string
	tools                  *tooling.Toolchain
	iceunpack, vlog, yosys string
}

// run works in a directory that is empty.
func (u *unpacking) run(ctx context.Context, dir string) error {
	for name, text := range map[string][]byte{"top.bin": u.binary, "pins.pcf": []byte(u.pcf)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	said, err := u.tools.Run(ctx, dir, ".", []string{tooling.OutDir}, u.iceunpack, "top.bin", tooling.OutDir+"/top.asc")
	if err != nil {
		return u.refused("iceunpack", said, err)
	}
	if err := tooling.TakeOut(dir, "top.asc", 64<<20); err != nil {
		return err
	}
	asc, err := os.ReadFile(filepath.Join(dir, "top.asc"))
	if err != nil {
		return err
	}
	device, err := deviceOf(u.bits.File, asc)
	if err != nil {
		return err
	}
	db, err := readChipDB(device)
	if err != nil {
		return err
	}
	sprams, tile := db.hardBlocks(asc)
	if tile != "" {
		return &BitstreamError{u.bits.File, "uses a block that is not simulated (DSP or another hard block, in " + tile +
			"); build the design without it, or simulate its RTL"}
	}
	pkg, err := u.pack(db, device)
	if err != nil {
		return err
	}
	raw, err := os.Create(filepath.Join(dir, "raw.v"))
	if err != nil {
		return err
	}
	defer raw.Close()
	tools := *u.tools
	tools.Stdout = raw
	if said, err := tools.Run(ctx, dir, ".", []string{tooling.OutDir}, u.vlog, "-c", "-d", pkg, "-n", BitstreamTop, "-p", "pins.pcf", "top.asc"); err != nil {
		return u.refused("icebox_vlog", said, err)
	}
	text, err := os.ReadFile(raw.Name())
	if err != nil {
		return err
	}
	if err := os.WriteFile(raw.Name(), completed(text, sprams, u.pads(db.pins[pkg])), 0o644); err != nil {
		return err
	}
	return makeGates(ctx, u.tools, u.yosys, dir, "raw.v", u.refused)
}

// spram is a large RAM of a chip: the places of its pins and of the bit that enables it, as
// the chip's description has them, such as "0 2 lutff_0/in_1".
type spram map[string]string

// pads returns the names of the constraints, by the places of their pads.
func (u *unpacking) pads(pins map[string]string) map[string]string {
	names := make(map[string]string)
	for line := range strings.Lines(u.pcf) {
		words := strings.Fields(line) // set_io NAME PIN
		if at := strings.LastIndexByte(pins[words[2]], ' '); at > 0 {
			names[pins[words[2]][:at]+" io_"+pins[words[2]][at+1:]+"/PAD"] = words[1]
		}
	}
	return names
}

// Lines of icebox_vlog: one declares a net, a comment below it is a place that the net connects, and
// a PLL has the pad beside it.
var (
	vlogNet   = regexp.MustCompile(`^(?:wire|reg) (\w+)(?: = [01])?;$`)
	vlogPlace = regexp.MustCompile(`^// \((\d+), (\d+), '(\S+)'\)$`)
	vlogPad   = regexp.MustCompile(`^\.PACKAGEPIN\((\w+)\),$`)
)

// completed returns Verilog of icebox_vlog with what that leaves out: large RAMs, and what drives the
// pad of a PLL. The comments below its nets say which pins they connect; one that no net connects is low.
func completed(text []byte, sprams []spram, pads map[string]string) []byte {
	var b bytes.Buffer
	body, _, _ := bytes.Cut(text, []byte("\nendmodule"))
	b.Write(body)
	wires, wire := make(map[string]string), ""
	pad := make(map[string]string) // by its net
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if m := vlogNet.FindStringSubmatch(line); m != nil {
			wire = m[1]
		} else if m := vlogPlace.FindStringSubmatch(line); m != nil {
			place := m[1] + " " + m[2] + " " + m[3]
			wires[place], pad[wire] = wire, cmp.Or(pads[place], pad[wire])
		} else if m := vlogPad.FindStringSubmatch(line); m != nil && pad[m[1]] != "" && pad[m[1]] != m[1] {
			fmt.Fprintf(&b, "\nassign %s = %s;", m[1], pad[m[1]])
		}
	}
	for i, s := range sprams {
		var ports []string
		for _, port := range spramPorts {
			bits := make([]string, port.width) // the highest first
			for bit := range bits {
				place := s[port.name]
				if port.width > 1 {
					place = s[fmt.Sprintf("%s_%d", port.name, bit)]
				}
				open := "1'b0"
				if port.name == "DATAOUT" && wires[place] == "" {
					open = fmt.Sprintf("spram_%d_open_%d", i, bit)
					fmt.Fprintf(&b, "\nwire %s;", open)
				}
				bits[port.width-1-bit] = cmp.Or(wires[place], open)
			}
			ports = append(ports, fmt.Sprintf(".%s({%s})", port.name, strings.Join(bits, ", ")))
		}
		fmt.Fprintf(&b, "\nSB_SPRAM256KA spram_%d (%s);\n", i, strings.Join(ports, ", "))
	}
	b.WriteString("\nendmodule\n")
	return b.Bytes()
}

// refused returns the error of a tool that does not take the bitstream.
func (u *unpacking) refused(tool, said string, err error) error {
	if err != nil && !tooling.IsExit(err) {
		return err
	}
	switch {
	case strings.Contains(said, "CRC"):
		return &BitstreamError{u.bits.File, "its check sum (CRC) is wrong, so the file is damaged; make or copy it again"}
	case strings.Contains(said, "end of file"):
		return &BitstreamError{u.bits.File, "it ends too soon, so the file is cut; make or copy it again"}
	}
	return &BitstreamError{u.bits.File, tool + " does not take it: " + tooling.FirstLines(said, 3)}
}

// deviceOf is icestorm's name of the chip that a bitstream is for.
func deviceOf(file string, asc []byte) (string, error) {
	for line := range strings.Lines(string(asc)) {
		if device, ok := strings.CutPrefix(line, ".device "); ok {
			return strings.TrimSpace(device), nil
		}
	}
	return "", &BitstreamError{file, "iceunpack does not say which chip it is for"}
}

// pack returns the package of the chip: the one that is named, or the first that has all pins.
func (u *unpacking) pack(db *chipDB, device string) (string, error) {
	if u.bits.Package != "" && !slices.Contains(db.packages, u.bits.Package) {
		return "", fmt.Errorf("%s: package=%.20s: an iCE40 %s comes in %s", u.bits.File, u.bits.Package, device, strings.Join(db.packages, ", "))
	}
	for _, pkg := range db.packages {
		if u.bits.Package != "" && pkg != u.bits.Package {
			continue
		}
		at := slices.IndexFunc(u.pins, func(pin string) bool { return db.pins[pkg][pin] == "" })
		if at < 0 {
			return pkg, nil
		}
		if pkg == u.bits.Package {
			return "", fmt.Errorf("%s: the package %s has no pin %s", u.bits.PCF, pkg, u.pins[at])
		}
	}
	return "", fmt.Errorf("%s: no package of an iCE40 %s has all its pins; are these the constraints of %s?", u.bits.PCF, device, u.bits.File)
}

// chipDB holds the parts of icestorm's description of a chip that a netlist needs.
type chipDB struct {
	packages []string                     // the usual one first
	pins     map[string]map[string]string // by package and name: column, row and number
	config   map[string][]configBit       // the bits of hard blocks, by kind of tile
	sprams   []spram
}

// configBit is a bit of a hard block in a tile.
type configBit struct {
	name        string
	row, column int
}

// maxChipLine bounds a line of a chip's description in bytes.
const maxChipLine = 1 << 20

func plainLineError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line has more than %d KiB", maxChipLine>>10)
	}
	return err
}

// usualPackages are tried first.
var usualPackages = []string{"ct256", "sg48", "tq144"}

var hardBit = regexp.MustCompile(`^IpConfig\.(\S+) B(\d+)\[(\d+)\]$`)

func readChipDB(device string) (*chipDB, error) {
	name, err := toolset.ChipDB(device)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	db := &chipDB{pins: make(map[string]map[string]string), config: make(map[string][]configBit)}
	section, of := "", ""
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxChipLine)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, ".") {
			section, of, _ = strings.Cut(line, " ")
			if section == ".pins" {
				db.packages = append(db.packages, of)
				db.pins[of] = make(map[string]string)
			}
			if section == ".extra_cell" && strings.HasSuffix(of, " SPRAM") {
				section = "SPRAM"
				db.sprams = append(db.sprams, make(spram))
			}
			continue
		}
		if section == ".pins" {
			if pin, place, ok := strings.Cut(line, " "); ok {
				db.pins[of][pin] = place
			}
		} else if section == "SPRAM" {
			if pin, place, ok := strings.Cut(line, " "); ok {
				db.sprams[len(db.sprams)-1][pin] = place
			}
		} else if m := hardBit.FindStringSubmatch(line); m != nil {
			row, _ := strconv.Atoi(m[2])
			column, _ := strconv.Atoi(m[3])
			tile := strings.TrimSuffix(section, "_bits")
			db.config[tile] = append(db.config[tile], configBit{m[1], row, column})
		}
	}
	slices.SortStableFunc(db.packages, func(a, b string) int {
		return unusual(a) - unusual(b)
	})
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s is damaged, install icestorm again: %w", name, plainLineError(err))
	}
	return db, nil
}

func unusual(pkg string) int {
	if slices.Contains(usualPackages, pkg) {
		return 0
	}
	return 1
}

// hardBlocks returns the large RAMs that a bitstream enables, and the first tile that configures
// another block beside logic and block RAM; empty if none does.
func (db *chipDB) hardBlocks(asc []byte) (sprams []spram, other string) {
	tile, row := "", 0
	var bits []configBit
	for line := range strings.Lines(string(asc)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ".") {
			kind, _, _ := strings.Cut(line, " ")
			tile, row, bits = strings.TrimPrefix(line, "."), 0, db.config[kind]
			continue
		}
		for _, b := range bits {
			if b.row != row || b.column >= len(line) || line[b.column] != '1' {
				continue
			}
			_, at, _ := strings.Cut(tile, " ")
			n := slices.IndexFunc(db.sprams, func(s spram) bool { return s["SPRAM_EN"] == at+" "+b.name })
			if n < 0 {
				return nil, tile
			}
			sprams = append(sprams, db.sprams[n])
		}
		row++
	}
	return sprams, ""
}
