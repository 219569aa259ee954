package vhdl

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources"
)

// clockModule are the names of modules that make a clock of another, in small
// letters: PLLs of all vendors, what their wizards make, and buffers.
var clockModule = regexp.MustCompile(`pll|mmcm|dcm|clk_wiz|clkgen|clk_gen|clock_?gen|^i?bufg|^[io]bufd?s?$|^bufgce|^sb_gb$|^clkctrl`)

// The ports of such modules, in small letters.
var (
	clockInputs = []string{
		"referenceclk", "packagepin", "inclk", "inclk0", "clkin1", "clkin", "clk_in1", "clk_in", "clki", "refclk", "ref_clk",
		"clock_in", "user_signal_to_global_buffer", "i", "clk_i", "in", "clk",
	}
	clockOutput = regexp.MustCompile(`out|^c\d$|^clko[ps]?\d?$|^o$|^clk_o|^clk$|clk\d+$`)
	lockOutput  = regexp.MustCompile(`lock`)
)

// usedModule collects the parameters and ports with which a design uses a missing
// module.
type usedModule struct {
	name   string
	params []string
	ports  []string
	open   []string // of the ports, those that an instance connects to nothing: outputs
}

// lockCounter has a lock rise 32 clock cycles after power-up, so that a design which is reset until then is
// reset.
const lockCounter = `  reg [5:0] ll_since = 6'd0;
  always @(posedge %s) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
`

// clockStub returns a module that passes a clock through in place of a vendor's. It
// is empty if the design does not use it by the names of its ports, or if they
// do not tell what is its clock.
func (u *usedModule) clockStub() string {
	if !clockModule.MatchString(strings.ToLower(u.name)) {
		return ""
	}
	in := u.clockInput()
	var ports, passed []string
	width, bit := "", ""
	locks := false
	if u.name == "altpll" {
		width, bit = "[4:0] ", "[0]"
	}
	for _, p := range u.ports {
		switch {
		case p == in:
			ports = append(ports, "input "+width+p)
		case !u.isOutput(p):
			ports = append(ports, "input "+p)
		case !lockOutput.MatchString(strings.ToLower(p)) && !clockOutput.MatchString(strings.ToLower(p)):
			ports = append(ports, "output "+p)
			passed = append(passed, "  assign "+p+" = 1'b0;\n")
		case lockOutput.MatchString(strings.ToLower(p)):
			ports = append(ports, "output "+p)
			passed = append(passed, "  assign "+p+" = ll_since[5];\n")
			locks = true
		default:
			ports = append(ports, "output "+width+p)
			value := in
			if width != "" {
				value = "{5{" + in + bit + "}}"
			}
			passed = append(passed, "  assign "+p+" = "+value+";\n")
		}
	}
	if in == "" || len(passed) == 0 {
		return ""
	}
	if locks {
		passed = append([]string{fmt.Sprintf(lockCounter, in+bit)}, passed...)
	}
	params := ""
	if len(u.params) > 0 {
		params = " #(parameter " + strings.Join(u.params, " = 0, ") + " = 0)"
	}
	return standsIn + "module " + sources.VerilogName(u.name) + params + " (" + strings.Join(ports, ", ") + ");\n" +
		strings.Join(passed, "") + "endmodule\n"
}

// isOutput reports whether a port is one that a clock or its lock leaves by, after its name, or one
// that nothing is connected to.
func (u *usedModule) isOutput(port string) bool {
	lower := strings.ToLower(port)
	return port != u.clockInput() && (lockOutput.MatchString(lower) || clockOutput.MatchString(lower) || slices.Contains(u.open, port))
}

// clockInput returns the port that is most likely the clock that goes in.
func (u *usedModule) clockInput() string {
	for _, name := range clockInputs {
		for _, p := range u.ports {
			if strings.EqualFold(p, name) {
				return p
			}
		}
	}
	return ""
}

// usageOf collects all parameters and ports that the files of a design name of a module.
func usageOf(h *sources.Hierarchy, module string) *usedModule {
	u := &usedModule{name: module}
	instance := regexp.MustCompile(`(?:^|[^\w$.])` + quoting.Pattern(module) + `\s*(#?)\s*`)
	for _, file := range h.Order {
		text := h.Files[file]
		for _, at := range instance.FindAllSubmatchIndex(text, -1) {
			u.addInstance(text, text[at[1]:], at[3] > at[2])
		}
	}
	return u
}

