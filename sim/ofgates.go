package sim

import (
	"context"
	"fmt"
)

// Unpack makes Verilog of a bitstream, or finds it, with the tools of icestorm and Yosys in
// isolation. It returns the settings of the board with the source.
func (b *Builder) Unpack(ctx context.Context, c BoardConfig, bits Bitstream) (BoardConfig, error) {
	g, err := unpack(ctx, b, bits)
	if err != nil {
		return c, err
	}
	return c.ofGates(g, bits.File)
}

// Synthesise makes the netlist of a board for an iCE40, with Yosys in isolation, or finds
// it. It returns the settings with the netlist in place of the source. The error says
// what Yosys has to complain of.
func (b *Builder) Synthesise(ctx context.Context, c BoardConfig) (BoardConfig, error) {
	g, err := synthesise(ctx, b, c.Design())
	if err != nil {
		return c, err
	}
	return c.ofGates(g, c.Source.Name)
}

// ofGates returns the settings with a netlist; the name is what people know it by.
func (c BoardConfig) ofGates(g *gates, name string) (BoardConfig, error) {
	var err error
	c.gates, c.Top = g, bitstreamTop
	c.Source, err = g.source(name)
	return c, err
}

// buildGates makes the model of a netlist, or finds its program.
func (b *Builder) buildGates(ctx context.Context, c BoardConfig) (*BoardModel, error) {
	ports := c.gates.described()
	pins, err := c.Pins.resolve(c.Top, ports, c.Flash != nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Source.Name, err)
	}
	c.Pins = pins
	m, err := c.gates.model(ctx, b, pins)
	if err != nil {
		return nil, err
	}
	m.name, m.onDisplay, m.perCycle, m.memory = c.Source.Name, displayed(c.Source, c.OnDisplay), c.CycleTime, b.Memory
	return &BoardModel{m, c, &inspection{ports: ports, netlist: &netlist{}}}, nil
}
