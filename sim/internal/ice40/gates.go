package ice40

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// A netlist of gates is simulated by a program of its own, which is the same for all of
// them: harness/gates/Vdut.h. It looks up what changes, where a model by Verilator works
// out everything in each clock cycle, and nothing has to be compiled for a bitstream.

//go:embed harness/gates
var gatesFiles embed.FS

// gatesFile is the netlist, as Vdut.h reads it, and portsJSON its ports, in the
// directory of a bitstream.
const (
	gatesFile = "gates.txt"
	portsJSON = "ports.json"
)

// Netlist is a netlist that was made.
type Netlist struct {
	dir   string
	Ports []gatePort
}

// gatePort is a port of a netlist, with its nets from bit 0 on.
type gatePort struct {
	Name   string
	Input  bool
	Inout  bool
	Nets   []int
	Outer  []int // what the board's surroundings drive; 0 is nothing
	Enable []int // drives the net if high; 0 if it is never undriven
}

type yosysModule struct {
	Ports map[string]struct {
		Direction string
		Bits      []json.RawMessage
	}
	Cells map[string]*yosysCell
	Names map[string]struct {
		Bits       []json.RawMessage
		Attributes map[string]string
	} `json:"netnames"`
}

type yosysCell struct {
	Type        string
	Parameters  map[string]string
	Connections map[string][]json.RawMessage
}

// maxNets bounds the nets of a netlist; an iCE40 has far fewer.
const maxNets = 1 << 20

// gateReader makes the netlist of the simulator of Yosys's.
type gateReader struct {
	module yosysModule
	init   map[int]bool
	nets   int
	err    error

	luts []gateLUT
	// The lines of the others.
	flipFlops, rams, sprams []string
	driven                  map[int]bool
	tristates               map[int]tristate // by what they drive
}

// gateLUT is a LUT of at most six inputs.
type gateLUT struct {
	in    []int
	out   int
	truth uint64
}

// tristate is what a net has to do with a buffer that drives it.
type tristate struct{ outer, enable int }

// gatesOf reads the module of Yosys's JSON. It returns the file for the simulator, and
// the ports.
func gatesOf(text []byte, top string) (file []byte, ports []gatePort, err error) {
	var doc struct{ Modules map[string]yosysModule }
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, nil, fmt.Errorf("read the netlist of yosys: %w", err)
	}
	m, ok := doc.Modules[top]
	if !ok {
		return nil, nil, fmt.Errorf("yosys made no netlist of %s", top)
	}
	r := gateReader{module: m, init: make(map[int]bool), nets: 2, driven: make(map[int]bool), tristates: make(map[int]tristate)}
	r.initial()
	for _, c := range m.Cells {
		for _, bits := range c.Connections {
			r.all(bits)
		}
	}
	if err := r.cells(); err != nil {
		return nil, nil, err
	}
	ports = r.ports()
	luts := r.ordered()
	if r.err != nil {
		return nil, nil, r.err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "netlist 2 %d %d %d %d %d\n", r.nets, len(r.luts), len(r.flipFlops), len(r.rams), len(r.sprams))
	for _, l := range luts {
		fmt.Fprintf(&b, "%d %s%x\n", l.out, numbers(append(slices.Clone(l.in), make([]int, 6-len(l.in))...)), l.truth)
	}
	for _, lines := range [...][]string{r.flipFlops, r.rams, r.sprams} {
		for _, line := range lines {
			b.WriteString(line + "\n")
		}
	}
	return b.Bytes(), ports, nil
}

// net returns the number of a bit: 0 and 1 are constant, and what is undefined is 0.
func (r *gateReader) net(bit json.RawMessage) int {
	switch string(bit) {
	case `"1"`:
		return 1
	case `"0"`, `"x"`, `"z"`:
		return 0
	}
	n, err := strconv.Atoi(string(bit))
	if err != nil || n < 2 || n > maxNets {
		r.err = fmt.Errorf("yosys wrote a netlist with the net %.20q", bit)
		return 0
	}
	r.nets = max(r.nets, n+1)
	return n
}

func (r *gateReader) all(bits []json.RawMessage) (nets []int) {
	for _, bit := range bits {
		nets = append(nets, r.net(bit))
	}
	return nets
}

