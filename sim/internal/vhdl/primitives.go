package vhdl

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/loopline/loopline/sim/sources"
)

// primitivesText is Verilog of the vendors' modules that come with this package.
//
//go:embed vendor/primitives.v
var primitivesText string

// primitive is the declaration of a vendor's module, with a behaviour that suffices for clocks, resets and pads.
type primitive struct {
	name   string // as the vendor writes it
	text   string // in Verilog
	body   string // behind the ports
	params []primitiveParameter
	ports  []primitivePort
}

type primitivePort struct {
	name, direction string // input, output or inout
	width           int    // 0 is one bit that is no vector
}

type primitiveParameter struct{ name, text string } // such as PIN_TYPE, [5:0] PIN_TYPE = 6'd0

var (
	primitiveModule = regexp.MustCompile(`(?ms)^module (\w+) (?:#\(parameter (.*?)\) )?\(((?:input|output|inout) .*?)\);\n(.*?)^endmodule$`)
	primitiveParam  = regexp.MustCompile(`(?:^|, )(?:parameter )?((?:\[\d+:0\] )?(\w+) = (?:"[^"]*"|[^,]*))`)
	primitiveWire   = regexp.MustCompile(`(input|output|inout) (?:\[(\d+):0\] )?(\w+)`)
)

// primitives are the vendors' modules that come with this package, by their names in small letters.
var primitives = sync.OnceValue(func() map[string]primitive {
	all := make(map[string]primitive)
	for _, m := range primitiveModule.FindAllStringSubmatch(primitivesText, -1) {
		p := primitive{name: m[1], text: m[0] + "\n", body: m[4]}
		for _, param := range primitiveParam.FindAllStringSubmatch(m[2], -1) {
			p.params = append(p.params, primitiveParameter{param[2], param[1]})
		}
		for _, port := range primitiveWire.FindAllStringSubmatch(m[3], -1) {
			width, err := strconv.Atoi(port[2])
			if err == nil {
				width++
			}
			p.ports = append(p.ports, primitivePort{port[3], port[1], width})
		}
		all[strings.ToLower(p.name)] = p
	}
	return all
})

// primitive returns the vendor's module that a design uses, if it comes with this package and has all
// parameters and ports that the design names. Names are equal as the language compares them.
func (u *usedModule) primitive(equal func(a, b string) bool) (p primitive, ok bool) {
	p, ok = primitives()[strings.ToLower(u.name)]
	if !ok || !equal(p.name, u.name) {
		return p, false
	}
	for _, name := range u.params {
		ok = ok && slices.ContainsFunc(p.params, func(has primitiveParameter) bool { return equal(has.name, name) })
	}
	for _, name := range u.ports {
		ok = ok && slices.ContainsFunc(p.ports, func(has primitivePort) bool { return equal(has.name, name) })
	}
	return p, ok
}

// stub returns a module in place of a vendor's: one that comes with this package, or one that passes the clock; or "".
func (u *usedModule) stub() string {
	if p, ok := u.primitive(func(a, b string) bool { return a == b }); ok {
		return standsIn + p.verilog(u)
	}
	return u.clockStub()
}

// The pad of an SB_IO, and what drives it.
const (
	padPin  = "PACKAGE_PIN"
	padData = "D_OUT_0"
)

var padDriver = regexp.MustCompile(`(?m)^  assign ` + padPin + ` = .*\n`)

// verilog returns the module with the parameters and ports that a design names: no tool then warns of the others. All
// ports are there for a design that gives them by their places.
func (p *primitive) verilog(u *usedModule) string {
	if len(u.ports) == 0 {
		return p.text
	}
	body := p.body
	onlyReads := !slices.Contains(u.ports, padData) // an SB_IO on a pin that the top has as an input
	if onlyReads {
		body = padDriver.ReplaceAllString(body, "")
	}
	reads := sources.Words([]byte(body))
	var params, ports, idle []string
	for _, param := range p.params {
		if reads[param.name] || slices.Contains(u.params, param.name) {
			params = append(params, "parameter "+param.text)
		}
	}
	for _, port := range p.ports {
		width := ""
		if port.width > 0 {
			width = "[" + strconv.Itoa(port.width-1) + ":0] "
		}
		switch {
		case slices.Contains(u.ports, port.name) && onlyReads && port.name == padPin:
			ports = append(ports, "input "+port.name)
		case slices.Contains(u.ports, port.name):
			ports = append(ports, port.direction+" "+width+port.name)
		case port.direction == "input" && reads[port.name]:
			idle = append(idle, "  wire "+width+port.name+" = 0;\n")
		case port.direction != "input":
			idle = append(idle, "  wire "+width+port.name+";\n")
		}
	}
	list := ""
	if len(params) > 0 {
		list = " #(" + strings.Join(params, ", ") + ")"
	}
	return "module " + p.name + list + " (" + strings.Join(ports, ", ") + ");\n" + strings.Join(idle, "") + body + "endmodule\n"
}

// standsIn is before a module that stands for a vendor's, which nobody lints.
const standsIn = "// loopline lint_off: it stands for a vendor's.\n"

// component returns the declaration of a primitive in VHDL, with the generics that a design sets.
func (p *primitive) component(generics []string) string {
	text := "  component " + p.name + " is\n"
	if len(generics) > 0 {
		text += "    generic (" + strings.Join(generics, "; ") + ");\n"
	}
	var ports []string
	for _, port := range p.ports {
		kind, idle := "std_logic", "'0'"
		if port.width > 0 {
			kind, idle = "std_logic_vector("+strconv.Itoa(port.width-1)+" downto 0)", "(others => '0')"
		}
		switch port.direction {
		case "input":
			ports = append(ports, port.name+" : in "+kind+" := "+idle)
		case "output":
			ports = append(ports, port.name+" : out "+kind)
		default:
			ports = append(ports, port.name+" : inout "+kind)
		}
	}
	return text + "    port (" + strings.Join(ports, "; ") + ");\n  end component;\n"
}
