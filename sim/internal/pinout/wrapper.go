package pinout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// Wrap returns SystemVerilog around a board: a module with the ports that
// model/harness/board.cpp drives. Inputs without an option are low, and so are inouts unless
// the board drives them. A transmit line that the board leaves tri-stated is pulled up,
// as on a real wire; floats_o reports it.
func (p Pins) Wrap(top string, params map[string]string, ports []Port) string {
	w := wiring{}
	w.marked(ports, p.Clock, "clk_i")
	w.marked(ports, p.Reset, "rst_i")
	w.connect(ports, p.RX, "rx_i")
	flashPorts := ""
	if p.SCK != "" {
		flashPorts = "    output wire sck_o,\n    output wire cs_no,\n    output wire mosi_o,\n    input  wire miso_i,\n"
		for _, out := range [...]struct{ port, name string }{{p.SCK, "sck_o"}, {p.CS, "cs_no"}, {p.MOSI, "mosi_o"}} {
			fmt.Fprintf(&w.nets, "  wire ll_%s;\n  assign %s = ll_%s;\n", out.name, out.name, out.name)
			w.pin(out.port, "ll_"+out.name)
		}
		w.connect(ports, p.MISO, "miso_i")
	}
	for _, name := range p.High {
		w.connect(ports, name, "'1")
	}
	for _, port := range p.Low(ports) {
		w.connect(ports, port.Name, "'0")
	}
	for i := range ports {
		if ports[i].Inout && !slices.Contains(p.named(), ports[i].Name) {
			net := fmt.Sprintf("ll_net_%d", i)
			fmt.Fprintf(&w.nets, "  tri0 [%d:0] %s;\n", max(ports[i].Width, 1)-1, net)
			w.pin(ports[i].Name, net)
		}
	}
	w.pin(p.TX, "ll_tx")
	return "`default_nettype none\nmodule " + sources.WrapperTop + " (\n" +
		flashPorts + "    input  wire clk_i,\n    input  wire rst_i,\n    input  wire rx_i,\n" +
		"    output wire tx_o,\n    output wire floats_o\n);\n" +
		"  wire ll_tx;\n  assign ll_tx = 1'bz;\n  assign floats_o = ll_tx === 1'bz;\n  assign tx_o = ll_tx | floats_o;\n" +
		w.nets.String() + "  " + sources.Escaped(top) + sources.ParameterList(params) + " board (\n      " +
		strings.Join(w.pins, ",\n      ") + "\n  );\nendmodule\n`default_nettype wire\n"
}

// wiring collects the port connections of a board.
type wiring struct {
	nets strings.Builder
	pins []string
}

func (w *wiring) pin(port, value string) {
	w.pins = append(w.pins, fmt.Sprintf(".%s(%s)", sources.Escaped(port), value))
}

// marked connects pins, those with a ! to the opposite.
func (w *wiring) marked(ports []Port, names, value string) {
	for name := range strings.SplitSeq(names, ",") {
		if bare, low := strings.CutPrefix(name, "!"); low {
			w.connect(ports, bare, "!"+value)
		} else if name != "" {
			w.connect(ports, name, value)
		}
	}
}

// connect connects a port to a value; an inout takes a net for it.
func (w *wiring) connect(ports []Port, name, value string) {
	at := slices.IndexFunc(ports, func(p Port) bool { return p.Name == name })
	if at >= 0 {
		for range ports[at].Dims {
			value = "'{default: " + value + "}"
		}
	}
	if at >= 0 && ports[at].Inout {
		net := fmt.Sprintf("ll_net_%d", at)
		fmt.Fprintf(&w.nets, "  wire [%d:0] %s;\n  assign %s = %s;\n", max(ports[at].Width, 1)-1, net, net, value)
		value = net
	}
	w.pin(name, value)
}

// Low lists the inputs without an option.
func (p Pins) Low(ports []Port) (low []Port) {
	named := p.named()
	for _, port := range ports {
		if port.Input && !slices.Contains(named, port.Name) {
			low = append(low, port)
		}
	}
	return low
}

// busError returns the error of a bus that is named as a pin. It has the module
// that makes a pin of one of its bits.
func busError(top string, ports []Port, bus *Port, option string) error {
	if bus.Dims > 0 {
		return fmt.Errorf("%s=%s: that port is an array, and a pin is one bit; put a small module around the board "+
			"in which each pin is a port, and name it with top=", option, bus.Name)
	}
	name := sources.VerilogName(bus.Name)
	net := fmt.Sprintf("  wire [%d:0] %s;\n", bus.Width-1, strings.TrimSpace(name))
	own := "output tx"
	if option != "tx" {
		own = "input " + option
	}
	switch {
	case option == "tx":
		net += "  assign tx = " + name + "[0];  // the bit that is TX\n"
	case bus.Inout:
		net += "  assign " + name + "[0] = " + option + ";  // the bit that is it\n"
	default:
		net += fmt.Sprintf("  assign %s = %s << 0;  // 0 is the bit that is it\n", name, option)
	}
	return fmt.Errorf("%s=%s: that port is a bus of %d bits, and a pin is one. Put a module such as this around the board "+
		"and name it with top=:\n\nmodule pins (%s /* and the other pins */);\n%s  %s board (.%s(%s) /* and the other ports */);\nendmodule",
		option, bus.Name, bus.Width, own, net, sources.VerilogName(top), name, strings.TrimSpace(name))
}