// initial notes the power-up values of nets.
func (r *gateReader) initial() {
	for _, name := range r.module.Names {
		value := name.Attributes["init"]
		for i, n := range r.all(name.Bits) {
			if at := len(value) - 1 - i; at >= 0 && value[at] == '1' {
				r.init[n] = true
			}
		}
	}
}

// flipFlopType is Yosys's name of a flip-flop: its kind, the edge of its clock, and then
// levels and values that the kind has.
var flipFlopType = regexp.MustCompile(`^\$_(S?DFF(?:C?E)?)_([PN])([PN]?)([01]?)([PN]?)_$`)

func (r *gateReader) cells() error {
	for _, name := range slices.Sorted(maps.Keys(r.module.Cells)) {
		c := r.module.Cells[name]
		kind := flipFlopType.FindStringSubmatch(c.Type)
		switch {
		case c.Type == "$lut":
			in := r.pins(c, "A", 0)
			truth, err := truthTable(c.Parameters["LUT"], len(in))
			if err != nil {
				return err
			}
			r.luts = append(r.luts, gateLUT{in, r.drives(c, "Y"), truth})
		case kind != nil:
			r.flipFlops = append(r.flipFlops, r.flipFlop(c, kind))
		case c.Type == "$_TBUF_":
			// What the pin has is the buffer's input, or else what the surroundings drive.
			s := tristate{outer: r.nets, enable: r.pin(c, "E", 1)}
			r.nets++
			out := r.drives(c, "Y")
			r.tristates[out] = s
			const multiplexer = 0b11001010
			r.luts = append(r.luts, gateLUT{[]int{s.outer, r.pin(c, "A", 0), s.enable}, out, multiplexer})
		case strings.HasPrefix(c.Type, "SB_RAM40_4K"):
			text, err := r.ram(c)
			if err != nil {
				return err
			}
			r.rams = append(r.rams, text)
		case c.Type == "SB_SPRAM256KA":
			r.sprams = append(r.sprams, r.spram(c))
		case slices.Contains(noHardware(), c.Type):
		default:
			return fmt.Errorf("a cell of type %.40s is not simulated", c.Type)
		}
	}
	return r.err
}

// noHardware names the cells that drive nothing: checks and messages in a design, and since Yosys 0.38 the names of
// modules that were flattened.
func noHardware() []string {
	return []string{"$scopeinfo", "$print", "$check", "$assert", "$assume", "$cover", "$live", "$fair"}
}

func (r *gateReader) drives(c *yosysCell, port string) int {
	n := r.pin(c, port, 0)
	r.driven[n] = true
	return n
}

// ordered returns the LUTs, each behind those that its inputs come from, as far as there
// are no loops.
func (r *gateReader) ordered() (luts []gateLUT) {
	from := make(map[int]int)
	for i, l := range r.luts {
		from[l.out] = i
	}
	const open, done = 1, 2
	state := make([]byte, len(r.luts))
	for i := range r.luts {
		for stack := []int{i}; len(stack) > 0; {
			at := stack[len(stack)-1]
			if state[at] != 0 {
				if stack = stack[:len(stack)-1]; state[at] == open {
					state[at] = done
					luts = append(luts, r.luts[at])
				}
				continue
			}
			state[at] = open
			for _, n := range r.luts[at].in {
				if before, ok := from[n]; ok && state[before] == 0 {
					stack = append(stack, before)
				}
			}
		}
	}
	return luts
}

// numbers are nets with a space behind each.
func numbers(nets []int) string {
	var b strings.Builder
	for _, n := range nets {
		fmt.Fprintf(&b, "%d ", n)
	}
	return b.String()
}

// pins returns the nets of a port of a cell; of fewer than n, the others are 0.
func (r *gateReader) pins(c *yosysCell, port string, n int) []int {
	nets := r.all(c.Connections[port])
	for len(nets) < n {
		nets = append(nets, 0)
	}
	return nets
}

// pin returns the only net of a port, or otherwise.
func (r *gateReader) pin(c *yosysCell, port string, otherwise int) int {
	if nets := r.all(c.Connections[port]); len(nets) > 0 {
		return nets[0]
	}
	return otherwise
}

// truthTable returns a LUT's table for six inputs.
func truthTable(digits string, inputs int) (uint64, error) {
	v, ok := new(big.Int).SetString(digits, 2)
	if !ok || inputs > 6 || v.BitLen() > 1<<inputs {
		return 0, fmt.Errorf("yosys wrote a LUT of %d inputs and the table %.80q", inputs, digits)
	}
	return v.Uint64(), nil
}