// addInstance takes in one instance. Rest begins with its parameters, or its name.
func (u *usedModule) addInstance(file, rest []byte, params bool) {
	if params {
		behind := sources.BehindBrackets(rest)
		u.params = union(u.params, pinsIn(rest[:len(rest)-len(behind)]))
		rest = behind
	}
	open := bytes.IndexByte(rest, '(')
	if open < 0 {
		return
	}
	name := string(bytes.TrimSpace(rest[:open]))
	rest = rest[open:]
	list := rest[:len(rest)-len(sources.BehindBrackets(rest))]
	u.ports = union(u.ports, pinsIn(list))
	for _, m := range openPin.FindAllSubmatch(list, -1) {
		u.open = union(u.open, []string{string(m[1])})
	}
	if sources.IsPlainName(name) {
		for _, m := range regexp.MustCompile(`\b`+quoting.Pattern(name)+`\.(\w+)\s*=[^=]`).FindAllSubmatch(file, -1) {
			u.params = union(u.params, []string{string(m[1])}) // of a defparam
		}
	}
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// openPin matches a port that is connected to nothing.
var openPin = regexp.MustCompile(`\.\s*([A-Za-z_][\w$]*)\s*\(\s*\)`)

var pinName = regexp.MustCompile(`^\.\s*([A-Za-z_][\w$]*)`)

// pinsIn returns the names before the values in a list such as (.A(1), .B(x[2])).
func pinsIn(list []byte) (names []string) {
	depth := 0
	for i, c := range list {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '.':
			if m := pinName.FindSubmatch(list[i:]); m != nil && depth == 1 {
				names = append(names, string(m[1]))
			}
		}
	}
	return names
}

var missingModule = regexp.MustCompile(`(?:Cannot find file containing module:|refers to missing module/interface:|MODMISSING.*?) '([^']+)'`)

// oscillator has the names of oscillators inside chips, as the libraries of iCE40, ECP5, MachXO2, Nexus, Gowin, AMD and
// Intel have them.
var oscillator = regexp.MustCompile(`^(?:SB_[HL]FOSC|OSC[AFGHOWZ]?|STARTUPE[23]|altera_int_osc)$`)

// unlisted says which file declares a module, of which a list does not know; it says nothing if none does.
func unlisted(h *sources.Hierarchy, module string) string {
	for _, d := range h.Declares[module] {
		return fmt.Sprintf("%s declares %s, and %s does not name it: add the line %s to it.", d.File, module, sources.ListFile, d.File)
	}
	return ""
}

// MissingModules returns the remedy for undeclared modules in Verilator's text, or "".
func MissingModules(s *sources.Source, text string) string {
	found := missingModule.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		return ""
	}
	for _, m := range found {
		if oscillator.MatchString(m[1]) {
			return fmt.Sprintf("%s is an oscillator inside the chip, and a simulated board has its clock from a pin. Give the top module an input clk "+
				"for the simulation, and put `ifdef VERILATOR … `else … `endif around what differs; clk= is then its rate.", m[1])
		}
	}
	files, err := s.Read()
	if err != nil {
		return finding.MissingRemedy
	}
	h := sources.NewHierarchy(files)
	if text := unlisted(h, found[0][1]); text != "" && sources.HasFile(files, sources.ListFile) {
		return text
	}
	var names, stubs []string
	for _, m := range found {
		u := usageOf(h, m[1])
		if len(u.ports) == 0 {
			u = vhdlUsage(files, m[1])
			u.name = m[1] // as Verilog has it
		}
		if stub := u.stub(); stub != "" && !slices.Contains(names, m[1]) {
			names, stubs = append(names, m[1]), append(stubs, stub)
		}
	}
	if len(stubs) == 0 {
		all, _ := h.Tops()
		if near := nearest(found[0][1], all); near != "" {
			return fmt.Sprintf("The design has no module %s; %s is there: is it misspelt?", found[0][1], near)
		}
		if links := s.Links(); len(links) > 0 {
			return fmt.Sprintf("%s\nLinks are not followed: put a copy in the place of %s.", finding.MissingRemedy, sources.SomeOf(links))
		}
		if sources.HasFile(files, sources.ListFile) {
			return finding.MissingListed
		}
		return finding.MissingRemedy
	}
	return fmt.Sprintf("%s: a vendor's, of which Verilator has no model. Save what follows as %s in %s: it passes clocks "+
		"and pads through, so clk= is then what the PLL puts out. docs/simulation.md has more.\n\n%s",
		strings.Join(names, ", "), sources.ClocksFile, s.Name, strings.Join(stubs, "\n"))
}
