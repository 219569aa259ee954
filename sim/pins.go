package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Pins names the pins of a board. Empty ones are looked for among the usual
// names.
type Pins struct {
	Clock string
	Reset string // with ! before it if it is active low; "none" if there is none
	RX    string // into the board
	TX    string // out of the board
	High  []string
}

// usual names of pins, the likelier first. Case does not matter.
var (
	usualClocks = []string{"clk_i", "clk", "clock", "i_clk", "clock_i", "CLK", "CLOCK", "clk_in", "sys_clk", "clk12", "clk_12mhz", "clk25", "clk_25mhz", "clk50", "clk_50mhz", "clk100", "clock_50", "CLK100MHZ", "clkin"}
	usualResets = []string{
		"rst_i", "rst", "reset", "i_rst", "i_reset", "reset_i", "RST", "RESET", "srst", "arst",
		"!rst_n", "!rst_ni", "!reset_n", "!resetn", "!rstn", "!nrst", "!nreset", "!i_rst_n", "!aresetn", "!RST_N", "!RESET_N", "!CPU_RESETN",
	}
	usualRXs = []string{"rx_i", "rx", "uart_rx", "i_rx", "rxd", "uart_rxd", "serial_rx", "RX", "UART_RX", "RXD", "UART_RXD", "i_uart_rx", "uart_rx_i", "ser_rx", "rs232_rx", "uart_txd_in"}
	usualTXs = []string{"tx_o", "tx", "uart_tx", "o_tx", "txd", "uart_txd", "serial_tx", "TX", "UART_TX", "TXD", "UART_TXD", "o_uart_tx", "uart_tx_o", "ser_tx", "rs232_tx", "uart_rxd_out"}
)

// resolve finds the pins among the ports of a board.
func (p Pins) resolve(ports []port) (Pins, error) {
	for _, pin := range [...]struct {
		name   *string
		usual  []string
		option string
		input  bool
		needed bool
	}{
		{&p.Clock, usualClocks, "clock", true, true},
		{&p.Reset, usualResets, "rst", true, false},
		{&p.RX, usualRXs, "rx", true, true},
		{&p.TX, usualTXs, "tx", false, true},
	} {
		if *pin.name == "" {
			*pin.name = usualName(pin.usual, ports, pin.input)
			if *pin.name == "" && pin.needed {
				return p, fmt.Errorf("which of its ports is its %s? Write %s=NAME; %s", pin.option, pin.option, portList(ports))
			}
			continue
		}
		if pin.option == "rst" && *pin.name == "none" {
			*pin.name = ""
			continue
		}
		if err := wantPort(ports, strings.TrimPrefix(*pin.name, "!"), pin.option, pin.input); err != nil {
			return p, err
		}
	}
	for _, name := range p.High {
		if err := wantPort(ports, name, "high", true); err != nil {
			return p, err
		}
	}
	return p, nil
}

// usualName is the name of the port that has the first of the usual names.
func usualName(usual []string, ports []port, input bool) string {
	for _, name := range usual {
		for _, p := range ports {
			bare, low := strings.CutPrefix(name, "!")
			if !strings.EqualFold(p.name, bare) || p.input != input || p.other {
				continue
			}
			if low {
				return "!" + p.name
			}
			return p.name
		}
	}
	return ""
}

// wantPort looks for a port that somebody named.
func wantPort(ports []port, name, option string, input bool) error {
	for _, p := range ports {
		if p.name != name {
			continue
		}
		if p.other || p.input != input {
			return fmt.Errorf("%s=%s: that port is no %s; %s", option, name, map[bool]string{true: "input", false: "output"}[input], portList(ports))
		}
		return nil
	}
	return fmt.Errorf("%s=%s: it has no such port; %s", option, name, portList(ports))
}

func portList(ports []port) string {
	var in, out []string
	for _, p := range ports {
		if p.input {
			in = append(in, p.name)
		} else {
			out = append(out, p.name)
		}
	}
	return fmt.Sprintf("its inputs are %s, its outputs %s", strings.Join(in, " "), strings.Join(out, " "))
}

// wrap is SystemVerilog around a board whose pins are found: the ports that
// harness/board.cpp drives. Inputs that nobody named are low.
func (p Pins) wrap(top string, params map[string]string) string {
	var b strings.Builder
	b.WriteString("`default_nettype none\nmodule " + wrapperTop + " (\n" +
		"    input  wire clk_i,\n    input  wire rst_i,\n    input  wire rx_i,\n    output wire tx_o\n);\n  ")
	b.WriteString(top)
	for i, name := range slices.Sorted(maps.Keys(params)) {
		b.WriteString([...]string{" #(", ", "}[min(i, 1)])
		fmt.Fprintf(&b, ".%s(%s)", name, params[name])
	}
	if len(params) > 0 {
		b.WriteString(")")
	}
	fmt.Fprintf(&b, " board (\n      .%s(clk_i)", p.Clock)
	if name, low := strings.CutPrefix(p.Reset, "!"); low {
		fmt.Fprintf(&b, ",\n      .%s(!rst_i)", name)
	} else if name != "" {
		fmt.Fprintf(&b, ",\n      .%s(rst_i)", name)
	}
	fmt.Fprintf(&b, ",\n      .%s(rx_i),\n      .%s(tx_o)", p.RX, p.TX)
	for _, name := range p.High {
		fmt.Fprintf(&b, ",\n      .%s('1)", name)
	}
	b.WriteString("\n  );\nendmodule\n`default_nettype wire\n")
	return b.String()
}