func (r *gateReader) flipFlop(c *yosysCell, kind []string) string {
	level := func(mark string) int { return map[string]int{"P": 1, "N": 0}[mark] }
	name, rising := kind[1], level(kind[2])
	enable, enabled, reset, resets, value := 1, 1, 0, 1, 0 // always, never
	if kind[4] == "" {                                     // no reset
		if kind[3] != "" {
			enable, enabled = r.pin(c, "E", 1), level(kind[3])
		}
	} else {
		reset, resets, value = r.pin(c, "R", 0), level(kind[3]), int(kind[4][0]-'0')
		if kind[5] != "" {
			enable, enabled = r.pin(c, "E", 1), level(kind[5])
		}
	}
	async, late := 0, 0
	if !strings.HasPrefix(name, "S") && kind[4] != "" {
		async = 1
	}
	if strings.HasSuffix(name, "CE") {
		late = 1
	}
	q, init := r.drives(c, "Q"), 0
	if r.init[q] {
		init = 1
	}
	return fmt.Sprint(q, r.pin(c, "D", 0), r.pin(c, "C", 0), rising, enable, enabled, reset, resets, value, async, late, init)
}

// ram returns the line of a block RAM.
func (r *gateReader) ram(c *yosysCell) (string, error) {
	edges := strings.TrimPrefix(c.Type, "SB_RAM40_4K")
	clock := func(port, mark string) (net, rising int) {
		if strings.Contains(edges, mark) {
			return r.pin(c, port+"N", 0), 0
		}
		return r.pin(c, port, 0), 1
	}
	rclock, rrising := clock("RCLK", "NR")
	wclock, wrising := clock("WCLK", "NW")
	mode := func(name string) int {
		n, _ := strconv.ParseInt(cmp.Or(c.Parameters[name], "0"), 2, 64)
		return int(n)
	}
	rmode, wmode := mode("READ_MODE"), mode("WRITE_MODE")
	if rmode < 0 || rmode > 3 || wmode < 0 || wmode > 3 {
		return "", fmt.Errorf("yosys wrote a RAM of mode %d and %d", rmode, wmode)
	}
	for _, n := range r.pins(c, "RDATA", 16) {
		r.driven[n] = true
	}
	var b strings.Builder
	fmt.Fprint(&b, rmode, " ", wmode, " ", rrising, " ", wrising, " ", rclock, " ", wclock, " ", r.pin(c, "RCLKE", 1), " ",
		r.pin(c, "RE", 0), " ", r.pin(c, "WCLKE", 1), " ", r.pin(c, "WE", 0), " ")
	b.WriteString(numbers(r.pins(c, "RADDR", 11)[:11]) + numbers(r.pins(c, "WADDR", 11)[:11]) + numbers(r.pins(c, "MASK", 16)[:16]) +
		numbers(r.pins(c, "WDATA", 16)[:16]) + numbers(r.pins(c, "RDATA", 16)[:16]))
	for row := range 16 {
		digits := strings.ReplaceAll(c.Parameters[fmt.Sprintf("INIT_%X", row)], "x", "0")
		bits, ok := new(big.Int).SetString(cmp.Or(digits, "0"), 2)
		if !ok {
			return "", fmt.Errorf("yosys wrote a RAM with the contents %.80q", digits)
		}
		mask := big.NewInt(0xffff)
		for i := range 16 {
			word := new(big.Int).And(new(big.Int).Rsh(bits, uint(16*i)), mask)
			fmt.Fprintf(&b, "%x ", word)
		}
	}
	return b.String(), nil
}

// spram returns the line of a large RAM. A LUT says whether it is selected, awake and powered.
func (r *gateReader) spram(c *yosysCell) string {
	awake := r.nets
	r.nets++
	const selected = 1 << 0b1001
	r.luts = append(r.luts, gateLUT{[]int{r.pin(c, "CHIPSELECT", 0), r.pin(c, "STANDBY", 0), r.pin(c, "SLEEP", 0), r.pin(c, "POWEROFF", 0)}, awake, selected})
	out := r.pins(c, "DATAOUT", 16)
	for _, n := range out {
		r.driven[n] = true
	}
	return fmt.Sprint(r.pin(c, "CLOCK", 0), awake, r.pin(c, "WREN", 0)) + " " + numbers(r.pins(c, "ADDRESS", 14)) +
		numbers(r.pins(c, "MASKWREN", 4)) + numbers(r.pins(c, "DATAIN", 16)) + numbers(out)
}

// ports returns the ports, sorted by name.
func (r *gateReader) ports() (ports []gatePort) {
	for name, p := range r.module.Ports {
		port := gatePort{Name: name, Input: p.Direction == "input", Inout: p.Direction == "inout", Nets: r.all(p.Bits)}
		for _, n := range port.Nets {
			s, buffered := r.tristates[n]
			if !buffered && !r.driven[n] && p.Direction != "output" {
				s.outer = n
			}
			port.Outer, port.Enable = append(port.Outer, s.outer), append(port.Enable, s.enable)
		}
		ports = append(ports, port)
	}
	slices.SortFunc(ports, func(a, b gatePort) int { return strings.Compare(a.Name, b.Name) })
	return ports
}

// readGates reads what was made of a bitstream.
func readGates(dir string) (*Netlist, error) {
	text, err := os.ReadFile(filepath.Join(dir, portsJSON))
	if err != nil {
		return nil, err
	}
	g := &Netlist{dir: dir}
	return g, json.Unmarshal(text, &g.Ports)
}

// Described lists the ports in the form of a module's.
func (g *Netlist) Described() (ports []pinout.Port) {
	for _, p := range g.Ports {
		ports = append(ports, pinout.Port{Name: p.Name, Input: p.Input, Inout: p.Inout, Width: len(p.Nets)})
	}
	return ports
}

// wires returns the arguments that connect the pins of a board to the ports.
func (g *Netlist) wires(pins pinout.Pins) []string {
	source := make(map[string]string) // of ports
	marked := func(names, level string) {
		for name := range strings.SplitSeq(names, ",") {
			bare, low := strings.CutPrefix(name, "!")
			source[bare] = level
			if low {
				source[bare] = strings.ToUpper(level)
			}
		}
	}
	marked(pins.Clock, "c")
	marked(pins.Reset, "r")
	source[pins.RX] = "x"
	source[pins.MISO] = "m"
	for _, name := range pins.High {
		source[name] = "1"
	}
	var drive []string
	tx, flash := "", [3]string{"0", "0", "0"}
	for _, p := range g.Ports {
		if p.Name == pins.TX && len(p.Nets) == 1 {
			tx = strconv.Itoa(p.Nets[0])
			if p.Enable[0] > 1 {
				tx += ":" + strconv.Itoa(p.Enable[0])
			}
		}
		if at := slices.Index([]string{pins.SCK, pins.CS, pins.MOSI}, p.Name); at >= 0 && len(p.Nets) == 1 {
			flash[at] = strconv.Itoa(p.Nets[0])
		}
		for _, n := range p.Outer {
			if n > 1 {
				drive = append(drive, strconv.Itoa(n)+":"+cmp.Or(source[p.Name], "0"))
			}
		}
	}
	return []string{"--", "+drive=" + strings.Join(drive, ","), "+tx=" + tx, "+spi=" + strings.Join(flash[:], ":"), "+netlist=" + filepath.Join(g.dir, gatesFile)}
}

// Model returns what simulates a board of the netlist with some pins: the program that all netlists have.
func (g *Netlist) Model(ctx context.Context, b *model.Builder, pins pinout.Pins) (*model.Model, error) {
	var headers []sources.File
	for _, name := range []string{"Vdut.h", "verilated.h", "inputs.h"} {
		text, err := gatesFiles.ReadFile("harness/gates/" + name)
		if err != nil {
			return nil, err
		}
		headers = append(headers, sources.File{Name: name, Text: text})
	}
	m, err := b.BoardProgram(ctx, "the simulator of netlists", headers)
	if err != nil {
		return nil, err
	}
	own := *g
	if own.dir, err = filepath.Abs(g.dir); err != nil {
		return nil, err
	}
	m.Visible, m.Args = []string{own.dir}, own.wires(pins)
	return m, nil
}

// Source is the netlist as Verilator reads it, under the name that people know it by.
func (g *Netlist) Source(name string) (sources.Source, error) {
	s, err := sources.DirSource(filepath.Join(g.dir, tooling.SourceDir))
	s.Name = name
	return s, err
}
